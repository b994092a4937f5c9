"""papers.db: one SQLite file, read from any thread and written by one at a time."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from index.errors import UnreadableLibrary
from index.schema import migrations

BUSY_MS = 30_000  # how long a writer waits for another one
KNOWN_MIGRATIONS = {"m001_library", "m002_papers", "m003_postings", "m004_marks"}


def prepare(path: Path) -> None:
    """Create the file at *path*, or bring it up to date. Its rights are 600.

    One process does this before the others start: switching a fresh file to WAL
    can fail with "database is locked" when two of them try at once.

    Raises:
        UnreadableLibrary: the file is no papers.db, is damaged, or is of a later version.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        path.touch(mode=0o600)
    try:
        with Database(path, execute_plugins=False) as db:
            db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            _refuse_later_versions(db, path)
            db.enable_wal()  # remembered by the file
            migrations.apply(db)
    except sqlite3.DatabaseError as fault:
        raise UnreadableLibrary(
            f"{path} cannot be read as a library ({fault}). It was left as it is: put a backup in its place."
        ) from fault


def _refuse_later_versions(db: Database, path: Path) -> None:
    applied = {step.name for step in migrations.applied(db)}
    if applied - KNOWN_MIGRATIONS:
        raise UnreadableLibrary(f"{path} was made by a later version of this program. Upgrade icml-bot to use it.")


def swap_in(new: Path, path: Path) -> None:
    """Put the finished file *new* in the place of the library at *path*, while it is read.

    *new* must be whole in itself (made by VACUUM INTO), on the same file system. Who reads the old file
    goes on with it and opens the new one at the next look.
    """
    if path.exists():
        with Database(path, execute_plugins=False) as db:
            db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            # What stands in the old write-ahead log would be read as part of the new file.
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    new.replace(path)
    for beside in ("-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)
    prepare(path)


class Store:
    """Opens the file at *path*, once for each thread that asks.

    Readers take no lock: in WAL mode they see the last commit, whatever a writer
    is doing. Writers go through :meth:`write`. When another file is put in the place
    of this one (an import elsewhere, swapped in), the next reader opens the new one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._of_this_thread = threading.local()

    @property
    def db(self) -> Database:
        """The connection of this thread. Never hand it to another one."""
        there = self.identity()
        of_thread = self._of_this_thread
        if getattr(of_thread, "identity", None) != there:
            if hasattr(of_thread, "db"):
                of_thread.db.close()
            of_thread.db = self._connect()
            of_thread.identity = there
        opened: Database = of_thread.db
        return opened

    def identity(self) -> tuple[int, int]:
        """Which file stands at the path now: its device and inode."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            raise UnreadableLibrary(f"{self.path} is gone. Run “icml import FILE” to make it anew.") from None
        return found.st_dev, found.st_ino

    def close(self) -> None:
        """Close the connection of this thread."""
        if hasattr(self._of_this_thread, "db"):
            self._of_this_thread.db.close()
            del self._of_this_thread.db, self._of_this_thread.identity

    def _connect(self) -> Database:
        # A connection belongs to its thread; the check is off so that the interpreter may close it at exit.
        db = Database(sqlite3.connect(self.path, check_same_thread=False), execute_plugins=False)
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
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
        db.execute("BEGIN IMMEDIATE")
        try:
            yield db
        except BaseException:
            db.conn.rollback()
            raise
        db.conn.commit()
