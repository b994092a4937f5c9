"""Where the terms of a paper stand in its texts, noted at import: a search marks them without reading the texts again.

Of each word with terms, for each of them: its print, and its place as one number of 32 bits — the text (2 bits),
where the word begins (20) and how long it is (10). Beside them the spans of the abstract's sentences.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.model import Paper
from index.search.analysis import form_of, places, print_of
from index.sentences import sentences

TEXTS = ("title", "abstract", "authors", "area")
_TEXT_BITS, _START_BITS, _LENGTH_BITS = 2, 20, 10
_FEW = 16  # prints that are looked for one by one
_LONGEST_TEXT, _LONGEST_WORD = 1 << _START_BITS, 1 << _LENGTH_BITS

Match = tuple[int, int, str]  # where a word begins and ends, and the word


@dataclass(frozen=True, slots=True)
class Marks:
    """What is noted of one paper."""

    prints: bytes  # uint32, in the order of the texts
    places: bytes  # uint32, beside them
    sentences: bytes  # uint32, start and end of each sentence of the abstract


def texts_of(paper: Paper) -> tuple[str, str, str, str]:
    """The texts in which words are marked, as :data:`TEXTS`."""
    return paper.title, paper.abstract, ", ".join(paper.authors), paper.area


def marks_of(paper: Paper, cut: Callable[[str], Iterable[tuple[str, int]]] = places) -> Marks:
    """The marks of *paper*; words beyond what a place can say have none.

    Args:
        cut: :func:`places`, where some texts are cut already.
    """
    prints: list[int] = []
    found: list[int] = []
    for at, text in enumerate(texts_of(paper)):
        base = at << (_START_BITS + _LENGTH_BITS)
        for word, start in cut(text):
            of_word = form_of(word).prints
            if of_word and start < _LONGEST_TEXT and len(word) < _LONGEST_WORD:
                place = base + (start << _LENGTH_BITS) + len(word)
                for one in of_word:
                    prints.append(one)
                    found.append(place)
    spans = [at for span in sentences(paper.abstract) for at in span]
    return Marks(*(np.array(numbers, "<u4").tobytes() for numbers in (prints, found, spans)))


def spans_of(marks: Marks) -> list[tuple[int, int]]:
    """The spans of the abstract's sentences."""
    ends = np.frombuffer(marks.sentences, "<u4").tolist()
    return list(zip(ends[::2], ends[1::2], strict=True))


def matches(found: Sequence[Marks], wanted: Collection[str]) -> Iterator[tuple[list[tuple[int, int]], ...]]:
    """For each paper, for each of its texts, where words with one of the terms *wanted* begin and end.

    Two terms may share a print: who needs to be sure looks at the word again.
    """
    prints = np.frombuffer(b"".join([one.prints for one in found]), "<u4")
    noted = np.frombuffer(b"".join([one.places for one in found]), "<u4")
    here = _standing(prints, np.array(sorted(map(print_of, wanted)), np.uint32))
    papers = np.searchsorted(np.cumsum([len(one.prints) >> 2 for one in found]), here, side="right")
    there = noted[here]
    texts = (papers << _TEXT_BITS) + (there >> (_START_BITS + _LENGTH_BITS))
    if len(there) > 1:  # a word that has two of the terms counts once
        once = np.concatenate([[True], (there[1:] != there[:-1]) | (texts[1:] != texts[:-1])])
        there, texts = there[once], texts[once]
    begins = there >> _LENGTH_BITS & (_LONGEST_TEXT - 1)
    spans = list(zip(begins.tolist(), (begins + (there & (_LONGEST_WORD - 1))).tolist(), strict=True))
    ends = np.searchsorted(texts, np.arange(1, (len(found) << _TEXT_BITS) + 1)).tolist()
    parts = [spans[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    return zip(parts[::4], parts[1::4], parts[2::4], parts[3::4], strict=True)


def _standing(prints: NDArray[np.uint32], asked: NDArray[np.uint32]) -> NDArray[np.intp]:
    """Where in *prints* one of *asked* (ascending) stands."""
    if not len(asked):
        return np.empty(0, np.intp)
    if len(asked) > _FEW:
        hits = asked[np.minimum(asked.searchsorted(prints), len(asked) - 1)] == prints
    else:
        hits = prints == asked[0]
        for one in asked[1:]:
            hits |= prints == one
    here: NDArray[np.intp] = hits.nonzero()[0]
    return here
