"""From a thread to an answer."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from index.answers import anywhere, in_chinese, in_thread, listing, of_papers
from index.answers.anywhere import CODE_WORDS
from index.answers.inquiry import Inquiry
from index.answers.kinds import LISTING, Kind
from index.answers.matching import Unit, coverage, whole
from index.answers.questions import Question, read, taking_kind_of
from index.answers.referents import Mention, Names, at_ordinals, meant, speaking, standing
from index.model import Answer, Paper, Turn
from index.search.analysis import words
from index.search.finding import Finder
from index.search.lookup import Lookup
from index.search.postings import PostingsCache
from index.search.suggestions import Spelling

THREAD_TURNS = 40  # newest turns that are read
SPOKEN_OF = 3  # papers that have a name: with more, it is not one paper's alone


class Answerer:
    """Answers questions from one papers.db, from any thread."""

    def __init__(self, finder: Finder, cache: PostingsCache, spelling: Spelling) -> None:
        self._finder = finder
        self._spelling = spelling
        self._cache = cache
        self._names = Names()

    def answer(
        self,
        db: Database,
        generation: object,
        turns: Sequence[Turn],
        *,
        among: NDArray[np.int64] | None,
        searched: int,
        corpora: tuple[str, ...],
    ) -> Answer:
        """The answer to the last of *turns*.

        Args:
            db: within a read, so that all of it sees one state.
            generation: names that state.
            among: numbers of the papers to look in; None for all.
            searched, corpora: how many papers that are, and of which corpora, for people.
        """
        turns = turns[-THREAD_TURNS:]
        question = read(turns)
        if question.kind is Kind.CHAT:
            said = Answer("chat", lead=question.chat, confidence=1.0)
            return in_chinese.answered(said) if question.chinese else said
        look = Lookup(db, generation, self._cache)
        before = _question_before(turns)
        thread = tuple(map(tuple, standing(turns[:-1], self._names, look)))
        inquiry = Inquiry(
            look,
            self._finder,
            self._spelling,
            among,
            taking_kind_of(question, before),
            before,
            self._mentions(question, thread, look),
            thread,
            self._names.titled(question.about, look),
            searched,
            corpora,
        )
        found = _with_slips(_answered(inquiry), inquiry)
        return in_chinese.answered(found) if question.chinese else found

    def _mentions(self, question: Question, thread: Sequence[Sequence[int]], look: Lookup) -> tuple[Mention, ...]:
        found = self._names.mentions(question.about, look)
        if question.kind is Kind.COMPARISON:
            return tuple(found)
        return meant(found, thread if question.pronoun or question.elliptic else (), look)


def _with_slips(answer: Answer, inquiry: Inquiry) -> Answer:
    """*answer*, which says what a mistyped name was read as."""
    slips = [mention for mention in inquiry.mentions if mention.slip_of]
    if answer.kind != "answer" or not slips:
        return answer
    read_as = " ".join(f"Reading “{mention.typed}” as {mention.slip_of}." for mention in slips)
    return replace(answer, lead=f"{read_as} {answer.lead}".strip())


def _question_before(turns: Sequence[Turn]) -> Question | None:
    """The newest earlier question of a member that is one by itself."""
    for place in range(len(turns) - 2, -1, -1):
        if not turns[place].by_bot:
            before = read(turns[: place + 1])
            if before.kind not in (Kind.CHAT, Kind.FRAGMENT, Kind.MORE):
                return before
    return None


def _answered(inquiry: Inquiry) -> Answer:
    question = inquiry.question
    kind = question.kind
    units = inquiry.units()
    if kind is Kind.MORE:
        return in_thread.more_of_the_list(inquiry)
    if question.ordinals and (pointed := at_ordinals(question.ordinals, inquiry.thread)):
        return of_papers.told(inquiry, inquiry.papers(pointed), kind, units)
    named = _named(inquiry, units)
    if titled := _titled(inquiry):
        paper, rest = titled
        return of_papers.told(inquiry, [paper], kind if rest else Kind.ABOUT, rest)
    if named and not (kind in LISTING and len(named) == 1 and not question.wants_code):
        own = _of_named(inquiry, named, kind, units)
        if (
            own.kind == "abstain"
            and len(named) == 1
            and kind not in (Kind.CODE, Kind.AUTHORS)
            and _is_spoken_of(inquiry)
        ):
            elsewhere = anywhere.said(inquiry, kind, inquiry.units_with_names())
            return elsewhere if elsewhere.kind == "answer" else own
        return own
    if kind in LISTING and not (question.plural and inquiry.context) and not question.correction:
        if question.elliptic and inquiry.before and inquiry.before.kind in LISTING and units and kind is not Kind.COUNT:
            return in_thread.leaning_list(inquiry, units, inquiry.units(inquiry.before.about), kind)
        return listing.how_many(inquiry, units) if kind is Kind.COUNT else _listed(inquiry, kind)
    if inquiry.context:
        return in_thread.in_thread(inquiry, kind, units)
    return anywhere.answered(inquiry, kind, units)


def _of_named(inquiry: Inquiry, named: Sequence[Paper], kind: Kind, units: list[Unit]) -> Answer:
    """About the papers that the question names; of a comparison also about the other side, told in words."""
    if kind is Kind.DEFINITION:
        kind = Kind.ABOUT if not units else Kind.WHAT
    if (
        len(named) == 1
        and (kind is Kind.COMPARISON or " or " in inquiry.question.text)
        and (other := _other_side(inquiry, named[0]))
    ):
        first, text = other
        return of_papers.side_by_side(inquiry, [named[0], first], inquiry.units(text) if text else [])
    if len(named) == 1 and kind is Kind.COMPARISON and inquiry.question.pronoun:
        beside = [paper for paper in inquiry.papers(inquiry.context) if paper.handle != named[0].handle]
        if beside:  # "compare it with SVC"
            return of_papers.side_by_side(inquiry, [beside[0], named[0]], units)
    if len(named) == 1 and kind is Kind.COMPARISON:
        kind = Kind.WHAT
    if len(named) > 1 and kind in LISTING:
        return of_papers.which_of(inquiry, named, units)
    if len(named) > 1 and kind not in (Kind.CODE, Kind.AUTHORS):
        return of_papers.side_by_side(inquiry, named, [] if kind is Kind.COMPARISON and not units else units)
    return of_papers.told(inquiry, named, kind, units)


def _named(inquiry: Inquiry, units: Sequence[Unit]) -> list[Paper]:
    """The papers that the question names; of several with one name the one that has most of the question."""
    found: dict[int, Paper] = {}
    for mention in inquiry.mentions:
        papers = inquiry.papers(mention.numbers)
        in_context = [paper for paper in papers if paper.number in inquiry.context]
        if papers:
            best = max(
                in_context or papers,
                key=lambda paper: (round(coverage(units, whole(paper), paper.abstract), 3), -paper.number),
            )
            found[best.number] = best
    return list(found.values())


def _is_spoken_of(inquiry: Inquiry) -> bool:
    """Whether other papers speak of what the question names, so that they may answer as well."""
    return any(mention.surfaces and speaking(mention.typed, inquiry.look) > SPOKEN_OF for mention in inquiry.mentions)


def _titled(inquiry: Inquiry) -> tuple[Paper, list[Unit]] | None:
    """The paper whose whole title stands in the question, and what else is asked."""
    for paper in inquiry.papers([inquiry.titled] if inquiry.titled is not None else []):
        known = {term for word in words(paper.title) for term in word.plain}
        return paper, [unit for unit in inquiry.units() if unit.term not in known]
    return None


def _other_side(inquiry: Inquiry, named: Paper) -> tuple[Paper, str] | None:
    """Of "X or the shadow-price router about …?": the paper of the other side, and what is asked of both."""
    text = inquiry.question.about
    mention = inquiry.mentions[0]
    behind = re.match(
        r"\s*,?\s*(?:and|or|vs\.?|versus|with|to|from|than)\s+(?:the\s+|"
        r"that of\s+)?(?P<side>.+?)(?=\s+(?:about|used|for\b.*\?|which|that)\b|[:,?.]|$)(?P<rest>.*)",
        text[mention.end :],
    )
    before = re.search(
        r"(?:between|is|are|does|compare|of)\s+(?:the\s+)?(?P<side>[^,?]+?)\s+(?:and|or|vs\.?|versus|with|to|"
        r"from)\s+(?:the\s+)?$",
        text[: mention.start],
        re.IGNORECASE,
    )
    side = behind["side"] if behind else before["side"] if before else ""
    rest = behind["rest"].strip(" :,?.") if behind else text[mention.end :].strip(" :,?.") if before else ""
    units = inquiry.units(side) if side else []
    for candidate in inquiry.candidates(units, 5) if units else []:
        paper = candidate.paper
        if paper.handle != named.handle and coverage(units, whole(paper), paper.abstract) >= 0.6:
            return paper, rest
    return None


def _listed(inquiry: Inquiry, kind: Kind) -> Answer:
    return listing.which_papers(inquiry, _list_units(inquiry), kind)


def _list_units(inquiry: Inquiry) -> list[Unit]:
    """What a list should have; a filter on code is no word to look for."""
    units = inquiry.units_with_names()
    return [unit for unit in units if unit.surface not in CODE_WORDS] if inquiry.question.wants_code else units
