"""The sentences of an abstract that answer a question, word for word."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from index.answers.fitting import defining, fit, is_sort, numbers_in, proposing
from index.answers.kinds import Kind
from index.answers.matching import Sentence, Unit, analysed, match, together
from index.model import Paper, Passage

NEIGHBOUR = 0.35  # of a unit that stands in the sentence before or after
SORT_WEIGHT = 0.25  # of the fit to the kind of question, beside the words
PAIR_WEIGHT = 0.2  # of neighbouring words of the question that are neighbours in the sentence
IN_HEADLINE = 0.5  # of the weight of a word of the headline
OWN_NAME = 0.1  # of the weight of a word that all of the paper is about


@dataclass(frozen=True, slots=True)
class Scored:
    """One sentence of a paper, judged for one question."""

    paper: Paper
    sentence: Sentence
    score: float
    share: float  # of the worth of the question's words that it has, 0 to 1
    sort: bool  # whether it is of the sort that is asked for

    @property
    def passage(self) -> Passage:
        return Passage(self.paper, self.sentence.start, self.sentence.end)

    @property
    def text(self) -> str:
        return self.paper.abstract[self.sentence.start : self.sentence.end]


def judged(paper: Paper, units: Sequence[Unit], kind: Kind, asked: str = "", subject: str = "") -> list[Scored]:
    """The sentences of *paper*, best first.

    Args:
        asked: the question, for the sort of answer that it wants.
        subject: folded words that a definition should define.
    """
    every = analysed(paper.abstract)
    texts = [paper.abstract[one.start : one.end] for one in every]
    table = [[match(unit, one, text) for unit in units] for one, text in zip(every, texts, strict=True)]
    head = together(analysed(f"{paper.title or paper.headline}. {paper.name}"))
    weights = _focused(units, table, [bool(match(unit, head)) for unit in units])
    if units:  # what is asked for as absent is the point of a question, however common its word
        weights = [max(weights) if unit.negated else weight for unit, weight in zip(units, weights, strict=True)]
    worth = sum(weights)
    pairs = [(first.term, second.term) for first, second in pairwise(units)]
    found = []
    for place, (one, text) in enumerate(zip(every, texts, strict=True)):
        share = sum(weight * here for weight, here in zip(weights, table[place], strict=True)) / worth if worth else 0.0
        around = [
            max((table[at][u] for at in (place - 1, place + 1) if 0 <= at < len(every)), default=0.0)
            for u in range(len(units))
        ]
        near = (
            sum(w * max(0.0, a - h) for w, a, h in zip(weights, around, table[place], strict=True)) / worth
            if worth
            else 0.0
        )
        paired = sum(pair in one.pairs for pair in pairs) / len(pairs) if pairs else 0.0
        score = share + NEIGHBOUR * near * 0.5 + PAIR_WEIGHT * paired + SORT_WEIGHT * fit(kind, text, asked)
        if subject and kind is Kind.DEFINITION:
            score += 0.5 * defining(text, subject)
        score += 0.04 * proposing(text) + 0.03 * (1 - place / max(1, len(every)))
        found.append(Scored(paper, one, score, share, is_sort(kind, text, asked)))
    return sorted(found, key=lambda scored: (-scored.score, scored.sentence.start))


def gist(paper: Paper) -> list[Scored]:
    """The sentences of *paper*, those first that say what it does."""
    every = analysed(paper.abstract)
    names = {part for one in analysed(paper.name) for part in one.plain | one.extra} if paper.name else set()
    found = []
    for place, one in enumerate(every):
        text = paper.abstract[one.start : one.end]
        named = bool(names & (one.plain | one.extra))
        early = 1 - place / max(1, len(every))
        first_proposal = proposing(text) * (0.6 + 0.4 * early)
        score = first_proposal + 0.4 * named + 0.1 * early
        if paper.name and f"({paper.name})" in text:
            score += 0.5
        found.append(Scored(paper, one, score, 1.0, sort=True))
    return sorted(found, key=lambda scored: (-scored.score, scored.sentence.start))


def window_share(paper: Paper, units: Sequence[Unit]) -> float:
    """The share of the units' worth that the best two neighbouring sentences of *paper* have with its title, 0 to 1."""
    every = analysed(paper.abstract)
    head = analysed(paper.title)
    worth = sum(unit.weight for unit in units)
    if not worth:
        return 1.0
    best = 0.0
    for place in range(len(every)):
        pair = together((*every[place : place + 2], *head))
        text = paper.abstract[every[place].start : every[min(place + 1, len(every) - 1)].end]
        best = max(best, sum(unit.weight * match(unit, pair, text) for unit in units) / worth)
    return best


def checked(passage: Passage) -> Passage:
    """*passage*, with the check that it is a stretch of its abstract."""
    if not (0 <= passage.start < passage.end <= len(passage.paper.abstract)) or not passage.text.strip():
        raise AssertionError(f"{passage.paper.handle}: {passage.start} to {passage.end} is no stretch of the abstract")
    return passage


def with_numbers_bold(passage: Passage) -> Passage:
    """*passage* with its numbers marked."""
    bold = tuple((passage.start + start, passage.start + end) for start, end in numbers_in(passage.text))
    return Passage(passage.paper, passage.start, passage.end, bold)


def _focused(units: Sequence[Unit], table: Sequence[Sequence[float]], heading: Sequence[bool]) -> list[float]:
    """The units' weights within one paper: a word of one sentence points at it, a word of all at none.

    Args:
        heading: whether each unit stands in the headline: such a word points at the paper.
    """
    count = len(table)
    found = []
    for at, unit in enumerate(units):
        inside = sum(row[at] > 0 for row in table)
        rare = math.log((1 + count) / max(1, inside)) / math.log(1 + count) if count > 1 else 1.0
        points = IN_HEADLINE if heading[at] and not all(heading) else 1.0
        found.append(unit.weight * points * (OWN_NAME + (1 - OWN_NAME) * rare))
    return found
