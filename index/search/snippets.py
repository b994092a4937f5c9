"""The stretch of an abstract that shows why it matched."""

from collections.abc import Iterator, Mapping, Sequence

from index.model import Paper, Snippet
from index.search.analysis import form_of
from index.search.marks import TEXTS, Marks, matches, spans_of, texts_of

SNIPPET_LENGTH = 240  # characters, about

Reasons = tuple[tuple[str, tuple[str, ...]], ...]  # ("title", ("merging",)), in the order of the fields
Match = tuple[int, int, int]  # where a word begins and ends, and a bit for each term of it that was asked for
Span = tuple[int, int]


def why(
    papers: Sequence[tuple[Paper, Marks]], weights: Mapping[str, float], length: int = SNIPPET_LENGTH
) -> Iterator[tuple[Snippet, Reasons]]:
    """Why each of *papers* matched: the best stretch of its abstract, and which words matched in which field.

    Args:
        weights: the query's terms, each with its worth (idf). A stretch is as good as the different
            terms in it; the first of equal ones is taken.
        length: of the stretch, in characters, about; it is cut between words.
    """
    asked = _Asked(weights)
    for (paper, marks), places in zip(papers, matches([marks for _, marks in papers], weights), strict=True):
        reasons: list[tuple[str, tuple[str, ...]]] = []
        stretch: list[Match] = []
        for name, text, here in zip(TEXTS, texts_of(paper), places, strict=True):
            if not here:
                continue
            found, said = asked.found(text, here)
            if found:
                reasons.append((name, said))
                stretch = found if name == "abstract" else stretch
        span = _best(paper.abstract, stretch, spans_of(marks), asked, length)
        yield Snippet(tuple(_runs(paper.abstract, stretch, span))), tuple(reasons)


class _Asked:
    """A query's terms as bits, so that what a stretch has of them is one number."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._bits = {term: 1 << at for at, term in enumerate(weights)}
        self._weights = list(weights.values())
        self._words: dict[str, tuple[int, str]] = {}  # what a word has, and the word in small letters
        self._worths: dict[int, float] = {0: 0.0}

    def found(self, text: str, places: Sequence[Span]) -> tuple[list[Match], tuple[str, ...]]:
        """Those of *places* where a word of *text* does have terms that were asked for, and which words these are."""
        known = self._words
        found: list[Match] = []
        said: dict[str, None] = {}
        for start, end in places:
            word = text[start:end]
            bits, lowered = known[word] if word in known else self._of_word(word)
            if bits:
                found.append((start, end, bits))
                said[lowered] = None
        return found, tuple(said)

    def worth(self, bits: int) -> float:
        known = self._worths.get(bits)
        if known is None:
            known = sum(weight for at, weight in enumerate(self._weights) if bits >> at & 1)
            self._worths[bits] = known
        return known

    def _of_word(self, word: str) -> tuple[int, str]:
        form = form_of(word)
        bits = 0
        for term in form.plain + form.extra:
            bits |= self._bits.get(term, 0)
        self._words[word] = bits, word.lower()
        return self._words[word]


def _best(abstract: str, found: list[Match], spans: list[Span], asked: _Asked, length: int) -> Span:
    """The sentence that has most of what was asked for, or where it is long the best part of it."""
    if not spans:
        return 0, 0
    inside: dict[int, int] = {}  # place of a sentence -> what it has
    at, end = 0, spans[0][1]
    for start, _, bits in found:
        while end <= start and at + 1 < len(spans):
            at += 1
            end = spans[at][1]
        if spans[at][0] <= start < end:
            inside[at] = inside.get(at, 0) | bits
    span = spans[max(inside, key=lambda one: asked.worth(inside[one]), default=0)]  # of equal ones the first
    return _window(abstract, found, span, asked, length) if span[1] - span[0] > length else span


def _window(text: str, found: list[Match], span: Span, asked: _Asked, length: int) -> Span:
    """The best *length* characters of a sentence that is longer, beginning and ending between words."""
    within = [one for one in found if span[0] <= one[0] < span[1]]
    best, most = span[0], -1.0
    for at, (start, _, _) in enumerate(within):
        has, end = 0, min(span[1], start + length)
        for other, _, bits in within[at:]:
            if other >= end:
                break
            has |= bits
        if (worth := asked.worth(has)) > most:
            best, most = start, worth
    if best - span[0] <= length // 4:
        first = span[0]
    else:
        first = text.index(" ", best - length // 4) + 1 if " " in text[best - length // 4 : best] else best
    if first + length >= span[1]:
        return first, span[1]
    last = text.rfind(" ", best, first + length)
    return first, last if last > best else first + length


def _runs(text: str, found: list[Match], span: Span) -> list[tuple[str, bool]]:
    start, end = span
    runs: list[tuple[str, bool]] = []
    at, lead = start, "… " if start > 0 else ""
    for first, last, _ in found:
        if first < start:
            continue
        if last > end:
            break
        if before := lead + text[at:first]:
            runs.append((before, False))
        runs.append((text[first:last], True))
        at, lead = last, ""
    if after := lead + text[at:end] + ("" if end >= len(text) or text[end:].isspace() else " …"):
        runs.append((after, False))
    return runs
