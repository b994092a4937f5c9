"""New papers for who waits for them: those that have all of a query."""

import numpy as np
from numpy.typing import NDArray

from index import rows
from index.model import Hit
from index.picks.stretches import best_stretch, places_of
from index.search.lookup import Lookup
from index.search.query import Query
from index.search.ranking import Ranked
from index.search.reading import readings


def having_all(look: Lookup, query: Query, among: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of the papers *among* that have each word of *query*, or what it stands for, in one of its readings.

    Nothing is corrected: a word that nobody has used yet is what a member waits for, and no slip.
    """
    if not query.groups:
        return among
    found = np.zeros(look.size, np.bool_)
    for way in readings(query, look):
        has = [np.logical_or.reduce([look.where(clause) for clause in group]) for group in way.groups]
        for kin in way.kin:
            together = look.all_of(kin.terms)
            for place in kin.units:
                has[place] = has[place] | together
        found |= np.logical_and.reduce(has)
    return among[found[among]]


def hits_of(look: Lookup, query: Query, ranked: Ranked, most: int) -> tuple[Hit, ...]:
    """The first *most* papers of *ranked*, each with the stretch that shows the words of *query*."""
    numbers = ranked.numbers[:most].tolist()
    papers = rows.papers(look.db, numbers)
    terms = {term for clause in query.clauses for term in (*clause.plain, *clause.extra)}
    return tuple(
        Hit(paper, float(score), best_stretch(paper.abstract, places_of(paper.abstract, terms)))
        for number, score in zip(numbers, ranked.scores, strict=False)
        if (paper := papers.get(number))
    )
