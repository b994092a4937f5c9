"""The stretch of an abstract that shows why it matched."""

from collections.abc import Collection, Mapping

from index.model import Snippet
from index.search.analysis import Word, words
from index.sentences import sentences

SNIPPET_LENGTH = 240  # characters, about


def snippet(abstract: str, weights: Mapping[str, float], length: int = SNIPPET_LENGTH) -> Snippet:
    """The best stretch of *abstract*, of at most about *length* characters, cut between words.

    Args:
        weights: the query's terms, each with its worth (idf). A stretch is as good as the
            different terms in it; the first of equal ones is taken.
    """
    found = words(abstract)
    start, end = max(sentences(abstract), key=lambda span: (_worth(found, span, weights), -span[0]), default=(0, 0))
    if end - start > length:
        start, end = _window(found, (start, end), weights, length)
    return Snippet(tuple(_runs(abstract, found, (start, end), weights)))


def marked(text: str, terms: Collection[str]) -> Snippet:
    """All of *text*, with the words that have one of *terms* marked."""
    return Snippet(tuple(_runs(text, words(text), (0, len(text)), terms, ellipses=False)))


def _worth(found: list[Word], span: tuple[int, int], weights: Mapping[str, float]) -> float:
    inside = {term for word in found if span[0] <= word.start < span[1] for term in word.terms}
    return sum(weight for term, weight in weights.items() if term in inside)


def _window(found: list[Word], span: tuple[int, int], weights: Mapping[str, float], length: int) -> tuple[int, int]:
    """The best *length* characters of a sentence that is longer, beginning and ending at words."""
    inside = [word for word in found if span[0] <= word.start < span[1]]
    best = max(
        inside,
        key=lambda first: (
            _worth(inside, (first.start, min(span[1], first.start + length)), weights),
            -first.start,
        ),
    )
    lead = max(
        (word.start for word in inside if word.start <= max(span[0], best.start - length // 4)),
        default=span[0],
    )
    last = max((word.end for word in inside if word.end <= lead + length), default=span[1])
    return lead, last if last < inside[-1].end else span[1]


def _runs(
    text: str, found: list[Word], span: tuple[int, int], terms: Collection[str], *, ellipses: bool = True
) -> list[tuple[str, bool]]:
    start, end = span
    runs: list[tuple[str, bool]] = []
    at, lead = start, "… " if ellipses and start > 0 else ""
    for word in found:
        if start <= word.start and word.end <= end and any(term in terms for term in word.terms):
            runs.append((lead + text[at : word.start], False))
            runs.append((text[word.start : word.end], True))
            at, lead = word.end, ""
    tail = text[at:end] + (" …" if ellipses and text[end:].strip() else "")
    runs.append((lead + tail, False))
    return [(run, hit) for run, hit in runs if run]
