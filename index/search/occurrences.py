"""What a search does with one term: add what it is worth to the papers that have it, and tell which these are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.search.ranking import Impact, StoredBM25, TermPostings

Mask = NDArray[np.bool_]  # (last number + 1,), by paper number
Code = NDArray[np.uint8]  # likewise
_BITS = 8  # of a code


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
    """The sum of the *shares* of those of *some* that each paper is in; (size,)."""
    if len(some) > _BITS:
        total = np.zeros(size)
        for one, share in zip(some, shares, strict=True):
            total += one.mask(size) * share
        return total
    code = np.zeros(size, np.uint8)
    sums = np.zeros(1)  # by code: which of these a paper is in
    for at, (one, share) in enumerate(zip(some, shares, strict=True)):
        one.mark(code, 1 << at)
        sums = np.concatenate([sums, sums + share])
    return sums[code]


NOBODY = Presence(0, np.empty(0, np.intp))


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One term in one state of the library, for one k1 and b."""

    plain: Impact | None  # None where it stands nowhere
    others: Impact | None  # likewise, where it is another spelling of what stands there
    plain_in: int  # papers
    found_in: int  # papers, for its idf as another spelling
    here: Presence  # in either way

    @property
    def size(self) -> int:
        """Bytes, about."""
        made = sum(one.size for one in (self.plain, self.others) if one)
        if self.here.over_all is not None:
            made += self.here.over_all.nbytes
        elif self.plain and self.others and self.here.numbers is not None:
            made += self.here.numbers.nbytes
        return 500 + made


NOWHERE_AT_ALL = Occurrence(None, None, 0, 0, NOBODY)


def occurrences(found: Mapping[str, TermPostings], plain: StoredBM25, others: StoredBM25) -> dict[str, Occurrence]:
    """What is made of postings.

    Args:
        plain, others: know the terms by the papers where they stand, and by those where they count as known.
    """
    return {term: _occurrence(term, one, plain, others) for term, one in found.items()}


def _occurrence(term: str, found: TermPostings, plain: StoredBM25, others: StoredBM25) -> Occurrence:
    if not found.found_in:
        return NOWHERE_AT_ALL
    standing = plain.impact(term, found.plain) if len(found.plain) else None
    beside = others.impact(term, found.extra) if len(found.extra) else None
    here = _presence([one for one in (standing, beside) if one], len(plain.doc_len))
    return Occurrence(standing, beside, len(found.plain), found.found_in, here)


def _presence(there: list[Impact], size: int) -> Presence:
    if any(one.numbers is None for one in there):
        return presence_of(np.logical_or.reduce([one.mask(size) for one in there]))
    numbers = [one.numbers for one in there if one.numbers is not None]
    either = numbers[0] if len(numbers) == 1 else np.union1d(*numbers)
    return Presence(len(either), either)
