"""How well papers fit a topic: what their evidence of its signs is worth together.

A paper is of a topic when it is about it, not when it shares a word: one that names "federated learning" in a list of
applications is not. So each sign counts by where it stands and how often, and a common word by how much the library
itself says that it goes with the topic: by the topic's other words, and by the company that the topic keeps.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from index.picks.bags import Bags
from index.picks.evidence import Bools, Evidence, Floats
from index.picks.profile import MOST_SURE, Background, Company, company
from index.picks.signs import Form, Sign

ENOUGH = 0.45  # of a paper that is of the topic
SURE = 0.6  # by runs of words, or by several words: of the topic beyond doubt
TOGETHER = 0.5  # of a single word, for that: it takes two at the paper's heart

HEAD = 0.85  # what one sign is worth alone, where it stands in the title
PROPOSED = 0.65
FIRST = 0.6
AREA = 0.5
PASSING = 0.3
AGAIN = 0.2  # of what is missing, for each further time
MOST_TIMES = 8
COMMON = 0.62  # of a single word, beside a run of them
SHORT = 0.9  # of an acronym that the library does not explain
CORE = 0.55  # of a word that several of the topic's words share
UNSURE = 0.12  # the least trust in a common word
SHARED = 0.6  # the least trust in one that was asked for alone and stands in others of the topic's words
STRANGE = 0.7  # of a run of words in a paper of quite another field
NAMED = 0.75  # of a single word that is the topic's whole label
KEPT = 0.22  # of what is missing, that a paper gains which keeps the topic's company
TELLING = 50  # papers of which one has a word: it says all that a word can say in the topic's company
USUAL, PECULIAR = 33, 170  # likewise: from nothing to all that a word can say alone
_SMOOTHING = 1.0


@dataclass(frozen=True, slots=True)
class Fit:
    """How well some papers fit a topic."""

    whole: Floats  # (papers,), 0 to 1
    parts: Floats  # (signs, papers): what each sign gives
    strengths: Floats  # (signs, papers): how much each paper is about a sign, whatever that says of the topic
    lift: Floats | float  # (papers,): of what is missing, what each gains for the company that it keeps

    def where(self, signs: Sequence[Sign], has: Bools) -> "Fit":
        """The same, with only those signs of each paper that it really *has*; (signs, papers)."""
        parts = self.parts * has
        return Fit(_together(signs, parts, self.lift), parts, self.strengths, self.lift)


def fit(
    signs: Sequence[Sign],
    found: Sequence[Evidence],
    found_in: Sequence[int],
    searched: int,
    texts: Bags,
    behind: Background,
) -> Fit:
    """How well each paper fits.

    Args:
        found: evidence of every paper that has a sign other than a core one.
        found_in: in how many papers each sign's terms stand, of the *searched* that were looked through.
        texts: of the same papers.
    """
    strengths = np.array([strength(one) for one in found])
    there = [one.there for one in found]
    rarities = [_rarity(count, searched) for count in found_in]
    kept = _company(signs, strengths, texts, behind, searched)
    parts = strengths * np.stack(
        [
            np.zeros(len(texts.numbers))
            + _worth(
                sign,
                max(_trust(sign, signs, there, count, rarity), 0.0 if sign.core else _peculiar(count, searched)),
                rarity,
                kept,
                alone=_asked(signs) == 1,
            )
            for sign, count, rarity in zip(signs, found_in, rarities, strict=True)
        ]
    )
    lift = 0.0 if kept is None else KEPT * kept.share * kept.of
    return Fit(_together(signs, parts, lift), parts, strengths, lift)


def _together(signs: Sequence[Sign], parts: Floats, lift: Floats | float) -> Floats:
    """What *parts* are worth together; (papers,)."""
    whole = 1 - np.prod(1 - _each_once(signs, parts), axis=0)
    return np.where(whole > 0, 1 - (1 - whole) * (1 - lift), 0.0)


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


def _asked(signs: Sequence[Sign]) -> int:
    return sum(not sign.core for sign in signs)


def _company(
    signs: Sequence[Sign], strengths: Floats, texts: Bags, behind: Background, searched: int
) -> Company | None:
    """How surely each paper is of the topic's field by all else that it says; None where nobody can tell."""
    believed = [0.0 if sign.core else 1.0 if sign.wide or sign.known else TOGETHER for sign in signs]
    alone = 1 - np.prod(1 - _each_once(signs, strengths * np.array(believed)[:, None]), axis=0)
    best = np.argsort(-alone, kind="stable")[:MOST_SURE]
    sure = np.zeros(len(texts.numbers), np.bool_)
    sure[best[alone[best] >= SURE]] = True
    own = {term for sign in signs for form in sign.prints for place in form for term in place}
    return company(texts.among(sure), texts, behind, own, float((alone >= SURE).sum()) / max(1, searched))


