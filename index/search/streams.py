"""The words of papers in order, as prints: for phrases and for neighbours, without reading any text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

Prints = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Streams:
    """The streams of some papers, one behind the other."""

    numbers: NDArray[np.int64]  # of the papers, in the order in which they stand
    terms: Prints  # plain terms in order; 0 between texts and between papers
    term_ends: NDArray[np.int64]  # where each paper's terms end
    surfaces: Prints  # words as they stand, each once a paper
    surface_ends: NDArray[np.int64]

    def having_run(self, run: Sequence[int]) -> NDArray[np.bool_]:
        """Which papers have the prints of *run* side by side; (papers,)."""
        has = np.zeros(len(self.numbers), np.bool_)
        width = len(run)
        if len(self.terms) >= width > 0:
            at = np.flatnonzero(self.terms[: len(self.terms) - width + 1] == run[0])
            for step in range(1, width):
                at = at[self.terms[at + step] == run[step]]
            has[np.searchsorted(self.term_ends, at, side="right")] = True
        return has

    def having_surface(self, surface: int) -> NDArray[np.bool_]:
        """Which papers have a word just so; (papers,)."""
        has = np.zeros(len(self.numbers), np.bool_)
        has[np.searchsorted(self.surface_ends, np.flatnonzero(self.surfaces == surface), side="right")] = True
        return has


Row = tuple[int, bytes, bytes]  # number, terms, surfaces


def read(db: Database, numbers: Iterable[int]) -> list[Row]:
    """The streams of the papers with *numbers*, as they are stored."""
    wanted = list(numbers)
    rows: list[Row] = []
    for start in range(0, len(wanted), 500):  # below SQLite's limit of variables
        part = wanted[start : start + 500]
        marks = ",".join("?" * len(part))
        sql = f"SELECT paper, terms, surfaces FROM streams WHERE paper IN ({marks})"  # noqa: S608 - marks only
        rows += db.execute(sql, part).fetchall()
    return rows


def joined(rows: Iterable[Row]) -> Streams:
    """Streams to be searched together, in the order of their numbers."""
    ordered = sorted(rows)
    return Streams(
        np.array([row[0] for row in ordered], np.int64),
        np.frombuffer(b"".join([row[1] for row in ordered]), "<u4"),
        np.cumsum([len(row[1]) // 4 for row in ordered], dtype=np.int64),
        np.frombuffer(b"".join([row[2] for row in ordered]), "<u4"),
        np.cumsum([len(row[2]) // 4 for row in ordered], dtype=np.int64),
    )
