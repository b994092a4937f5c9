"""Which records are the same paper: by ids, then by title and authors, then by nearly the same text."""

import re
import unicodedata
import zlib
from collections.abc import Collection, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from index.importers.identifiers import STRONG
from index.model import Paper

SHINGLE = 4  # words
SKETCH = 12  # shingles kept of a text: those with the smallest hashes (bottom-k MinHash)
_FEWEST_WORDS = 20  # of a text that can be recognised by its shingles
_SAME_TEXT = 0.55  # shared of all shingles: one text, with a few words changed
_REWORKED_TEXT = 0.25  # one text, edited thoroughly; two papers of one group share up to 0.09
_RELATED_TEXT = 0.08  # enough where title and authors agree as well
_COPIED_TEXT = 0.9  # the very same text, where nobody says whose it is
_RETITLED_TEXT = 0.75  # one text under another title; a group's next paper may share half of the last one's
_EDITED_TITLE = 75  # of 100: a title of which a part was changed
_SAME_TITLE = 88  # of 100: a title that was only edited
_PLAUSIBLE_TITLE = 60  # of 100: a title that may have become the other
_GENERIC_TITLE = 3  # words; "Reinforcement learning" names no one paper
_WORD = re.compile(r"[^\W_]+")
_ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff]+")
_MIX = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x27D4EB2F165667C5], np.uint64)


def folded_words(text: str) -> list[str]:
    """The words of *text* without case, accents and punctuation; a hyphen parts words."""
    if not text.isascii():
        text = _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    return _WORD.findall(text.casefold())


def title_print(title: str) -> int:
    """A number that equal titles share, whatever their case, accents, spaces and punctuation; 0 for none."""
    bare = "".join(folded_words(title))
    if not bare:
        return 0
    content = bare.encode("utf-8", "surrogatepass")
    return (zlib.crc32(content) << 31) ^ zlib.adler32(content) ^ len(content)


@lru_cache(maxsize=100_000)
def _word_hash(word: str) -> int:
    return zlib.crc32(word.encode("utf-8", "surrogatepass"))


def shingles(text: str) -> NDArray[np.uint64]:
    """The hashes of all runs of four words of *text*, ascending, each once; none of a text too short."""
    found: NDArray[np.uint64] = np.unique(_runs(text))
    return found


@lru_cache(maxsize=64)
def sketch(text: str) -> tuple[int, ...]:
    """The smallest hashes of runs of four words of *text*, as SQLite's signed numbers; none of a text too short."""
    runs = np.sort(_runs(text))
    return tuple(dict.fromkeys(runs[: 2 * SKETCH].view(np.int64).tolist()))[:SKETCH]


@lru_cache(maxsize=64)
def _runs(text: str) -> NDArray[np.uint64]:
    words = folded_words(text)
    count = len(words) - SHINGLE + 1
    if len(words) < _FEWEST_WORDS:
        return np.zeros(0, np.uint64)
    hashes = np.fromiter(map(_word_hash, words), np.uint64, len(words))
    runs: NDArray[np.uint64] = hashes[:count] * _MIX[0]
    for at in range(1, SHINGLE):
        runs += hashes[at : at + count] * _MIX[at]
    runs ^= runs >> np.uint64(29)
    runs *= _MIX[0]
    runs ^= runs >> np.uint64(32)
    return runs


def shared(one: NDArray[np.uint64], other: NDArray[np.uint64]) -> float:
    """How much of all shingles of two texts stands in both, 0 to 1 (Jaccard)."""
    if not len(one) or not len(other):
        return 0.0
    both = len(np.intersect1d(one, other, assume_unique=True))
    return both / (len(one) + len(other) - both)


def same(one: Paper, other: Paper, *, one_list: bool, text: float | None = None) -> bool:
    """Whether two papers that have no id in common are the same one.

    Args:
        one_list: both stand in one list, which tells them apart by ids of its own.
        text: how much their abstracts share, when it is known already.
    """
    if one_list and _told_apart(one, other):
        return False
    both_told = bool(one.abstract and other.abstract)
    if text is None:
        text = likeness(one, other)
    people = authors_agree(one.authors, other.authors)
    if one.title and other.title:
        if title_print(one.title) == title_print(other.title):
            return _same_titled(one, people, text, both_told)
        alike = fuzz.ratio(_bare(one.title), _bare(other.title))
        if people is None:
            return text >= _COPIED_TEXT and alike >= _SAME_TITLE
        return people and text >= (_SAME_TEXT if alike >= _EDITED_TITLE else _RETITLED_TEXT)
    return both_told and text >= _REWORKED_TEXT and people is not False


def _same_titled(one: Paper, people: bool | None, text: float, both_told: bool) -> bool:
    if both_told:
        if text >= _SAME_TEXT:
            return True
        return text >= (_RELATED_TEXT if people else _REWORKED_TEXT) and people is not False
    words = len(folded_words(one.title))
    return people is True or (people is None and words > _GENERIC_TITLE)


def likeness(one: Paper, other: Paper) -> float:
    """How much the abstracts of two papers share, 0 to 1; short ones only when they are equal."""
    if not one.abstract or not other.abstract:
        return 0.0
    first, second = shingles(one.abstract), shingles(other.abstract)
    if len(first) and len(second):
        return shared(first, second)
    return float(folded_words(one.abstract) == folded_words(other.abstract))


def authors_agree(some: Sequence[str], others: Sequence[str]) -> bool | None:
    """Whether at least half of the shorter list's family names stand in the other; None where one is empty."""
    if not some or not others:
        return None
    first, second = _families(some), _families(others)
    fewer = min(len(first), len(second))
    return fewer > 0 and len(first & second) * 2 >= fewer


def _families(names: Collection[str]) -> set[str]:
    found = (folded_words(name.split(",")[0]) for name in names)
    return {words[-1] for words in found if words}


def _told_apart(one: Paper, other: Paper) -> bool:
    """Whether both have an id of one kind, and not the same."""
    for kind in STRONG:
        first = {value for name, value in one.ids if name == kind}
        second = {value for name, value in other.ids if name == kind}
        if first and second and not first & second:
            return True
    return False


def plausible(one: Paper, other: Paper) -> bool:
    """Whether two papers with one id can be the same: not when a list gives one id to all that it holds."""
    if one.title and other.title:
        return (
            fuzz.token_set_ratio(_bare(one.title), _bare(other.title)) >= _PLAUSIBLE_TITLE
            or likeness(one, other) >= _RELATED_TEXT
            or authors_agree(one.authors, other.authors) is True
        )
    return not (one.abstract and other.abstract) or likeness(one, other) >= _RELATED_TEXT


def _bare(title: str) -> str:
    return " ".join(folded_words(title))
