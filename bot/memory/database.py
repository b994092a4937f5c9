"""Connections and transactions, the same for SQLite and PostgreSQL."""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import (
    DatabaseError,
    DataError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    NotSupportedError,
    ProgrammingError,
)
from sqlalchemy.exc import TimeoutError as NoFreeConnection

from bot.errors import UnusableAddress
from bot.memory.together import Together
from bot.memory.troubles import while_at_work

if TYPE_CHECKING:
    from bot.memory.address import Address

Result = TypeVar("Result")

PATIENCE = 5  # seconds to wait for SQLite's write lock, or for PostgreSQL to answer
ATTEMPTS = 8  # of a transaction that the database gave up in favour of another one

_READS = "memory_reads"
_CONFLICTS = {"40001", "40P01"}  # SQLSTATE: serialization failure, deadlock


def engine_at(address: "Address", *, foreign_keys: bool = True) -> Engine:
    """Make an engine for *address*; nothing is opened yet.

    Args:
        foreign_keys: whether SQLite keeps them. Off for migrations, where a table that is made anew
            would take with it the rows that refer to it.
    """
    # Without hide_parameters an error's text would repeat the values, and so reach the log.
    if address.file:
        engine = create_engine(address.url, hide_parameters=True, connect_args={"timeout": PATIENCE})
        _speak_sqlite(engine, foreign_keys=foreign_keys)
        return engine
    options = {
        "connect_timeout": PATIENCE,
        # A cable that is cut says nothing: without these, who waits for an answer waits for a quarter of an hour.
        "keepalives_idle": 2 * PATIENCE,
        "keepalives_interval": PATIENCE,
        "keepalives_count": 2,
        "tcp_user_timeout": 2_000 * PATIENCE,  # milliseconds
        "prepare_threshold": None,  # poolers that change the server under us know no prepared statements
    } | dict(address.url.query)
    try:
        return create_engine(
            address.url,
            hide_parameters=True,
            connect_args=options,
            pool_pre_ping=True,  # PostgreSQL may have been restarted since
        )
    except ModuleNotFoundError:
        raise UnusableAddress(
            "A memory in PostgreSQL needs one more package: pip install 'icml-bot[postgresql]'."
        ) from None


def _speak_sqlite(engine: Engine, *, foreign_keys: bool) -> None:
    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves, below
        connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        connection.execute("PRAGMA cache_size = -500")  # KB, of each connection; it is a small file
        connection.execute("PRAGMA synchronous = FULL")  # a claim that a power cut undoes is answered twice

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A transaction that reads first and writes later fails at once when another writer came in
        # between; one that takes the write lock at its start waits for it.
        reads = connection.get_execution_options().get(_READS)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def of_one_moment(engine: Engine) -> Engine:
    """*engine* for transactions that only read, and see one moment of the memory from begin to end."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(**{_READS: True})
    return engine.execution_options(isolation_level="REPEATABLE READ")


class Database:
    """The memory's tables, from any thread."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._together = Together(engine) if engine.dialect.name == "sqlite" else None
        self._reading = engine.execution_options(**{_READS: True})

    def read(self, work: Callable[[Connection], Result]) -> Result:
        """Do *work* on one state of the memory.

        Raises:
            MemoryUnavailable: the database can't be reached or read.
        """
        return self._within(self._reading.begin, work)

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """Commit everything that *work* does, or nothing of it.

        *work* may be called again: a database that gives up one of two conflicting transactions has
        undone it whole.

        Raises:
            MemoryUnavailable: the database can't be reached or written.
        """
        if together := self._together:
            return self._tried(lambda: together.write(work))
        return self._within(self._engine.begin, work)

    def lend(self, work: Callable[[Engine], Result], *, reads: bool = False) -> Result:
        """Let somebody else's code do *work*, in transactions of its own; it may be called again.

        Args:
            reads: whether it only reads, and so need not wait for a writer.

        Raises:
            MemoryUnavailable: the database can't be reached.
        """
        if reads:
            return self._tried(lambda: work(self._reading))
        if together := self._together:
            return self._tried(lambda: together.alone(lambda: work(self._engine)))
        return self._tried(lambda: work(self._engine))

    def close(self) -> None:
        self._engine.dispose()

    def _within(
        self,
        transaction: Callable[[], AbstractContextManager[Connection]],
        work: Callable[[Connection], Result],
    ) -> Result:
        def whole() -> Result:
            with transaction() as connection:
                return work(connection)

        return self._tried(whole)

    def _tried(self, work: Callable[[], Result]) -> Result:
        left = ATTEMPTS
        while True:
            left -= 1
            try:
                return work()
            except (DBAPIError, NoFreeConnection, sqlite3.Error) as error:
                if left and conflicting(error):
                    continue
                if unavailable(error):
                    raise while_at_work(error) from error
                raise


def conflicting(error: Exception) -> bool:
    """Whether the database undid the transaction only because another one was in its way."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in _CONFLICTS


def unavailable(error: Exception) -> bool:
    """Whether the database is to blame, not our statement."""
    if isinstance(error, IntegrityError | ProgrammingError | DataError | NotSupportedError):
        return False
    told = error.orig if isinstance(error, DBAPIError) else error
    if getattr(told, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR:  # its word for a wrong statement
        return False
    # SQLite's own error, not wrapped, is one of what we say to each new connection.
    return isinstance(error, DatabaseError | InterfaceError | NoFreeConnection | sqlite3.Error)


def insert(connection: Connection, table: Table) -> Any:
    """An INSERT that can say what to do about a row that is there already, in the words of this database."""
    return (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(table)
