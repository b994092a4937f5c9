"""How alike papers are in what they say, beside what all of them say."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.picks.bags import bags
from index.picks.evidence import Floats
from index.search.streams import Streams


@dataclass(frozen=True, slots=True)
class Likeness:
    """Papers as vectors of their terms (tf·idf, where idf is that among these papers), for cosines."""

    numbers: NDArray[np.int64]  # ascending
    _begins: NDArray[np.int64]  # where each paper's entries begin
    _places: NDArray[np.int64]  # of each entry's term in the vocabulary
    _values: Floats
    _vocabulary: int

    def to(self, number: int) -> Floats:
        """The cosine of each paper with the one with *number*, 0 to 1; zeros where that is not among them."""
        at = int(np.searchsorted(self.numbers, number))
        if at == len(self.numbers) or self.numbers[at] != number:
            return np.zeros(len(self.numbers))
        end = self._begins[at + 1] if at + 1 < len(self._begins) else len(self._values)
        inside = slice(int(self._begins[at]), int(end))
        one = np.zeros(self._vocabulary)
        one[self._places[inside]] = self._values[inside]
        return self._cosines(one)

    def to_middle(self, numbers: Collection[int]) -> Floats:
        """The cosine of each paper with the middle of those with *numbers*, 0 to 1; zeros where none is among them."""
        counts = np.diff(np.append(self._begins, len(self._values)))
        among = np.isin(self.numbers, np.array(sorted(numbers), np.int64))
        kept = np.repeat(among, counts)
        middle = np.bincount(self._places[kept], weights=self._values[kept], minlength=self._vocabulary)
        length = float(np.linalg.norm(middle)) or 1.0
        return self._cosines(middle / length)

    def _cosines(self, one: Floats) -> Floats:
        if not len(self._values):
            return np.zeros(len(self.numbers))
        found: Floats = np.add.reduceat(self._values * one[self._places], self._begins)
        return found


def likeness(near: Streams) -> Likeness:
    """The papers of *near*, to be compared with each other."""
    found = bags(near)
    papers = len(near.numbers)
    vocabulary, places = np.unique(found.terms, return_inverse=True)
    found_in = np.bincount(places, minlength=len(vocabulary))
    values = (1 + np.log(found.counts)) * np.log((papers + 1) / np.maximum(1, found_in))[places]
    norms = np.sqrt(np.bincount(found.of, weights=values**2, minlength=papers))
    values = values / np.maximum(norms, 1e-12)[found.of]
    present = np.unique(found.of)
    return Likeness(near.numbers[present], np.searchsorted(found.of, present), places, values, len(vocabulary))
