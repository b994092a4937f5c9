"""Writes of many threads to one SQLite file, committed together.

Each commit waits until the disk has it, and SQLite wakes nobody who waits for its lock in turn. So threads queue here:
the first one does all that is waiting, in one transaction with one commit, and the others find their own done.
"""

import threading
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from bot.errors import MemoryUnavailable

Result = TypeVar("Result")

MOST = 64  # writes in one commit
LONGEST_WAIT = 10.0  # seconds until a turn comes


class _Write:
    """One thread's work, and what came of it."""

    __slots__ = ("done", "error", "value", "work")

    def __init__(self, work: Callable[[Connection], Any]) -> None:
        self.work = work
        self.value: Any = None
        self.error: BaseException | None = None
        self.done = threading.Event()


class Together:
    """The writers of one process."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: deque[_Write] = deque()
        self._turn = threading.Lock()

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """Commit everything that *work* does, or nothing of it; others' work may be in the same commit.

        Raises:
            MemoryUnavailable: no turn came in time.
            Exception: what *work* raised, or what kept the whole from being committed.
        """
        mine = _Write(work)
        self._waiting.append(mine)
        if self._turn.acquire(timeout=LONGEST_WAIT):
            try:
                while not mine.done.is_set():
                    self._commit([self._waiting.popleft() for _ in range(min(MOST, len(self._waiting)))])
            finally:
                self._turn.release()
        elif self._gave_up(mine):
            raise MemoryUnavailable
        mine.done.wait()
        if mine.error is not None:
            raise mine.error
        value: Result = mine.value
        return value

    def alone(self, work: Callable[[], Result]) -> Result:
        """Do *work*, which has transactions of its own, while nobody else writes."""
        if not self._turn.acquire(timeout=LONGEST_WAIT):
            raise MemoryUnavailable
        try:
            return work()
        finally:
            self._turn.release()

    def _gave_up(self, mine: _Write) -> bool:
        """Take *mine* out of the queue: False if somebody is at it already."""
        try:
            self._waiting.remove(mine)
        except ValueError:
            return False
        return True

    def _commit(self, writes: list[_Write]) -> None:
        """Do *writes* in one transaction. One that raises is undone alone; a failed commit is everybody's."""
        try:
            with self._engine.begin() as connection:
                for write in writes:
                    _attempt(connection, write)
        except BaseException as error:
            for write in writes:
                write.error = write.error or (error if isinstance(error, Exception) else MemoryUnavailable())
            if not isinstance(error, Exception):  # a process that is told to end
                raise
        finally:
            for write in writes:
                write.done.set()


def _attempt(connection: Connection, write: _Write) -> None:
    try:
        with connection.begin_nested():
            write.value = write.work(connection)
    except Exception as error:
        write.error = error
        if isinstance(error, DBAPIError) and not _goes_on(connection):
            raise


def _goes_on(connection: Connection) -> bool:
    """Whether the transaction is still there: on some errors, as of a full disk, SQLite undoes it whole."""
    return bool(getattr(connection.connection.dbapi_connection, "in_transaction", False))
