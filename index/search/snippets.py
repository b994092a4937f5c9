"""The stretch of an abstract that shows why it matched."""

from collections.abc import Collection, Mapping

from index.model import Paper, Snippet
from index.search.analysis import found_in
from index.sentences import sentences

SNIPPET_LENGTH = 240  # characters, about

Reasons = tuple[tuple[str, tuple[str, ...]], ...]  # ("title", ("merging",)), in the order of the fields
Match = tuple[int, int, tuple[str, ...]]  # where a word begins and ends, and its terms that were asked for


def why(paper: Paper, weights: Mapping[str, float], length: int = SNIPPET_LENGTH) -> tuple[Snippet, Reasons]:
    """Why *paper* matched: the best stretch of its abstract, and which words matched in which field.

    Args:
        weights: the query's terms, each with its worth (idf). A stretch is as good as the different
            terms in it; the first of equal ones is taken.
        length: of the stretch, in characters, about; it is cut between words.
    """
    abstract = paper.abstract
    found = found_in(abstract, weights)
    span = max(sentences(abstract), key=lambda one: (_worth(found, one, weights), -one[0]), default=(0, 0))
    if span[1] - span[0] > length:
        span = _window(abstract, found, span, weights, length)
    short = (("authors", ", ".join(paper.authors)), ("area", paper.area))
    reasons = [
        ("title", _distinct(paper.title, found_in(paper.title, weights))),
        ("abstract", _distinct(abstract, found)),
    ]
    reasons += [(name, _distinct(text, found_in(text, weights))) for name, text in short]
    return Snippet(tuple(_runs(abstract, found, span))), tuple(one for one in reasons if one[1])


def _distinct(text: str, found: list[Match]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text[start:end].lower() for start, end, _ in found))


def marked(text: str, terms: Collection[str]) -> Snippet:
    """All of *text*, with the words that have one of *terms* marked."""
    return Snippet(tuple(_runs(text, found_in(text, terms), (0, len(text)))))


def _worth(found: list[Match], span: tuple[int, int], weights: Mapping[str, float]) -> float:
    inside = {term for start, _, terms in found if span[0] <= start < span[1] for term in terms}
    return sum(weights[term] for term in inside)


def _window(
    text: str, found: list[Match], span: tuple[int, int], weights: Mapping[str, float], length: int
) -> tuple[int, int]:
    """The best *length* characters of a sentence that is longer, beginning and ending between words."""
    starts = [start for start, _, _ in found if span[0] <= start < span[1]] or [span[0]]
    best = max(starts, key=lambda at: (_worth(found, (at, min(span[1], at + length)), weights), -at))
    if best - span[0] <= length // 4:
        first = span[0]
    else:
        first = text.index(" ", best - length // 4) + 1 if " " in text[best - length // 4 : best] else best
    if first + length >= span[1]:
        return first, span[1]
    last = text.rfind(" ", best, first + length)
    return first, last if last > best else first + length


def _runs(text: str, found: list[Match], span: tuple[int, int]) -> list[tuple[str, bool]]:
    start, end = span
    runs: list[tuple[str, bool]] = []
    at, lead = start, "… " if start > 0 else ""
    for first, last, _ in found:
        if start <= first and last <= end:
            runs.append((lead + text[at:first], False))
            runs.append((text[first:last], True))
            at, lead = last, ""
    runs.append((lead + text[at:end] + (" …" if text[end:].strip() else ""), False))
    return [(run, hit) for run, hit in runs if run]
