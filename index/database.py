"""papers.db: one SQLite file, read from any thread and written by one at a time."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from sqlite_utils import Database

from index import damage
from index.errors import LibraryAway, LibraryFull, UnreadableLibrary
from index.gate import gate
from index.schema import migrations

BUSY_MS = 30_000  # how long a writer waits for another one
KNOWN_MIGRATIONS = {"m001_library", "m002_papers", "m003_postings", "m004_marks"}
BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a file


def prepare(path: Path) -> None:
    """Create the file at *path*, or bring it up to date. Its rights are 600.

    A fresh file is made whole under another name, so that an empty one is never ours, and by one process
    at a time: switching it to WAL can fail with "database is locked" when two of them try at once.

    Raises:
        UnreadableLibrary: the file is no papers.db, is damaged, or is of a later version. It is as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        with gate(path, alone=True):
            if not path.exists():
                _make(path)
            return
    with gate(path):
        bring_up_to_date(path)


def _make(path: Path) -> None:
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:  # it would be read as part of a fresh file
        raise damage.gone_but_for_its_log(path)
    fresh = path.with_name(f"{path.name}.fresh")
    for left in ("", *BESIDE):
        fresh.with_name(fresh.name + left).unlink(missing_ok=True)
    with damage.in_words(path):
        fresh.touch(mode=0o600)
        _migrate(fresh)
        fresh.replace(path)


def bring_up_to_date(path: Path) -> None:
    """Take the steps of the schema that the file at *path* lacks; all of them, or none.

    Raises:
        UnreadableLibrary: as :func:`prepare`.
    """
    with damage.in_words(path):
        _up_to_date(path).close()


def _up_to_date(path: Path) -> sqlite3.Connection:
    """A connection to the file at *path*, which has all steps."""
    if not path.stat().st_size:
        raise damage.empty(path)
    connection = opened(path)
    try:
        if not lacking(connection, path):
            return connection
    except BaseException:
        connection.close()
        raise
    connection.close()
    _migrate(path)
    return opened(path)


def lacking(connection: sqlite3.Connection, path: Path) -> frozenset[str]:
    """The steps of the schema that the file lacks.

    Raises:
        UnreadableLibrary: it is another program's, or has steps that we don't know.
    """
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "_sqlite_migrations" not in tables:
        raise damage.foreign(path)
    steps = connection.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = ?", [migrations.name])
    taken = {row[0] for row in steps}
    if not taken:
        raise damage.foreign(path)
    if taken - KNOWN_MIGRATIONS:
        raise damage.later(path)
    return frozenset(KNOWN_MIGRATIONS - taken)


def _migrate(path: Path) -> None:
    with Database(path, execute_plugins=False) as db:
        db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        db.enable_wal()  # remembered by the file
        with all_or_nothing(db):
            migrations.apply(db)


@contextmanager
def all_or_nothing(db: Database) -> Iterator[None]:
    """Keep the steps together, since each would commit by itself."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.conn.rollback()
        raise
    db.conn.commit()


def opened(path: Path) -> sqlite3.Connection:
    """A connection whose file is open, with the log beside it.

    Where the disk is read-only, SQLite can't make what it keeps beside a file and refuses to read; then nobody
    writes either, and the file may be read as it is.
    """
    # A connection belongs to its thread; the check is off so that the interpreter may close it at exit.
    connection = sqlite3.connect(path, check_same_thread=False)
    try:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        log = path.with_name(f"{path.name}-wal")
        if os.access(path.parent, os.W_OK) or (log.exists() and log.stat().st_size):
            raise
        return as_it_is(path)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the library at *path* for a look, and leave it at the version that it has.

    Raises:
        UnreadableLibrary: it is no library, is damaged, or is of a later version.
    """
    if not path.exists():
        raise damage.gone(path)
    if not path.stat().st_size:
        raise damage.empty(path)
    with damage.in_words(path):
        with gate(path):
            connection = opened(path)
        with closing(connection):
            lacking(connection, path)
            yield connection


