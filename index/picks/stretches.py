"""Where signs stand in a text, and the stretch of it that shows them best."""

from collections.abc import Collection, Iterator, Sequence

from index.model import Snippet
from index.picks.signs import Form
from index.search.analysis import Word, words
from index.sentences import sentences

LENGTH = 240  # characters of a stretch, about

Place = tuple[int, int, str]  # where something stands in a text, and what it is


def stretches(found: Sequence[Word], form: Form) -> Iterator[tuple[int, int]]:
    """The first and the last word of each stretch of the words *found* that is *form*."""
    stream = [(term, place) for place, word in enumerate(found) for term in word.plain]
    for start in range(len(stream) - len(form) + 1):
        if all(stream[start + step][0] in place for step, place in enumerate(form)):
            yield stream[start][1], stream[start + len(form) - 1][1]


def places_of(text: str, terms: Collection[str]) -> list[Place]:
    """The words of *text* that have one of *terms*."""
    return [(word.start, word.end, term) for word in words(text) for term in word.terms if term in terms]


def best_stretch(text: str, places: Sequence[Place]) -> Snippet:
    """The sentence of *text* with the most different things of *places*, these marked; of a long one the part."""
    sentence = max(sentences(text), key=lambda one: (_worth(places, *one), -one[0]), default=(0, 0))
    first, last = sentence
    if last - first > LENGTH:
        starts = [start for start, _, _ in places if first <= start < last] or [first]
        best = max(starts, key=lambda at: (_worth(places, at, min(last, at + LENGTH)), -at))
        first, last = _cut(text, sentence, best)
    return Snippet(tuple(_runs(text, places, first, last)))


def _worth(places: Sequence[Place], first: int, last: int) -> int:
    return len({what for start, end, what in places if first <= start and end <= last})


def _cut(text: str, sentence: tuple[int, int], best: int) -> tuple[int, int]:
    """About *LENGTH* characters of *sentence* with the one at *best* in them, cut between words."""
    first, end = sentence
    if best - first > LENGTH // 4:
        space = text.rfind(" ", first, best - LENGTH // 8)
        first = space + 1 if space >= 0 else best
    if first + LENGTH >= end:
        return first, end
    last = text.rfind(" ", best, first + LENGTH)
    return first, last if last > best else first + LENGTH


def _runs(text: str, places: Sequence[Place], first: int, last: int) -> Iterator[tuple[str, bool]]:
    at, lead = first, "… " if first > 0 else ""
    for start, end, _ in sorted(places, key=lambda one: (one[0], -one[1])):
        if at <= start and end <= last:
            if lead or start > at:
                yield lead + text[at:start], False
            yield text[start:end], True
            at, lead = end, ""
    tail = lead + text[at:last] + (" …" if text[last:].strip() else "")
    if tail:
        yield tail, False
