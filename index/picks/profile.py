"""What papers of a topic speak of besides its own words, and how much any paper speaks of that.

A word such as "kernel" or "routing" means one thing to a topic and other things to other fields. The papers that are of
the topic beyond doubt tell which company it keeps there: terms that are common in them and rare elsewhere.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.picks.bags import Bags
from index.picks.evidence import Floats

FEWEST_SURE = 4  # papers beyond doubt from which a profile can be made
FEW_SURE = 4  # from which half of what a profile says is believed
MOST_SURE = 200
FEWEST_WITH = 2  # of them that have a term of the profile
LIKELY = (2.0, 0.01, 0.10)  # as many papers as are sure, times that, and some, at most: these are of the field
UNLIKELY = (6.0, 0.05, 0.25)  # and beyond these, none is


@dataclass(frozen=True, slots=True)
class Background:
    """Some papers of the library, evenly drawn: what is common in all fields."""

    bags: Bags
    vocabulary: NDArray[np.uint32]  # ascending
    found_in: NDArray[np.int64]  # in how many of them each term stands

    def found(self, terms: NDArray[np.uint32]) -> NDArray[np.int64]:
        """In how many of the papers each of *terms* stands."""
        if not len(self.vocabulary):
            return np.zeros(len(terms), np.int64)
        at = np.minimum(np.searchsorted(self.vocabulary, terms), len(self.vocabulary) - 1)
        return np.where(self.vocabulary[at] == terms, self.found_in[at], 0)


def background(of: Bags) -> Background:
    vocabulary, found_in = np.unique(of.terms, return_counts=True)
    return Background(of, vocabulary, found_in)


@dataclass(frozen=True, slots=True)
class Company:
    """How surely papers are of a topic's field by all else that they say."""

    of: Floats  # each paper, 0 to 1
    share: float  # how far that can be believed: from few papers little can be told


def company(sure: Bags, others: Bags, behind: Background, own: Collection[int], prevalence: float) -> Company | None:
    """How surely each paper of *others* is of the field of the papers *sure*; None where these are too few.

    Args:
        own: prints of the topic's own terms, which do not count.
        prevalence: of papers like *sure*, as a share of all.
    """
    if len(sure.numbers) < FEWEST_SURE:
        return None
    vocabulary, found_in = np.unique(sure.terms, return_counts=True)
    kept = (found_in >= FEWEST_WITH) & ~np.isin(vocabulary, np.array(sorted(own), np.uint32))
    vocabulary, share = vocabulary[kept], found_in[kept] / (len(sure.numbers) + 1)
    usual = (behind.found(vocabulary) + 1) / (len(behind.bags.numbers) + 1)
    worth = np.maximum(0.0, np.log(share / usual)) * np.sqrt(share)
    all_of_it = np.sort(_spoken(behind.bags, vocabulary, worth))
    below = np.searchsorted(all_of_it, _spoken(others, vocabulary, worth), side="left") / max(1, len(all_of_it))
    likely, unlikely = (min(most, times * prevalence + some) for times, some, most in (LIKELY, UNLIKELY))
    found: Floats = np.clip((below - (1 - unlikely)) / (unlikely - likely), 0.0, 1.0)
    return Company(found, len(sure.numbers) / (len(sure.numbers) + FEW_SURE))


def _spoken(of: Bags, vocabulary: NDArray[np.uint32], worth: Floats) -> Floats:
    """How much each paper has of a profile, for its length."""
    if not len(vocabulary):
        return np.zeros(len(of.numbers))
    at = np.minimum(np.searchsorted(vocabulary, of.terms), len(vocabulary) - 1)
    values = np.where(vocabulary[at] == of.terms, worth[at], 0.0)
    whole = np.bincount(of.of, weights=values, minlength=len(of.numbers))
    lengths = np.bincount(of.of, minlength=len(of.numbers))
    spoken: Floats = whole / np.sqrt(np.maximum(lengths, 20))
    return spoken
