"""What Slack told us, remembered by its ids, so that nothing is answered twice and nothing is swallowed.

An event is *claimed* before work on it starts, and *done* when it is answered or given up. Slack delivers at
least once, and a process may end between the two: then the claim stays open, and whoever starts next
finishes it or apologises for it.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import Connection, Row, delete, select, update
from sqlalchemy.sql.elements import ColumnElement

from bot.memory.database import Database, insert
from bot.memory.tables import aware
from bot.memory.tables import events as table
from handlers.model import Event

YOUNG = timedelta(minutes=10)  # so long after it was asked, an answer is still of use
KEPT = timedelta(days=7)  # Slack delivers again within hours; a person looks into a case within days


class Events:
    """The claims of all workspaces."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def claim(self, workspace: str, event: Event, *, now: datetime, by: str = "") -> bool:
        """Say whether *event* is the caller's to answer: True for the first caller only, ever.

        Atomic in threads, processes and hosts that share the memory. Only the id counts: a mention and the
        message that it stands in have the same, so they are one.

        Args:
            by: the id of the copy of the bot that asks.

        Raises:
            ValueError: *now* is naive.
            MemoryUnavailable: nobody can know whether it is the caller's.
        """
        row = {
            "workspace": workspace,
            "id": event.id,
            "kind": event.kind,
            "channel": event.channel,
            "ts": event.ts,
            "thread_ts": event.thread_ts,
            "member": event.member,
            "claimed_at": aware(now),
            "claimed_by": by,
        }

        def first(connection: Connection) -> bool:
            claiming = insert(connection, table).values(row).on_conflict_do_nothing()
            return connection.execute(claiming, execution_options={"preserve_rowcount": True}).rowcount == 1

        return self._database.write(first)

    def is_with(self, workspace: str, event: Event, copy: str) -> bool:
        """Whether *event* is claimed by *copy* and not done."""
        claimed = select(table.c.id).where(_open(workspace, event), table.c.claimed_by == copy)
        return self._database.read(lambda connection: connection.execute(claimed).first()) is not None

    def settle(self, workspace: str, event: Event, *, now: datetime) -> None:
        """Mark *event* as answered. Settling again, or after it was given up, changes nothing."""
        self._change(_open(workspace, event), done_at=aware(now))

    def state(self, workspace: str, event: Event) -> str:
        """What became of *event*: "" when it is not claimed, "open", or "done"."""
        found = select(table.c.done_at).where(table.c.workspace == workspace, table.c.id == event.id)
        row = self._database.read(lambda connection: connection.execute(found).first())
        return "" if row is None else "open" if row.done_at is None else "done"

    def unfinished(
        self,
        workspace: str,
        *,
        now: datetime,
        younger_than: timedelta = YOUNG,
        older_than: timedelta = timedelta(0),
        living: Collection[str] = (),
    ) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
        """The claims that are not done, oldest first: those to finish, and those to apologise for.

        Without *living* it can't tell work that was interrupted from work that goes on. Each is then taken with
        :meth:`resume` or :meth:`give_up`, which let one caller have it when several ask at once.

        Args:
            younger_than: the age that parts the two.
            older_than: what is younger is left out; above zero where other processes are at work on the
                same memory, as long as they may need for an answer.
            living: the copies that are at work; what they claimed is left to them.

        Returns:
            (young, old). A young one that was resumed before is in neither until it is old.
        """
        rows = self._database.read(
            lambda connection: connection.execute(
                select(table)
                .where(
                    table.c.workspace == workspace,
                    table.c.done_at.is_(None),
                    table.c.claimed_by.not_in(list(living)),
                )
                .order_by(table.c.claimed_at, table.c.id)
            ).all()
        )
        young_since, at_rest_since = aware(now) - younger_than, aware(now) - older_than
        old = [_event(row) for row in rows if row.claimed_at <= young_since]
        young = [
            _event(row)
            for row in rows
            if row.claimed_at > young_since
            and (row.claimed_at <= at_rest_since or not older_than)  # a clock may run ahead
            and row.resumed_at is None
        ]
        return tuple(young), tuple(old)

    def abandoned(self, *, living: Collection[str], before: datetime | None = None) -> frozenset[str]:
        """The workspaces with claims that are not done and of no *living* copy: all, or those from *before* then."""
        left = table.c.done_at.is_(None) & table.c.claimed_by.not_in(list(living))
        if before is not None:
            left &= table.c.claimed_at <= aware(before)
        wanted = select(table.c.workspace).where(left).distinct()
        return frozenset(self._database.read(lambda connection: connection.execute(wanted).scalars().all()))

    def resume(self, workspace: str, event: Event, *, now: datetime, by: str = "") -> bool:
        """Take up an interrupted *event*: True for one caller, once.

        Once, so that an event that ends the process can't do it at every start.
        """
        return self._change(
            _open(workspace, event) & table.c.resumed_at.is_(None), resumed_at=aware(now), claimed_by=by
        )

    def release(self, workspace: str, event: Event, *, by: str) -> bool:
        """Let others take up what the copy *by* has claimed and can't answer: True if it was so."""
        return self._change(_open(workspace, event) & (table.c.claimed_by == by), claimed_by="")

    def give_up(self, workspace: str, event: Event, *, now: datetime) -> bool:
        """Mark *event* as given up: True for the one caller that is to apologise for it."""
        return self._change(_open(workspace, event), done_at=aware(now), given_up=True)

    def forget(self, *, before: datetime) -> int:
        """Forget what was done *before* then, and say how much it was; what is not done stays.

        What is forgotten can be claimed anew, so it should be :data:`KEPT` long.
        """
        old = delete(table).where(table.c.done_at < aware(before))
        return self._database.write(lambda connection: connection.execute(old).rowcount)

    def _change(self, which: ColumnElement[bool], **values: datetime | bool | str) -> bool:
        changed = update(table).where(which).values(**values)
        return self._database.write(lambda connection: connection.execute(changed).rowcount == 1)


def _open(workspace: str, event: Event) -> ColumnElement[bool]:
    return (table.c.workspace == workspace) & (table.c.id == event.id) & table.c.done_at.is_(None)


def _event(row: Row[tuple[object, ...]]) -> Event:
    return Event(row.kind, row.id, row.channel, row.ts, row.thread_ts, row.member)
