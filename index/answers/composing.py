"""Answers put together: passages checked, papers numbered, the short part before the rest."""

import re
from collections.abc import Iterable, Sequence

from index.answers.kinds import Kind
from index.answers.passages import Scored, checked, with_numbers_bold
from index.answers.telling import MOST_WORDS, called, short_of
from index.model import Answer, Paper, Passage

SECOND = 0.45  # of the best sentence's score: a sentence of the same paper that may support it


def answer(
    passages: Sequence[Passage],
    *,
    lead: str = "",
    kind: Kind = Kind.WHAT,
    confidence: float = 1.0,
    more: Sequence[Passage] = (),
    total: int | None = None,
    browse: str = "",
    also: Sequence[Paper] = (),
    words: int = MOST_WORDS,
) -> Answer:
    """An answer of *passages*; those beyond *words* stand behind "more", with *more* after them.

    Args:
        also: papers that are cited though no passage is from them, as when our own words name their authors.
    """
    every = [checked(passage) for passage in passages]
    shown = every[: short_of(every, words - len(lead.split()))]
    behind = [*every[len(shown) :], *map(checked, more)]
    if kind in (Kind.NUMBER, Kind.DURATION):
        shown = [with_numbers_bold(passage) for passage in shown]
    papers = tuple({paper.handle: paper for paper in (*also, *(passage.paper for passage in shown))}.values())
    return Answer(
        "answer",
        lead=lead,
        passages=tuple(shown),
        more=tuple(behind),
        papers=papers,
        total=total,
        browse=browse,
        suggestions=suggestions(papers, kind),
        confidence=round(min(1.0, confidence), 3),
    )


def supported(scored: Sequence[Scored], most: int = 3) -> list[Passage]:
    """The best of *scored*, then those that come near it, none too far behind."""
    if not scored:
        return []
    best = scored[0]
    near = [one for one in scored[1:] if one.score >= SECOND * best.score][: most - 1]
    return [one.passage for one in (best, *near)]


def code_passage(paper: Paper) -> Passage | None:
    """The sentence of *paper* that has its address, if its abstract has it."""
    bare = paper.code.split("://", 1)[-1].rstrip("/")
    at = paper.abstract.find(bare)
    if not bare or at < 0:
        return None
    start = max((found.end() for found in re.finditer(r"[.!?]\s+", paper.abstract[:at])), default=0)
    end = len(paper.abstract)
    behind = re.search(r"(?<=[^\s])[.!?]?\s", paper.abstract[at:])
    after = re.search(r"[.!?](?=\s|$)", paper.abstract[at + len(bare) :])
    if after:
        end = at + len(bare) + after.end()
    elif behind and "\n" in paper.abstract[at:]:
        end = at + behind.end()
    passage = Passage(paper, start, end)
    trimmed = passage.text.strip()
    start = paper.abstract.index(trimmed, start)
    return Passage(paper, start, start + len(trimmed))


def suggestions(papers: Iterable[Paper], kind: Kind) -> tuple[str, ...]:
    """Questions that may come next, all of which have an answer."""
    first = next(iter(papers), None)
    if first is None:
        return ()
    name = first.name or first.handle
    found = []
    if kind is not Kind.ABOUT:
        found.append(f"What does {name} do?")
    if first.code and kind is not Kind.CODE:
        found.append(f"Where is the code of {name}?")
    if first.authors and kind is not Kind.AUTHORS:
        found.append(f"Who wrote {name}?")
    return tuple(found[:3])


def said_of(paper: Paper) -> str:
    return f"{called(paper)} ({paper.handle})"
