"""A topic's shelf: all papers that are of the topic, the best first."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index import rows
from index.model import Topic
from index.picks.as_written import Written, hangs_on_one
from index.picks.bags import bags
from index.picks.evidence import Bools, Evidence, Floats, Texts
from index.picks.fit import ENOUGH, FIRST, Fit, fit
from index.picks.near import near
from index.picks.profile import Background
from index.picks.signs import Sign, signs
from index.recognition import Recognition
from index.search.filters import passing
from index.search.lookup import Lookup
from index.search.query import parse
from index.search.related import related

FILTERED = 0.5  # how well a paper fits that only passes a filter of the topic
LIKE_PAPERS = 60  # that are looked at for an example
LIKE_SHARE = 0.5  # of the best one's likeness to the example: what is of its matter
MOST_READ = 600  # papers whose text is looked at because they hang on one mention: the best
NEAREST = 5  # papers that are told of although they are not on the shelf


@dataclass(frozen=True, slots=True)
class Outside:
    """A paper that has signs of a topic and is not on its shelf."""

    number: int
    signs: tuple[str, ...]  # that it has, the strongest first
    central: bool = False  # it has one at its heart, but that says little of this topic
    unwanted: str = ""  # what the topic does not want and it has; "" for one that has too little


@dataclass(frozen=True, slots=True)
class Shelf:
    """All papers of a topic in one state of the library; arrays have one entry a paper, the best first."""

    numbers: NDArray[np.int64]
    scores: Floats  # how well each fits
    signs: tuple[Sign, ...]
    parts: Floats  # (signs, papers): what each sign gives
    like: dict[int, int]  # a paper's number -> that of the example that it is like
    outside: tuple[Outside, ...]  # the nearest that are not on it

    def __len__(self) -> int:
        return len(self.numbers)


def shelf(topic: Topic, look: Lookup, among: NDArray[np.int64] | None, behind: Background) -> Shelf:
    """The shelf of *topic*.

    Args:
        among: numbers of the papers that may stand on it; None for all.
    """
    found = signs(topic, look)
    examples = _examples(topic, look)
    allowed = _allowed(look, among)
    allowed[examples] = False
    unwanted = _unwanted(topic, look)
    judged = _judged(found, look, allowed, behind)
    like = _like(examples, look, judged.scores, allowed)
    on_it = (judged.scores >= ENOUGH) & ~np.logical_or.reduce([*unwanted.values(), ~allowed])
    chosen = np.flatnonzero(on_it)
    chosen = chosen[np.lexsort((chosen, -judged.scores[chosen]))]
    return Shelf(
        chosen,
        judged.scores[chosen],
        found,
        judged.of(chosen, judged.fit.parts),
        {number: example for number, example in like.items() if on_it[number]},
        _outside(judged, found, on_it, unwanted),
    )


@dataclass(frozen=True, slots=True)
class _Judged:
    """What papers are worth to a topic."""

    scores: Floats  # (last number + 1,), by number
    numbers: NDArray[np.int64]  # of the papers that have signs, ascending
    fit: Fit  # of those papers

    def of(self, chosen: NDArray[np.int64], values: Floats) -> Floats:
        """The *values* of the papers *chosen*, out of those of all that have signs; (signs, chosen)."""
        found = np.zeros((len(values), len(chosen)))
        has = np.isin(chosen, self.numbers)
        found[:, has] = values[:, np.searchsorted(self.numbers, chosen[has])]
        return found


def _examples(topic: Topic, look: Lookup) -> list[int]:
    known = Recognition(look.db)
    return list(dict.fromkeys(number for key in topic.like for number in known.with_key(key)[:1]))


def _allowed(look: Lookup, among: NDArray[np.int64] | None) -> Bools:
    mask = np.zeros(look.size, np.bool_)
    if among is None:
        mask[[row[0] for row in look.db.execute("SELECT number FROM papers")]] = True
    else:
        mask[among] = True
    mask[look.withdrawn()] = False
    return mask


def _unwanted(topic: Topic, look: Lookup) -> dict[str, Bools]:
    """What the topic does not want, in words, and which papers have it."""
    found: dict[str, Bools] = {}
    for word in topic.without:
        query = parse(_as_phrase(word))
        masks = [look.where(clause) for clause in query.clauses] + [passing(look, one) for one in query.filters]
        if masks:
            found[f"it has “{word}”"] = np.logical_or.reduce(masks)
    if topic.has_code:
        lacks = np.ones(look.size, np.bool_)
        lacks[[row[0] for row in look.db.execute("SELECT number FROM papers WHERE code != ''")]] = False
        found["it gives no code"] = lacks
    return found


def _as_phrase(word: str) -> str:
    plain = '"' not in word and ":" not in word and "*" not in word
    return f'"{word}"' if plain and len(word.split()) > 1 else word.removeprefix("-")


def _having(sign: Sign, look: Lookup) -> Bools:
    """The papers with all terms of one of the sign's forms, in whatever order."""
    mask = np.zeros(look.size, np.bool_)
    for form in sign.forms:
        mask |= np.logical_and.reduce([look.any_of(place) for place in form])
    return mask


