"""How often something happened on a day. Numbers alone: no member, no query, no channel.

What digests and opinions tell is not counted twice: it is read from where it stands.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import Connection, delete, func, select

from bot.memory.contents import papers_in
from bot.memory.database import Database, insert
from bot.memory.deliveries import POSTED
from bot.memory.tables import counts as table
from bot.memory.tables import deliveries, feedback, saved

KEPT = timedelta(days=730)


class Counts:
    """The counts of all workspaces."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, workspace: str, day: date, numbers: Mapping[str, int]) -> None:
        """Add *numbers*, by name, to those of *day*."""

        def add(connection: Connection) -> None:
            for name, number in sorted(numbers.items()):  # in one order, so that no two of us wait for each other
                adding = insert(connection, table).values(
                    workspace=workspace, day=day.isoformat(), name=name, number=number
                )
                connection.execute(
                    adding.on_conflict_do_update(
                        index_elements=["workspace", "day", "name"], set_={"number": table.c.number + number}
                    )
                )

        self._database.write(add)

    def between(self, workspace: str, first: date, last: date) -> dict[str, int]:
        """The sum of each name's numbers from *first* to *last*, both of them too."""
        wanted = (
            select(table.c.name, func.sum(table.c.number))
            .where(table.c.workspace == workspace, table.c.day >= first.isoformat(), table.c.day <= last.isoformat())
            .group_by(table.c.name)
        )
        rows = self._database.read(lambda connection: connection.execute(wanted).all())
        return {str(name): int(number) for name, number in rows}

    def workspaces(self) -> tuple[str, ...]:
        """Those of which anything is counted, or to which anything was posted."""
        wanted = select(table.c.workspace).union(select(deliveries.c.workspace)).order_by("workspace")
        return tuple(map(str, self._database.read(lambda connection: connection.execute(wanted).scalars().all())))

    def picks(self, workspace: str, first: date, last: date) -> tuple[int, int]:
        """How many picks were posted from *first* to *last*, and how many of them nobody saved or judged since."""
        since, until = _midnight(first), _midnight(last + timedelta(days=1))
        posted = select(deliveries.c.subscription, deliveries.c.contents, deliveries.c.posted_at).where(
            deliveries.c.workspace == workspace,
            deliveries.c.state == POSTED,
            deliveries.c.posted_at >= since,
            deliveries.c.posted_at < until,
            deliveries.c.subscription.not_like("%:%"),  # what watches find is no pick
        )
        kept = select(saved.c.key, func.max(saved.c.saved_at)).where(saved.c.workspace == workspace)
        judged = select(feedback.c.about).where(feedback.c.workspace == workspace, feedback.c.kind == "pick")

        def count(connection: Connection) -> tuple[int, int]:
            picks = [
                (str(row.subscription), key, row.posted_at)
                for row in connection.execute(posted)
                for _, key in papers_in(row.contents)
            ]
            if not picks:
                return 0, 0
            newest = {str(key): at for key, at in connection.execute(kept.group_by(saved.c.key)).all()}
            told = set(connection.execute(judged).scalars())
            ignored = [
                key
                for subscription, key, at in picks
                if not (key in newest and newest[key] >= at) and f"{subscription}:{key}" not in told
            ]
            return len(picks), len(ignored)

        return self._database.read(count)

    def forget(self, *, before: datetime) -> None:
        """Forget what was counted before that day."""
        old = delete(table).where(table.c.day < before.astimezone(UTC).date().isoformat())
        self._database.write(lambda connection: connection.execute(old))


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
