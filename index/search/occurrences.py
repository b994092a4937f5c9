"""What a search does with one term: add what it is worth to the papers that have it, and tell which these are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from index.search.ranking import Impact, Statistics, StoredBM25, TermPostings, Unmade
from index.search.scratch import row, zeros

Mask = NDArray[np.bool_]  # (last number + 1,), by paper number
Code = NDArray[np.uint8]  # likewise
_BITS = 8  # of a code
_PORTION = 16_384  # papers


@dataclass(frozen=True, slots=True)
class Presence:
    """Some papers, as what is smaller: their numbers, or a mask over all. Shared: neither is to be changed."""

    count: int
    numbers: NDArray[np.intp] | None  # ascending
    over_all: Mask | None = None

    def mask(self, size: int) -> Mask:
        """A mask of *size* that is the caller's own."""
        if self.over_all is not None:
            return self.over_all.copy()
        found = np.zeros(size, np.bool_)
        found[self.numbers] = True
        return found

    def mark(self, code: Code, bit: int) -> None:
        """Set *bit* for these papers, which nobody has set before."""
        if self.over_all is not None:
            code += self.over_all.view(np.uint8) * code.dtype.type(bit)
        else:
            code[self.numbers] += code.dtype.type(bit)


def presence_of(mask: Mask) -> Presence:
    """The papers of *mask*, which is not to be changed from now on."""
    return Presence(int(np.count_nonzero(mask)), None, mask)


def covered(some: Sequence[Presence], shares: Sequence[float], size: int) -> NDArray[np.float64]:
    """The sum of the *shares* of those of *some* that each paper is in; (size,), in a row that is used again."""
    if len(some) > _BITS:
        total = zeros("covered", size)
        for one, share in zip(some, shares, strict=True):
            if one.over_all is None:
                total[one.numbers] += share
            else:
                total += np.multiply(one.over_all, share, out=row("weighed", size))
        return total
    code = np.zeros(size, np.uint8)
    sums = np.zeros(1)  # by code: which of these a paper is in
    for at, (one, share) in enumerate(zip(some, shares, strict=True)):
        one.mark(code, 1 << at)
        sums = np.concatenate([sums, sums + share])
    total = row("covered", size)
    for start in range(0, size, _PORTION):  # so that the indices made of the codes stay small
        part = slice(start, start + _PORTION)
        sums.take(code[part], out=total[part], mode="clip")
    return total


class Occurrence:
    """One term in one state of the library, for one k1 and b. What it is not asked for is not made."""

    def __init__(self, term: str, found: TermPostings, plain: StoredBM25, others: StoredBM25) -> None:
        """*plain* and *others* know the term by the papers where it stands, and by those where it counts as known."""
        self.plain_in = len(found.plain)  # papers
        self.found_in = found.found_in  # papers, for its idf as another spelling
        self.plain = plain.impact(term, found.plain) if self.plain_in else None
        self._term = term
        self._extra = found.extra
        self._by_others = others

    @cached_property
    def others(self) -> Impact | Unmade | None:
        """What it adds where it is another spelling of what stands there; None where it is none."""
        return self._by_others.impact(self._term, self._extra) if len(self._extra) else None

    @cached_property
    def here(self) -> Presence:
        """The papers that have it in either way."""
        size = len(self._by_others.doc_len)
        if self.plain is None or self.plain.numbers is None:
            mask = np.zeros(size, np.bool_) if self.plain is None else self.plain.mask(size)
            mask[self._extra.numbers] = True
            return presence_of(mask)
        numbers = self.plain.numbers
        either = np.union1d(numbers, self._extra.numbers) if len(self._extra) else numbers
        return Presence(len(either), either)

    @property
    def size(self) -> int:
        """Bytes, about, with what may be made of it."""
        made = 0 if self.plain is None else self.plain.size
        extra = len(self._extra)
        mask = len(self._by_others.doc_len) if self.plain is None or self.plain.numbers is None else 0
        return (
            1_000 + made + 22 * extra + (mask if self.found_in else 0) + (8 * (self.plain_in + extra) if extra else 0)
        )


def occurrences(found: Mapping[str, TermPostings], whole: Statistics, k1: float, b: float) -> dict[str, Occurrence]:
    """What is made of postings."""
    plain = StoredBM25(replace(whole, found_in={term: len(one.plain) for term, one in found.items()}), k1, b)
    others = StoredBM25(replace(whole, found_in={term: one.found_in for term, one in found.items()}), k1, b)
    return {term: Occurrence(term, one, plain, others) for term, one in found.items()}
