"""How far a sentence, or a whole abstract, has what a question asks for."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from index.model import Paper
from index.search.analysis import words
from index.sentences import sentences

SPELLED = 0.95  # of a word that stands there in another spelling, or as its acronym
KIN = 0.6  # of a word beside one that means about the same
VARIANT = 0.6  # of a word that begins as the one asked for and ends otherwise
_VARIANT_ENDING = 5  # letters by which they may differ at the end


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing that a question asks for: a word and what stands for it."""

    surface: str  # folded, as it was asked
    term: str
    weight: float  # how much it tells papers apart, 0 to 1
    same: frozenset[str] = frozenset()  # terms that are the word itself: joined spelling, its acronym
    longs: tuple[frozenset[str], ...] = ()  # what an acronym stands for: all terms of one of them
    kin: frozenset[str] = frozenset()  # terms that mean about the same
    hard: bool = False  # a name or a number: nothing else can stand for it
    soft: bool = False  # nearly every abstract could have it
    negated: bool = False  # asked for as absent: "without data", "no labels"
    tied: bool = False  # one word, or one name, with the unit before it: "multi-task", "Task Arithmetic"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of an abstract, analysed."""

    start: int  # in the abstract
    end: int
    stream: tuple[str, ...]  # plain terms in order
    plain: frozenset[str]
    extra: frozenset[str]
    surfaces: frozenset[str]
    pairs: frozenset[tuple[str, str]]  # neighbouring plain terms


@lru_cache(maxsize=3_000)
def analysed(text: str) -> tuple[Sentence, ...]:
    """The sentences of *text*, in order."""
    found = words(text)
    made: list[Sentence] = []
    at = 0
    for start, end in sentences(text):
        inside = []
        while at < len(found) and found[at].start < end:
            if found[at].start >= start:
                inside.append(found[at])
            at += 1
        stream = tuple(term for word in inside for term in word.plain)
        made.append(
            Sentence(
                start,
                end,
                stream,
                frozenset(stream),
                frozenset(term for word in inside for term in word.extra),
                frozenset(part for word in inside if word.plain for part in word.surface.split("-")),
                frozenset(pairwise(stream)),
            )
        )
    return tuple(made)


def together(parts: Sequence[Sentence]) -> Sentence:
    """*parts* as if they were one sentence; neighbours across their borders are none."""
    return Sentence(
        min((part.start for part in parts), default=0),
        max((part.end for part in parts), default=0),
        tuple(term for part in parts for term in part.stream),
        frozenset().union(*(part.plain for part in parts)),
        frozenset().union(*(part.extra for part in parts)),
        frozenset().union(*(part.surfaces for part in parts)),
        frozenset().union(*(part.pairs for part in parts)),
    )


def whole(paper: Paper) -> Sentence:
    """All that is known of *paper* as one: title, abstract, authors, area."""
    head = f"{paper.title or paper.headline}. {paper.name}. {', '.join(paper.authors)}. {paper.area}"
    return together((*analysed(head), *analysed(paper.abstract)))


def match(unit: Unit, sentence: Sentence, text: str = "") -> float:
    """How far *sentence* has *unit*: 1 as asked, less by another word, 0 not at all.

    Args:
        text: the sentence's own words; needed for what is asked for as absent.
    """
    if unit.negated:
        return 1.0 if _absent(unit, text) else 0.0
    if unit.term in sentence.plain:
        return 1.0 if _same_thing(unit, sentence) else VARIANT
    if unit.term in sentence.extra or unit.same & sentence.plain or unit.same & sentence.extra:
        return SPELLED
    if any(long <= sentence.plain for long in unit.longs):
        return SPELLED
    if unit.hard:
        return 0.0
    if unit.kin & sentence.plain:
        return KIN
    return VARIANT if _variant(unit.surface, sentence.surfaces) else 0.0


def coverage(units: Iterable[Unit], sentence: Sentence, text: str = "") -> float:
    """The share of the units' worth that *sentence* has, 0 to 1; 1 where nothing is asked for."""
    wanted = list(units)
    worth = sum(unit.weight for unit in wanted)
    return sum(unit.weight * match(unit, sentence, text) for unit in wanted) / worth if worth else 1.0


def _same_thing(unit: Unit, sentence: Sentence) -> bool:
    """Whether a word in -er is there as such: "transformers" are nothing that transforms."""
    root = unit.surface.removesuffix("s")
    if not (root.endswith("er") and len(root) > 6 and len(unit.term) < len(root)):
        return True
    return any(surface.startswith(root) for surface in sentence.surfaces)


def side_by_side(first: Unit, second: Unit, sentences: Iterable[Sentence]) -> bool:
    """Whether one of *sentences* has *first* and *second* next to each other, or as one word."""
    return any(
        (first.term, second.term) in sentence.pairs or (first.same & second.same & (sentence.plain | sentence.extra))
        for sentence in sentences
    )


def _variant(surface: str, there: frozenset[str]) -> bool:
    if len(surface) < 5 or not surface.isalpha():
        return False
    root = surface if len(surface) < 8 else surface[:-2]
    return any(
        (other.startswith(root) and len(other) - len(root) <= _VARIANT_ENDING)
        or (len(other) >= 5 and surface.startswith(other) and len(surface) - len(other) <= _VARIANT_ENDING)
        for other in there
    )


def _absent(unit: Unit, text: str) -> bool:
    root = re.escape(unit.surface if len(unit.surface) < 6 else unit.surface[:-2])
    return bool(
        re.search(
            rf"\b{root}\w*(?:[\s-]+\w+)?[\s‐‑-]+(?:free|agnostic|independent)\b"
            rf"|\b(?:without|no|not|non|never|neither|nor|zero|free (?:of|from)|eliminat\w+|avoid\w*|remov\w+)\b"
            rf"[\s‐‑-]+(?:[^\s.;]+\s+){{0,4}}?(?:[\w-]+-)?{root}",
            text,
            re.IGNORECASE,
        )
    )
