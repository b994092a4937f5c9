"""Questions within a thread: its own papers answer first."""

from collections.abc import Sequence

from index.answers import abstaining, anywhere, listing, of_papers
from index.answers.inquiry import Inquiry
from index.answers.kinds import LISTING, Kind
from index.answers.matching import Unit, coverage, whole
from index.model import Answer

IN_THREAD = 0.75  # of a question's worth: so much the thread's own papers must have to answer for all


def more_of_the_list(inquiry: Inquiry) -> Answer:
    """Others of the list before."""
    standing_there = {f"p{number}" for papers in inquiry.thread for number in papers}
    if inquiry.before is None:
        return abstaining.abstention(
            inquiry, "Others of what? Ask for papers first, such as “which papers are about model merging?”.", units=()
        )
    return listing.which_papers(inquiry, inquiry.units(inquiry.before.about), Kind.LIST, without=standing_there)


def in_thread(inquiry: Inquiry, kind: Kind, units: list[Unit]) -> Answer:
    """From the thread's own papers first; others only where they don't answer, and said so."""
    question = inquiry.question
    papers = inquiry.papers(inquiry.context)
    if question.correction and units:
        return _corrected(inquiry, units)
    points = question.pronoun or question.elliptic or question.plural
    if not units and points and papers:
        return of_papers.told(inquiry, papers if question.plural else papers[:1], kind, units)
    if papers and (points or kind not in LISTING):
        asked_of = papers if question.plural or not question.pronoun or kind in LISTING else papers[:1]
        own = (
            of_papers.told(inquiry, asked_of, kind, units)
            if kind in LISTING or kind in (Kind.CODE, Kind.AUTHORS, Kind.COMPARISON)
            else of_papers.from_best(inquiry, asked_of, kind, units)
        )
        if own.kind == "abstain" and question.elliptic and kind not in (*LISTING, Kind.CODE, Kind.AUTHORS, Kind.WHAT):
            own = of_papers.from_best(inquiry, asked_of, Kind.WHAT, units)
        if own.kind == "answer" and (points or _covers(own, units)):
            return own
        if question.pronoun or question.plural or kind in (Kind.CODE, Kind.AUTHORS):
            return own
    leaning = inquiry.units(inquiry.before.about) if question.elliptic and inquiry.before else []
    if kind in LISTING and question.elliptic:
        return (
            listing.which_papers(inquiry, units, Kind.FIND if kind is Kind.FIND else Kind.LIST)
            if not leaning
            else leaning_list(inquiry, units, leaning, kind)
        )
    return anywhere.answered(
        inquiry, kind, units, lead="Not in this thread’s papers, but:" if papers else "", leaning=leaning
    )


def leaning_list(inquiry: Inquiry, units: list[Unit], leaning: list[Unit], kind: Kind) -> Answer:
    """A list of what the fragment asks for, of the topic before where that has any."""
    both = [*units, *(unit for unit in leaning if unit.term not in {one.term for one in units})]
    found = listing.which_papers(inquiry, both, kind)
    return found if found.kind == "answer" else listing.which_papers(inquiry, units, kind)


def _corrected(inquiry: Inquiry, units: list[Unit]) -> Answer:
    """ "No, the federated one": the paper that was meant, asked what was asked before."""
    every = inquiry.papers(dict.fromkeys(number for papers in reversed(inquiry.thread) for number in papers))
    if len(inquiry.context) == 1 and len(every) > 1:  # that one was not meant
        every = every[1:]
    elif len(every) == 1:
        every = []
    meant = [paper for paper in every if coverage(units, whole(paper), paper.abstract) >= 0.6]
    if not meant:
        likely = [one.paper for one in inquiry.candidates(units, 4) if one.paper.number not in inquiry.context[:1]]
        meant = [paper for paper in likely if coverage(units, whole(paper), paper.abstract) >= 0.6]
    if not meant:
        return abstaining.abstention(inquiry, abstaining.nothing_said(inquiry), every[:3], units)
    before = inquiry.before
    wanted = inquiry.units(before.about) if before and before.kind not in LISTING else []
    told = of_papers.told(inquiry, meant[:1], before.kind if before and wanted else Kind.ABOUT, wanted)
    return told if told.kind == "answer" else of_papers.about(meant[0])


def _covers(answer: Answer, units: Sequence[Unit]) -> bool:
    """Whether an answer from the thread's papers has so much of a question that does not point at them."""
    paper = answer.papers[0]
    return coverage(units, whole(paper), paper.abstract) >= IN_THREAD
