"""Short forms and what they stand for, as the papers themselves say it: "multi-task learning (MTL)".

The algorithm of Schwartz and Hearst, A Simple Algorithm for Identifying Abbreviation Definitions in
Biomedical Text, 2003: each letter of the short form, from the last to the first, is looked for in the
words before the bracket; the first must begin a word.
"""

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from sqlite_utils import Database

from index.search.analysis import words

_BRACKETS = re.compile(r"\(([^()]{2,120})\)")
_LONGEST_SHORT = 12  # characters
_MOST_LONGS = 3  # meanings of one short form that a query looks for
_MOST_KNOWN = 50_000  # look-ups remembered
_RARE = 0.2  # of the papers of its commonest meaning: rarer meanings are left out

Key = TypeVar("Key")
Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class Acronym:
    """A short form and the terms of its long form."""

    short: str  # folded, without hyphens, singular: "mtl"
    long: tuple[str, ...]  # plain terms in order: ("multi", "task", "learn")


def acronyms(text: str) -> frozenset[Acronym]:
    """All that *text* defines, each once."""
    return frozenset(_defined(text))


def _defined(text: str) -> Iterator[Acronym]:
    for bracket in _BRACKETS.finditer(text):
        inside = re.split(r"[;,]", bracket[1])[0].strip()
        before = text[max(0, bracket.start() - 160) : bracket.start()].rstrip()
        if _is_short(inside):
            yield from _pair(inside, _long_before(before, inside))
        elif (last := re.search(r"[^\s]+$", before)) and _is_short(last[0]) and _is_upper(last[0]):
            yield from _pair(last[0], inside if _covers(last[0], inside) == inside else "")


def _pair(short: str, long: str) -> Iterator[Acronym]:
    terms = tuple(term for word in words(long) for term in word.plain)
    found = words(short)
    if len(found) == 1 and 1 < len(terms) <= 10:
        yield Acronym(found[0].surface.replace("-", ""), terms)


def _is_short(text: str) -> bool:
    return 2 <= len(text) <= _LONGEST_SHORT and " " not in text and text[0].isalnum() and any(map(str.isupper, text))


def _is_upper(text: str) -> bool:
    return sum(map(str.isupper, text)) >= 2


def _long_before(before: str, short: str) -> str:
    """The end of *before* that *short* abbreviates; "" when it does not."""
    sentence = re.split(r"[.!?:;]\s|[()]", before)[-1]
    candidates = sentence.split()
    letters = len(short)
    return _covers(short, " ".join(candidates[-min(letters + 5, letters * 2) :]))


def _covers(short: str, long: str) -> str:
    """The shortest end of *long* that has the letters of *short* in order; "" when there is none."""
    bare = short[:-1] if short.endswith("s") and short[-2:-1].isupper() else short
    at = len(long)
    marks = [mark.lower() for mark in bare if mark.isalnum()]
    lowered = long.lower()
    for index in range(len(marks) - 1, -1, -1):
        at -= 1
        while at >= 0 and not (lowered[at] == marks[index] and (index > 0 or at == 0 or not lowered[at - 1].isalnum())):
            at -= 1
        if at < 0:
            return ""
    start = max(long.rfind(" ", 0, at), -1) + 1
    return long[start:] if long[start:].lower() != bare.lower() else ""


class Acronyms:
    """What short forms stand for in one state of the library, and the other way round; remembered."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._generation: object = None
        self._meanings: dict[str, list[tuple[str, ...]]] = {}
        self._shorts: dict[tuple[str, ...], list[str]] = {}

    def meanings(self, db: Database, generation: object, short: str) -> list[tuple[str, ...]]:
        """What *short* (folded, without hyphens) stands for, the commonest first."""
        return self._remembered(db, generation, self._meanings, short, _meanings)

    def shorts(self, db: Database, generation: object, long: tuple[str, ...]) -> list[str]:
        """The short forms of the terms *long*, the commonest first."""
        return self._remembered(db, generation, self._shorts, long, _shorts)

    def _remembered(
        self, db: Database, generation: object, known: dict[Key, Told], key: Key, look: Callable[[Database, Key], Told]
    ) -> Told:
        with self._lock:
            if self._generation != generation:
                self._generation = generation
                self._meanings.clear()
                self._shorts.clear()
            told = known.get(key)
        if told is None:
            told = look(db, key)
            with self._lock:
                if self._generation == generation and len(known) < _MOST_KNOWN:
                    known[key] = told
        return told


def _meanings(db: Database, short: str) -> list[tuple[str, ...]]:
    found = db.execute(
        "SELECT long, papers FROM acronyms WHERE short = ? ORDER BY papers DESC, long LIMIT ?", [short, _MOST_LONGS]
    ).fetchall()
    return [tuple(long.split(" ")) for long, papers in found if papers >= _RARE * found[0][1]]


def _shorts(db: Database, long: tuple[str, ...]) -> list[str]:
    found = db.execute(
        "SELECT short FROM acronyms WHERE long = ? ORDER BY papers DESC, short LIMIT ?", [" ".join(long), _MOST_LONGS]
    )
    return [row[0] for row in found]
