"""Which digest is wanted where, and when."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, select, update
from sqlalchemy.sql.elements import ColumnElement

from bot.memory.database import Database, insert
from bot.memory.plain import subscription_json, subscription_of
from bot.memory.tables import aware
from bot.memory.tables import subscriptions as table
from handlers.model import Subscription


class Subscriptions:
    """The subscriptions of all workspaces."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, workspace: str, subscription: Subscription, *, now: datetime) -> Subscription:
        """Keep *subscription*, which has an id, in the place of what was kept under it; it begins *now*."""
        row = {
            "channel": subscription.channel,
            "member": subscription.by,
            "definition": subscription_json(subscription),
            "began_at": aware(now),
            "stopped_at": None,
        }

        def put(connection: Connection) -> None:
            putting = insert(connection, table).values(workspace=workspace, id=subscription.id, **row)
            connection.execute(putting.on_conflict_do_update(index_elements=[table.c.workspace, table.c.id], set_=row))

        self._database.write(put)
        return replace(subscription, began_at=now, stopped_at=None)

    def stop(self, workspace: str, id: str, *, now: datetime) -> bool:  # noqa: A002 - the word of the model
        """False if it is not there, or was stopped before."""
        stopped = (
            update(table)
            .where(table.c.workspace == workspace, table.c.id == id, table.c.stopped_at.is_(None))
            .values(stopped_at=aware(now))
        )
        return self._database.write(lambda connection: connection.execute(stopped).rowcount == 1)

    def one(self, workspace: str, id: str) -> Subscription | None:  # noqa: A002 - likewise
        """Also one that was stopped."""
        found = self._where(table.c.workspace == workspace, table.c.id == id)
        return found[0] if found else None

    def running(self, workspace: str, channel: str | None = None) -> tuple[Subscription, ...]:
        """Those that were not stopped, by channel; of one channel where it is given."""
        where = [table.c.workspace == workspace, table.c.stopped_at.is_(None)]
        return self._where(*where, *([] if channel is None else [table.c.channel == channel]))

    def _where(self, *conditions: ColumnElement[bool]) -> tuple[Subscription, ...]:
        wanted = select(table).where(*conditions).order_by(table.c.channel, table.c.began_at, table.c.id)
        rows = self._database.read(lambda connection: connection.execute(wanted).all())
        return tuple(map(_subscription, rows))


def _subscription(row: Row[Any]) -> Subscription:
    return subscription_of(
        row.definition,
        id=row.id,
        channel=row.channel,
        by=row.member,
        began_at=row.began_at,
        stopped_at=row.stopped_at,
    )
