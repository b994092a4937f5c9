"""When the abstracts do not tell: the reasons, and the papers that come nearest."""

from collections.abc import Sequence
from itertools import pairwise

from index.answers.inquiry import Inquiry
from index.answers.matching import Unit, analysed, match, side_by_side, whole
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
    lacking = [unit for unit in units if unit.hard and not unit.negated and not match(unit, everything, paper.abstract)]
    return lacking or [unit for unit in apart(units, paper) if not unit.negated]


def apart(units: Sequence[Unit], paper: Paper) -> list[Unit]:
    """Numbers of names that *paper* has, but never beside their name: the 9 of "GPT-9" where "9%" stands there."""
    there = (*analysed(paper.title), *analysed(paper.abstract))
    return [
        number
        for name, number in pairwise(units)
        if number.tied and name.hard and number.surface.isdecimal() and not side_by_side(name, number, there)
    ]


def surfaces(units: Sequence[Unit]) -> list[str]:
    """What *units* are called, the parts of a name as one: "eagle-3"."""
    found: list[str] = []
    for unit in units:
        if unit.tied and found and unit.surface.replace(".", "").isdecimal():
            found[-1] += f"-{unit.surface}"
        else:
            found.append(unit.surface)
    return found


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
        browse="" if papers else " ".join(surfaces([unit for unit in wanted if not unit.negated])),
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
    words = " or ".join(f"“{surface}”" for surface in surfaces(lacking)[:3])
    return (
        f"The abstract of {called(paper)} ({paper.handle}) does not mention {words}, and abstracts are all that I know."
    )


def nowhere(inquiry: Inquiry, lacking: Sequence[Unit]) -> str:
    words = " or ".join(f"“{surface}”" for surface in surfaces(lacking)[:3])
    return f"None of {looked_through(inquiry)} mentions {words}."


def no_code(paper: Paper) -> str:
    return f"The abstract of {called(paper)} ({paper.handle}) gives no code address."


def no_authors(paper: Paper) -> str:
    return f"The list that {called(paper)} ({paper.handle}) came with names no authors, and the abstract does not tell."


def _lack(paper: Paper, units: Sequence[Unit]) -> str:
    everything = whole(paper)
    lacking = {unit.term for unit in apart(units, paper)}
    there = [unit for unit in units if unit.term not in lacking and match(unit, everything, paper.abstract)]
    has, lacks = surfaces(there), surfaces([unit for unit in units if unit not in there])
    parts = []
    if has:
        parts.append("has " + ", ".join(f"“{surface}”" for surface in has[:3]))
    if lacks:
        parts.append("not " + ", ".join(f"“{surface}”" for surface in lacks[:3]))
    return ", ".join(parts)
