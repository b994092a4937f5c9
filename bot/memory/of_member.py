"""All that is kept of one member, over all tables: what can be told of it, and where it is."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Row, Table, or_, select
from sqlalchemy.sql.elements import ColumnElement

from bot.memory.database import Database
from bot.memory.tables import schema

# Which columns of a table name a member. Every table stands in one of the two; a test sees to it. What is put into
# the first is told by export-member, and ``ReadingLists.forget`` has to know what becomes of it.
NAMING: dict[str, tuple[str, ...]] = {
    "events": ("member",),
    "feedback": ("member",),
    "saved": ("owner", "member"),
    "searches": ("member",),
    "choices": ("member",),
    "subscriptions": ("member",),
    "watches": ("member",),
    "deliveries": ("channel",),  # what a watch found is posted to its member
    "had": ("channel",),  # likewise
    "slack_installations": ("user_id",),  # who installed the bot stays so until it is taken out
}
NAMING_NOBODY = frozenset(
    {
        *("settings", "posts", "topics", "delivery_parts", "notices", "counts"),
        *("copies", "departures", "slack_bots", "slack_oauth_states"),
    }
)
_SECRET = ("token", "secret")  # in the name of a column; that it is kept is told, and not what it is


class OfMember:
    """What the memory has of members."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def workspaces(self, member: str) -> tuple[str, ...]:
        """The workspaces in which anything is kept of *member*, in order."""

        def found(connection: Connection) -> set[str]:
            return {
                str(workspace)
                for table, theirs in _tables(member)
                for workspace in connection.execute(select(_workspace(table)).where(theirs).distinct()).scalars()
            }

        return tuple(sorted(self._database.read(found)))

    def rows(self, member: str) -> dict[str, list[dict[str, Any]]]:
        """All rows that name *member*, by table, as JSON can hold them; tables without any are left out."""

        def found(connection: Connection) -> dict[str, list[dict[str, Any]]]:
            rows = {
                table.name: [_told(row) for row in connection.execute(select(table).where(theirs))]
                for table, theirs in _tables(member)
            }
            return {name: told for name, told in rows.items() if told}

        return self._database.read(found)


def _tables(member: str) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    for name, columns in NAMING.items():
        table = schema.tables[name]
        yield table, or_(*(table.c[column] == member for column in columns))


def _workspace(table: Table) -> ColumnElement[Any]:
    """The column that says where; slack_sdk's tables have their own word for it."""
    return table.c.workspace if "workspace" in table.c else table.c.team_id


def _told(row: Row[Any]) -> dict[str, Any]:
    return {
        name: "kept, and not shown" if value and any(word in name for word in _SECRET) else _plain(value)
        for name, value in row._mapping.items()
    }


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, bool | int | float | str) else _text(value)


def _text(value: Any) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
