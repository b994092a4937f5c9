"""The first papers again, by how closely they have the words as typed."""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from index.search.analysis import Word, print_of, squashed
from index.search.query import Query, as_meant
from index.search.ranking import Ranked
from index.search.streams import Streams
from index.search.weights import Weights

Head = tuple[str, str]  # a paper's title and its name

RERANKED = 50  # papers
_LONGEST_NAME = 5  # words
_SHORTEST_START = 8  # letters of a title
_NO_HEAD = ("", "")
_MOST_WORDS = 40  # of a query that are looked at; a pasted abstract has more, and needs fewer


def reranked(query: Query, ranked: Ranked, near: Streams, heads: Mapping[int, Head], weights: Weights) -> Ranked:
    """*ranked* with its first papers in an order that also looks at exact words, neighbours, names and titles.

    After Metzler and Croft, A Markov Random Field Model for Term Dependencies, 2005, as shares of the best score.

    Args:
        near, heads: of the first ``RERANKED`` of *ranked*.
    """
    first = ranked.numbers[:RERANKED]
    typed = [word for clause in query.clauses for word in clause.words if word.plain][:_MOST_WORDS]
    if len(first) < 2 or not typed:
        return ranked
    bonus = np.zeros(len(first))
    bonus[np.searchsorted(np.sort(first), near.numbers)] = closeness(typed, near, weights)
    bonus = bonus[np.argsort(np.argsort(first))]  # from the order of numbers to that of the ranking
    asked = squashed(as_meant(query.typed))
    bonus += [_headed(asked, len(typed), heads.get(int(number), _NO_HEAD), weights) for number in first]
    scores = ranked.scores.copy()
    scores[: len(first)] += float(ranked.scores[0]) * bonus
    order = np.lexsort((first, -scores[: len(first)]))
    return Ranked(
        np.concatenate([first[order], ranked.numbers[len(first) :]]),
        np.concatenate([scores[: len(first)][order], ranked.scores[len(first) :]]),
    )


def _headed(asked: str, words: int, head: Head, weights: Weights) -> float:
    """What a paper gets for a name that is the whole query (also in the plural), or a title that begins with it."""
    title, name = head
    if name and words <= _LONGEST_NAME and asked.removesuffix("s") == squashed(name).removesuffix("s"):
        return weights.named
    if title and len(asked) >= _SHORTEST_START and squashed(title).startswith(asked):
        return weights.begins
    return 0.0


def closeness(typed: list[Word], near: Streams, weights: Weights) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """How closely each paper of *near* has the words as typed; 0 to ``weights.exact + weights.neighbours``."""
    exact = np.zeros(len(near.numbers))
    for word in typed:
        exact += near.having_surface(print_of(word.surface))
    beside = np.zeros(len(near.numbers))
    pairs = list(pairwise(print_of(term) for word in typed for term in word.plain))
    for pair in pairs:
        beside += near.having_run(pair)
    found: np.ndarray[tuple[int], np.dtype[np.float64]] = weights.exact * exact / len(typed)
    return found + weights.neighbours * beside / len(pairs) if pairs else found
