"""Signs as a paper writes them: what its terms alone can't tell.

Terms know neither stop words nor commas: "tasks like arithmetic" has the terms of "task arithmetic", a paper that says
"formal language (FL)" has the term of federated learning, and "such as vision, speech, and federated learning" is a
list of what else there is. So papers that hang on one such mention are read.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np

from index.model import Paper
from index.picks.evidence import Bools, Evidence
from index.picks.signs import Alone, Sign
from index.picks.stretches import stretches
from index.search.acronyms import acronyms
from index.search.analysis import Word, words

_CUE = re.compile(
    r"\b(?:such as|including|includes?|e\.g\.|for example|like|encompass\w*|ranging from|span\w*|applications?|"
    r"settings|areas|fields|domains|tasks)\b[^.;]*$",
    re.IGNORECASE,
)
_LISTED_BEFORE = re.compile(r"(?:,|\b(?:and|or|as|like|including)|\b[ivx\d]{1,4}\))\s*$", re.IGNORECASE)
_LISTED_AFTER = re.compile(r"\s*(?:\([^)]*\))?\s*(?:,|(?:and|or)\b)", re.IGNORECASE)
_REACH = 160  # characters before a mention that may begin its list


def hangs_on_one(signs: Sequence[Sign], found: Sequence[Evidence]) -> Bools:
    """The papers that have a run of words just once, or a short form: those are to be read."""
    doubtful = [
        (one.count == 1) & ~one.head if sign.wide and not sign.core else one.there if sign.alone else one.there & False
        for sign, one in zip(signs, found, strict=True)
    ]
    either: Bools = np.logical_or.reduce(doubtful)
    return either


class Written:
    """A paper as it is written, to be asked for signs."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper

    @cached_property
    def _texts(self) -> list[tuple[str, list[Word]]]:
        texts = (self._paper.title or self._paper.headline, self._paper.abstract)
        return [(text, [word for word in words(text) if word.plain]) for text in texts]

    @cached_property
    def _shorts(self) -> dict[str, tuple[str, ...]]:
        return {one.short: one.long for one in acronyms(self._paper.abstract)}

    def says(self, sign: Sign) -> bool:
        """Whether the paper says *sign* and means it."""
        if any(self._means_another(one) for one in sign.alone):
            return False
        return not sign.wide or sign.core or any(self._said(sign))

    def _means_another(self, one: Alone) -> bool:
        """Whether the paper itself says that a short form stands for something else than in other papers."""
        long = self._shorts.get(one.word, ())
        return bool(long and one.meanings) and not any(set(long) & set(meaning) for meaning in one.meanings)

    def _said(self, sign: Sign) -> Iterator[bool]:
        """Of each place where the terms of *sign* stand, whether they are that sign, and not one of a list."""
        for text, found in self._texts:
            for form in sign.forms:
                for first, last in stretches(found, form):
                    apart = not _side_by_side(text, found[first : last + 1], sign)
                    yield not apart and not _listed(text, found[first], found[last])


def _side_by_side(text: str, found: Sequence[Word], sign: Sign) -> bool:
    """Whether only the stop words that were typed, too, stand between the words *found*."""
    if not sign.terms <= {term for word in found for term in word.plain}:
        return True  # what a short form stands for: nobody typed that
    between = " ".join(text[one.end : other.start] for one, other in pairwise(found))
    typed = {word.surface for word in words(sign.text) if not word.plain}
    return {word.surface for word in words(between)} <= typed


def _listed(text: str, first: Word, last: Word) -> bool:
    """Whether the mention is one of a list of examples."""
    before = text[max(0, first.start - _REACH) : first.start].rpartition(". ")[2]
    if not _CUE.search(before):
        return False
    return before.rstrip().endswith(",") or bool(_LISTED_BEFORE.search(before) and _LISTED_AFTER.match(text, last.end))
