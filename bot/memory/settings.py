"""What a workspace has set, by name. The bot's own settings are in ``bot/settings.py``."""

from datetime import datetime

from sqlalchemy import delete, select

from bot.memory.database import Database, insert
from bot.memory.tables import aware
from bot.memory.tables import settings as table


class WorkspaceSettings:
    """The settings of all workspaces."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, workspace: str, name: str, default: str = "") -> str:
        """The value of *name*, JSON text as it was put, or *default*."""
        value = self._database.read(
            lambda connection: connection.execute(
                select(table.c.value).where(table.c.workspace == workspace, table.c.name == name)
            ).scalar()
        )
        return default if value is None else value

    def forget(self, prefix: str, *, before: datetime) -> int:
        """Forget the settings whose name begins with *prefix* and that were last set *before* then; how many it was."""
        old = delete(table).where(table.c.name.startswith(prefix, autoescape=True), table.c.changed_at < aware(before))
        return self._database.write(lambda connection: connection.execute(old).rowcount)

    def put(self, workspace: str, name: str, value: str, now: datetime) -> None:
        """Set *name* to *value*, JSON text, in place of what it was."""
        changes = {"value": value, "changed_at": aware(now)}
        row = {"workspace": workspace, "name": name} | changes
        self._database.write(
            lambda connection: connection.execute(
                insert(connection, table)
                .values(row)
                .on_conflict_do_update(index_elements=["workspace", "name"], set_=changes)
            )
        )
