"""What members wait for."""

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, select, update

from bot.memory.database import Database, insert
from bot.memory.tables import aware
from bot.memory.tables import watches as table
from handlers.model import Watch


class StoredWatches:
    """The watches of all workspaces."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, workspace: str, member: str | None = None) -> tuple[Watch, ...]:
        """The watches of a member, or of all, oldest first."""
        wanted = select(table).where(table.c.workspace == workspace).order_by(table.c.began_at, table.c.id)
        if member is not None:
            wanted = wanted.where(table.c.member == member)
        return tuple(map(_watch, self._database.read(lambda connection: connection.execute(wanted).all())))

    def begin(self, workspace: str, watch: Watch, *, now: datetime) -> bool:
        """False if the member waits for it already: the id of a watch tells its member, query and corpora."""
        row = {
            "workspace": workspace,
            "id": watch.id,
            "member": watch.member,
            "query": watch.query,
            "corpora": json.dumps(watch.corpora),
            "after": watch.after,
            "began_at": aware(now),
        }
        return self._database.write(
            lambda connection: (
                connection.execute(
                    insert(connection, table).values(row).on_conflict_do_nothing(),
                    execution_options={"preserve_rowcount": True},
                ).rowcount
                == 1
            )
        )

    def end(self, workspace: str, member: str, id: str) -> bool:  # noqa: A002 - the word of the model
        """False if it is not there, or another member's."""
        gone = delete(table).where(table.c.workspace == workspace, table.c.member == member, table.c.id == id)
        return self._database.write(lambda connection: connection.execute(gone).rowcount == 1)

    def looked(self, workspace: str, id: str, *, after: int) -> None:  # noqa: A002 - likewise
        """Papers up to the number *after* were looked at."""
        moved = (
            update(table)
            .where(table.c.workspace == workspace, table.c.id == id, table.c.after < after)
            .values(after=after)
        )
        self._database.write(lambda connection: connection.execute(moved))

    def begin_anew(self, workspace: str, *, after: int) -> None:
        """All watches wait for papers with a number above *after*, of another library than before."""
        moved = update(table).where(table.c.workspace == workspace).values(after=after)
        self._database.write(lambda connection: connection.execute(moved))


def _watch(row: Row[Any]) -> Watch:
    return Watch(row.id, row.member, row.query, tuple(json.loads(row.corpora)), row.after)
