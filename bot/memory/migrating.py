"""Brings the memory's schema up to date, whoever else starts at the same moment.

All steps that are missing run in one transaction, so a step that fails leaves the memory as it was. A
memory whose version is newest already is only read.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Column, Connection, Engine, Integer, MetaData, Table, select
from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.schema import CreateTable

from bot.errors import MemoryUnavailable, NewerMemory
from bot.memory.address import Address, in_file
from bot.memory.database import ATTEMPTS, PATIENCE, conflicting, engine_at, insert
from bot.memory.troubles import damaged, foreign, gone, in_words

LONGEST_UPGRADE = 60  # seconds to wait for another process that is at it
STEPS = "bot.memory:migrations"
VERSIONS = "memory_version"  # Alembic's own name for it may be taken by another program in the database

# One row, held for as long as an upgrade runs. Advisory locks would need no table, but distributed
# databases that speak PostgreSQL's protocol have none.
_gate = Table("memory_gate", MetaData(), Column("id", Integer, primary_key=True, autoincrement=False))

_one_at_a_time = threading.Lock()
_one_upgrade = threading.Lock()  # since Alembic keeps what it is at in the globals of its modules


def prepare(address: Address, *, steps: str = STEPS) -> None:
    """Make the memory at *address*, or bring it up to date, or leave it as it is and say why.

    Args:
        steps: where the migrations are, as Alembic writes it.

    Raises:
        MemoryUnavailable, UnreadableMemory, NewerMemory: one sentence that says what is wrong.
    """
    try:
        if address.file:
            _prepare_file(address, address.file, steps)
        else:
            _prepare_server(address, steps)
    except (DBAPIError, sqlite3.Error, OSError) as error:
        raise in_words(error, address) from error


def upgrade(connection: Connection, *, to: str = "head", steps: str = STEPS) -> None:
    """Run the steps that are missing up to *to*, in the transaction of *connection*."""
    config = _config(steps)
    config.attributes["connection"] = connection
    with _one_upgrade:
        command.upgrade(config, to)


def _config(steps: str) -> Config:
    config = Config(attributes={"version_table": VERSIONS})
    config.set_main_option("script_location", steps.replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    return config


def _is_newest(connection: Connection, address: Address, steps: str) -> bool:
    return version_of(connection, address, steps=steps) == known_versions(steps=steps)[0]


def _prepare_file(address: Address, file: Path, steps: str) -> None:
    if not file.parent.is_dir():
        raise MemoryUnavailable(
            f"The bot's memory ({address.place}) has no folder to be in. Make it, or correct the address."
        )
    with _alone_with(file):
        if not file.exists():
            _make(address, file, steps)
            return
        examine(address)
        _keep_private(file)
        engine = engine_at(address, foreign_keys=False)
        try:
            with engine.connect() as connection:
                if _is_newest(connection, address, steps):
                    return
            _use_write_ahead_log(file)
            with engine.begin() as connection:
                upgrade(connection, steps=steps)
                if connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                    raise damaged(address)
        finally:
            engine.dispose()


def _make(address: Address, file: Path, steps: str) -> None:
    """Make a fresh memory whole under another name: so an empty file is never ours, but damage."""
    log = file.with_name(f"{file.name}-wal")
    if log.exists() and log.stat().st_size:  # it would be read as part of a fresh file
        raise gone(address)
    fresh = file.with_name(f"{file.name}.fresh")
    for left in ("", "-wal", "-shm"):
        fresh.with_name(fresh.name + left).unlink(missing_ok=True)
    _create(fresh)
    _use_write_ahead_log(fresh)
    engine = engine_at(in_file(fresh), foreign_keys=False)
    try:
        with engine.begin() as connection:
            upgrade(connection, steps=steps)
    finally:
        engine.dispose()
    fresh.replace(file)


@contextmanager
def _alone_with(file: Path) -> Iterator[None]:
    """Keep other threads and processes from preparing *file*.

    Switching a fresh file to its write-ahead log can fail with "database is locked" at once, without
    waiting, so a lock on the file itself would not do. The lock is one of SQLite's, on an empty file: it
    waits, ends with its process and is the same on every system.
    """
    lock = file.with_name(f"{file.name}.lock")
    # Closing any descriptor of a file drops all locks that the process has on it, so no two threads of
    # ours may be between creating a file and locking it.
    with _one_at_a_time:
        _create(lock)
        with closing(sqlite3.connect(lock, timeout=LONGEST_UPGRADE, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            yield


def _create(file: Path) -> None:
    """Make *file*, empty and for its owner alone, unless it is there."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _keep_private(file: Path) -> None:
    if file.stat().st_mode & 0o077:
        with suppress(PermissionError):  # only its owner may change that, and we may be allowed to write it
            file.chmod(0o600)


def examine(address: Address) -> None:
    """Refuse a file that is damaged, or somebody else's, before anything is written to it.

    An empty file is not opened: SQLite would throw the log beside it away.

    Raises:
        UnreadableMemory: it is; a server's database is taken to be sound.
    """
    file = address.file
    if file is None:
        return
    if not file.stat().st_size:
        raise damaged(address)
    with closing(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)) as connection:
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise damaged(address)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        raise damaged(address)
    if VERSIONS not in tables:
        raise foreign(address)


def version_of(connection: Connection, address: Address, *, steps: str = STEPS) -> str:
    """The step of the schema that the memory is at; empty where there is none yet.

    Raises:
        UnreadableMemory, NewerMemory: it is no memory of this bot, or of a later version.
    """
    context = MigrationContext.configure(connection, opts={"version_table": VERSIONS})
    try:
        version = context.get_current_revision()
    except CommandError:  # more than one version: nothing of ours writes that
        raise foreign(address) from None
    if version is not None and version not in known_versions(steps=steps):
        raise NewerMemory(address.place)
    return version or ""


def known_versions(*, steps: str = STEPS) -> tuple[str, ...]:
    """The steps of the schema that this version of the bot has, the newest first."""
    return tuple(step.revision for step in ScriptDirectory.from_config(_config(steps)).walk_revisions())


def _use_write_ahead_log(file: Path) -> None:
    """So that readers wait for no writer. The file remembers it."""
    with closing(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")


def _prepare_server(address: Address, steps: str) -> None:
    engine = engine_at(address)
    try:
        with engine.connect() as connection:
            if _is_newest(connection, address, steps):
                return
        _make_gate(engine)
        with engine.begin() as connection:
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LONGEST_UPGRADE}s'")
            connection.execute(select(_gate).with_for_update())
            if not _is_newest(connection, address, steps):
                upgrade(connection, steps=steps)
    finally:
        engine.dispose()


def _make_gate(engine: Engine) -> None:
    """Make the table and its row, unless they are there."""
    for attempt in range(ATTEMPTS):
        try:
            with engine.begin() as connection:
                connection.execute(CreateTable(_gate, if_not_exists=True))
                connection.execute(insert(connection, _gate).values(id=1).on_conflict_do_nothing())
        except DBAPIError as error:
            # PostgreSQL's IF NOT EXISTS fails when another one is making the table in that moment.
            at_once = isinstance(error, IntegrityError | ProgrammingError) or conflicting(error)
            if not at_once or attempt == ATTEMPTS - 1:
                raise
        else:
            return
