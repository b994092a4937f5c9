"""BM25 over stored postings, with rank-bm25's own formula and parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Plus

from index.search.scratch import row


@dataclass(frozen=True, slots=True)
class Statistics:
    """What BM25 must know of the library as a whole. The library has at least one term."""

    lengths: NDArray[np.float64]  # (last number + 1,): plain terms of the paper with that number, 0 for none
    papers: int
    tokens: int  # the sum of lengths
    found_in: Mapping[str, int]  # a query's terms -> papers that contain them
    norms: dict[tuple[float, float], NDArray[np.float64]] = field(default_factory=dict, repr=False)  # by k1 and b


@dataclass(frozen=True, slots=True)
class Postings:
    """Where one term occurs. Both arrays have one entry for each paper with the term; read-only."""

    numbers: NDArray[np.int32]  # of the papers, ascending
    counts: NDArray[np.uint16]  # occurrences, 1 or more

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def size(self) -> int:
        """Bytes."""
        return int(self.numbers.nbytes + self.counts.nbytes)


DENSE_ABOVE = 8  # a term in more than this part of the papers is kept as a row over all of them
LARGE = 300_000  # papers from which on such a row would be too large to keep, and skipping pays
BLOCK = 64  # scores whose largest is looked at first

NOWHERE = Postings(np.empty(0, np.int32), np.empty(0, np.uint16))


@dataclass(frozen=True, slots=True)
class TermPostings:
    """Where a term stands as it is, and where it is another spelling of what stands there."""

    plain: Postings = NOWHERE
    extra: Postings = NOWHERE

    @property
    def size(self) -> int:
        return self.plain.size + self.extra.size

    @property
    def found_in(self) -> int:
        """In how many papers the term counts as known: for its idf as another spelling."""
        return max(len(self.plain), len(self.extra))

    def numbers(self) -> NDArray[np.int32]:
        """The papers with the term in either way, ascending."""
        if not len(self.extra):
            return self.plain.numbers
        return np.union1d(self.plain.numbers, self.extra.numbers)


class StoredBM25(BM25Plus):
    """rank-bm25's BM25Plus for one query, without a copy of the corpus in memory.

    Built with delta = 0. In the library delta adds one constant to all papers, with
    the term or not, so the order is the same, and a paper scores above zero exactly
    when it shares a term.
    """

    def __init__(self, statistics: Statistics, k1: float = 1.5, b: float = 0.75) -> None:
        super().__init__(statistics, k1=k1, b=b, delta=0)

    def _initialize(self, corpus: Statistics) -> Mapping[str, int]:
        self.doc_len = corpus.lengths
        self.corpus_size = corpus.papers
        self.avgdl = corpus.tokens / corpus.papers
        self._norms = corpus.norms
        return {term: found for term, found in corpus.found_in.items() if found}

    def scores(
        self, postings: Mapping[str, Postings], *, weights: Mapping[str, float] | None = None
    ) -> NDArray[np.float64]:
        """Score by paper number; (last number + 1,), zero for papers without any of the terms.

        Touches only the postings given, so the cost follows the query, not the corpus.

        Args:
            weights: of the terms; 1 for one that is not named.
        """
        total = np.zeros(len(self.doc_len))
        for term, found in postings.items():
            if len(found):
                total[found.numbers] += (weights or {}).get(term, 1.0) * self.contributions(term, found)
        return total

    def contributions(self, term: str, found: Postings) -> NDArray[np.float64]:
        """What *term* adds to each paper of *found*; (papers of found,), above zero."""
        norm = self._norm()[found.numbers]
        part: NDArray[np.float64] = self.idf[term] * found.counts * (self.k1 + 1) / (found.counts + norm)
        return part

    def _at_most(self, term: str, count: int) -> float:
        """More than *term* can add to any paper that has it so often."""
        shortest = self.k1 * (1 - self.b)  # k1 of a paper without any length
        return float(self.idf[term]) * count * (self.k1 + 1) / (count + shortest) * (1 + 1e-12)

    def _norm(self) -> NDArray[np.float64]:
        """What the length of each paper makes of k1; (last number + 1,), worked out once for one state."""
        known = self._norms.get((self.k1, self.b))
        if known is None:
            known = self.k1 * (1 - self.b + self.b * self.doc_len / self.avgdl)
            self._norms[self.k1, self.b] = known
        return known

    def impact(self, term: str, found: Postings) -> "Impact | Unmade":
        """The same, in the form that is added fastest; to be kept."""
        if len(found) * DENSE_ABOVE > len(self.doc_len) >= LARGE:
            return Unmade(self, term, found, self._at_most(term, int(found.counts.max())))
        values = self.contributions(term, found)
        numbers: NDArray[np.intp] | None = found.numbers.astype(np.intp)
        if len(values) * DENSE_ABOVE > len(self.doc_len):
            dense = np.zeros(len(self.doc_len))
            dense[numbers] = values
            numbers, values = None, dense
        values.setflags(write=False)
        return Impact(numbers, values, float(values.max()))


@dataclass(frozen=True, slots=True)
class Impact:
    """What a term adds to the papers that have it: a row over all papers where it is common, else pairs."""

    numbers: NDArray[np.intp] | None  # of the papers; None for all, 0 where the term is not
    values: NDArray[np.float64]
    most: float  # what it adds to a paper at most

    def add_to(self, total: NDArray[np.float64], weight: float) -> None:
        """Add it, times *weight*."""
        if self.numbers is not None:
            total[self.numbers] += self.values if weight == 1.0 else weight * self.values
        elif weight == 1.0:
            total += self.values
        else:
            total += np.multiply(self.values, weight, out=row("weighed", len(total)))

    def at(self, papers: NDArray[np.intp]) -> NDArray[np.float64]:
        """What it adds to each of *papers*, 0 where the term is not."""
        if self.numbers is None:
            return self.values[papers]
        at = np.minimum(self.numbers.searchsorted(papers), len(self.numbers) - 1)
        found = self.values[at]
        found[self.numbers[at] != papers] = 0.0
        return found

    def mask(self, size: int) -> NDArray[np.bool_]:
        """The papers that have the term; (size,), the caller's own."""
        if self.numbers is None:
            return self.values > 0
        found = np.zeros(size, np.bool_)
        found[self.numbers] = True
        return found

    @property
    def size(self) -> int:
        """Bytes."""
        return int(self.values.nbytes + (0 if self.numbers is None else self.numbers.nbytes))


