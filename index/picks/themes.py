"""A starting set of topics, found in the papers themselves: what several of them are about, in the words they share.

A theme is a pair of neighbouring terms that papers have at their heart (in the title, early, or again and again) where
they have it at all; "extensive experiments" stands once in many papers and at the heart of none. Pairs that
stand at the heart of the same papers are one theme. Lists that give primary areas add the largest of these.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from index import rows
from index.model import Paper, Topic
from index.search.analysis import STOP_WORDS, print_of, squashed, words
from index.search.lookup import Lookup
from index.search.streams import Streams

MOST_PAPERS = 12_000  # that are looked through: the newest
FEWEST = 3  # papers of a theme
COMMONEST = 0.15  # of all papers, beside a few: a theme of more is the whole corpus
ALWAYS = 30  # papers that are not too many
HEART = 0.4  # of the papers that have a pair: how many have it at their heart
SAME = 0.5  # of a pair's papers that another theme has: no theme of its own
CANDIDATES = 400  # pairs that are looked at closely
AREAS = 1 / 3  # of the themes, where lists give primary areas
EXAMPLES = 30  # papers in which a pair's own words are looked up
_TEXTS = 4
_EARLY = 0.2
_TERM = np.uint64(32)

Pairs = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class _Theme:
    pair: int
    papers: frozenset[int]  # with the pair at their heart


def themes(look: Lookup, among: Sequence[int], most: int) -> tuple[Topic, ...]:
    """At most *most* topics over the papers *among*, the largest first; no two of a name."""
    numbers = sorted(among)[-MOST_PAPERS:]
    found: list[Topic] = []
    by_area = _areas(look, numbers, round(most * AREAS))
    chosen = _distinct(_candidates(look.streams(numbers)))
    for theme in chosen:
        if len(found) + len(by_area) >= most:
            break
        label = _label(look, theme)
        if label and not any(_same_words(label, other.label) for other in found):
            found.append(Topic(_name(label), _sentence_case(label), words=(label.lower(),)))
    names = {topic.name for topic in found}
    return (*found, *(topic for topic in by_area if topic.name not in names))[:most]


def _candidates(near: Streams) -> list[_Theme]:
    """The pairs that are at the heart of enough papers, the most telling first."""
    papers = len(near.numbers)
    if not papers:
        return []
    of, pairs, at_heart = _pairs(near)
    key, paper_of = pairs, of
    order = np.lexsort((paper_of, key))
    key, paper_of, at_heart = key[order], paper_of[order], at_heart[order]
    begins = np.flatnonzero(np.append(True, key[1:] != key[:-1]))
    found_in = np.diff(np.append(begins, len(key)))
    hearts = np.add.reduceat(at_heart.astype(np.int64), begins)
    fits = (hearts >= FEWEST) & (found_in <= ALWAYS + COMMONEST * papers) & (hearts >= HEART * found_in)
    telling = np.where(fits, hearts * (hearts / found_in), 0.0)
    best = np.lexsort((key[begins], -telling))[:CANDIDATES]
    found = []
    for at in best[telling[best] > 0].tolist():
        inside = slice(int(begins[at]), int(begins[at] + found_in[at]))
        mine = near.numbers[paper_of[inside][at_heart[inside]]]
        found.append(_Theme(int(key[begins[at]]), frozenset(mine.tolist())))
    return found


def _pairs(near: Streams) -> tuple[NDArray[np.int64], Pairs, NDArray[np.bool_]]:
    """Each pair of neighbours in head or abstract, once a paper: the paper's place, the pair, whether at its heart."""
    terms = near.terms.astype(np.uint64)
    borders = np.flatnonzero(near.terms == 0).reshape(-1, _TEXTS)
    at = np.arange(len(terms) - 1)
    paper = np.searchsorted(near.term_ends, at, side="right")
    own = (terms[:-1] != 0) & (terms[1:] != 0) & (at < borders[paper, 1])
    at, paper = at[own], paper[own]
    pair = (terms[at] << _TERM) | terms[at + 1]
    in_head = at < borders[paper, 0]
    length = np.maximum(1, borders[paper, 1] - borders[paper, 0])
    early = ~in_head & (at - borders[paper, 0] < _EARLY * length)
    order = np.lexsort((pair, paper))
    paper, pair, in_head, early = paper[order], pair[order], in_head[order], early[order]
    begins = np.flatnonzero(np.append(True, (paper[1:] != paper[:-1]) | (pair[1:] != pair[:-1])))
    counts = np.diff(np.append(begins, len(pair)))
    head = np.add.reduceat(in_head.astype(np.int64), begins) > 0
    first = np.add.reduceat(early.astype(np.int64), begins) > 0
    heart = head | (counts >= 3) | (first & (counts >= 2))
    return paper[begins], pair[begins], heart


def _distinct(found: Iterable[_Theme]) -> list[_Theme]:
    """*found* without those whose papers an earlier one has."""
    kept: list[_Theme] = []
    for theme in found:
        if all(len(theme.papers & other.papers) < SAME * len(theme.papers) for other in kept):
            kept.append(theme)
    return kept


def _label(look: Lookup, theme: _Theme) -> str:
    """The theme's words as most of its papers write them; "" where they are no term."""
    papers = rows.papers(look.db, sorted(theme.papers)[:EXAMPLES])
    written = Counter(one for paper in papers.values() for one in set(_written(paper, theme.pair)))
    if not written:
        return ""
    return min(written, key=lambda one: (-written[one], len(one), one))


def _written(paper: Paper, pair: int) -> Iterable[str]:
    first, second = pair >> 32, pair & 0xFFFFFFFF
    for text in (paper.title or paper.headline, paper.abstract):
        found = [word for word in words(text) if word.plain]
        for at, word in enumerate(found):
            prints = [print_of(term) for term in word.plain]
            if prints[-1] == first and at + 1 < len(found) and print_of(found[at + 1].plain[0]) == second:
                stretch = text[word.start : found[at + 1].end]
                if _is_plain(stretch):
                    yield stretch.lower()
            elif any(one == first and other == second for one, other in pairwise(prints)):
                yield text[word.start : word.end].lower()


def _is_plain(stretch: str) -> bool:
    """Whether only a space stands between the words: no stop word, no comma, no bracket."""
    return bool(re.fullmatch(r"[^\s,.;:()]+ [^\s,.;:()]+", stretch)) and not STOP_WORDS & set(stretch.split())


def _areas(look: Lookup, numbers: Sequence[int], most: int) -> list[Topic]:
    counts: Counter[str] = Counter()
    for number, area in look.db.execute("SELECT number, area FROM papers WHERE area != '' ORDER BY number"):
        if number >= (numbers[0] if numbers else 0):
            counts[area] += 1
    largest = sorted(counts, key=lambda area: (-counts[area], area))
    found = []
    for area in [area for area in largest if counts[area] >= FEWEST][:most]:
        label = area.split("->")[-1].strip()
        found.append(Topic(_name(label), label, words=(f'area:"{label}"', label)))
    return found


def _same_words(one: str, other: str) -> bool:
    return squashed(one).removesuffix("s") == squashed(other).removesuffix("s")


def _sentence_case(label: str) -> str:
    return label[:1].upper() + label[1:]


def _name(label: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")
