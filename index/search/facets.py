"""What the papers of a query are: their areas, venues, years, and how many give a code address."""

import json

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from index.model import Facets

MOST = 20  # values of one kind


def facets(db: Database, numbers: NDArray[np.int64]) -> Facets:
    """Counts over the papers with *numbers*; of each kind the commonest values first, at most 20."""
    among = json.dumps(numbers.tolist())
    code = db.execute(
        "SELECT count(*) FROM papers WHERE number IN (SELECT value FROM json_each(?)) AND code != ''", [among]
    ).fetchone()[0]
    return Facets(
        areas=_counted(db, "area", among),
        venues=_counted(db, "venue", among),
        years=_counted(db, "year", among),
        with_code=int(code),
    )


def _counted(db: Database, column: str, among: str) -> tuple[tuple[str, int], ...]:
    rows = db.execute(
        f"""
        SELECT {column}, count(*) AS papers FROM papers
        WHERE number IN (SELECT value FROM json_each(?)) AND {column} IS NOT NULL AND {column} != ''
        GROUP BY {column} ORDER BY papers DESC, {column} LIMIT {MOST}
        """,  # noqa: S608 - our own names
        [among],
    )
    return tuple((str(value), int(papers)) for value, papers in rows)
