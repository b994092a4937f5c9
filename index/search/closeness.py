"""The first papers again, by how closely they have the words as typed."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from index.search.analysis import Word, print_of, squashed
from index.search.query import Query, as_meant
from index.search.ranking import Ranked
from index.search.streams import Row, Streams, joined
from index.search.weights import Weights

RERANKED = 50  # papers
_LONGEST_NAME = 5  # words
_SHORTEST_START = 8  # letters of a title
_MOST_WORDS = 40  # of a query that are looked at; a pasted abstract has more, and needs fewer


def reranked(query: Query, ranked: Ranked, near: Sequence[Row], weights: Weights) -> Ranked:
    """*ranked* with its first papers in an order that also looks at exact words, neighbours, names and titles.

    After Metzler and Croft, A Markov Random Field Model for Term Dependencies, 2005, as shares of the best score.

    Args:
        near: the first ``RERANKED`` of *ranked*, in that order.
    """
    first = ranked.numbers[:RERANKED]
    typed = [word for clause in query.clauses for word in clause.words if word.plain][:_MOST_WORDS]
    if len(first) < 2 or not typed:
        return ranked
    asked = squashed(as_meant(query.typed))
    bonus = closeness(typed, joined(near), weights)
    bonus += np.array([_headed(asked, len(typed), one, weights) for one in near])
    scores = ranked.scores.copy()
    scores[: len(first)] += float(ranked.scores[0]) * bonus
    order = np.lexsort((first, -scores[: len(first)]))
    return Ranked(
        np.concatenate([first[order], ranked.numbers[len(first) :]]),
        np.concatenate([scores[: len(first)][order], ranked.scores[len(first) :]]),
    )


def _headed(asked: str, words: int, head: Row, weights: Weights) -> float:
    """What a paper gets for a name that is the whole query (also in the plural), or a title that begins with it."""
    if head.name and words <= _LONGEST_NAME and asked.removesuffix("s") == head.name.removesuffix("s"):
        return weights.named
    if len(asked) >= _SHORTEST_START and head.title.startswith(asked):
        return weights.begins
    return 0.0


def closeness(typed: list[Word], near: Streams, weights: Weights) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """How closely each paper of *near* has the words as typed; 0 to ``weights.exact + weights.neighbours``."""
    exact = near.surfaces_had([print_of(word.surface) for word in typed])
    found: np.ndarray[tuple[int], np.dtype[np.float64]] = weights.exact * exact / len(typed)
    pairs = list(pairwise(print_of(term) for word in typed for term in word.plain))
    return found + weights.neighbours * near.runs_had(pairs) / len(pairs) if pairs else found
