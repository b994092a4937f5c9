"""What SQLite says of a papers.db that can't be read, in words that a keeper can act on."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from index.errors import LibraryFull, UnreadableLibrary

_MEND = (
    "Put a backup back (icml restore FILE --only papers --replace) or another library in its place "
    "(icml library import FILE)."
)


def damaged(path: Path, fault: object) -> UnreadableLibrary:
    reason = str(fault).strip().splitlines()[-1:] or [""]
    return UnreadableLibrary(f"{path} is damaged ({reason[0]}), and was left as it is. {_MEND}")


def empty(path: Path) -> UnreadableLibrary:
    return UnreadableLibrary(f"{path} has nothing in it, not even the form of a library. It was left as it is. {_MEND}")


def gone(path: Path) -> UnreadableLibrary:
    return UnreadableLibrary(f"{path} is gone. {_MEND} Or make it anew: icml import FILE.")


def gone_but_for_its_log(path: Path) -> UnreadableLibrary:
    return UnreadableLibrary(
        f"{path} is gone, but not the log beside it; nothing was changed. Bring the file back. If it is lost: {_MEND}"
    )


def foreign(path: Path) -> UnreadableLibrary:
    return UnreadableLibrary(f"{path} is no library, but another program's file. It was left as it is. {_MEND}")


def later(path: Path) -> UnreadableLibrary:
    return UnreadableLibrary(
        f"{path} was made by a later version of this program, and was left as it is. Upgrade icml-bot to use it."
    )


def unwritable(path: Path) -> UnreadableLibrary:
    return UnreadableLibrary(f"{path} can't be written: its disk or its rights are read-only. Nothing was changed.")


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Say what SQLite found wrong with the file at *path*; what is no fault of the file passes as it is.

    Raises:
        UnreadableLibrary, LibraryFull: one sentence, chained to SQLite's own.
    """
    try:
        yield
    except sqlite3.DatabaseError as fault:
        meaning = _meaning(path, fault)
        if meaning is None:
            raise
        raise meaning from fault


def _meaning(path: Path, fault: sqlite3.DatabaseError) -> Exception | None:
    match getattr(fault, "sqlite_errorcode", 0) & 0xFF:  # the rest of the code says more than we need
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return damaged(path, fault)
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return LibraryFull(str(fault))
        case sqlite3.SQLITE_READONLY:
            return unwritable(path)
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return UnreadableLibrary(f"{path} can't be opened. Check who owns it and its folder, and what they allow.")
    return None
