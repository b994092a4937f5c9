"""The topics that members made or took over."""

from datetime import datetime

from sqlalchemy import Connection, delete, select

from bot.memory.database import Database, insert
from bot.memory.plain import topic_json, topic_of
from bot.memory.tables import aware
from bot.memory.tables import topics as table
from index.model import Topic


class StoredTopics:
    """The topics of all workspaces."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, workspace: str) -> tuple[Topic, ...]:
        """By label."""
        wanted = select(table.c.definition).where(table.c.workspace == workspace)
        kept = self._database.read(lambda connection: connection.execute(wanted).scalars().all())
        return tuple(sorted(map(topic_of, kept), key=lambda topic: (topic.label.casefold(), topic.name)))

    def one(self, workspace: str, name: str) -> Topic | None:
        wanted = select(table.c.definition).where(table.c.workspace == workspace, table.c.name == name)
        kept = self._database.read(lambda connection: connection.execute(wanted).scalar())
        return topic_of(kept) if kept else None

    def put(self, workspace: str, *topics: Topic, now: datetime) -> None:
        """Keep topics, each in the place of an earlier one of its name."""
        aware(now)

        def put(connection: Connection) -> None:
            for topic in topics:
                row = {"definition": topic_json(topic), "changed_at": now}
                putting = insert(connection, table).values(workspace=workspace, name=topic.name, **row)
                connection.execute(
                    putting.on_conflict_do_update(index_elements=[table.c.workspace, table.c.name], set_=row)
                )

        self._database.write(put)

    def remove(self, workspace: str, name: str) -> bool:
        """False if it is not there."""
        gone = delete(table).where(table.c.workspace == workspace, table.c.name == name)
        return self._database.write(lambda connection: connection.execute(gone).rowcount == 1)
