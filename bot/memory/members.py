"""What a member searched for last, and what they chose: theirs alone, and gone when they ask for it."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, select

from bot.memory.database import Database, insert
from bot.memory.tables import aware, choices, searches

MOST_SEARCHES = 20  # of one member
LONGEST_SEARCH = 300  # characters; a pasted abstract is not kept
KEPT = timedelta(days=90)


class Members:
    """The searches and choices of all members."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def searched(self, workspace: str, member: str, query: str, *, now: datetime) -> None:
        """Remember *query* as the member's newest; the oldest beyond twenty, and beyond 90 days, go."""
        if not member or not query or len(query) > LONGEST_SEARCH:
            return
        mine = (searches.c.workspace == workspace) & (searches.c.member == member)
        row = {"workspace": workspace, "member": member, "query": query, "searched_at": aware(now)}

        def put(connection: Connection) -> None:
            connection.execute(
                insert(connection, searches)
                .values(row)
                .on_conflict_do_update(
                    index_elements=["workspace", "member", "query"], set_={"searched_at": row["searched_at"]}
                )
            )
            kept = connection.execute(
                select(searches.c.query).where(mine).order_by(searches.c.searched_at.desc()).offset(MOST_SEARCHES)
            ).scalars()
            connection.execute(delete(searches).where(mine, searches.c.query.in_(list(kept))))
            connection.execute(delete(searches).where(mine, searches.c.searched_at < now - KEPT))

        self._database.write(put)

    def searches(self, workspace: str, member: str) -> tuple[str, ...]:
        """The member's last queries, the newest first."""
        mine = select(searches.c.query).where(searches.c.workspace == workspace, searches.c.member == member)
        newest = mine.order_by(searches.c.searched_at.desc(), searches.c.query)
        return tuple(self._database.read(lambda connection: connection.execute(newest).scalars().all()))

    def choice(self, workspace: str, member: str, name: str, default: str = "") -> str:
        """What the member chose of *name*, or *default*."""
        chosen = select(choices.c.value).where(
            choices.c.workspace == workspace, choices.c.member == member, choices.c.name == name
        )
        value = self._database.read(lambda connection: connection.execute(chosen).scalar())
        return default if value is None else str(value)

    def choose(self, workspace: str, member: str, name: str, value: str, *, now: datetime) -> None:
        """Set the member's choice of *name* to *value*."""
        changes = {"value": value, "changed_at": aware(now)}
        row = {"workspace": workspace, "member": member, "name": name} | changes
        self._database.write(
            lambda connection: connection.execute(
                insert(connection, choices)
                .values(row)
                .on_conflict_do_update(index_elements=["workspace", "member", "name"], set_=changes)
            )
        )
