"""Questions about papers that are named, or that stand in the thread."""

import re
from collections.abc import Sequence

from index.answers import abstaining
from index.answers.composing import answer, code_passage, said_of, supported
from index.answers.fitting import counts, wants_count
from index.answers.inquiry import Inquiry
from index.answers.kinds import LISTING, Kind
from index.answers.matching import Unit, coverage, match, whole
from index.answers.passages import Scored, gist, judged
from index.answers.verdicts import verdict
from index.model import Answer, Paper

MOST_COMPARED = 4
_OTHERS = re.compile(
    r"\b(?:existing|previous|prior|conventional|traditional|current|most|many|such|recent|these|other)\s+(?:[\w-]+\s+){0,3}?"
    r"(?:methods?|approaches|works?|techniques|models|algorithms|defen[cs]es|frameworks|systems|strategies|solutions|"
    r"baselines|studies)\b",
    re.IGNORECASE,
)
_OURS = re.compile(r"\b(?:we|our|this (?:paper|work|study|article|method|approach|framework))\b", re.IGNORECASE)
_CONTEST = re.compile(
    r"\b(?:outperform\w*|beats?|better|worse|faster|slower|cheaper|stronger|superior|surpass\w*)\b", re.IGNORECASE
)


def told(inquiry: Inquiry, papers: Sequence[Paper], kind: Kind, units: Sequence[Unit]) -> Answer:
    """What *papers*, at least one, say to the question; an abstention where they don't."""
    if kind is Kind.CODE:
        return code(inquiry, papers)
    if kind is Kind.AUTHORS:
        return authors(inquiry, papers)
    if kind in LISTING:
        return which_of(inquiry, papers, units)
    if len(papers) > 1 and (kind in (Kind.COMPARISON, Kind.ABOUT) or not units):
        return side_by_side(inquiry, papers, units)
    if not units and kind in (Kind.NUMBER, Kind.DURATION, Kind.DATASET):
        return from_best(inquiry, papers, kind, units)
    if (kind is Kind.ABOUT and not _about_a_part(papers[0], units)) or not units:
        return about(papers[0])
    return from_best(inquiry, papers, kind, units)


def about(paper: Paper) -> Answer:
    """What *paper* does, in its own sentences."""
    scored = gist(paper)
    first = sorted(scored[:3], key=lambda one: (one is not scored[0], one.sentence.start))
    rest = [one.passage for one in scored[3:]]
    return answer([one.passage for one in first], kind=Kind.ABOUT, more=rest)


def code(inquiry: Inquiry, papers: Sequence[Paper]) -> Answer:
    """Where the code of *papers* is."""
    having = [paper for paper in papers if paper.code]
    if not having:
        return abstaining.abstention(inquiry, abstaining.no_code(papers[0]), papers[:1], units=())
    passages = [passage for paper in having if (passage := code_passage(paper))]
    untold = [paper for paper in having if code_passage(paper) is None]
    lead = "\n".join(
        f"The code of {said_of(paper)} is available at {paper.code} [{at}]" for at, paper in enumerate(untold, 1)
    )
    return answer(passages, lead=lead, kind=Kind.CODE, also=untold)


def authors(inquiry: Inquiry, papers: Sequence[Paper]) -> Answer:
    """Who wrote *papers*, where their lists tell."""
    having = [paper for paper in papers if paper.authors]
    if not having:
        return abstaining.abstention(inquiry, abstaining.no_authors(papers[0]), papers[:1], units=())
    lead = "\n".join(f"{said_of(paper)} is by {', '.join(paper.authors)}. [{at}]" for at, paper in enumerate(having, 1))
    return answer([], lead=lead, kind=Kind.AUTHORS, also=having)


def which_of(inquiry: Inquiry, papers: Sequence[Paper], units: Sequence[Unit]) -> Answer:
    """Those of *papers* that have what is asked for, one sentence each."""
    if inquiry.question.wants_code:
        having = [paper for paper in papers if paper.code]
        if not having:
            return abstaining.abstention(inquiry, "None of these abstracts gives a code address.", papers, units=())
        return code(inquiry, having)
    core = [unit for unit in units if not unit.soft] or list(units)
    if not core:
        return side_by_side(inquiry, papers, units)
    kept = [
        (paper, judged(paper, units, Kind.LIST))
        for paper in papers
        if coverage(core, whole(paper), paper.abstract) >= 0.6
    ]
    kept = [(paper, scored) for paper, scored in kept if scored and scored[0].share > 0.3]
    if not kept:
        return abstaining.abstention(inquiry, "None of these abstracts says that.", papers, units)
    lead = f"{len(kept)} of these {len(papers)}:" if len(papers) > 1 else ""
    return answer([scored[0].passage for _, scored in kept], lead=lead, kind=Kind.LIST, total=len(kept), words=260)


