"""Workspaces that took the app out: what is remembered of them stays for a while, and then goes."""

from datetime import datetime

from sqlalchemy import Connection, delete, select

from bot.memory.database import Database, insert
from bot.memory.tables import aware, schema
from bot.memory.tables import departures as table

_OF_WORKSPACES = [one for one in schema.sorted_tables if "workspace" in one.c]


class Departures:
    """When workspaces left."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def left(self, workspace: str, *, now: datetime) -> None:
        """Note that *workspace* took the app out. Told again, the first time counts."""
        row = {"workspace": workspace, "left_at": aware(now)}
        self._database.write(
            lambda connection: connection.execute(insert(connection, table).values(row).on_conflict_do_nothing())
        )

    def returned(self, workspace: str) -> bool:
        """Note that *workspace* has the app again: True if it had left."""
        back = delete(table).where(table.c.workspace == workspace)
        return self._database.write(lambda connection: connection.execute(back).rowcount == 1)

    def forget(self, *, before: datetime) -> tuple[str, ...]:
        """Forget all that is remembered of the workspaces that left *before* then; which these were."""
        long_gone = select(table.c.workspace).where(table.c.left_at < aware(before)).order_by(table.c.workspace)

        def go(connection: Connection, workspace: str) -> bool:
            gone = delete(table).where(table.c.workspace == workspace, table.c.left_at < before)
            if connection.execute(gone).rowcount != 1:  # it came back a moment ago, or another copy was first
                return False
            for rows in reversed(_OF_WORKSPACES):
                connection.execute(delete(rows).where(rows.c.workspace == workspace))
            return True

        found = self._database.read(lambda connection: connection.execute(long_gone).scalars().all())
        return tuple(
            one
            for one in found
            if self._database.write(lambda connection, one=one: go(connection, one))  # type: ignore[misc]  # mypy can't infer a lambda with a default
        )
