"""Papers as bags of their terms: which terms each has in its head and abstract, and how often."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.search.streams import Streams

_TEXTS = 4  # of a stream; the first two are the head and the abstract
_PRINT = np.uint64(32)


@dataclass(frozen=True, slots=True)
class Bags:
    """The bags of some papers, one behind the other; the last three arrays have one entry a term of a paper."""

    numbers: NDArray[np.int64]  # of the papers, ascending
    of: NDArray[np.int64]  # the place of the paper
    terms: NDArray[np.uint32]  # its term's print
    counts: NDArray[np.int64]

    def among(self, has: NDArray[np.bool_]) -> "Bags":
        """The bags of the papers that pass *has*."""
        kept = has[self.of]
        place = np.cumsum(has) - 1
        return Bags(self.numbers[has], place[self.of[kept]], self.terms[kept], self.counts[kept])


def bags(near: Streams) -> Bags:
    """The papers of *near*."""
    is_term = near.terms != 0
    texts = np.cumsum(~is_term)  # how many texts have ended before each place
    own = is_term & (texts % _TEXTS < 2)
    paper = (texts[own] // _TEXTS).astype(np.uint64)
    pairs, counts = np.unique((paper << _PRINT) | near.terms[own], return_counts=True)
    return Bags(near.numbers, (pairs >> _PRINT).astype(np.int64), pairs.astype(np.uint32), counts)
