"""Questions for papers: which ones, how many, any others."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from index.answers import abstaining
from index.answers.composing import answer, code_passage
from index.answers.inquiry import Inquiry, opening
from index.answers.kinds import Kind
from index.answers.matching import Sentence, Unit, analysed, coverage, match, side_by_side, whole
from index.answers.passages import Scored, gist, judged, window_share
from index.answers.units import query_of, runs_of
from index.model import Answer, Paper, Passage
from index.search.analysis import words
from index.search.query import parse

LOOKED_AT = 40  # papers that are judged for a list
SHOWN = 5  # papers of a list at once
STRONG = 0.85  # how far each word must stand in a paper that is listed without doubt
WEAK = 0.55  # likewise where few papers have them all
TOGETHER = 0.75  # of the words, in two neighbouring sentences
LEAST = 0.8  # of the worth of all words, where one of them is missing
SEVERAL = 0.65  # likewise where several papers together answer
SEVERAL_SHOWN = 4
NEAR_BEST = 0.7  # of the best one's score: what stands beside it
LIST_WORDS = 260


@dataclass(frozen=True, slots=True)
class Listed:
    """A paper that belongs to a list, with the sentence that shows it."""

    paper: Paper
    best: Scored
    score: float
    strong: bool


def which_papers(inquiry: Inquiry, units: Sequence[Unit], kind: Kind, without: Collection[str] = ()) -> Answer:
    """The papers that have what is asked for; of a "find", the best one.

    Args:
        without: handles of papers that stand in the thread already.
    """
    if not units:
        if inquiry.question.wants_code:
            return _all_with_code(inquiry)
        return abstaining.abstention(inquiry, "Tell me what the papers should be about, such as “model merging”.")
    if lacking := _unknown(inquiry, units):
        return abstaining.abstention(inquiry, abstaining.nowhere(inquiry, lacking), units=units)
    found = [one for one in listed(inquiry, units) if one.paper.handle not in without]
    if inquiry.question.wants_code:
        found = [one for one in found if one.paper.code]
    if not found:
        what = "No other abstract" if without else f"None of {abstaining.looked_through(inquiry)}"
        code = " and gives code" if inquiry.question.wants_code else ""
        named = abstaining.surfaces([unit for unit in units if not unit.soft]) or [query_of(units)]
        together = " together" if len(named) > 1 else ""
        return abstaining.abstention(inquiry, f"{what} has “{'”, “'.join(named)}”{together}{code}.", units=units)
    browse = query_of(units) + (" has:code" if inquiry.question.wants_code else "")
    if kind is Kind.FIND:
        return _the_one(found, browse)
    passages = [_shown(one, inquiry.question.wants_code) for one in found]
    shown, rest = passages[:SHOWN], passages[SHOWN:]
    total = len(found) if len(found) < LOOKED_AT else None
    noun = "others" if without else "papers"
    lead = (
        f"{len(found)} {noun}:" if len(found) > 1 and total else f"The closest {len(shown)}:" if len(found) > 1 else ""
    )
    return answer(shown, lead=lead, kind=Kind.LIST, more=rest, total=total, browse=browse, words=LIST_WORDS)


def how_several(inquiry: Inquiry, units: Sequence[Unit], kind: Kind) -> Answer | None:
    """What several papers say to one question, two sentences each; None where not two of them do."""
    if _unknown(inquiry, units):
        return None
    found = listed(inquiry, units, least=SEVERAL)[:SEVERAL_SHOWN]
    found = [one for one in found if one.score >= NEAR_BEST * max(other.score for other in found)]
    if len(found) < 2:
        return None
    passages = []
    for one in found:
        scored = judged(one.paper, units, kind)
        does = [other for other in gist(one.paper)[:1] if other.sentence.start != scored[0].sentence.start]
        passages += [scored[0].passage, *(other.passage for other in does)]
    return answer(passages, kind=kind, confidence=0.7, browse=query_of(units), words=110 + 50 * (len(found) - 1))


def how_many(inquiry: Inquiry, units: Sequence[Unit]) -> Answer:
    """The exact number of papers with the words, what was counted, and the first of them."""
    runs = runs_of(inquiry.question.about)
    if inquiry.question.wants_code:
        runs = [run for run in runs if not re.fullmatch(r"(?i)(?:source )?code|github|repos?", run)]
    query = " ".join(
        filter(None, [*(_side_by_side(inquiry, run) for run in runs), "has:code" * inquiry.question.wants_code])
    )
    parsed = parse(query)
    if parsed.empty and not units:
        return Answer("chat", lead=f"I know {abstaining.looked_through(inquiry)}.", confidence=1.0)
    if parsed.empty:
        return abstaining.abstention(
            inquiry, "Tell me what to count, such as “how many papers are about model merging?”."
        )
    found = inquiry.finder.find(inquiry.look.db, inquiry.look.generation, parsed, inquiry.among, SHOWN)
    counted = found.full
    if not counted:
        return abstaining.abstention(
            inquiry, f"0: none of {abstaining.looked_through(inquiry)} has {parsed.understood}.", units=units
        )
    papers = inquiry.papers(found.ranked.numbers[: min(SHOWN, counted)].tolist())
    passages = [judged(paper, units, Kind.LIST)[0].passage for paper in papers]
    verb = "gives a code address" if counted == 1 else "give a code address"
    if parsed.groups:
        verb = f"{'has' if counted == 1 else 'have'} {parsed.understood} in title or abstract"
    lead = f"{counted:,} of {abstaining.looked_through(inquiry)} {verb}:"
    return answer(passages, lead=lead, kind=Kind.COUNT, total=counted, browse=query, words=LIST_WORDS)


def listed(inquiry: Inquiry, units: Sequence[Unit], least: float = LEAST) -> list[Listed]:
    """The papers that have what *units* ask for, best first: each word, or *least* of their worth."""
    core = [unit for unit in units if not unit.soft] or list(units)
    found = []
    for candidate in inquiry.candidates(units, LOOKED_AT):
        if candidate.covered < min(least, WEAK):
            continue
        paper = candidate.paper
        if not all(side_by_side(a, b, _sentences(paper)) for a, b in pairwise(units) if b.tied and not b.negated):
            continue
        if any(unit.negated and not match(unit, whole(paper), paper.abstract) for unit in units):
            continue
        everything = whole(paper)
        each = [match(unit, everything, paper.abstract) for unit in core]
        if min(each) < WEAK and coverage(core, everything, paper.abstract) < least:
            continue
        near = window_share(paper, core)
        if near < TOGETHER * min(1.0, coverage(core, everything, paper.abstract)):
            continue
        best = judged(paper, units, Kind.LIST)[0]
        strong = min(each) >= STRONG
        found.append(Listed(paper, best, 0.5 * candidate.share + best.score, strong))
    found.sort(key=lambda one: (not one.strong, -one.score))
    found = distinct(found)
    found = _in_company(found, units)
    certain = [one for one in found if one.strong]
    if least < LEAST:
        return found
    return certain or found[:SHOWN]


def _in_company(found: list[Listed], units: Sequence[Unit]) -> list[Listed]:
    """*found* without papers that have a word, but never beside what makes it a term of the field.

    Where most of them have "model merging", one that merges modalities is about something else.
    """
    for first, second in pairwise(units):
        if first.soft == second.soft or first.negated or second.negated:
            continue
        having = [
            one for one in found if any((first.term, second.term) in part.pairs for part in _sentences(one.paper))
        ]
        if 2 * len(having) >= len(found):
            close = [
                one
                for one in found
                if any(match(first, part) and match(second, part) for part in _sentences(one.paper))
            ]
            found = close or found
    return found


def _sentences(paper: Paper) -> tuple[Sentence, ...]:
    return (*analysed(paper.title), *analysed(paper.abstract))


def distinct(found: Sequence[Listed]) -> list[Listed]:
    """*found* without papers that begin as an earlier one does: the same paper, known twice."""
    return list({opening(one.paper): one for one in reversed(found)}.values())[::-1]


def _the_one(found: Sequence[Listed], browse: str) -> Answer:
    best = found[0]
    return answer(
        [best.best.passage],
        kind=Kind.FIND,
        more=[one.best.passage for one in found[1:]],
        total=len(found) if len(found) < LOOKED_AT else None,
        browse=browse,
    )


def _shown(one: Listed, with_code: bool) -> Passage:
    return (code_passage(one.paper) or one.best.passage) if with_code else one.best.passage


def _all_with_code(inquiry: Inquiry) -> Answer:
    found = inquiry.finder.find(inquiry.look.db, inquiry.look.generation, parse("has:code"), inquiry.among, SHOWN)
    papers = inquiry.papers(found.ranked.numbers[:SHOWN].tolist())
    passages = [passage for paper in papers if (passage := code_passage(paper))]
    if not papers:
        return abstaining.abstention(
            inquiry, f"None of {abstaining.looked_through(inquiry)} gives a code address.", units=()
        )
    lead = f"{found.total:,} of {abstaining.looked_through(inquiry)} give a code address:"
    return answer(
        passages, lead=lead, kind=Kind.LIST, total=found.total, browse="has:code", also=papers, words=LIST_WORDS
    )


def _unknown(inquiry: Inquiry, units: Sequence[Unit]) -> list[Unit]:
    """Names that stand in no paper at all."""
    return [
        unit
        for unit in units
        if unit.hard
        and not unit.negated
        and not inquiry.look.knows(unit.term)
        and not any(inquiry.look.knows(term) for term in unit.same)
    ]


def _side_by_side(inquiry: Inquiry, run: str) -> str:
    """*run* as a clause of a query: its words side by side, or the acronym that means just them."""
    found = [word for word in words(run) if word.plain]
    if len(found) == 1 and len(found[0].plain) == 1:
        return run
    terms = tuple(term for word in found for term in word.plain)
    same = [short for short in inquiry.look.shorts(terms) if inquiry.look.meanings(short)[:1] == [terms]]
    return " OR ".join([f'"{run}"', *(short.upper() for short in same[:2])])
