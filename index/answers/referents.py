"""Which papers a question points at: by handle, by name, by title, by place in the thread."""

import re
import threading
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import process
from rapidfuzz.distance import OSA
from sqlite_utils import Database

from index.model import Turn
from index.search.analysis import Word, stem, words
from index.search.lookup import Lookup

LONGEST_NAME = 6  # words
READ_TURNS = 12  # newest turns of a thread whose texts are looked at for papers
READ_CHARACTERS = 1_000  # of each of them
SHORTEST_SLIP = 7  # letters of a name that is seen with a slip in it
SHORTEST_TITLE = 4  # words of a title that is seen within a question
_COMMON = 0.002  # of all papers: a name that is such a common word must be typed with its capitals
_LOWERED = 1  # abstracts that may have a name's letters as a common word, where it is typed without capitals
_EVERYWHERE = 0.006  # likewise: a word that so many papers have names none of them
_ADDRESS = re.compile(r"https?://[^\s<>|]+[^\s<>|.,;:!?)\]]", re.IGNORECASE)
_HANDLE = re.compile(r"(?<![\w-])p(\d{1,9})(?![\w-])", re.IGNORECASE)
_BARE_HANDLES = re.compile(r"\bcompare\s+#?(\d{1,6})\s+(?:and|with|to|vs\.?|versus)\s+#?(\d{1,6})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in a text that points at a paper."""

    start: int
    end: int
    numbers: tuple[int, ...]  # of the papers that it may mean
    surfaces: tuple[str, ...] = ()  # folded words of the name, none for a handle
    typed: str = ""  # the name or address as it stands in the text
    slip_of: str = ""  # the name that was meant, where what was typed is no name


class Names:
    """The names of all papers of one state of the library, shared by all threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._generation: object = None
        self._by_key: dict[str, list[tuple[int, str]]] = {}
        self._titles: list[tuple[str, int]] = []

    def mentions(self, text: str, look: Lookup) -> list[Mention]:
        """The handles and names in *text*, in order, the longest name first where they overlap."""
        known = self._known(look)
        found = [
            Mention(one.start(), one.end(), numbers)
            for one in _HANDLE.finditer(text)
            if (numbers := _stored(look.db, int(one[1])))
        ]
        for one in _BARE_HANDLES.finditer(text):
            found += [
                Mention(one.start(at), one.end(at), numbers)
                for at in (1, 2)
                if (numbers := _stored(look.db, int(one[at])))
            ]
        for one in _ADDRESS.finditer(text):
            if numbers := _linked(look.db, one.group()):
                found.append(Mention(one.start(), one.end(), numbers, typed=one.group()))
        all_words = [word for word in words(text) if not any(m.start <= word.start < m.end for m in found)]
        at = 0
        while at < len(all_words):
            named = self._longest(all_words[at : at + LONGEST_NAME], text, known, look)
            if named:
                found.append(named)
                at += sum(1 for word in all_words[at:] if word.end <= named.end)
            else:
                at += 1
        return sorted(found, key=lambda mention: mention.start)

    def titled(self, text: str, look: Lookup) -> int | None:
        """The paper whose whole title stands in *text*; the longest title where several do."""
        self._known(look)
        typed = _letters(text)
        return (
            next((number for title, number in self._titles if title in typed), None)
            if len(text.split()) >= SHORTEST_TITLE
            else None
        )

    def _longest(
        self, part: Sequence[Word], text: str, known: dict[str, list[tuple[int, str]]], look: Lookup
    ) -> Mention | None:
        for length in range(len(part), 0, -1):
            run = part[:length]
            entries = known.get(key_of(run)) or (known.get(self._meant_by(run[0], look)) if length == 1 else None)
            if not entries:
                continue
            typed = text[run[0].start : run[-1].end]
            slip = key_of(run) not in known
            if slip and text[run[-1].end : run[-1].end + 1] in ("+", "*"):
                continue  # "Name++" is another name
            meant = [number for number, name in entries if slip or _may_mean(typed, name, run, text, look)]
            if meant:
                surfaces = tuple(part for word in run for part in (word.surface, *word.surface.split("-")))
                slip_of = entries[0][1] if slip else ""
                return Mention(run[0].start, run[-1].end, tuple(meant), surfaces, typed, slip_of)
        return None

    def _meant_by(self, word: Word, look: Lookup) -> str:
        """The key of the name that *word*, which stands nowhere, is a slip of; "" when there is none.

        One slip, and neither in the first nor in the last letter: a name with another end is another name.
        """
        key = word.surface.replace("-", "")
        if len(key) < SHORTEST_SLIP or not key.isalpha() or not word.plain or look.knows(*word.plain):
            return ""
        near = process.extract(key, self._by_key.keys(), scorer=OSA.distance, score_cutoff=1, limit=3)
        likely = [
            found[0] for found in near if found[0][0] == key[0] and found[0][-1] == key[-1] and found[0].isalpha()
        ]
        return likely[0] if len(likely) == 1 else ""

    def _known(self, look: Lookup) -> dict[str, list[tuple[int, str]]]:
        with self._lock:
            if self._generation != look.generation:
                made: dict[str, list[tuple[int, str]]] = defaultdict(list)
                for number, name in look.db.execute("SELECT number, name FROM papers WHERE name != '' ORDER BY number"):
                    if key := key_of(words(name)):
                        made[key].append((number, name))
                self._by_key = dict(made)
                titles = look.db.execute(
                    "SELECT number, title FROM papers WHERE title != '' ORDER BY length(title) DESC, number"
                )
                self._titles = [
                    (_letters(title), number) for number, title in titles if len(title.split()) >= SHORTEST_TITLE
                ]
                self._generation = look.generation
            return self._by_key


def meant(mentions: Sequence[Mention], thread: Sequence[Sequence[int]], look: Lookup) -> tuple[Mention, ...]:
    """Those of *mentions* that point at papers.

    A name that another paper at hand speaks of is something of that paper's: "does DITRON run on
    AMD?" asks nothing of a paper that calls its method AMD.
    """
    at_hand = [set(numbers) for numbers in thread if numbers][-1:]
    found = []
    for mention in mentions:
        others = [
            set(other.numbers)
            for other in mentions
            if other is not mention and not set(other.numbers) & set(mention.numbers)
        ]
        spoken_of = mention.surfaces and any(
            _speaks_of(number, mention, look)
            for numbers in (*others, *at_hand)
            for number in numbers - set(mention.numbers)
        )
        if not spoken_of or any(set(mention.numbers) & numbers for numbers in at_hand):
            found.append(mention)
    return tuple(found)


def _speaks_of(number: int, mention: Mention, look: Lookup) -> bool:
    terms = [stem(part) for part in mention.surfaces if "-" not in part]
    return all((postings.numbers() == number).any() for postings in look.postings(terms).values())


def key_of(run: Sequence[Word]) -> str:
    """What is the same for all ways to write a name: "C²-AFCL", "C2 AFCL" → "c2afcl"."""
    return "".join(word.surface.replace("-", "") for word in run)


def _may_mean(typed: str, name: str, run: Sequence[Word], text: str, look: Lookup) -> bool:
    """Whether *typed* is the name, and not common words that happen to be one."""
    terms = [term for word in run for term in (*word.plain, *(word.extra[:1] if "-" in word.surface else ()))]
    if not terms:
        return False
    rarest = min((found.found_in for found in look.postings(terms).values() if found.found_in), default=0)
    if rarest > max(12, _EVERYWHERE * look.papers):
        shouted = _capitals(name) > 1
        return typed == name and (
            speaking(name, look) <= max(3, _COMMON * look.papers) if shouted else _within(typed, text)
        )
    if typed == name or (
        _capitals(typed) >= max(1, min(2, _capitals(name))) and len(typed) > 1 and _inner_capitals(typed)
    ):
        return True
    if len(run) > 1 and any("-" in word.surface for word in run):
        return True
    if typed.islower() and speaking(f" {typed}", look) > _LOWERED:
        return False
    return rarest <= max(4, _COMMON * look.papers)


def speaking(name: str, look: Lookup) -> int:
    """How many abstracts have *name* in just these capitals: few "PATH", many "GPU"."""
    return int(look.db.execute("SELECT count(*) FROM papers WHERE instr(abstract, ?) > 0", [name]).fetchone()[0])


def _within(typed: str, text: str) -> bool:
    """Whether *typed* has its capital within a sentence, where only a name has one."""
    before = text.partition(typed)[0].rstrip()
    return typed[:1].isupper() and bool(before) and before[-1] not in ".?!:" and not text.istitle()


def _letters(text: str) -> str:
    return "".join(mark for mark in text.casefold() if mark.isalnum())


def _capitals(text: str) -> int:
    return sum(mark.isupper() for mark in text)


def _inner_capitals(text: str) -> bool:
    return any(mark.isupper() for mark in text[1:]) or any(mark.isdigit() for mark in text)


def _linked(db: Database, address: str) -> tuple[int, ...]:
    """The papers that give *address*, or a page below it, as theirs."""
    bare = address.split("://", 1)[-1].removeprefix("www.").rstrip("/").lower()
    found = db.execute(
        "SELECT number FROM papers WHERE instr(lower(url || ' ' || pdf || ' ' || code), ?) > 0 ORDER BY number LIMIT 5",
        [bare],
    )
    return tuple(int(row[0]) for row in found) if "/" in bare else ()


def _stored(db: Database, number: int) -> tuple[int, ...]:
    alias = db.execute("SELECT paper FROM aliases WHERE number = ?", [number]).fetchone()
    number = int(alias[0]) if alias else number
    return (number,) if db.execute("SELECT 1 FROM papers WHERE number = ?", [number]).fetchone() else ()


def standing(turns: Sequence[Turn], names: Names, look: Lookup) -> list[list[int]]:
    """The papers that stand in each of *turns*, in their order there; empty where none does.

    Where a turn does not say which papers stood in it, its text is looked at, if it is one of the newest.
    """
    found: list[list[int]] = []
    for place, turn in enumerate(turns):
        handles = [one for handle in turn.papers if (one := _HANDLE.fullmatch(handle.strip()))]
        numbers = [number for one in handles for number in _stored(look.db, int(one[1]))]
        if not turn.papers and place >= len(turns) - READ_TURNS:
            text = turn.text[:READ_CHARACTERS]
            numbers = [mention.numbers[0] for mention in names.mentions(text, look)]
            numbers += [titled] if not numbers and (titled := names.titled(text, look)) else []
        found.append(list(dict.fromkeys(numbers)))
    return found


def at_ordinals(ordinals: Sequence[int], papers_of_turns: Sequence[Sequence[int]]) -> list[int]:
    """The papers at *ordinals* of the newest turn that has so many; "the last" is -1."""
    needed = max((abs(ordinal) for ordinal in ordinals), default=0)
    for papers in reversed(papers_of_turns):
        if len(papers) >= max(needed, 2) or (papers and needed == 1):
            return [papers[ordinal - 1 if ordinal > 0 else ordinal] for ordinal in ordinals if ordinal]
    return []
