"""Questions that name no paper: what any of the abstracts says."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from index.answers import abstaining, listing
from index.answers.composing import answer, supported
from index.answers.fitting import defining
from index.answers.inquiry import Inquiry, opening
from index.answers.kinds import Kind
from index.answers.matching import Unit, analysed, coverage, match, side_by_side, whole
from index.answers.of_papers import authors, code, subject_of
from index.answers.passages import Scored, judged, window_share
from index.model import Answer, Paper

LOOKED_AT = 12  # papers that are judged
CLOSE = 0.97  # of the best paper's worth: another one that answers as well
TOLD_TOGETHER = frozenset({Kind.HOW, Kind.WHY, Kind.COMPARISON})  # kinds to which several papers may say something
NAMING = frozenset({Kind.DEFINITION, Kind.ABOUT})  # kinds that one word is enough for
DEFINED = 0.8  # how much a sentence must be the definition of a word
TELLING = 0.5  # weight from which on a single word says what is asked for
CODE_WORDS = frozenset(
    [
        "code",
        "source",
        "github",
        "repository",
        "repo",
        "implementation",
        "open",
        "available",
        "public",
        "link",
        "address",
        "project",
        "page",
    ]
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A paper that may answer, with how much of the question it has."""

    paper: Paper
    inside: float  # of the question's worth, in the abstract
    near: float  # likewise, in two neighbouring sentences
    usable: list[Scored]
    score: float


def answered(
    inquiry: Inquiry, kind: Kind, units: list[Unit], *, lead: str = "", leaning: Sequence[Unit] = ()
) -> Answer:
    """The answer to a question that names no paper; of several papers together, where it asks for that.

    Args:
        lead: our own words before what is found.
        leaning: what the question before was about, which ranks but need not be there.
    """
    if inquiry.question.kind is Kind.AUTHORS:
        likely = considered(inquiry, Kind.WHAT, units, units) if units else []
        sure = [one.paper for one in likely if one.inside >= abstaining.ENOUGH_ANYWHERE]
        return (
            authors(inquiry, sure[:1])
            if sure
            else abstaining.abstention(inquiry, abstaining.nothing_said(inquiry), units=units)
        )
    if inquiry.question.several and units and (told := listing.how_several(inquiry, units, kind)):
        return replace(told, lead=f"{lead} {told.lead}".strip())
    return said(inquiry, kind, units, lead=lead, leaning=leaning)


def said(
    inquiry: Inquiry, kind: Kind, units: Sequence[Unit], *, lead: str = "", leaning: Sequence[Unit] = ()
) -> Answer:
    """What the abstracts say to the question, or an abstention.

    Args:
        leaning: what the question before was about, which ranks but need not be there.
    """
    if not units:
        return abstaining.abstention(
            inquiry,
            "I could not see what to look for. Ask about a topic or a paper, such as “what is model merging?”.",
            units=(),
        )
    tried = considered(inquiry, kind, [*units, *leaning], units)
    if kind is Kind.CODE:
        said_of = [unit for unit in units if unit.surface not in CODE_WORDS]
        likely = [
            one
            for one in tried
            if said_of
            and coverage(said_of, whole(one.paper)) >= abstaining.ENOUGH_ANYWHERE
            and not abstaining.missing(said_of, one.paper)
            and one.inside >= abstaining.ENOUGH_ANYWHERE
        ]
        return (
            code(inquiry, [likely[0].paper])
            if likely
            else abstaining.abstention(inquiry, abstaining.nothing_said(inquiry), units=units)
        )
    if kind is Kind.DEFINITION:
        tried = _defining_first(tried)
    good = [one for one in tried if one.usable and good_enough(one, units, kind)]
    if not good:
        nearest = [one.paper for one in tried[: abstaining.NEAREST]]
        return abstaining.abstention(inquiry, _why_not(inquiry, units), nearest, units)
    best = good[0]
    if kind in TOLD_TOGETHER:
        others = [one for one in good[1:4] if one.score >= CLOSE * best.score]
        if others:
            first = [passage for one in (best, *others) for passage in supported(one.usable, 2)]
            return answer(first, kind=kind, lead=lead, confidence=best.near, words=110 + 50 * len(others))
    rest = [one.passage for one in best.usable[3:]] + [one.usable[0].passage for one in good[1:3]]
    return answer(supported(best.usable), kind=kind, lead=lead, confidence=best.near, more=rest)


def considered(inquiry: Inquiry, kind: Kind, units: Sequence[Unit], needed: Sequence[Unit]) -> list[Judged]:
    """The likely papers, best first. *units* rank, *needed* are what the question itself has."""
    found = []
    known: set[str] = set()
    asked = inquiry.question.text
    for candidate in inquiry.candidates(units, LOOKED_AT):
        paper = candidate.paper
        if opening(paper) in known:
            continue
        known.add(opening(paper))
        scored = judged(paper, units, kind, asked, subject_of(needed))
        usable = [one for one in scored if one.sort]
        inside = coverage(needed, whole(paper), paper.abstract)
        near = window_share(paper, needed)
        top = usable[0].score if usable else 0.0
        found.append(Judged(paper, inside, near, usable, 0.3 * candidate.share + 0.5 * inside + 0.4 * near + 0.4 * top))
    return sorted(found, key=lambda one: (-one.score, one.paper.number))


def good_enough(one: Judged, units: Sequence[Unit], kind: Kind) -> bool:
    """Whether a paper that the question does not name says enough of what is asked."""
    core = [unit for unit in units if not unit.soft] or list(units)
    if not any(unit.hard for unit in core) and not _asks_enough(one, units, core, kind):
        return False
    everything = whole(one.paper)
    if abstaining.missing(units, one.paper):
        return False
    if coverage(core, everything, one.paper.abstract) < abstaining.ENOUGH_ANYWHERE:
        return False
    return one.near >= abstaining.ENOUGH_TOGETHER and max(scored.share for scored in one.usable[:3]) > 0.25


def _asks_enough(one: Judged, units: Sequence[Unit], core: Sequence[Unit], kind: Kind) -> bool:
    """Whether common words alone say what is asked for: one of them seldom does, unless it is to be defined."""
    texts = [scored.text for scored in one.usable[:3]]
    if kind is Kind.DEFINITION:
        subject = subject_of(units)
        adjacent = len(units) > 1 and all(side_by_side(a, b, analysed(one.paper.abstract)) for a, b in pairwise(units))
        return adjacent or any(defining(text, subject) >= DEFINED for text in texts)
    if len(core) > 1 or kind in NAMING:
        return True
    beside = [unit for unit in units if unit.soft]
    near = not beside or any(match(unit, scored.sentence) for unit in beside for scored in one.usable[:3])
    return near and core[0].weight >= TELLING


def _defining_first(tried: list[Judged]) -> list[Judged]:
    return sorted(
        tried, key=lambda one: (-(one.usable[0].score if one.usable else 0.0) - 0.3 * one.inside, one.paper.number)
    )


def _why_not(inquiry: Inquiry, units: Sequence[Unit]) -> str:
    lacking = [unit for unit in units if unit.hard and not unit.negated and not inquiry.look.knows(unit.term)]
    return abstaining.nowhere(inquiry, lacking) if lacking else abstaining.nothing_said(inquiry)