def as_it_is(path: Path) -> sqlite3.Connection:
    """Open a file that nobody writes, without making anything beside it."""
    address = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
    return sqlite3.connect(address, uri=True, check_same_thread=False)


class Store:
    """Opens the file at *path*, once for each thread that asks.

    Readers take no lock: in WAL mode they see the last commit, whatever a writer
    is doing. Writers go through :meth:`write`. When another file is put in the place
    of this one (an import elsewhere, swapped in), the next reader opens the new one.

    Args:
        at_work: of a bot that goes on without its library: what is wrong with the file is said as
            :class:`LibraryAway`, until another file stands there.
    """

    def __init__(self, path: Path, *, at_work: bool = False) -> None:
        self.path = path
        self._at_work = at_work
        self._looked_over: tuple[int, int] | None = None
        self._found: tuple[tuple[int, int] | None, str] | None = None  # damage, and the file that has it
        self._of_this_thread = threading.local()

    @property
    def db(self) -> Database:
        """The connection of this thread. Never hand it to another one."""
        of_thread = self._of_this_thread
        if getattr(of_thread, "identity", None) != self.identity():
            self.close()
            with self._readable(), gate(self.path):
                identity = self.identity()  # of what is opened, and not of what stood there a moment ago
                of_thread.db = self._connect()
                of_thread.identity = identity
        opened: Database = of_thread.db
        return opened

    def identity(self) -> tuple[int, int]:
        """Which file stands at the path now: its device and inode."""
        found = self._standing()
        if found is None:
            with self._readable():
                raise damage.gone(self.path)
        return found

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """Say in words what is wrong with the file."""
        try:
            with damage.in_words(self.path):
                yield
        except LibraryAway:
            raise
        except LibraryFull as fault:  # a reader needs some room as well, for what SQLite keeps beside the file
            if self._at_work:
                raise LibraryAway(f"{self.path}: {fault}") from fault
            raise
        except UnreadableLibrary as fault:
            if self._at_work:
                self._found = self._standing(), str(fault)
                raise LibraryAway(str(fault)) from fault
            raise

    def _standing(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    def look_over(self) -> None:
        """Read the whole file for damage, once for each that stands here.

        Raises:
            LibraryAway, UnreadableLibrary: there is some.
        """
        standing = self.identity()
        if self._looked_over == standing:
            return
        self._looked_over = standing
        with self.read() as db:
            found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise damage.damaged(self.path, found)

    @property
    def trouble(self) -> str:
        """What was found wrong with the file that stands at the path now; empty where nothing was."""
        found = self._found
        return found[1] if found and found[0] == self._standing() else ""

    def close(self) -> None:
        """Close the connection of this thread."""
        if hasattr(self._of_this_thread, "db"):
            self._of_this_thread.db.close()
            del self._of_this_thread.db, self._of_this_thread.identity

    def _connect(self) -> Database:
        db = Database(_up_to_date(self.path), execute_plugins=False)  # an older one may have been put there by hand
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA synchronous = NORMAL")
        return db

    def shrink(self) -> None:
        """Fold what was written into the file itself and empty the log beside it, unless somebody reads from it now."""
        db = self.db
        db.execute("PRAGMA busy_timeout = 0")
        with suppress(sqlite3.OperationalError):  # no room for it now; the next writer tries again
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")

    @contextmanager
    def read(self) -> Iterator[Database]:
        """See one state of the file, that of the last commit, until the block ends."""
        db = self.db
        if db.conn.in_transaction:  # inside a write, or a read already
            yield db
            return
        with self._readable():
            db.execute("BEGIN")
            try:
                yield db
            finally:
                db.conn.rollback()

    @contextmanager
    def write(self) -> Iterator[Database]:
        """Commit everything that the block does, or nothing of it.

        The write lock is taken at the start, where SQLite waits for it. A transaction
        that reads first and writes later would fail at once, with "database is locked",
        when another writer came in between.
        """
        db = self.db
        with self._readable(), all_or_nothing(db):
            yield db
