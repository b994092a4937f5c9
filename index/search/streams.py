"""The words of papers in order, as prints: for phrases and for neighbours, without reading any text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

Prints = NDArray[np.uint32]
_OVERHEAD = 400  # bytes of a row beside what it holds, about


class Row(NamedTuple):
    """What is stored of one paper."""

    number: int
    terms: bytes
    surfaces: bytes
    title: str  # squashed
    name: str  # likewise

    @property
    def size(self) -> int:
        """Bytes, about."""
        return _OVERHEAD + len(self.terms) + len(self.surfaces) + len(self.title) + len(self.name)


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

    def runs_had(self, runs: Sequence[tuple[int, int]]) -> NDArray[np.int64]:
        """How many of the pairs of prints *runs* each paper has side by side; (papers,)."""
        first = {one: (self.terms[:-1] == one).nonzero()[0] for one, _ in dict.fromkeys(runs)}
        places = [first[one][self.terms[first[one] + 1] == other] for one, other in runs]
        which = np.repeat(np.arange(len(runs)), [len(one) for one in places])
        has = np.zeros((len(runs), len(self.numbers)), np.bool_)
        has[which, np.searchsorted(self.term_ends, np.concatenate(places), side="right")] = True
        counts: NDArray[np.int64] = has.sum(axis=0)
        return counts

    def surfaces_had(self, surfaces: Sequence[int]) -> NDArray[np.int64]:
        """How many of *surfaces* each paper has just so; (papers,)."""
        places = np.concatenate([(self.surfaces == one).nonzero()[0] for one in surfaces])
        owners = self.surface_ends.searchsorted(places, side="right")
        return np.bincount(owners, minlength=len(self.numbers))


def read(db: Database, numbers: Sequence[int]) -> dict[int, Row]:
    """The streams of the papers with *numbers*, as they are stored; by number."""
    found: dict[int, Row] = {}
    for start in range(0, len(numbers), 500):  # below SQLite's limit of variables
        part = numbers[start : start + 500]
        marks = ",".join("?" * len(part))
        sql = f"SELECT paper, terms, surfaces, title, name FROM streams WHERE paper IN ({marks})"  # noqa: S608 - marks only
        found.update((row[0], Row(*row)) for row in db.conn.execute(sql, part))
    return found


def joined(rows: Iterable[Row]) -> Streams:
    """Streams to be searched together, in the order of *rows*."""
    numbers, terms, surfaces, _, _ = zip(*rows, strict=True) if rows else ((),) * 5
    return Streams(
        np.array(numbers, np.int64),
        np.frombuffer(b"".join(terms), "<u4"),
        _ends(terms),
        np.frombuffer(b"".join(surfaces), "<u4"),
        _ends(surfaces),
    )


def _ends(parts: Sequence[bytes]) -> NDArray[np.int64]:
    return np.fromiter(map(len, parts), np.int64, len(parts)).cumsum() >> 2
