"""The ledger: every promise to post a digest, and what became of it.

A delivery is *claimed* with all that is to be posted, held by one process at a time for as long as its lease runs, and
then *posted*, or *given up* with a reason. A slot that passes without a post has its line, too. Which of two processes
has a slot, and which has the lease, the database decides: by the unique slot, and by changing a row only as it
was read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, func, select, update
from sqlalchemy.sql.elements import ColumnElement

from bot.memory.contents import is_late, papers_in, what_stays
from bot.memory.database import Database, insert
from bot.memory.tables import aware, delivery_parts, had, subscriptions
from bot.memory.tables import deliveries as table
from handlers.model import Delivery

CLAIMED, POSTED, PASSED, GIVEN_UP = "claimed", "posted", "passed", "given_up"


class HadSince(Exception):
    """The channel had one of the papers before, from another digest: they are to be chosen anew."""


class CaughtUp(Exception):
    """The channel has caught up with another digest already."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A delivery that is under way, as the one who posts it sees it."""

    delivery: Delivery
    contents: str  # JSON
    tries: int  # how often somebody began to post it
    held_by: str
    held_until: datetime


class Deliveries:
    """The ledgers of all workspaces."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def write(
        self,
        workspace: str,
        delivery: Delivery,
        contents: str = "{}",
        *,
        held_by: str = "",
        held_until: datetime,
        beside: datetime | None = None,
    ) -> bool:
        """Put a line down, claimed or passed: True for the first of its slot only, ever.

        What is claimed counts as had by its channel from here on.

        Args:
            beside: this makes up for a missed slot, and the channel may have no other such line that was due later.

        Raises:
            HadSince: its channel had one of the papers; nothing is written.
            CaughtUp: it has such a line; nothing is written.
        """
        row = _row(workspace, delivery, contents, held_by=held_by, held_until=held_until)

        def put(connection: Connection) -> bool:
            if delivery.state == CLAIMED:  # one after the other in each channel
                of_channel = (subscriptions.c.workspace == workspace) & (subscriptions.c.channel == delivery.channel)
                connection.execute(select(subscriptions.c.id).where(of_channel).with_for_update()).all()
            if not _put(connection, row):
                return False
            if beside is not None and _catches_up(connection, workspace, delivery, beside):
                raise CaughtUp
            if delivery.state == CLAIMED and not _all_new(connection, workspace, delivery):
                raise HadSince
            return True

        return self._database.write(put)

    def write_passed(self, workspace: str, lines: Sequence[Delivery]) -> None:
        """Put lines down that need nobody, of slots that have none."""
        rows = [_row(workspace, line, "{}", held_by="", held_until=line.due_at) for line in lines]

        def put(connection: Connection) -> None:
            for row in rows:
                _put(connection, row)

        self._database.write(put)

    def forget_ahead(self, workspace: str, *, after: datetime) -> None:
        """Forget lines without a post that are due *after* then: a clock that went wrong has written them."""
        ahead = (
            (table.c.workspace == workspace)
            & (table.c.state == PASSED)
            & (table.c.number == 0)
            & (table.c.due_at > aware(after))
        )
        looking = select(table.c.id).where(ahead).limit(1)
        if self._database.read(lambda connection: connection.execute(looking).first()):
            self._database.write(lambda connection: connection.execute(delete(table).where(ahead)))

    def open(self, workspace: str) -> tuple[Claim, ...]:
        """What is claimed and not settled, in the order in which it was due."""
        wanted = (
            select(table)
            .where(table.c.workspace == workspace, table.c.state == CLAIMED)
            .order_by(table.c.due_at, table.c.id)
        )
        return tuple(map(_claim, self._database.read(lambda connection: connection.execute(wanted).all())))

    def take(self, workspace: str, claim: Claim, *, held_by: str, held_until: datetime, again: bool = False) -> bool:
        """Take or keep the lease of *claim*, which is as it was read: False if somebody else did.

        Args:
            again: this begins a further try.
        """
        taken = (
            update(table)
            .where(
                _is(workspace, claim.delivery.id),
                table.c.state == CLAIMED,
                table.c.held_by == claim.held_by,
                table.c.held_until == claim.held_until,
            )
            .values(held_by=held_by, held_until=aware(held_until), tries=claim.tries + again)
        )
        return self._database.write(lambda connection: connection.execute(taken).rowcount == 1)

    def read(self, workspace: str, id: str) -> Claim | None:  # noqa: A002 - the word of the model
        """One line as it is now, whatever its state."""
        wanted = select(table).where(_is(workspace, id))
        row = self._database.read(lambda connection: connection.execute(wanted).first())
        return _claim(row) if row else None

    def mark_part(self, workspace: str, id: str, part: int, ts: str) -> None:  # noqa: A002 - likewise
        """A part stands in Slack."""
        row = {"workspace": workspace, "delivery": id, "part": part, "ts": ts}
        self._database.write(
            lambda connection: connection.execute(
                insert(connection, delivery_parts).values(row).on_conflict_do_nothing()
            )
        )

    def parts(self, workspace: str, id: str) -> dict[int, str]:  # noqa: A002 - likewise
        """Which parts stand in Slack, with their timestamps."""
        wanted = select(delivery_parts.c.part, delivery_parts.c.ts).where(
            delivery_parts.c.workspace == workspace, delivery_parts.c.delivery == id
        )
        return {
            int(part): str(ts) for part, ts in self._database.read(lambda connection: connection.execute(wanted).all())
        }

    def settle(self, workspace: str, delivery: Delivery, *, ts: str, now: datetime, reason: str = "") -> bool:
        """All of it stands in Slack, if somebody gave it up meanwhile or not. False if it was settled before."""
        stands = {"state": POSTED, "ts": ts, "posted_at": aware(now), "reason": reason}

        def end(connection: Connection) -> bool:
            if not _end(connection, workspace, delivery.id, (CLAIMED, GIVEN_UP), stands):
                return False
            _all_new(connection, workspace, delivery)
            return True

        return self._database.write(end)

    def give_up(self, workspace: str, id: str, reason: str, *, stands: bool = False) -> bool:  # noqa: A002 - likewise
        """It can't be posted; what stands there of it stays.

        Args:
            stands: perhaps it stands there. If neither this nor any part of it does, its papers may be picked again.
        """

        def end(connection: Connection) -> bool:
            if not _end(connection, workspace, id, (CLAIMED,), {"state": GIVEN_UP, "reason": reason}):
                return False
            parts = select(func.count()).where(delivery_parts.c.workspace == workspace, delivery_parts.c.delivery == id)
            if not stands and not connection.execute(parts).scalar():
                connection.execute(delete(had).where(had.c.workspace == workspace, had.c.delivery == id))
            return True

        return self._database.write(end)

    def had(self, workspace: str, channel: str) -> frozenset[str]:
        """The keys of all papers that a channel was given, or is being given."""
        wanted = select(had.c.key).where(had.c.workspace == workspace, had.c.channel == channel)
        return frozenset(self._database.read(lambda connection: connection.execute(wanted).scalars().all()))

    def forget_had(self, workspace: str, channel: str) -> None:
        """What the channel had may come again, but for what is on its way to it."""
        coming = select(table.c.id).where(table.c.workspace == workspace, table.c.state == CLAIMED)
        gone = delete(had).where(had.c.workspace == workspace, had.c.channel == channel, had.c.delivery.not_in(coming))
        self._database.write(lambda connection: connection.execute(gone))

    def latest(self, workspace: str, subscription: str, *, after: datetime | None = None) -> Claim | None:
        """What was posted last of a subscription, if it was due *after* then."""
        posted = (table.c.workspace == workspace) & (table.c.subscription == subscription) & (table.c.state == POSTED)
        if after is not None:
            posted &= table.c.due_at > aware(after)
        wanted = select(table).where(posted).order_by(table.c.due_at.desc(), table.c.number.desc()).limit(1)
        row = self._database.read(lambda connection: connection.execute(wanted).first())
        return _claim(row) if row else None

    def days(self, workspace: str, subscription: str, *, until: datetime) -> tuple[date | None, frozenset[date]]:
        """The newest day of its schedule that has a line and was due *until* then, and all from then on that have one.

        A clock that was set forward and back leaves lines of days that are still to come.
        """
        lines = (table.c.workspace == workspace) & (table.c.subscription == subscription) & (table.c.number == 0)

        def look(connection: Connection) -> tuple[date | None, frozenset[date]]:
            newest = connection.execute(
                select(func.max(table.c.day)).where(lines & (table.c.due_at <= aware(until)))
            ).scalar()
            since = lines & (table.c.day >= newest) if newest else lines
            taken = connection.execute(select(table.c.day).where(since)).scalars()
            days = frozenset(map(date.fromisoformat, taken))
            return date.fromisoformat(newest) if newest else None, days

        return self._database.read(look)

    def next_number(self, workspace: str, subscription: str, day: date) -> int:
        """The number of one more delivery on *day*, beside its schedule: from 1."""
        wanted = select(func.max(table.c.number)).where(
            table.c.workspace == workspace, table.c.subscription == subscription, table.c.day == day.isoformat()
        )
        return int(self._database.read(lambda connection: connection.execute(wanted).scalar()) or 0) + 1

    def ledger(
        self, workspace: str, *, channel: str = "", subscription: str = "", limit: int = 20, offset: int = 0
    ) -> Sequence[Delivery]:
        """The lines of a channel or subscription, or of all, the newest first; none of watches and cards."""
        wanted = select(table).where(table.c.workspace == workspace, table.c.subscription.not_like("%:%"))
        if channel:
            wanted = wanted.where(table.c.channel == channel)
        if subscription:
            wanted = wanted.where(table.c.subscription == subscription)
        wanted = wanted.order_by(table.c.due_at.desc(), table.c.number.desc(), table.c.id).limit(limit).offset(offset)
        rows = self._database.read(lambda connection: connection.execute(wanted).all())
        return tuple(_claim(row).delivery for row in rows)

    def workspaces(self) -> tuple[str, ...]:
        """Those that have lines, in order."""
        wanted = select(table.c.workspace).distinct().order_by(table.c.workspace)
        return tuple(self._database.read(lambda connection: connection.execute(wanted).scalars().all()))

    def forget(self, *, before: datetime) -> None:
        """Forget lines that are settled and older; what channels had stays."""
        old = (table.c.due_at < aware(before)) & (table.c.state != CLAIMED)

        def forget(connection: Connection) -> None:
            gone = select(table.c.id).where(old)
            connection.execute(delete(delivery_parts).where(delivery_parts.c.delivery.in_(gone)))
            connection.execute(delete(table).where(old))

        self._database.write(forget)


def _row(workspace: str, delivery: Delivery, contents: str, *, held_by: str, held_until: datetime) -> dict[str, Any]:
    return {
        "workspace": workspace,
        "id": delivery.id,
        "subscription": delivery.subscription,
        "channel": delivery.channel,
        "day": delivery.day.isoformat(),
        "number": delivery.number,
        "topic": delivery.topic,
        "due_at": aware(delivery.due_at),
        "state": delivery.state,
        "reason": delivery.reason,
        "contents": contents,
        "tries": 0,
        "held_by": held_by,
        "held_until": aware(held_until),
        "ts": "",
    }


def _put(connection: Connection, row: dict[str, Any]) -> bool:
    """Whether the slot of *row* was free."""
    putting = insert(connection, table).values(row).on_conflict_do_nothing()
    return connection.execute(putting, execution_options={"preserve_rowcount": True}).rowcount == 1


def _end(connection: Connection, workspace: str, id_: str, states: Sequence[str], values: Mapping[str, object]) -> bool:
    """End a line that is in one of *states*; its contents go, but for what the ledger shows."""
    line = _is(workspace, id_) & table.c.state.in_(states)
    contents = connection.execute(select(table.c.contents).where(line)).scalar()
    if contents is None:
        return False
    ended = update(table).where(line).values(contents=what_stays(contents), **values)
    return connection.execute(ended).rowcount == 1


def _all_new(connection: Connection, workspace: str, delivery: Delivery) -> bool:
    """Note the papers of *delivery* as had by its channel, and say whether it had none of them."""
    new = True
    for _, key in delivery.papers:
        row = {"workspace": workspace, "channel": delivery.channel, "key": key, "delivery": delivery.id}
        putting = insert(connection, had).values(row).on_conflict_do_nothing()
        new &= connection.execute(putting, execution_options={"preserve_rowcount": True}).rowcount == 1
    return new


def _catches_up(connection: Connection, workspace: str, delivery: Delivery, since: datetime) -> bool:
    """Whether another line of the channel makes up for a slot that was due *since* then."""
    others = select(table.c.contents).where(
        table.c.workspace == workspace,
        table.c.channel == delivery.channel,
        table.c.number == 0,
        table.c.state.in_((CLAIMED, POSTED)),
        table.c.due_at > aware(since),
        table.c.id != delivery.id,
    )
    return any(is_late(contents) for contents in connection.execute(others).scalars())


def _is(workspace: str, id: str) -> ColumnElement[bool]:  # noqa: A002 - likewise
    return (table.c.workspace == workspace) & (table.c.id == id)


def _claim(row: Row[Any]) -> Claim:
    delivery = Delivery(
        id=row.id,
        subscription=row.subscription,
        channel=row.channel,
        day=date.fromisoformat(row.day),
        number=row.number,
        topic=row.topic,
        due_at=row.due_at,
        state=row.state,
        reason=row.reason,
        papers=papers_in(row.contents),
        posted_at=row.posted_at,
        ts=row.ts,
    )
    return Claim(delivery, row.contents, row.tries, row.held_by, row.held_until)
