"""When the abstracts do not tell: the reasons, and the papers that come nearest."""

from collections.abc import Sequence

from index.answers.inquiry import Inquiry
from index.answers.matching import Unit, match, whole
from index.answers.telling import called
from index.model import Answer, Paper

NEAREST = 3
ENOUGH_IN_PAPER = 0.4  # of the worth of a question about a named paper, in its abstract
ENOUGH_IN_SENTENCE = 0.3  # likewise, in one sentence
ENOUGH_ANYWHERE = 0.7  # of the worth of a question that names no paper, in one abstract
ENOUGH_TOGETHER = 0.5  # likewise, in two neighbouring sentences


def missing(units: Sequence[Unit], paper: Paper) -> list[Unit]:
    """Names and numbers of the question that *paper* does not have."""
    everything = whole(paper)
    return [unit for unit in units if unit.hard and not unit.negated and not match(unit, everything, paper.abstract)]


def abstention(
    inquiry: Inquiry, reason: str, papers: Sequence[Paper] = (), units: Sequence[Unit] | None = None
) -> Answer:
    """An honest no: *reason*, and *papers* as the nearest, or the search's first where none are given."""
    wanted = inquiry.units() if units is None else list(units)
    nearest = list(papers) or [candidate.paper for candidate in inquiry.candidates(wanted, NEAREST)]
    nearest = nearest[:NEAREST]
    return Answer(
        "abstain",
        reason=reason,
        nearest=tuple(nearest),
        lacks=tuple(_lack(paper, wanted) for paper in nearest),
        suggestions=tuple(f"What is {paper.handle} about?" for paper in nearest[:2]),
    )


def looked_through(inquiry: Inquiry) -> str:
    """What was searched: "the 5,862 abstracts of ICML 2026"."""
    where = f" of {' and '.join(inquiry.corpora)}" if 0 < len(inquiry.corpora) <= 3 else ""
    return f"the {inquiry.searched:,} abstract{'s' * (inquiry.searched != 1)}{where}"


def nothing_said(inquiry: Inquiry) -> str:
    return f"None of {looked_through(inquiry)} answers that, and abstracts are all that I know."


def not_told(paper: Paper) -> str:
    return f"The abstract of {called(paper)} ({paper.handle}) does not tell, and abstracts are all that I know."


def not_mentioned(paper: Paper, lacking: Sequence[Unit]) -> str:
    words = " or ".join(f"“{unit.surface}”" for unit in lacking[:3])
    return (
        f"The abstract of {called(paper)} ({paper.handle}) does not mention {words}, and abstracts are all that I know."
    )


def nowhere(inquiry: Inquiry, lacking: Sequence[Unit]) -> str:
    words = " or ".join(f"“{unit.surface}”" for unit in lacking[:3])
    return f"None of {looked_through(inquiry)} mentions {words}."


def no_code(paper: Paper) -> str:
    return f"The abstract of {called(paper)} ({paper.handle}) gives no code address."


def no_authors(paper: Paper) -> str:
    return f"The list that {called(paper)} ({paper.handle}) came with names no authors, and the abstract does not tell."


def _lack(paper: Paper, units: Sequence[Unit]) -> str:
    everything = whole(paper)
    has = [unit.surface for unit in units if match(unit, everything, paper.abstract)]
    lacks = [unit.surface for unit in units if unit.surface not in has]
    parts = []
    if has:
        parts.append("has " + ", ".join(f"“{surface}”" for surface in has[:3]))
    if lacks:
        parts.append("not " + ", ".join(f"“{surface}”" for surface in lacks[:3]))
    return ", ".join(parts)
