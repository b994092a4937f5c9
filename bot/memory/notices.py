"""What somebody was told of, so that they are told once."""

from datetime import datetime

from sqlalchemy import delete

from bot.memory.database import Database, insert
from bot.memory.tables import aware
from bot.memory.tables import notices as table


class Notices:
    """The notices of all workspaces."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def claim(self, workspace: str, about: str, *, now: datetime) -> bool:
        """True for the first caller, until it is taken back."""
        row = {"workspace": workspace, "about": about, "told_at": aware(now)}
        return self._database.write(
            lambda connection: (
                connection.execute(
                    insert(connection, table).values(row).on_conflict_do_nothing(),
                    execution_options={"preserve_rowcount": True},
                ).rowcount
                == 1
            )
        )

    def take_back(self, workspace: str, about: str) -> None:
        """What it was about is over, or nobody could be told: the next time is a first time."""
        gone = delete(table).where(table.c.workspace == workspace, table.c.about == about)
        self._database.write(lambda connection: connection.execute(gone))

    def forget(self, *, before: datetime) -> None:
        """Forget what was told *before* then."""
        old = delete(table).where(table.c.told_at < aware(before))
        self._database.write(lambda connection: connection.execute(old))
