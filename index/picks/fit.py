"""How well papers fit a topic: what their evidence of its signs is worth together.

A paper is of a topic when it is about it, not when it shares a word: one that names "federated learning" in a list of
applications is not. So each sign counts by where it stands and how often, and a common word by how much
the library itself says that it goes with the topic's other words.
"""

from collections.abc import Sequence

import numpy as np

from index.picks.evidence import Bools, Evidence, Floats
from index.picks.signs import Form, Sign

ENOUGH = 0.45  # of a paper that is of the topic

HEAD = 0.85  # what one sign is worth alone, where it stands in the title
PROPOSED = 0.65
FIRST = 0.6
AREA = 0.5
PASSING = 0.3
AGAIN = 0.2  # of what is missing, for each further time
MOST_TIMES = 8
COMMON = 0.62  # of a single word, beside a run of them
CORE = 0.55  # of a word that several of the topic's words share
UNSURE = 0.12  # the least trust in a common word
_SMOOTHING = 1.0


def strength(one: Evidence) -> Floats:
    """How much each paper is about a sign, 0 to 1."""
    base = np.where(one.count > 0, PASSING, 0.0)
    base = np.where(one.early, FIRST, base)
    base = np.where(one.proposed, np.maximum(base, PROPOSED), base)
    base = np.where(one.head, HEAD, base)
    base = 1 - (1 - base) * np.where(one.area, 1 - AREA, 1.0)
    again = np.clip(one.count - 1, 0, MOST_TIMES)
    found: Floats = 1 - (1 - base) * (1 - AGAIN) ** again
    return np.where(one.there, found, 0.0)


def trusts(signs: Sequence[Sign], there: Sequence[Bools], found_in: Sequence[int]) -> list[float]:
    """How far each sign can be believed by itself, 0 to 1.

    A run of words is believed, and so is a word that was asked for alone and stands in others of the topic's words. Any
    other single word is believed as far as the papers that have it also have others of the
    topic's signs: "posterior" goes with "Gaussian process", while "prior" goes with anything.
    """
    asked = [sign for sign in signs if not sign.core]
    found = []
    for sign, mine, count in zip(signs, there, found_in, strict=True):
        others = [
            has for other, has in zip(signs, there, strict=True) if not other.core and not other.terms & sign.terms
        ]
        if not sign.core and (sign.wide or sign.known or sign.shared or len(asked) == 1):
            found.append(1.0)
        elif not others:
            found.append(1.0 if not sign.core else 0.5)
        else:
            both = int((mine & np.logical_or.reduce(others)).sum())
            found.append(max(UNSURE, (both + _SMOOTHING) / (max(count, both) + _SMOOTHING)))
    return found


def weights(signs: Sequence[Sign], there: Sequence[Bools], found_in: Sequence[int]) -> list[float]:
    """What each sign is worth at most, 0 to 1."""
    found = []
    for sign, trust in zip(signs, trusts(signs, there, found_in), strict=True):
        kind = CORE if sign.core else 1.0 if sign.wide or sign.known else COMMON
        if sign.short and not sign.known and not sign.core:
            kind = 0.9
        found.append(kind * trust)
    most = max((weight for sign, weight in zip(signs, found, strict=True) if not sign.core), default=1.0)
    return [weight / (most or 1.0) if most < COMMON else weight for weight in found]


def fit(signs: Sequence[Sign], found: Sequence[Evidence], found_in: Sequence[int]) -> tuple[Floats, Floats]:
    """How well each paper fits, 0 to 1, and what each sign gives to it; (papers,) and (signs, papers).

    Args:
        found: evidence of every paper that has a sign other than a core one.
        found_in: in how many papers each sign's terms stand, of all that were looked through.
    """
    worth = weights(signs, [one.there for one in found], found_in)
    parts = np.array([weight * strength(one) for weight, one in zip(worth, found, strict=True)])
    whole: Floats = 1 - np.prod(1 - _each_once(signs, parts), axis=0)
    return whole, parts


def _each_once(signs: Sequence[Sign], parts: Floats) -> Floats:
    """*parts* with signs that are the same in other words ("FL", "federated learning") as one, the stronger."""
    groups: list[tuple[set[Form], list[int]]] = []
    for at, sign in enumerate(signs):
        same = [group for group in groups if group[0] & set(sign.forms)]
        forms = set(sign.forms).union(*(group[0] for group in same))
        places = [at, *(place for group in same for place in group[1])]
        groups = [group for group in groups if group not in same] + [(forms, places)]
    return np.array([parts[places].max(axis=0) for _, places in groups])