@dataclass(frozen=True, slots=True)
class Unmade:
    """What a common term of a very large library adds: worked out where it is asked for, and not kept."""

    bm25: StoredBM25
    term: str
    found: Postings
    most: float  # not less than what it adds to any paper

    @property
    def numbers(self) -> None:
        """As of an :class:`Impact` over all papers."""
        return

    def add_to(self, total: NDArray[np.float64], weight: float) -> None:
        """Add it, times *weight*."""
        total[self.found.numbers] += weight * self.bm25.contributions(self.term, self.found)

    def at(self, papers: NDArray[np.intp]) -> NDArray[np.float64]:
        """What it adds to each of *papers*, 0 where the term is not."""
        at = np.minimum(self.found.numbers.searchsorted(papers), len(self.found) - 1)
        here = (self.found.numbers[at] == papers).nonzero()[0]
        values = np.zeros(len(papers))
        some = Postings(self.found.numbers[at[here]], self.found.counts[at[here]])
        values[here] = self.bm25.contributions(self.term, some)
        return values

    def mask(self, size: int) -> NDArray[np.bool_]:
        """The papers that have the term; (size,), the caller's own."""
        found = np.zeros(size, np.bool_)
        found[self.found.numbers] = True
        return found

    @property
    def size(self) -> int:
        """Bytes."""
        return self.found.size


@dataclass(frozen=True, slots=True)
class Ranked:
    """Papers in order, best first; both arrays have one entry a paper."""

    numbers: NDArray[np.int64]
    scores: NDArray[np.float64] = field(repr=False)


def best(scores: NDArray[np.float64], most: int) -> Ranked:
    """The *most* best of the papers that score above zero, by number; equal ones by number.

    Exact, and without sorting everything: the scores are parted into blocks; at least *most* papers score as much
    as the *most*-th largest of the blocks' maxima, so only those that do need sorting.
    """
    threshold = threshold_of(scores, most)
    numbers = np.flatnonzero(scores >= threshold if threshold > 0 else scores > 0)
    found = scores[numbers]
    order = np.argsort(-found, kind="stable")[:most]  # numbers ascend, so equal ones stay by number
    return Ranked(numbers[order], found[order])


def threshold_of(scores: NDArray[np.float64], most: int) -> float:
    """What at least *most* of *scores* reach; 0 where there are too few for blocks."""
    whole = len(scores) // BLOCK * BLOCK
    blocks = whole // BLOCK
    if not 0 < most <= blocks:
        return 0.0
    maxima = scores[:whole].reshape(BLOCK, blocks).max(axis=0)  # a block is every so many-th paper: read row by row
    maxima.partition(blocks - most)
    return float(maxima[blocks - most])
