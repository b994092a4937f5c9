"""The first papers again, by how closely they have the words as typed."""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from index.indexing import weighted_texts
from index.model import Paper
from index.search.analysis import Word, words
from index.search.query import Query
from index.search.ranking import Ranked
from index.search.weights import Weights

RERANKED = 50  # papers


def reranked(query: Query, ranked: Ranked, papers: Mapping[int, Paper], weights: Weights) -> Ranked:
    """*ranked* with its first papers in an order that also looks at exact words and neighbours.

    After Metzler and Croft, A Markov Random Field Model for Term Dependencies, 2005, as shares of the best score.

    Args:
        papers: the first ``RERANKED`` of *ranked*, by number.
    """
    first = ranked.numbers[:RERANKED]
    typed = [word for clause in query.clauses for word in clause.words if word.plain]
    if len(first) < 2 or not typed:
        return ranked
    bonus = np.array([_closeness(typed, papers[int(number)], weights) for number in first])
    scores = ranked.scores.copy()
    scores[: len(first)] += float(ranked.scores[0]) * bonus
    order = np.lexsort((first, -scores[: len(first)]))
    return Ranked(
        np.concatenate([first[order], ranked.numbers[len(first) :]]),
        np.concatenate([scores[: len(first)][order], ranked.scores[len(first) :]]),
    )


def _closeness(typed: list[Word], paper: Paper, weights: Weights) -> float:
    """How closely *paper* has the words as typed: 0 to ``weights.exact + weights.neighbours``."""
    surfaces: set[str] = set()
    pairs: set[tuple[str, str]] = set()
    for text, _ in weighted_texts(paper):
        stream: list[str] = []
        for word in words(text):
            surfaces.add(word.surface)
            stream += word.plain
        pairs.update(pairwise(stream))
    wanted = [term for word in typed for term in word.plain]
    neighbours = list(pairwise(wanted))
    exact = sum(word.surface in surfaces for word in typed) / len(typed)
    near = sum(pair in pairs for pair in neighbours) / len(neighbours) if neighbours else 0.0
    return weights.exact * exact + weights.neighbours * near
