"""Postings as they stand in papers.db: one row a term, decoded once and kept within a bound."""

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from index import rows
from index.model import Paper
from index.search import streams
from index.search.acronyms import Acronyms
from index.search.kept import Kept
from index.search.marks import Marks
from index.search.occurrences import Occurrence, occurrences
from index.search.ranking import NOWHERE, Postings, Statistics, TermPostings
from index.search.weights import Weights

CACHE_BYTES = 128 * 1024 * 1024
STREAMS_BYTES = 16 * 1024 * 1024  # of papers that are looked at more closely
PAPERS_BYTES = 16 * 1024 * 1024  # of papers that are shown

Term = tuple[str, float, float]  # with k1 and b


def decode(numbers: bytes, counts: bytes) -> Postings:
    """Arrays over the stored bytes, without a copy; read-only."""
    if not numbers:
        return NOWHERE
    return Postings(np.frombuffer(numbers, "<i4"), np.frombuffer(counts, "<u2"))


@dataclass(frozen=True, slots=True)
class Whole:
    """What is known of the library as a whole in one state."""

    size: int  # last number + 1
    papers: int
    tokens: int
    lengths: NDArray[np.float64]  # (size,), read-only
    norms: dict[tuple[float, float], NDArray[np.float64]]  # made where they are asked for
    withdrawn: NDArray[np.int64]  # numbers of the papers that their lists have taken back

    def statistics(self, found_in: Mapping[str, int]) -> Statistics:
        return Statistics(self.lengths, self.papers, self.tokens, found_in, self.norms)


class PostingsCache:
    """Decoded postings of one state of the library, shared by all threads; what is made of them lies beside them.

    What it holds is for one *generation*: when the library has changed, everything goes.
    """

    def __init__(self, most_bytes: int = CACHE_BYTES) -> None:
        self.acronyms = Acronyms()
        self._postings: Kept[str, TermPostings] = Kept(most_bytes, lambda one: one.size)
        self._occurrences: Kept[Term, Occurrence] = Kept(most_bytes, lambda one: one.size)
        self._streams: Kept[int, streams.Row] = Kept(STREAMS_BYTES, lambda one: one.size)
        self._papers: Kept[int, tuple[Paper, Marks]] = Kept(PAPERS_BYTES, rows.size_of)
        self._lock = threading.Lock()
        self._whole: tuple[object, Whole] | None = None

    def whole(self, db: Database, generation: object) -> Whole:
        """What must be known beside the postings."""
        known = self._whole
        if known is None or known[0] != generation:
            self._whole = known = generation, _read_whole(db)
        return known[1]

    def of(self, db: Database, generation: object, terms: Iterable[str]) -> dict[str, TermPostings]:
        """The postings of *terms*, each once, in order; a term that stands nowhere has empty ones."""
        return self._postings.of(generation, list(terms), lambda missing: read(db, missing))

    def occurrences(
        self, db: Database, generation: object, terms: Iterable[str], weights: Weights
    ) -> dict[str, Occurrence]:
        """What a search does with *terms*, each once, in order."""

        def make(missing: list[Term]) -> dict[Term, Occurrence]:
            found = read(db, [term for term, _, _ in missing])
            whole = self.whole(db, generation).statistics({})
            made = occurrences(found, whole, weights.k1, weights.b)
            return {(term, weights.k1, weights.b): one for term, one in made.items()}

        wanted = [(term, weights.k1, weights.b) for term in terms]
        return {key[0]: one for key, one in self._occurrences.of(generation, wanted, make).items()}

    def streams(self, db: Database, generation: object, numbers: Sequence[int]) -> list[streams.Row]:
        """The words in order of the papers with *numbers*, in their order."""
        return list(self._streams.of(generation, numbers, lambda missing: streams.read(db, missing)).values())

    def papers(self, db: Database, generation: object, numbers: Sequence[int]) -> dict[int, tuple[Paper, Marks]]:
        """The papers with *numbers*, each with where its terms stand, by number."""
        return self._papers.of(generation, numbers, lambda missing: rows.marked(db, missing))


def _read_whole(db: Database) -> Whole:
    number, papers, tokens, stored = db.execute("SELECT number, papers, tokens, lengths FROM library").fetchone()
    lengths = np.frombuffer(stored, "<i4").astype(np.float64)
    lengths.setflags(write=False)
    withdrawn = [row[0] for row in db.execute("SELECT number FROM papers WHERE withdrawn")]
    return Whole(int(number) + 1, int(papers), int(tokens), lengths, {}, np.array(withdrawn, np.int64))


def read(db: Database, terms: Sequence[str]) -> dict[str, TermPostings]:
    """The postings of *terms*, in order; a term that stands nowhere has empty ones."""
    found = dict.fromkeys(terms, TermPostings())
    for start in range(0, len(terms), 500):  # below SQLite's limit of variables
        part = terms[start : start + 500]
        marks = ",".join("?" * len(part))
        stored = db.conn.execute(
            f"SELECT term, numbers, counts, extra_numbers, extra_counts FROM terms WHERE term IN ({marks})",  # noqa: S608 - marks only
            part,
        )
        for term, numbers, counts, extra_numbers, extra_counts in stored:
            found[term] = TermPostings(decode(numbers, counts), decode(extra_numbers, extra_counts))
    return found
