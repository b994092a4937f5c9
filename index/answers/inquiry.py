"""One question with all that is needed to look for its answer."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from index import rows
from index.answers.candidates import ranked
from index.answers.matching import Unit
from index.answers.questions import Question
from index.answers.referents import Mention
from index.answers.units import units_of
from index.model import Paper
from index.search.analysis import stem
from index.search.finding import Finder
from index.search.lookup import Lookup
from index.search.suggestions import Spelling

_CHINESE_DOES = re.compile(r"^\s*(?!does\b)(.+?)\s+does\W*$")
_BEFORE_PLACE = re.compile(r"^\s*\w+")  # of "does the second one need data?" the places are left out
SHORTEST_SLIP = 7  # letters of a word that is seen with a slip in it


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper that may answer, with its place in the search."""

    paper: Paper
    share: float  # of the best paper's score, 0 to 1
    covered: float  # of the question's worth, by the postings alone, 0 to 1


@dataclass(frozen=True, slots=True)
class Inquiry:
    """One question, read, within one state of the library."""

    look: Lookup
    finder: Finder
    spelling: Spelling
    among: NDArray[np.int64] | None  # numbers of the papers to look in; None for all
    question: Question
    before: Question | None  # the member's question before it
    mentions: tuple[Mention, ...]  # papers that the question names
    thread: tuple[tuple[int, ...], ...]  # the papers that stand in each earlier turn
    titled: int | None  # the paper whose title stands in the question
    searched: int  # how many papers are looked through
    corpora: tuple[str, ...]  # labels of what is looked through

    @property
    def names(self) -> frozenset[str]:
        """Folded words of the question that only name papers."""
        return frozenset(surface for mention in self.mentions for surface in mention.surfaces)

    @property
    def context(self) -> tuple[int, ...]:
        """The papers of the newest turn that has any."""
        return next((papers for papers in reversed(self.thread) if papers), ())

    def units(self, text: str | None = None) -> list[Unit]:
        """What the question, or another *text*, asks for beside the papers that it names."""
        text = self.question.about if text is None else text
        return [self._spelled(unit) for unit in units_of(self._unnamed(text), self.look)]

    @property
    def asked(self) -> str:
        """The question with "it" for the papers that it names or points at by their place."""
        text = self._unnamed(self.question.about)
        if self.question.chinese:  # whose "does" stands at the end
            text = _CHINESE_DOES.sub(r"does \1", text)
        return _BEFORE_PLACE.sub(r"\g<0> it", text) if self.question.ordinals else text

    def units_with_names(self) -> list[Unit]:
        """What the question asks for, with the words that name papers."""
        return [self._spelled(unit) for unit in units_of(self.question.about, self.look)]

    def _spelled(self, unit: Unit) -> Unit:
        """*unit*, where it stands nowhere, with the word that it is a slip of."""
        if unit.hard or len(unit.surface) < SHORTEST_SLIP or self.look.knows(unit.term):
            return unit
        nearest = self.spelling.nearest(self.look.db, self.look.generation, unit.surface)
        if not nearest or nearest[0] != unit.surface[0]:  # "raining" is no slip of "training"
            return unit
        return replace(unit, same=unit.same | {stem(nearest)})

    def _unnamed(self, text: str) -> str:
        if text != self.question.about:
            return text
        for mention in sorted(self.mentions, key=lambda one: -one.start):
            if mention.surfaces or mention.typed or text[mention.start : mention.end].lower().lstrip("p").isdigit():
                text = text[: mention.start] + "it" + text[mention.end :]
        return text

    def papers(self, numbers: Iterable[int]) -> list[Paper]:
        """The papers with *numbers*, in that order; those of other corpora are left out."""
        wanted = list(numbers)
        if self.among is not None:
            allowed = set(self.among.tolist())
            wanted = [number for number in wanted if number in allowed]
        found = rows.papers(self.look.db, wanted)
        return [found[number] for number in wanted if number in found]

    def candidates(self, units: Sequence[Unit], most: int) -> list[Candidate]:
        """The papers that have most of *units*, best first."""
        found, covered = ranked([unit for unit in units if not unit.negated] or units, self.look, self.among, most)
        papers = rows.papers(self.look.db, found.numbers.tolist())
        top = float(found.scores[0]) if len(found.scores) else 1.0
        return [
            Candidate(papers[number], score / top, has)
            for number, score, has in zip(found.numbers.tolist(), found.scores.tolist(), covered.tolist(), strict=True)
        ]


def opening(paper: Paper) -> str:
    """The first letters of *paper*'s abstract: the same for one paper that is known twice."""
    return "".join(mark for mark in paper.abstract[:160].casefold() if mark.isalnum())[:80]
