"""How papers have a topic's signs: in the title, early, where they say what they do, how often, or in passing."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from index.picks.signs import Sign
from index.search.analysis import print_of, stem
from index.search.streams import Streams

EARLY = 0.2  # of an abstract: what a paper is about stands in its first sentence or two
REACH = 14  # terms behind "we propose" that say what is proposed
_TEXTS = 4  # of a stream: title or headline, abstract, authors, area

_PROPOSING = tuple(
    print_of(stem(word))
    for word in ("propose", "introduce", "present", "develop", "study", "investigate", "formulate", "analyze")
)

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Evidence:
    """How some papers have one sign; each array has one entry a paper."""

    head: Bools  # in the title, or in the headline of a paper without one
    area: Bools
    early: Bools
    proposed: Bools  # near the words in which a paper says what it does
    count: NDArray[np.int64]  # in the abstract

    @property
    def there(self) -> Bools:
        found: Bools = self.head | self.area | (self.count > 0)
        return found

    def where(self, has: Bools) -> "Evidence":
        """The same of the papers that pass *has*, nothing of the others."""
        return Evidence(self.head & has, self.area & has, self.early & has, self.proposed & has, self.count * has)


class Texts:
    """The streams of some papers, parted into their texts.

    Args:
        near: of papers, ascending by number.
    """

    def __init__(self, near: Streams) -> None:
        self.numbers = near.numbers
        self._terms = near.terms
        self._ends = near.term_ends
        self._near = near
        borders = np.flatnonzero(near.terms == 0).reshape(-1, _TEXTS)
        self._head_end = borders[:, 0]
        self._abstract_end = borders[:, 1]
        self._authors_end = borders[:, 2]
        self._proposing = self._marked_behind(np.flatnonzero(np.isin(near.terms, np.array(_PROPOSING, np.uint32))))

    def _marked_behind(self, places: NDArray[np.int64]) -> Bools:
        marked = np.zeros(len(self._terms) + REACH + 1, np.bool_)
        for step in range(REACH + 1):
            marked[places + step] = True
        return marked

    def evidence(self, signs: Sequence[Sign]) -> list[Evidence]:
        """How each paper has each of *signs*, in one of its forms.

        A word within a longer sign is part of that, and does not count once more: the longest are looked for first.
        """
        taken = np.zeros(len(self._terms) + 1, np.bool_)
        found: dict[int, Evidence] = {}
        for width, alike in groupby(
            sorted(range(len(signs)), key=lambda at: -_width(signs[at])), lambda at: _width(signs[at])
        ):
            now = taken.copy()
            for at in alike:
                starts = self._all_starts(signs[at])
                places = np.unique(np.concatenate(starts)) if starts else np.zeros(0, np.int64)
                found[at] = self._of(places[~taken[places]])
                for start, form in zip(starts, signs[at].prints, strict=True):
                    for step in range(len(form) if width > 1 else 0):
                        now[start + step] = True
            taken = now
        return [found[at] for at in range(len(signs))]

    def _of(self, at: NDArray[np.int64]) -> Evidence:
        """The evidence of a sign that begins at the places *at*."""
        paper = np.searchsorted(self._ends, at, side="right")
        in_head = at < self._head_end[paper]
        in_abstract = ~in_head & (at < self._abstract_end[paper])
        in_area = at > self._authors_end[paper]
        begin = self._head_end[paper] + 1
        length = np.maximum(1, self._abstract_end[paper] - begin)
        is_early = in_abstract & (at - begin < EARLY * length)
        return Evidence(
            head=self._having(paper[in_head]),
            area=self._having(paper[in_area]),
            early=self._having(paper[is_early]),
            proposed=self._having(paper[in_abstract & self._proposing[at]]),
            count=np.bincount(paper[in_abstract], minlength=len(self.numbers)),
        )

    def _having(self, papers: NDArray[np.int64]) -> Bools:
        has = np.zeros(len(self.numbers), np.bool_)
        has[papers] = True
        return has

    def _all_starts(self, sign: Sign) -> list[NDArray[np.int64]]:
        """Where each form of *sign* begins."""
        found = []
        for form, run in zip(sign.forms, sign.prints, strict=True):
            at = self._starts(run)
            for one in sign.alone:
                if (one.term,) in form:
                    has = self._having_word(print_of(one.word))
                    if one.beside:
                        has = has & self._near.having_run([print_of(one.beside)])
                    at = at[has[np.searchsorted(self._ends, at, side="right")]]
            found.append(at)
        return found

    def _having_word(self, word: int) -> Bools:
        """Which papers have a word just so."""
        near = self._near
        return self._having(np.searchsorted(near.surface_ends, np.flatnonzero(near.surfaces == word), side="right"))

    def _starts(self, run: Sequence[Sequence[int]]) -> NDArray[np.int64]:
        """Where *run* begins."""
        width = len(run)
        if not 0 < width <= len(self._terms):
            return np.zeros(0, np.int64)
        at = np.flatnonzero(_is_one_of(self._terms[: len(self._terms) - width + 1], run[0]))
        for step in range(1, width):
            at = at[_is_one_of(self._terms[at + step], run[step])]
        return at


def _width(sign: Sign) -> int:
    """The terms of the sign as it was typed."""
    return len(sign.forms[0]) if sign.forms else 0


def _is_one_of(terms: NDArray[np.uint32], wanted: Sequence[int]) -> Bools:
    if len(wanted) == 1:
        same: Bools = terms == wanted[0]
        return same
    return np.isin(terms, np.array(wanted, np.uint32))
