"""The words of papers in order, read anew: what is made of them is kept, they themselves are not."""

from collections.abc import Sequence

import numpy as np

from index.search.lookup import Lookup
from index.search.streams import Streams

_AT_ONCE = 500  # below SQLite's limit of variables


def near(look: Lookup, numbers: Sequence[int]) -> Streams:
    """The streams of the papers with *numbers*, ascending."""
    found: list[tuple[int, bytes, bytes]] = []
    for start in range(0, len(numbers), _AT_ONCE):
        part = [int(number) for number in numbers[start : start + _AT_ONCE]]
        marks = ",".join("?" * len(part))
        sql = f"SELECT paper, terms, surfaces FROM streams WHERE paper IN ({marks})"  # noqa: S608 - marks only
        found += look.db.execute(sql, part).fetchall()
    found.sort()
    return Streams(
        np.array([row[0] for row in found], np.int64),
        np.frombuffer(b"".join([row[1] for row in found]), "<u4"),
        np.cumsum([len(row[1]) // 4 for row in found], dtype=np.int64),
        np.frombuffer(b"".join([row[2] for row in found]), "<u4"),
        np.cumsum([len(row[2]) // 4 for row in found], dtype=np.int64),
    )
