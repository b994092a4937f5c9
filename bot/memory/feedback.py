"""What members thought of answers and picks."""

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.sql.elements import ColumnElement

from bot.memory.database import Database, insert
from bot.memory.tables import aware
from bot.memory.tables import feedback as table
from handlers.model import Feedback


class Opinions:
    """The feedback of all workspaces: at most one of each member about each thing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, workspace: str, given: Feedback, *, now: datetime) -> None:
        """Keep *given*, in place of what this member thought of it before."""
        changes = {"helpful": given.helpful, "reason": given.reason, "given_at": aware(now)}
        key = {"workspace": workspace, "kind": given.kind, "about": given.about, "member": given.member}
        self._database.write(
            lambda connection: connection.execute(
                insert(connection, table)
                .values(key | changes)
                .on_conflict_do_update(index_elements=list(key), set_=changes)
            )
        )

    def get(self, workspace: str, kind: str, about: str, member: str) -> Feedback | None:
        """What *member* thinks of it, if they said so."""
        found = self.about(workspace, kind, about, member=member)
        return found[0] if found else None

    def take_back(self, workspace: str, kind: str, about: str, member: str) -> None:
        """*member* has no opinion any more."""
        gone = delete(table).where(_about(workspace, kind, about) & (table.c.member == member))
        self._database.write(lambda connection: connection.execute(gone))

    def about(self, workspace: str, kind: str, about: str, *, member: str | None = None) -> tuple[Feedback, ...]:
        """What members think of it, or one of them does, in the order of their ids."""
        which = _about(workspace, kind, about)
        if member is not None:
            which &= table.c.member == member
        wanted = select(table).where(which).order_by(table.c.member)
        rows = self._database.read(lambda connection: connection.execute(wanted).all())
        return tuple(Feedback(row.kind, row.about, row.member, row.helpful, row.reason) for row in rows)

    def of_all(self, workspace: str, kind: str, beginning: str) -> tuple[Feedback, ...]:
        """What members think of all that begins so, oldest first."""
        rows = self._database.read(
            lambda connection: connection.execute(
                select(table).where(_begins(workspace, kind, beginning)).order_by(table.c.given_at, table.c.member)
            ).all()
        )
        return tuple(Feedback(row.kind, row.about, row.member, row.helpful, row.reason) for row in rows)

    def forget_all(self, workspace: str, kind: str, beginning: str) -> None:
        """Nobody has an opinion any more of what begins so."""
        gone = delete(table).where(_begins(workspace, kind, beginning))
        self._database.write(lambda connection: connection.execute(gone))


def _begins(workspace: str, kind: str, beginning: str) -> ColumnElement[bool]:
    return (
        (table.c.workspace == workspace) & (table.c.kind == kind) & table.c.about.startswith(beginning, autoescape=True)
    )


def _about(workspace: str, kind: str, about: str) -> ColumnElement[bool]:
    return (table.c.workspace == workspace) & (table.c.kind == kind) & (table.c.about == about)
