"""Which copies of the bot work with this memory: a row each, whose counter grows as long as the copy lives."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select

from bot.memory.database import Database, insert
from bot.memory.tables import aware
from bot.memory.tables import copies as table


@dataclass(frozen=True, slots=True)
class Copy:
    """One running copy of the bot."""

    id: str  # made at each start
    role: str  # "web", "scheduler", "all"; empty for one that was told of no others
    transport: str  # "socket", "http"; empty for one that Slack does not reach
    host: str
    process: str  # on that host: its number, and when it began
    beats: int = 0


class Copies:
    """The copies, as they last said of themselves."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def beat(self, copy: Copy, *, now: datetime) -> None:
        """Say that *copy* lives; also after somebody took it for dead."""
        row = {
            "id": copy.id,
            "role": copy.role,
            "transport": copy.transport,
            "host": copy.host,
            "process": copy.process,
            "beats": 1,
            "beat_at": aware(now),
        }
        changes = {"beats": table.c.beats + 1, "beat_at": row["beat_at"]}
        self._database.write(
            lambda connection: connection.execute(
                insert(connection, table).values(row).on_conflict_do_update(index_elements=["id"], set_=changes)
            )
        )

    def all(self) -> tuple[Copy, ...]:
        """All that have not left, whether they live or not, by their ids."""
        rows = self._database.read(lambda connection: connection.execute(select(table).order_by(table.c.id)).all())
        return tuple(Copy(row.id, row.role, row.transport, row.host, row.process, row.beats) for row in rows)

    def leave(self, copy_id: str) -> None:
        """Forget a copy that ends, or was found dead."""
        gone = delete(table).where(table.c.id == copy_id)
        self._database.write(lambda connection: connection.execute(gone))
