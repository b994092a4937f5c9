"""Papers by what they are called or addressed with, without any ranking: corpora, handles, names, links."""

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from index.importers.identifiers import ids_of
from index.search.analysis import squashed
from index.search.query import Query, as_meant


def members(db: Database, names: Collection[str]) -> NDArray[np.int64]:
    """The papers of the corpora with *names*, each once."""
    marks = ",".join("?" * len(names))
    found = db.execute(f"SELECT DISTINCT paper FROM memberships WHERE corpus IN ({marks})", list(names))  # noqa: S608 - marks only
    return np.array([row[0] for row in found], np.int64)


def newer(db: Database, after: int, names: Collection[str] | None) -> NDArray[np.int64]:
    """The papers with a number above *after*, of the corpora with *names*; of all for None."""
    found = db.execute("SELECT number FROM papers WHERE number > ? ORDER BY number", [after])
    numbers = np.array([row[0] for row in found], np.int64)
    return numbers if names is None else np.intersect1d(numbers, members(db, names))


def number_now(db: Database, number: int) -> int:
    """The number that a paper has now, of one that it had before it was merged."""
    alias = db.execute("SELECT paper FROM aliases WHERE number = ?", [number]).fetchone()
    return int(alias[0]) if alias else number


def named(db: Database, query: Query) -> NDArray[np.int64]:
    """The papers whose name or title is a query of common words alone, such as "Once for All"."""
    asked = squashed(as_meant(query.typed))
    if len(asked) < 3 or query.excluded:
        return np.empty(0, np.int64)
    known = db.execute("SELECT number, name, title FROM papers ORDER BY number")
    called = ((number, (name, title.split(":")[0], title)) for number, name, title in known)
    return np.array([number for number, names in called if asked in map(squashed, names)], np.int64)


def linked(db: Database, address: str) -> int | None:
    """The paper that *address* names: by an external id in it, or as one of its links."""
    for kind, value in ids_of([address]):
        known = db.execute(
            "SELECT paper FROM ids WHERE kind = ? AND value = ? ORDER BY paper", [kind, value]
        ).fetchone()
        if known:
            return int(known[0])
    bare = address.split("://", 1)[-1].removeprefix("www.").rstrip("/.,;)").lower()
    row = db.execute(
        """
        SELECT number FROM papers
        WHERE rtrim(lower(replace(substr(code, instr(code, '://') + 3), 'www.', '')), '/') = :bare
           OR rtrim(lower(replace(substr(url, instr(url, '://') + 3), 'www.', '')), '/') = :bare
           OR rtrim(lower(replace(substr(pdf, instr(pdf, '://') + 3), 'www.', '')), '/') = :bare
        ORDER BY number LIMIT 1
        """,
        {"bare": bare},
    ).fetchone()
    return int(row[0]) if row else None
