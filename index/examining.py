"""Whether a papers.db is whole, looked at without changing anything in it."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

import numpy as np

from index.database import KNOWN_MIGRATIONS
from index.search.analysis import VERSION

PATIENCE = 5.0  # seconds to wait for who writes
_BEFORE_IT_WAS_NOTED = 1  # the analysis of libraries that say 0


@dataclass(frozen=True, slots=True)
class Examined:
    """What a look at papers.db found."""

    path: Path
    state: str = "whole"  # or "absent", "empty", "damaged", "foreign", "newer", "closed" (can't be opened)
    detail: str = ""  # SQLite's own words, or the steps that are not known
    papers: int = 0
    corpora: int = 0
    steps_to_come: int = 0  # of the schema, at the next start
    differences: tuple[str, ...] = ()  # counts that should be equal and are not, in words
    other_analysis: bool = False  # whether the index was made by another version of the analysis
    without_vectors: int = 0  # papers


def examine(path: Path) -> Examined:
    """Look at the file at *path*."""
    if not path.exists():
        return Examined(path, "absent")
    try:
        if not path.stat().st_size:
            return Examined(path, "empty")
        address = f"file:{quote(str(path.absolute()))}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE)) as connection:
            return _look(path, connection)
    except sqlite3.DatabaseError as fault:
        code = getattr(fault, "sqlite_errorcode", 0) & 0xFF  # the rest of the code says more than we need
        damaged = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        return Examined(path, "damaged" if damaged else "closed", str(fault))
    except OSError as fault:
        return Examined(path, "closed", fault.strerror or "")


def _look(path: Path, db: sqlite3.Connection) -> Examined:
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "_sqlite_migrations" not in tables:
        return Examined(path, "foreign")
    taken = {name for (name,) in db.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = 'papers'")}
    if taken - KNOWN_MIGRATIONS:
        return Examined(path, "newer", ", ".join(sorted(taken - KNOWN_MIGRATIONS)))
    (said,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if said != "ok":
        return Examined(path, "damaged", said)
    found = Examined(path, steps_to_come=len(KNOWN_MIGRATIONS - taken))
    return found if found.steps_to_come else _counted(found, db)


def _counted(found: Examined, db: sqlite3.Connection) -> Examined:
    db.execute("BEGIN")  # one state for all of it
    papers, tokens, lengths, analysis = db.execute("SELECT papers, tokens, lengths, analysis FROM library").fetchone()
    counts = {name: _count(db, name) for name in ("papers", "corpora", "streams", "vectors")}
    in_order = np.frombuffer(lengths, "<i4")
    pairs = (
        (papers, "papers are noted", counts["papers"], "are there"),
        (counts["papers"], "papers are there", counts["streams"], "have their words in the index"),
        (tokens, "words are noted", int(in_order.sum()), "are in the papers’ lengths"),
        (tokens, "words are noted", _in_postings(db), "are in the postings"),
    )
    differences = tuple(f"{a:,} {what} and {b:,} {other}" for a, what, b, other in pairs if a != b)
    return replace(
        found,
        papers=counts["papers"],
        corpora=counts["corpora"],
        differences=differences,
        other_analysis=bool(papers) and (analysis or _BEFORE_IT_WAS_NOTED) != VERSION,
        without_vectors=counts["papers"] - counts["vectors"],
    )


def _count(db: sqlite3.Connection, table: str) -> int:
    return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608 - our own names


def _in_postings(db: sqlite3.Connection) -> int:
    return sum(
        int(np.frombuffer(counts, "<u2").sum(dtype=np.int64)) for (counts,) in db.execute("SELECT counts FROM terms")
    )