def side_by_side(inquiry: Inquiry, papers: Sequence[Paper], units: Sequence[Unit]) -> Answer:
    """What each of *papers* says to the same words; the one that has most of them first, where that is asked."""
    chosen = list(papers[:MOST_COMPARED])
    best = {paper.handle: _best_of(paper, units) for paper in chosen}
    core = [unit for unit in units if not unit.soft]
    if core and inquiry.question.kind is not Kind.COMPARISON:
        lacking = [unit for unit in core if unit.hard and not any(match(unit, whole(paper)) for paper in chosen)]
        if lacking:
            return abstaining.abstention(inquiry, abstaining.not_mentioned(chosen[0], lacking), chosen, units)
        chosen.sort(key=lambda paper: -judged(paper, units, Kind.LIST)[0].share)
    first = [best[paper.handle][0].passage for paper in chosen if best[paper.handle]]
    second = [best[paper.handle][1].passage for paper in chosen if len(best[paper.handle]) > 1]
    together = [passage for pair in zip(first, second, strict=False) for passage in pair] if len(chosen) == 2 else first
    lead = ""
    if len(chosen) == 2 and _CONTEST.search(inquiry.question.text) and not _know_each_other(chosen):
        lead = "Neither abstract names the other. Side by side:"
    return answer(together or first, lead=lead, kind=Kind.COMPARISON, words=110 + 50 * (len(chosen) - 1))


def _know_each_other(papers: Sequence[Paper]) -> bool:
    return any(one.name and one.name in other.abstract for one in papers for other in papers if one is not other)


def from_best(inquiry: Inquiry, papers: Sequence[Paper], kind: Kind, units: Sequence[Unit]) -> Answer:
    """The sentences of that one of *papers* which says most to the question."""
    asked = inquiry.question.text
    tried = []
    for paper in papers:
        scored = judged(paper, units, kind, asked, subject_of(units))
        usable = [one for one in scored if one.sort]
        if kind is Kind.YES_NO:
            usable.sort(key=_is_of_others)  # what others do is no answer before what this one does
        best = (usable or scored)[0] if scored else None
        tried.append(
            (bool(usable), -len(abstaining.missing(units, paper)), best.score if best else -1.0, paper, usable)
        )
    tried.sort(key=lambda one: one[:3], reverse=True)
    _, _, _, paper, usable = tried[0]
    if lacking := abstaining.missing(units, paper):
        return abstaining.abstention(inquiry, abstaining.not_mentioned(paper, lacking), [paper], units)
    if not usable or not says_enough(paper, units, usable, kind, asked):
        return abstaining.abstention(inquiry, abstaining.not_told(paper), [paper], units)
    rest = [one.passage for one in usable[3:]]
    lead = verdict(inquiry.asked, units, paper, usable[0].text) if kind is Kind.YES_NO else ""
    return answer(supported(usable), kind=kind, lead=lead, confidence=usable[0].share, more=rest)


def _is_of_others(one: Scored) -> bool:
    """Whether a sentence tells of other methods alone, of which a paper says why they are not enough."""
    own = bool(_OURS.search(one.text)) or bool(one.paper.name and one.paper.name in one.text)
    return bool(_OTHERS.search(one.text)) and not own


def says_enough(paper: Paper, units: Sequence[Unit], usable: Sequence[Scored], kind: Kind, asked: str = "") -> bool:
    """Whether *paper* says so much of what is asked that its best sentence is an answer."""
    core = [unit for unit in units if not unit.soft]
    if kind in (Kind.NUMBER, Kind.DURATION, Kind.DATASET) and not core:
        return not wants_count(asked) or counts(asked, usable[0].text)
    if (kind is Kind.DATASET and not core) or (kind is Kind.NUMBER and counts(asked, usable[0].text)):
        return True
    everything = whole(paper)
    inside = coverage(core or units, everything, paper.abstract)
    return inside >= abstaining.ENOUGH_IN_PAPER and usable[0].share >= abstaining.ENOUGH_IN_SENTENCE


def subject_of(units: Sequence[Unit]) -> str:
    return " ".join(unit.surface for unit in units)


def _about_a_part(paper: Paper, units: Sequence[Unit]) -> bool:
    """Whether the question is about something within *paper*: "What does the feedback module of DRMC do?"."""
    return any(match(unit, whole(paper)) for unit in units)


def _best_of(paper: Paper, units: Sequence[Unit]) -> list[Scored]:
    """The sentences of *paper* that say most to *units*, or what it does where they say nothing."""
    scored = judged(paper, units, Kind.ABOUT) if units else gist(paper)
    does = gist(paper)
    if not units or scored[0].share < 0.25:
        return does[:2]
    return [scored[0], *[one for one in does if one.sentence.start != scored[0].sentence.start][:1]]
