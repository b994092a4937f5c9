"""A starting set of topics, found in the papers themselves: what several of them are about, in the words they share.

A theme is a pair of neighbouring terms that papers have at their heart (in the title, early, or again and again) where
they have it at all; "extensive experiments" stands once in many papers and at the heart of none. Pairs that
stand at the heart of the same papers are one theme. Lists that give primary areas add the largest of these.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from index import rows
from index.model import Paper, Topic
from index.picks.evidence import Bools, Floats
from index.picks.likeness import likeness
from index.picks.near import near
from index.search.analysis import STOP_WORDS, print_of, squashed, words
from index.search.lookup import Lookup
from index.search.streams import Streams

MOST_PAPERS = 12_000  # that are looked through, evenly drawn
SMALL = 300  # papers below which every early word counts: often these are lists without titles
FEWEST = 3  # papers of a theme
COMMONEST = 0.15  # of all papers, beside a few: a theme of more is the whole corpus
ALWAYS = 30  # papers that are not too many
HEART = 0.4  # of the papers that have a pair: how many have it at their heart
SINGLE = 0.05  # of all papers, beside the fewest: a single word of more is of many themes
SINGLE_HEART = 0.7  # as HEART, of a single word
SINGLE_WORTH = 0.6  # of a single word, beside a pair
ALIKE = 2.1  # times as alike as any papers: papers of one matter
SAME = 0.5  # of a pair's papers that another theme has: no theme of its own
CANDIDATES = 400  # pairs that are looked at closely
AREAS = 1 / 3  # of the themes, where lists give primary areas
LONGEST_SHORT = 5  # letters of an acronym; longer words in capitals only shout
EXAMPLES = 30  # papers in which a pair's own words are looked up
_TEXTS = 4
_EARLY = 0.2

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Theme:
    pair: tuple[int, int]  # the prints of its terms; 0 for no second one
    papers: frozenset[int]  # with the pair at their heart


def themes(look: Lookup, among: Sequence[int], most: int) -> tuple[Topic, ...]:
    """At most *most* topics over the papers *among*, the largest first; no two of a name."""
    there = sorted(among)
    numbers = there[:: -(-len(there) // MOST_PAPERS) or 1]
    found: list[Topic] = []
    by_area = _areas(look, numbers, round(most * AREAS))
    words_of = near(look, numbers)
    chosen = _of_one_matter(_distinct(_candidates(words_of)), words_of)
    for theme in chosen:
        if len(found) + len(by_area) >= most:
            break
        label = _label(look, theme)
        if label and not any(_same_words(label, other.label) for other in found):
            found.append(Topic(_name(label), _sentence_case(label), words=(label,)))
    names = {topic.name for topic in found}
    return (*found, *(topic for topic in by_area if topic.name not in names))[:most]


def _candidates(near: Streams) -> list[_Theme]:
    """The pairs and words that are at the heart of enough papers, the most telling first."""
    papers = len(near.numbers)
    if not papers:
        return []
    vocabulary, places = np.unique(near.terms, return_inverse=True)  # the border between texts is 0, the first of it
    at, paper, second = _stretches(near, places)
    pair = places[at].astype(np.int64) * len(vocabulary) + second
    pair, of, heart = _once_a_paper(near, pair, paper, at, len(vocabulary))
    begins = np.flatnonzero(np.append(True, pair[1:] != pair[:-1]))
    found_in = np.diff(np.append(begins, len(pair)))
    hearts = np.add.reduceat(heart.astype(np.int64), begins)
    telling = _telling(hearts, found_in, pair[begins] % len(vocabulary) == 0, papers)
    best = np.lexsort((pair[begins], -telling))[:CANDIDATES]
    found = []
    for one in best[telling[best] > 0].tolist():
        inside = slice(int(begins[one]), int(begins[one] + found_in[one]))
        first, last = divmod(int(pair[begins[one]]), len(vocabulary))
        mine = near.numbers[of[inside][heart[inside]]]
        found.append(_Theme((int(vocabulary[first]), int(vocabulary[last])), frozenset(mine.tolist())))
    return found


def _telling(hearts: Ints, found_in: Ints, single: Bools, papers: int) -> Floats:
    """How good a theme each pair or single word is; 0 for none."""
    fits = (hearts >= FEWEST) & (found_in <= ALWAYS + COMMONEST * papers) & (hearts >= HEART * found_in)
    fits &= ~single | ((hearts >= SINGLE_HEART * found_in) & (found_in <= FEWEST + SINGLE * papers))
    share = hearts / found_in
    return np.where(fits, hearts * share * np.where(single, SINGLE_WORTH, 1.0), 0.0)


def _stretches(near: Streams, places: Ints) -> tuple[Ints, Ints, Ints]:
    """Every term of head or abstract with the next one, and alone: where it stands, its paper, the next or 0."""
    borders = np.flatnonzero(near.terms == 0).reshape(-1, _TEXTS)
    at = np.flatnonzero(near.terms != 0)
    paper = np.searchsorted(near.term_ends, at, side="right")
    own = at < borders[paper, 1]
    at, paper = at[own], paper[own]
    second = places[at + 1]
    beside = second != 0
    alone = np.zeros(len(at), np.int64)
    return (
        np.concatenate([at[beside], at]),
        np.concatenate([paper[beside], paper]),
        np.concatenate([second[beside].astype(np.int64), alone]),
    )


def _once_a_paper(near: Streams, pair: Ints, paper: Ints, at: Ints, vocabulary: int) -> tuple[Ints, Ints, Bools]:
    """Each pair once a paper, by pair and paper: the pair, the paper's place, whether it is at the paper's heart."""
    papers = len(near.numbers)
    order = np.argsort(pair * papers + paper)
    pair, paper, at = pair[order], paper[order], at[order]
    borders = np.flatnonzero(near.terms == 0).reshape(-1, _TEXTS)
    in_head = at < borders[paper, 0]
    length = np.maximum(1, borders[paper, 1] - borders[paper, 0])
    early = ~in_head & (at - borders[paper, 0] < _EARLY * length)
    begins = np.flatnonzero(np.append(True, (pair[1:] != pair[:-1]) | (paper[1:] != paper[:-1])))
    counts = np.diff(np.append(begins, len(pair)))
    head = np.add.reduceat(in_head.astype(np.int64), begins) > 0
    first = np.add.reduceat(early.astype(np.int64), begins) > 0
    single = pair[begins] % vocabulary == 0
    if papers < SMALL:
        heart = np.where(single, (head | first) & (counts >= 2), head | (counts >= 2))
    else:
        heart = np.where(single, head & (counts >= 2), head | (counts >= 3) | (first & (counts >= 2)))
    return pair[begins], paper[begins], heart


def _distinct(found: Iterable[_Theme]) -> list[_Theme]:
    """*found* without those whose papers an earlier one has."""
    kept: list[_Theme] = []
    for theme in found:
        if all(len(theme.papers & other.papers) < SAME * len(theme.papers) for other in kept):
            kept.append(theme)
    return kept


def _of_one_matter(found: list[_Theme], near: Streams) -> list[_Theme]:
    """*found* without single words of a small list whose papers are hardly more alike than any: "correction"."""
    if len(near.numbers) >= SMALL or len(near.numbers) < 2:
        return found
    alike = likeness(near)
    each = np.array([alike.to(int(number)) for number in alike.numbers])
    usual = _mean_beside(each)

    def close(theme: _Theme) -> float:
        places = np.searchsorted(alike.numbers, sorted(theme.papers))
        return _mean_beside(each[np.ix_(places, places)])

    return [theme for theme in found if theme.pair[1] or close(theme) >= ALIKE * usual]


def _mean_beside(each: Floats) -> float:
    """The mean of a square of cosines, without those of the papers with themselves."""
    count = len(each)
    return float(each.sum() - np.trace(each)) / max(1, count * count - count)


def _label(look: Lookup, theme: _Theme) -> str:
    """The theme's words as most of its papers write them, small but for acronyms; "" where they are no term."""
    papers = rows.papers(look.db, sorted(theme.papers)[:EXAMPLES])
    written = Counter(one for paper in papers.values() for one in set(_written(paper, theme.pair)))
    folded: Counter[str] = Counter()
    for one, count in written.items():
        folded[one.lower()] += count
    if not folded:
        return ""
    chosen = min(folded, key=lambda one: (-folded[one], len(one), one))
    alike = Counter({_small(one): 0 for one in written})
    for one, count in written.items():
        if one.lower() == chosen:
            alike[_small(one)] += count
    return min(alike, key=lambda one: (-alike[one], one))


