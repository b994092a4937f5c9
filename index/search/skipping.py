"""The exact best papers without scoring all of them: what cannot be among the best is not looked at.

After Turtle and Flood, Query Evaluation: Strategies and Optimizations, 1995 (MaxScore): once so many papers have more
than all terms that are left could add together, only papers that are found already can be among the best.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from index.search.ranking import LARGE, Impact, Ranked, Unmade, best, threshold_of
from index.search.scratch import zeros

_TOUCHED = 16  # more than this part of the papers found, and scoring them all costs less
_SLACK = 1e-9  # sums are rounded, in whatever order they are made
_NEVER = -1e300

Weighed = Sequence[tuple[Impact | Unmade, float]]  # what terms add, and how often each counts
Numbers = NDArray[np.intp]


def best_of(terms: Weighed, size: int, most: int, without: NDArray[np.int64]) -> Ranked:
    """The *most* best papers by the sum of what *terms* add, by number where equal; as :func:`best` of all sums.

    Args:
        size: last number + 1.
        without: papers that are not to be among them.
    """
    total = zeros("sums", size)
    found = _candidates(terms, total, most, without) if size >= LARGE else None
    if found is None:
        total.fill(0.0)
        for impact, weight in terms:
            impact.add_to(total, weight)
        total[without] = 0.0
        return best(total, most)
    scores = np.zeros(len(found))
    for impact, weight in terms:  # in their own order, so that sums are rounded as everywhere
        scores += weight * impact.at(found)
    order = np.lexsort((found, -scores))[:most]
    return Ranked(found[order].astype(np.int64), scores[order])


def _candidates(terms: Weighed, total: NDArray[np.float64], most: int, without: NDArray[np.int64]) -> Numbers | None:
    """Papers of which the best ones are some; None where that cannot be told without scoring all."""
    ordered = sorted(terms, key=lambda one: -one[0].most * one[1])
    left = sum(impact.most * weight for impact, weight in ordered) * (1 + _SLACK) + _SLACK
    total[without] = _NEVER
    touched: list[Numbers] = []
    reached = 0.0  # so much have at least *most* papers
    for at, (impact, weight) in enumerate(ordered):
        if reached > left:
            return _narrowed(touched, ordered[at:], total, most, reached, left)
        if impact.numbers is None or sum(map(len, touched)) + len(impact.numbers) > len(total) // _TOUCHED:
            return None
        impact.add_to(total, weight)
        touched.append(impact.numbers)
        left -= impact.most * weight
        reached = max(reached, _least_of(total[impact.numbers], most))
    return _narrowed(touched, [], total, most, reached, left)


def _least_of(scores: NDArray[np.float64], most: int) -> float:
    """What at least *most* of *scores* reach: the largest such of few scores, nearly that of many; 0 of too few."""
    if threshold := threshold_of(scores, most):
        return threshold
    return float(np.partition(scores, len(scores) - most)[len(scores) - most]) if len(scores) >= most > 0 else 0.0


def _narrowed(
    touched: list[Numbers], others: Weighed, total: NDArray[np.float64], most: int, reached: float, left: float
) -> Numbers:
    """Of the papers *touched*, those that may be among the best when *others* are added."""
    # With few papers none has reached anything, but who is touched at all counts.
    near = [numbers[total[numbers] + left >= max(reached, _SLACK)] for numbers in touched]
    found: Numbers = np.unique(np.concatenate([*near, np.empty(0, np.intp)]))
    found = found[total[found] > 0]
    scores = total[found]
    for impact, weight in others:
        scores += weight * impact.at(found)
        left -= impact.most * weight
        stays: NDArray[np.bool_] = scores + (max(left, 0.0) + _SLACK) >= _least_of(scores, most)
        found, scores = found[stays], scores[stays]
    return found
