"""Which papers stood where: what a question in a thread is read against, also weeks later and by another process.

Of each post of the bot its ids are kept and the papers in it, and nothing that anybody wrote.
"""

import json
from datetime import datetime

from sqlalchemy import Row, Select, delete, select
from sqlalchemy.sql.elements import ColumnElement

from bot.memory.database import Database, insert
from bot.memory.tables import aware
from bot.memory.tables import posts as table
from handlers.model import Posted, ThreadContext

MOST = 200  # newest posts of a thread that are given out


class Threads:
    """The bot's posts in all workspaces."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, workspace: str, post: Posted, *, now: datetime) -> None:
        """Remember *post*, in place of what stood in the same message before."""
        changes = {
            "thread_ts": post.thread_ts,
            "question": post.question,
            "library": post.library,
            "papers": json.dumps(post.papers, ensure_ascii=False),
            "posted_at": aware(now),
        }
        row = {"workspace": workspace, "channel": post.channel, "ts": post.ts} | changes
        self._database.write(
            lambda connection: connection.execute(
                insert(connection, table)
                .values(row)
                .on_conflict_do_update(index_elements=["workspace", "channel", "ts"], set_=changes)
            )
        )

    def of_thread(self, workspace: str, channel: str, thread_ts: str) -> ThreadContext:
        """The posts of a thread, oldest first."""
        newest = self._found(_in(workspace, channel) & (table.c.thread_ts == thread_ts), most=MOST)
        return ThreadContext(tuple(reversed(newest)))

    def answer_to(self, workspace: str, channel: str, question: str) -> Posted | None:
        """The post that answers *question*; the newest where there are several."""
        return next(iter(self._found(_in(workspace, channel) & (table.c.question == question), most=1)), None)

    def newest(self, workspace: str, channel: str) -> Posted | None:
        """The newest post of *channel*."""
        return next(iter(self._found(_in(workspace, channel), most=1)), None)

    def keys_beside(self, library: str) -> frozenset[str]:
        """The keys of the papers that stand in posts with another library's handles."""
        wanted = select(table.c.papers).where(table.c.library != library).distinct()
        rows = self._database.read(lambda connection: connection.execute(wanted).scalars().all())
        return frozenset(str(key) for papers in rows for _, key in json.loads(papers))

    def remove(self, workspace: str, channel: str, ts: str) -> None:
        """Forget a post that is gone."""
        gone = delete(table).where(_in(workspace, channel) & (table.c.ts == ts))
        self._database.write(lambda connection: connection.execute(gone))

    def forget(self, *, before: datetime) -> int:
        """Forget what was posted *before* then, and say how much it was."""
        old = delete(table).where(table.c.posted_at < aware(before))
        return self._database.write(lambda connection: connection.execute(old).rowcount)

    def _found(self, which: ColumnElement[bool], *, most: int) -> list[Posted]:
        # A ts is a number with as many digits as any other of its century, so its text sorts as it does.
        wanted: Select[tuple[object, ...]] = select(table).where(which).order_by(table.c.ts.desc()).limit(most)
        return [_post(row) for row in self._database.read(lambda connection: connection.execute(wanted).all())]


def _in(workspace: str, channel: str) -> ColumnElement[bool]:
    return (table.c.workspace == workspace) & (table.c.channel == channel)


def _post(row: Row[tuple[object, ...]]) -> Posted:
    papers = tuple((str(handle), str(key)) for handle, key in json.loads(row.papers))
    return Posted(row.channel, row.thread_ts, row.ts, row.question, papers, row.library)