def _small(text: str) -> str:
    """*text* in small letters, where it is no acronym: "LLM Agents" → "LLM agents"."""
    return " ".join(
        word if _short(word) or (sum(map(str.isupper, word)) > 1 and not word.isupper()) else word.lower()
        for word in text.split()
    )


def _short(word: str) -> bool:
    return word.isupper() and len(word) <= LONGEST_SHORT


def _written(paper: Paper, pair: tuple[int, int]) -> Iterable[str]:
    first, second = pair
    for text in (paper.title or paper.headline, paper.abstract):
        found = [word for word in words(text) if word.plain]
        for at, word in enumerate(found):
            prints = [print_of(term) for term in word.plain]
            if not second:
                if prints == [first]:
                    yield text[word.start : word.end]
                continue
            if prints[-1] == first and at + 1 < len(found) and print_of(found[at + 1].plain[0]) == second:
                stretch = text[word.start : found[at + 1].end]
                if _is_plain(stretch):
                    yield stretch
            elif any(one == first and other == second for one, other in pairwise(prints)):
                yield text[word.start : word.end]


def _is_plain(stretch: str) -> bool:
    """Whether only a space stands between the words: no stop word, no comma, no bracket."""
    return bool(re.fullmatch(r"[^\s,.;:()]+ [^\s,.;:()]+", stretch)) and not STOP_WORDS & set(stretch.lower().split())


def _areas(look: Lookup, numbers: Sequence[int], most: int) -> list[Topic]:
    """The largest primary areas, by the end of their names; where several end alike ("Everything else"), none."""
    counts: Counter[str] = Counter()
    wholes: defaultdict[str, set[str]] = defaultdict(set)
    there = set(numbers)
    for number, area in look.db.execute("SELECT number, area FROM papers WHERE area != '' ORDER BY number"):
        label = area.split("->")[-1].replace('"', "").strip()
        if number in there and label:
            counts[label] += 1
            wholes[label].add(area)
    largest = sorted(counts, key=lambda label: (-counts[label], label))
    chosen = [label for label in largest if counts[label] >= FEWEST and len(wholes[label]) == 1][:most]
    return [Topic(_name(label), label, words=(f'area:"{label}"', label)) for label in chosen]


def _same_words(one: str, other: str) -> bool:
    return squashed(one).removesuffix("s") == squashed(other).removesuffix("s")


def _sentence_case(label: str) -> str:
    return label[:1].upper() + label[1:]


def _name(label: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")
