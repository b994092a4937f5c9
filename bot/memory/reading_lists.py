"""What members and the group saved. A member's own list is theirs alone; the group's has no owner."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import Connection, Row, and_, delete, func, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from bot.memory.database import Database, insert
from bot.memory.tables import aware, choices, deliveries, events, feedback, had, searches, subscriptions, watches
from bot.memory.tables import saved as table
from handlers.model import GROUP, Forgotten, Mark, SavedPaper

SHOW_NAME = "show_name"  # the choice whether a member's name stands beside what they saved for the group
_NO = "no"
_AT_ONCE = 500  # keys in one statement


class ReadingLists:
    """The reading lists of all workspaces."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, workspace: str, owner: str, paper: SavedPaper) -> bool:
        """Put *paper* on a list: True if it was not there. What is there stays, with its notes.

        Args:
            owner: a member, or GROUP.
        """
        row = {
            "workspace": workspace,
            "owner": owner,
            "key": paper.key,
            "handle": paper.handle,
            "headline": paper.headline,
            "member": paper.member,
            "saved_at": aware(paper.saved_at),
            "note": paper.note,
            "tags": " ".join(paper.tags),
            "done": paper.done,
        }

        def put(connection: Connection) -> bool:
            putting = insert(connection, table).values(row).on_conflict_do_nothing()
            return connection.execute(putting, execution_options={"preserve_rowcount": True}).rowcount == 1

        return self._database.write(put)

    def remove(self, workspace: str, owner: str, key: str) -> bool:
        """Take a paper off a list: True if it was there."""
        gone = delete(table).where(_at(workspace, owner), table.c.key == key)
        return self._database.write(lambda connection: connection.execute(gone).rowcount == 1)

    def annotate(self, workspace: str, owner: str, key: str, *, note: str, tags: tuple[str, ...], done: bool) -> bool:
        """Set what stands beside a paper on a list: False if it is not there."""
        changed = (
            update(table)
            .where(_at(workspace, owner), table.c.key == key)
            .values(note=note, tags=" ".join(tags), done=done)
        )
        return self._database.write(lambda connection: connection.execute(changed).rowcount == 1)

    def of(self, workspace: str, owner: str) -> tuple[SavedPaper, ...]:
        """All of a list, the newest first. The names on it are those that may be shown."""
        rows, silent = self._database.read(
            lambda connection: (
                connection.execute(
                    select(table).where(_at(workspace, owner)).order_by(table.c.saved_at.desc(), table.c.key)
                ).all(),
                _silent(connection, workspace),
            )
        )
        return tuple(_saved(row, silent if owner == GROUP else frozenset()) for row in rows)

    def marks(self, workspace: str, member: str, keys: Collection[str]) -> dict[str, Mark]:
        """Which of the papers with *keys* are on *member*'s list or the group's."""
        wanted = list(keys)

        def look(connection: Connection) -> dict[str, Mark]:
            found: dict[str, Mark] = {}
            silent = _silent(connection, workspace)
            for start in range(0, len(wanted), _AT_ONCE):
                rows = connection.execute(
                    select(table.c.key, table.c.owner, table.c.member).where(
                        table.c.workspace == workspace,
                        or_(table.c.owner == member, table.c.owner == GROUP),
                        table.c.key.in_(wanted[start : start + _AT_ONCE]),
                    )
                )
                for key, owner, by in rows:
                    before = found.get(key, Mark())
                    shown = "" if by in silent else by
                    found[key] = (
                        Mark(before.mine, True, shown) if owner == GROUP else Mark(True, before.group, before.by)
                    )
            return found

        return self._database.read(look)

    def forget(self, workspace: str, member: str) -> Forgotten:
        """Delete all that is *member*'s alone. What they saved for the group stays, without their name.

        So do the events that were answered: that nothing is answered twice needs their ids, not whose they were.
        """

        def all_of_theirs(connection: Connection) -> Forgotten:
            def gone(rows: ColumnElement[bool], of: object) -> int:
                return connection.execute(delete(of).where(rows)).rowcount  # type: ignore[arg-type]  # a Table

            theirs = and_(table.c.workspace == workspace, table.c.member == member)
            mine = gone(_at(workspace, member), table)
            unnamed = connection.execute(update(table).where(theirs).values(member="")).rowcount
            asked = and_(events.c.workspace == workspace, events.c.member == member, events.c.done_at.is_not(None))
            connection.execute(update(events).where(asked).values(member=""))
            began = and_(subscriptions.c.workspace == workspace, subscriptions.c.member == member)
            connection.execute(update(subscriptions).where(began).values(member=""))
            # A digest stays with its channel; what a watch found went to the member.
            for sent in (deliveries, had):
                gone(and_(sent.c.workspace == workspace, sent.c.channel == member), sent)
            return Forgotten(
                saved=mine,
                searches=gone(and_(searches.c.workspace == workspace, searches.c.member == member), searches),
                choices=gone(and_(choices.c.workspace == workspace, choices.c.member == member), choices),
                unnamed=unnamed,
                watches=gone(and_(watches.c.workspace == workspace, watches.c.member == member), watches),
                opinions=gone(and_(feedback.c.workspace == workspace, feedback.c.member == member), feedback),
            )

        if not member:
            return Forgotten()
        return self._database.write(all_of_theirs)

    def every(self) -> tuple[SavedPaper, ...]:
        """Each paper that anybody saved, once, in the order of their keys; whose they are is not told."""
        wanted = select(table).order_by(table.c.key, table.c.saved_at)
        rows = self._database.read(lambda connection: connection.execute(wanted).all())
        once = {row.key: SavedPaper(row.key, row.handle, row.headline, "", row.saved_at) for row in reversed(rows)}
        return tuple(once[key] for key in sorted(once))

    def call(self, handles: Mapping[str, str]) -> int:
        """Give the papers with these keys these handles on all lists; say in how many places that is new."""

        def change(connection: Connection) -> int:
            return sum(
                connection.execute(
                    update(table).where(table.c.key == key, table.c.handle != handle).values(handle=handle)
                ).rowcount
                for key, handle in handles.items()
            )

        return self._database.write(change) if handles else 0

    def count(self, workspace: str, owner: str) -> int:
        """How many papers are on a list."""
        counting = select(func.count()).select_from(table).where(_at(workspace, owner))
        return int(self._database.read(lambda connection: connection.execute(counting).scalar_one()))


def _at(workspace: str, owner: str) -> ColumnElement[bool]:
    return and_(table.c.workspace == workspace, table.c.owner == owner)


def _silent(connection: Connection, workspace: str) -> frozenset[str]:
    """The members who chose that their name is not shown."""
    chosen = select(choices.c.member).where(
        choices.c.workspace == workspace, choices.c.name == SHOW_NAME, choices.c.value == _NO
    )
    return frozenset(connection.execute(chosen).scalars())


def _saved(row: Row[tuple[str | datetime | bool, ...]], silent: frozenset[str]) -> SavedPaper:
    return SavedPaper(
        key=row.key,
        handle=row.handle,
        headline=row.headline,
        member="" if row.member in silent else row.member,
        saved_at=row.saved_at,
        note=row.note,
        tags=tuple(row.tags.split()),
        done=row.done,
    )
