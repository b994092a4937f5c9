"""Another library in the place of the one that is read."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from index.database import BESIDE, BUSY_MS, bring_up_to_date, opened
from index.errors import LibraryBusy
from index.gate import gate

BUSY_IN_GATE_MS = 2_000  # how long a reader of the old file is waited for while nobody can open it
BEFORE = ".before"  # ends the name of what stood here before the last swap


def swap_in(new: Path, path: Path) -> None:
    """Put the finished file *new* in the place of the library at *path*, while it is read.

    *new* must be whole in itself (made by VACUUM INTO) and in the same folder. Who reads the old file goes on
    with it and opens the new one at the next look. The old one is kept beside it, as :data:`BEFORE`. The caller
    sees to it that nobody imports meanwhile.

    Raises:
        UnreadableLibrary: *new* is none. Nothing was changed.
        LibraryBusy: somebody reads the old file for very long. Nothing was changed.
    """
    bring_up_to_date(new)
    new.chmod(0o600)
    if path.exists():
        _fold(path, BUSY_MS)  # outside the gate, so that nobody waits at it for a long answer to end
    with gate(path, alone=True):
        aside = path.with_name(path.name + BEFORE)
        for left in ("", *BESIDE):
            aside.with_name(aside.name + left).unlink(missing_ok=True)
        if not (path.exists() and _fold(path, BUSY_IN_GATE_MS)):  # a log that can't be read goes aside too
            for left in BESIDE:
                with suppress(FileNotFoundError):
                    path.with_name(path.name + left).replace(aside.with_name(aside.name + left))
        if path.exists():
            os.link(path, aside)
        # From here to the end no log lies beside the old file, so a kill leaves one whole file or the other.
        new.replace(path)
        for left in BESIDE:
            path.with_name(path.name + left).unlink(missing_ok=True)


def _fold(path: Path, patience: int) -> bool:
    """Empty the log beside the file into it: what stands there would be read as part of the next file.

    False when the file is too damaged for that. An empty file is not opened: SQLite would throw its log away.

    Raises:
        LibraryBusy: somebody reads from the log for very long.
    """
    if not path.stat().st_size:
        return False
    try:
        with closing(opened(path)) as connection:
            connection.execute(f"PRAGMA busy_timeout = {patience}")
            busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except sqlite3.DatabaseError as fault:
        if getattr(fault, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise LibraryBusy from fault
        return False
    if busy:
        raise LibraryBusy
    return True
