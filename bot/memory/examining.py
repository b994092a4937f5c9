"""Whether the memory is whole, looked at without making it, changing it, or bringing it up to date."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from alembic.script import ScriptDirectory
from sqlalchemy import Column, Connection, Engine, create_engine, func, inspect, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool
from sqlalchemy.sql.elements import ColumnElement

from bot.errors import UnusableAddress
from bot.memory.address import Address, read
from bot.memory.database import PATIENCE, engine_at
from bot.memory.deliveries import CLAIMED, GIVEN_UP
from bot.memory.events import YOUNG
from bot.memory.migrating import VERSIONS
from bot.memory.plain import subscription_of
from bot.memory.tables import choices, deliveries, events, saved, settings, subscriptions
from bot.memory.troubles import in_words

LONGEST_DELIVERY = timedelta(hours=1)  # three tries and more
OF_LATE = timedelta(days=7)
_BEGINNINGS = (events.c.claimed_at, saved.c.saved_at, choices.c.changed_at, settings.c.changed_at)


@dataclass(frozen=True, slots=True)
class MemoryExamined:
    """What a look at the memory found."""

    place: str = ""  # in words, without a password
    file: Path | None = None  # None in PostgreSQL
    state: str = "whole"  # or "absent", "empty", "damaged", "foreign", "newer", "older", "unusable", "unreachable"
    words: str = ""  # what is wrong with the address, or why it can't be reached
    since: datetime | None = None  # the oldest thing that is remembered
    told: tuple[tuple[str, datetime], ...] = ()  # each kind of event of the last days, and when one came last
    stuck: int = 0  # claims that are open for longer than an answer is of use
    oldest_stuck: datetime | None = None
    channels: tuple[str, ...] = ()  # to which digests go
    zones: tuple[str, ...] = ()  # by which they go
    hanging: int = 0  # deliveries that are claimed and not settled for longer than they may take
    oldest_hanging: datetime | None = None
    given_up: int = 0  # deliveries of the last seven days that could not be posted
    reason: str = ""  # of the newest one of these


def examine(url: str, now: datetime) -> MemoryExamined:
    """Look at the memory that the setting *url* names."""
    try:
        address = read(url)
        found = MemoryExamined(address.place, address.file)
        if address.file is not None:
            state = _state_of(address.file)
            if state:
                return replace(found, state=state)
        with _engine(address) as engine, engine.connect() as connection:
            return _look(found, connection, now)
    except UnusableAddress as fault:
        return MemoryExamined(state="unusable", words=str(fault))
    except (DBAPIError, sqlite3.Error, OSError) as fault:
        return replace(found, state="unreachable", words=str(in_words(fault, address)))


def _state_of(file: Path) -> str:
    """What is wrong with SQLite's file as a file; empty if nothing."""
    if not file.exists():
        return "absent"
    if not file.stat().st_size:
        return "empty"
    try:
        with closing(_opened(file)) as connection:
            whole = connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
            return "" if whole and connection.execute("PRAGMA foreign_key_check").fetchone() is None else "damaged"
    except sqlite3.DatabaseError as fault:
        if getattr(fault, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return "damaged"
        raise


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(file))}?mode=ro", uri=True, timeout=PATIENCE)


@contextmanager
def _engine(address: Address) -> Iterator[Engine]:
    """An engine that makes no file and writes nothing."""
    file = address.file
    if file is None:
        engine = engine_at(address)
    else:
        engine = create_engine("sqlite://", creator=lambda: _opened(file), poolclass=NullPool, hide_parameters=True)
    try:
        yield engine
    finally:
        engine.dispose()


def _look(found: MemoryExamined, connection: Connection, now: datetime) -> MemoryExamined:
    tables = set(inspect(connection).get_table_names())
    if VERSIONS not in tables:
        return replace(found, state="foreign" if tables else "absent")
    versions = connection.execute(text(f"SELECT version_num FROM {VERSIONS}")).scalars().all()  # noqa: S608 - our name
    script = ScriptDirectory(str(files("bot.memory") / "migrations"))
    known = {step.revision for step in script.walk_revisions()}
    if len(versions) != 1:
        return replace(found, state="foreign")
    if versions[0] not in known:
        return replace(found, state="newer", words=str(versions[0]))
    if versions[0] != script.get_current_head():
        return replace(found, state="older")
    return _remembered(found, connection, now)


def _remembered(found: MemoryExamined, connection: Connection, now: datetime) -> MemoryExamined:
    began = [connection.execute(select(func.min(column))).scalar() for column in _BEGINNINGS]
    told = connection.execute(
        select(events.c.kind, func.max(events.c.claimed_at)).group_by(events.c.kind).order_by(events.c.kind)
    ).all()
    open_too_long = events.c.done_at.is_(None) & (events.c.claimed_at < now - YOUNG)
    stuck, oldest = _counted(connection, events.c.claimed_at, open_too_long)
    running = select(subscriptions.c.channel, subscriptions.c.definition).where(subscriptions.c.stopped_at.is_(None))
    wanted = connection.execute(running).all()
    return _delivered(
        replace(
            found,
            since=min((one for one in began if one is not None), default=None),
            told=tuple((str(kind), last) for kind, last in told),
            stuck=stuck,
            oldest_stuck=oldest,
            channels=tuple(sorted({str(row.channel) for row in wanted})),
            zones=tuple(sorted({subscription_of(row.definition, id="", channel="").zone for row in wanted})),
        ),
        connection,
        now,
    )


def _delivered(found: MemoryExamined, connection: Connection, now: datetime) -> MemoryExamined:
    hangs = (deliveries.c.state == CLAIMED) & (deliveries.c.due_at < now - LONGEST_DELIVERY)
    hanging, oldest = _counted(connection, deliveries.c.due_at, hangs)
    gone = (deliveries.c.state == GIVEN_UP) & (deliveries.c.due_at > now - OF_LATE)
    given_up, _ = _counted(connection, deliveries.c.due_at, gone)
    newest = select(deliveries.c.reason).where(gone).order_by(deliveries.c.due_at.desc()).limit(1)
    reason = connection.execute(newest).scalar() or ""
    return replace(found, hanging=hanging, oldest_hanging=oldest, given_up=given_up, reason=str(reason))


def _counted(
    connection: Connection, moment: Column[datetime], where: ColumnElement[bool]
) -> tuple[int, datetime | None]:
    """How many rows there are, and the earliest *moment* of theirs."""
    number, earliest = connection.execute(select(func.count(), func.min(moment)).where(where)).one()
    return int(number), earliest