def _trust(sign: Sign, signs: Sequence[Sign], there: Sequence[Bools], found_in: int, rarity: float) -> float:
    """How far a single word goes with the topic's other words, 0 to 1: "posterior" does, "prior" goes with anything."""
    others = [has for one, has in zip(signs, there, strict=True) if not one.core and not one.terms & sign.terms]
    if not others:
        return rarity / 2 if sign.core else 1.0
    both = int((there[signs.index(sign)] & np.logical_or.reduce(others)).sum())
    return max(UNSURE, (both + _SMOOTHING) / (max(found_in, both) + _SMOOTHING))


def _rarity(found_in: int, searched: int) -> float:
    """How much a word says in the topic's company, 0 to 1: 1 from where one paper in *TELLING* has it."""
    return min(1.0, math.log(max(1, searched) / max(1, found_in)) / math.log(TELLING))


def _peculiar(found_in: int, searched: int) -> float:
    """How much a word says alone, 0 to 1: "Muon" stands in one paper of hundreds, and hardly in passing."""
    rare = math.log(max(1, searched) / max(1, found_in))
    return min(1.0, max(0.0, (rare - math.log(USUAL)) / (math.log(PECULIAR) - math.log(USUAL))))


def _worth(sign: Sign, trust: float, rarity: float, kept: Company | None, *, alone: bool) -> Floats:
    """What a sign is worth at most in each paper, 0 to 1.

    A run of words is believed. A single word is believed as far as it goes with the topic's other words, or as
    the paper keeps the topic's company.

    Args:
        alone: nothing else was asked for.
    """
    if not sign.core and (sign.wide or sign.known):
        return np.array([1.0]) if kept is None else 1 - (1 - STRANGE) * kept.share * (1 - kept.of)
    if alone:
        return np.array([1.0])
    if sign.named:
        return np.array([NAMED])
    if sign.shared and not sign.core:
        trust = max(trust, 1.0 if kept is None else 1 - (1 - SHARED) * kept.share)
    kind = CORE if sign.core else SHORT if sign.short else COMMON
    found: Floats = kind * (np.array([trust]) if kept is None else np.maximum(trust, rarity * kept.share * kept.of))
    return found


def _each_once(signs: Sequence[Sign], parts: Floats) -> Floats:
    """*parts* with signs that are the same in other words ("FL", "federated learning") as one, the stronger.

    So are all core signs, which are words of one another's company: "neural", "network", "graph".
    """
    groups: list[tuple[set[Form], list[int]]] = []
    for at, sign in enumerate(signs):
        if sign.core:
            continue
        same = [group for group in groups if group[0] & set(sign.forms)]
        forms = set(sign.forms).union(*(group[0] for group in same))
        places = [at, *(place for group in same for place in group[1])]
        groups = [group for group in groups if group not in same] + [(forms, places)]
    together = [places for _, places in groups]
    together += [cores] if (cores := [at for at, sign in enumerate(signs) if sign.core]) else []
    return np.array([parts[places].max(axis=0) for places in together]).reshape(len(together), parts.shape[1])