def _judged(found: Sequence[Sign], look: Lookup, allowed: Bools, behind: Background) -> _Judged:
    """The papers of *allowed* that have signs, and those that pass a filter which is a sign of its own."""
    having = [_having(sign, look) & allowed for sign in found]
    asked = [mask for sign, mask in zip(found, having, strict=True) if not sign.core]
    numbers = np.flatnonzero(np.logical_or.reduce(asked)) if asked else np.zeros(0, np.int64)
    scores = np.zeros(look.size)
    whole = Fit(np.zeros(0), np.zeros((len(found), 0)), np.zeros((len(found), 0)), 0.0)
    if len(numbers):
        words = near(look, numbers.tolist())
        texts = Texts(words)
        numbers = texts.numbers
        evidence = [
            one.where(_passing(sign, look)[numbers]) for sign, one in zip(found, texts.evidence(found), strict=True)
        ]
        counts = [int(mask.sum()) for mask in having]
        whole = fit(found, evidence, counts, int(allowed.sum()), bags(words), behind)
        whole = whole.where(found, _said(found, evidence, numbers, whole.whole, look))
        scores[numbers] = whole.whole
    for sign in found:
        if not sign.forms:
            scores = np.where(_passing(sign, look), 1 - (1 - scores) * (1 - FILTERED), scores)
    return _Judged(scores, numbers, whole)


def _said(
    found: Sequence[Sign], evidence: list[Evidence], numbers: NDArray[np.int64], scores: Floats, look: Lookup
) -> Bools:
    """Which signs papers that would stand on the shelf really say; (signs, papers)."""
    doubtful = np.flatnonzero(hangs_on_one(found, evidence) & (scores >= ENOUGH))
    doubtful = doubtful[np.argsort(-scores[doubtful], kind="stable")][:MOST_READ]
    papers = rows.papers(look.db, numbers[doubtful].tolist())
    has = np.ones((len(found), len(numbers)), np.bool_)
    for at in doubtful.tolist():
        written = Written(papers[int(numbers[at])])
        for place, sign in enumerate(found):
            if evidence[place].there[at]:
                has[place, at] = written.says(sign)
    return has


def _passing(sign: Sign, look: Lookup) -> Bools:
    """The papers that pass a sign's filters and have nothing that it excludes; (last number + 1,)."""
    mask = np.ones(look.size, np.bool_)
    for one in sign.filters:
        mask &= passing(look, one)
    for clause in sign.excluded:
        mask &= ~look.where(clause)
    return mask


def _like(examples: Sequence[int], look: Lookup, scores: Floats, allowed: Bools) -> dict[int, int]:
    """Which papers are like an example; their scores are raised to be enough, the nearest one's the most."""
    found: dict[int, int] = {}
    papers = rows.papers(look.db, examples)
    for number, paper in sorted(papers.items()):
        ranked = related(look, paper, LIKE_PAPERS)
        best = float(ranked.scores[0]) if len(ranked.scores) else 1.0
        for other, score in zip(ranked.numbers.tolist(), ranked.scores.tolist(), strict=True):
            share = score / best
            if share >= LIKE_SHARE and allowed[other]:
                here = ENOUGH + (1 - ENOUGH) * 0.8 * (share - LIKE_SHARE) / (1 - LIKE_SHARE)
                scores[other] = 1 - (1 - scores[other]) * (1 - here)
                found.setdefault(other, number)
    return found


def _outside(judged: _Judged, found: Sequence[Sign], on_it: Bools, unwanted: dict[str, Bools]) -> tuple[Outside, ...]:
    outside = np.flatnonzero((judged.scores > 0) & ~on_it)
    nearest = outside[np.lexsort((outside, -judged.scores[outside]))[:NEAREST]]
    strengths = judged.of(nearest, judged.fit.strengths)
    told = []
    for at, number in enumerate(nearest.tolist()):
        has = [sign for sign in np.argsort(-strengths[:, at]) if strengths[sign, at] > 0]
        has = [sign for sign in has if not found[sign].core] or has
        why = next((words for words, mask in unwanted.items() if mask[number]), "")
        central = bool(has) and strengths[has[0], at] >= FIRST
        told.append(Outside(number, tuple(found[sign].text for sign in has), bool(central), why))
    return tuple(told)
