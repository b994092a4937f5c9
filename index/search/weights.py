"""The numbers of the ranking, in one place."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """What the parts of a score weigh. ``tests/benchmarks/tune.py`` chose them; ARCHITECTURE has the runs."""

    k1: float = 2.1  # BM25's saturation
    b: float = 0.75  # BM25's share of a paper's length
    extra: float = 0.5  # another spelling of a word, beside the word as it stands
    kin: float = 0.5  # an acronym's long form beside the acronym, and the other way round
    coverage: float = 0.5  # of a score that a paper gets only as far as it has a short query's words
    exact: float = 0.20  # of the best score, for all words exactly as typed
    neighbours: float = 0.40  # of the best score, for all neighbouring words neighbouring there too
    named: float = 0.30  # of the best score, for a name that is the whole query
    begins: float = 0.15  # of the best score, for a title that begins with the whole query
    enough: float = 0.62  # of the worth of a query's words: a paper with less of it is only near to the query


CHOSEN = Weights()
