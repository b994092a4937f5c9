"""The memory as lines of text that SQLite and PostgreSQL both can take: what is in the one can be put into the other.

A line is the name of a table with its columns, or a row of the table named last. Columns stand in the order of their
names and rows in that of their text, so the same memory gives the same bytes wherever it is.
"""

import base64
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time
from typing import IO, Any

from sqlalchemy import (
    Connection,
    Date,
    DateTime,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Time,
    func,
    inspect,
    select,
    text,
)

from bot.memory.tables import schema

_AT_ONCE = 500  # rows in one statement
_SECRET = ("token", "secret")  # in the name of a column that holds one
_OF_THE_MOMENT = {"copies", "slack_oauth_states"}  # who runs, and who installs just now: nobody does in a restored home


def tables_of(connection: Connection, *, with_secrets: bool = True) -> list[Table]:
    """The memory's tables as they are at *connection*, those first that others refer to.

    In PostgreSQL there may be tables of other programs beside them, which are none of ours.
    """
    there = set(inspect(connection).get_table_names()) & set(schema.tables) - _OF_THE_MOMENT
    found = MetaData()
    found.reflect(connection, only=sorted(there))
    return [table for table in found.sorted_tables if with_secrets or not is_secret(table)]


def is_secret(table: Table) -> bool:
    """Whether *table* holds tokens: who has one can speak as the bot."""
    return any(word in column.name for column in table.columns for word in _SECRET)


def lines_of(connection: Connection, tables: Iterable[Table]) -> Iterator[str]:
    """All rows of *tables*; see the module."""
    for table in tables:
        names = sorted(column.name for column in table.columns)
        yield json.dumps({"table": table.name, "columns": names})
        wanted = select(*(table.c[name] for name in names))
        yield from sorted(
            json.dumps([_told(one) for one in row], ensure_ascii=True) for row in connection.execute(wanted)
        )


def put_in(connection: Connection, lines: Iterable[str]) -> dict[str, int]:
    """Put *lines* into the tables at *connection*, which have no rows yet; how many went into each.

    Raises:
        ValueError, KeyError, TypeError: they are no such lines, or of another schema.
    """
    tables = {table.name: table for table in tables_of(connection)}
    counts: dict[str, int] = {}
    table, names, waiting = None, [], []  # type: tuple[Table | None, list[str], list[dict[str, Any]]]

    def put() -> None:
        if waiting and table is not None:
            connection.execute(table.insert(), waiting)
        waiting.clear()

    for line in lines:
        given = json.loads(line)
        if isinstance(given, dict):
            put()
            table, names = tables[given["table"]], given["columns"]
            counts[table.name] = 0
            continue
        if table is None:
            raise ValueError("a row before its table")
        pairs = zip(names, given, strict=True)
        waiting.append({name: _taken(value, table.c[name].type) for name, value in pairs})
        counts[table.name] += 1
        if len(waiting) == _AT_ONCE:
            put()
    put()
    _advance(connection, tables.values())
    return counts


def take_all_out(connection: Connection) -> None:
    """Delete all rows of the memory."""
    for table in reversed(tables_of(connection)):
        connection.execute(table.delete())


def write(lines: Iterable[str], into: IO[bytes]) -> None:
    for line in lines:
        into.write(line.encode("ascii") + b"\n")


def _advance(connection: Connection, tables: Iterable[Table]) -> None:
    """Let numbers that PostgreSQL gives by itself begin after those that were put in."""
    if connection.dialect.name != "postgresql":
        return
    for table in tables:
        for column in table.primary_key:
            if not isinstance(column.type, Integer):
                continue
            named = {"of": connection.dialect.identifier_preparer.format_table(table), "column": column.name}
            sequence = connection.execute(text("SELECT pg_get_serial_sequence(:of, :column)"), named).scalar()
            last = connection.execute(select(func.max(column))).scalar()
            if sequence and last:
                connection.execute(text("SELECT setval(:sequence, :last)"), {"sequence": sequence, "last": last})


def _told(value: Any) -> Any:
    if isinstance(value, datetime):
        moment = value.replace(tzinfo=UTC) if value.utcoffset() is None else value.astimezone(UTC)
        return moment.isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode("ascii")
    return value


def _taken(value: Any, kind: Any) -> Any:
    """What :func:`_told` told, for a column of *kind*."""
    if value is None:
        return None
    if isinstance(kind, DateTime):
        moment = datetime.fromisoformat(value)
        return moment if kind.timezone else moment.replace(tzinfo=None)
    for of_kind, read in ((Date, date.fromisoformat), (Time, time.fromisoformat), (LargeBinary, base64.b64decode)):
        if isinstance(kind, of_kind):
            return read(value)
    return value
