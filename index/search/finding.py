"""A query against the index: which papers match, how well, and whether that is an answer."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from index.search.closeness import RERANKED, reranked
from index.search.filters import passing
from index.search.lookup import Lookup, Mask
from index.search.postings import PostingsCache
from index.search.query import Clause, Query, as_meant
from index.search.ranking import Ranked, best
from index.search.reading import Reading, corrected, readings
from index.search.semantic import Meaning
from index.search.suggestions import Spelling
from index.search.weights import CHOSEN, Weights


@dataclass(frozen=True, slots=True)
class Found:
    """What a query found, before the page is cut."""

    query: Query
    ranked: Ranked
    total: int  # papers that share a word with the query
    full: int  # papers that have all of it
    partial: bool  # no paper has enough of it
    weights: dict[str, float]  # terms to mark in snippets, with their idf
    numbers: NDArray[np.int64]  # of all papers that match, ascending
    having_all: NDArray[np.int64]  # of those that have all of it, ascending; also where it is partial


class Finder:
    """Looks queries up in one papers.db, from any thread.

    Args:
        meaning: ranks by meaning, too; None for words alone.
    """

    def __init__(
        self,
        postings: PostingsCache,
        spelling: Spelling,
        weights: Weights = CHOSEN,
        meaning: Meaning | None = None,
    ) -> None:
        self._postings = postings
        self._spelling = spelling
        self._weights = weights
        self._meaning = meaning

    def find(self, db: Database, generation: object, query: Query, among: NDArray[np.int64] | None, most: int) -> Found:
        """The papers that match *query*, best first.

        Args:
            db: within a read, so that all of it sees one state.
            generation: names that state; what is cached belongs to it.
            among: numbers of the papers that may be found; None for all.
            most: how many are wanted, from the best on.
        """
        look = Lookup(db, generation, self._postings)
        found = self._found(look, query, among, most)
        if found.partial and query.groups:
            meant = corrected(query, look, self._spelling)
            other = found if meant is query else self._found(look, meant, among, most)
            found = found if other.partial else other
        return found

    def _found(self, look: Lookup, query: Query, among: NDArray[np.int64] | None, most: int) -> Found:
        allowed = _allowed(query, look, among)
        if not query.groups:
            return _all_of(query, look, allowed, most)
        ways = readings(query, look)
        scores, coverage = _judged(ways, look, self._weights)
        matching: Mask = scores > 0
        if allowed is not None:
            matching &= allowed
        asked = matching & look.required(query)
        needed = self._weights.enough if len(ways[0].groups) > 1 else 1 - 1e-9
        partial = not (asked & (coverage >= needed)).any()
        if self._meaning is not None:
            text = as_meant(query.typed)
            scores = self._meaning.mixed(look.db, look.generation, text, np.where(matching, scores, 0.0))
        if not partial:  # else the nearest papers need not have the phrases of the query either
            matching = asked
        ranked = best(np.where(matching, scores, 0.0), max(most, RERANKED))
        first = ranked.numbers[:RERANKED].tolist()
        ranked = reranked(query, ranked, look.streams(first), look.heads(first), self._weights)
        return Found(
            query,
            ranked,
            total=int(matching.sum()),
            full=int((matching & (coverage > 1 - 1e-9)).sum()),
            partial=partial,
            weights=_weights(ways, look),
            numbers=np.flatnonzero(matching),
            having_all=np.flatnonzero(asked & (coverage > 1 - 1e-9)),
        )


def understood(query: Query) -> Query:
    """*query* with what it was read as, also told in its words for people."""
    if not query.corrections:
        return query
    slips = ", ".join(f"“{typed}” as “{meant}”" for typed, meant in query.corrections)
    return replace(query, understood=f"{query.understood} (read {slips})")


def _allowed(query: Query, look: Lookup, among: NDArray[np.int64] | None) -> Mask | None:
    """The papers that may be found at all, by filters and exclusions; None for all."""
    mask: Mask = np.ones(look.size, np.bool_)
    limited = among is not None
    if among is not None:
        mask[:] = False
        mask[among] = True
    for one in query.filters:
        mask &= passing(look, one)
    for clause in query.excluded:
        mask &= ~look.where(clause)
    if not any(one.kind == "is" and one.value.lower() == "withdrawn" for one in query.filters):
        withdrawn = look.withdrawn()
        mask[withdrawn] = False
        limited = limited or len(withdrawn) > 0
    return mask if limited or query.filters or query.excluded else None


def _all_of(query: Query, look: Lookup, allowed: Mask | None, most: int) -> Found:
    """Filters alone: every paper that passes them, in the order of their handles."""
    there = np.array([row[0] for row in look.db.execute("SELECT number FROM papers ORDER BY number")], np.int64)
    numbers = there if allowed is None else there[allowed[there]]
    ranked = Ranked(numbers[:most], np.zeros(min(most, len(numbers))))
    return Found(
        query,
        ranked,
        len(numbers),
        len(numbers),
        partial=not len(numbers),
        weights={},
        numbers=numbers,
        having_all=numbers,
    )


def _judged(ways: list[Reading], look: Lookup, weights: Weights) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Score and coverage of every paper by number: for each the better of the readings."""
    scores, coverage = np.zeros(look.size), np.zeros(look.size)
    for way in ways:
        has = _coverage(way, look)
        fair = 1 - weights.coverage + weights.coverage * has
        scores = np.maximum(scores, _scores(way, look, weights) * fair)
        coverage = np.maximum(coverage, has)
    return scores, coverage


def _scores(way: Reading, look: Lookup, weights: Weights) -> NDArray[np.float64]:
    """BM25 of the words as they stand, half of it for their other spellings, and for their kin."""
    worth: dict[str, float] = {}
    for clause in (clause for group in way.groups for clause in group):
        for term in _terms(clause, look):
            worth[term] = worth.get(term, 0.0) + 1.0
    for clause in (clause for group in way.groups for clause in group):
        for term in clause.extra:
            worth.setdefault(term, weights.extra)
    in_full = {term: one if term in way.joined else one * weights.extra for term, one in worth.items()}
    scores = look.scores(worth, weights) + look.scores(in_full, weights, others=True)
    for kin in way.kin:
        scores += _kin_scores(kin.terms, look, weights)
    return scores


def _kin_scores(terms: tuple[str, ...], look: Lookup, weights: Weights) -> NDArray[np.float64]:
    """What papers with all of *terms* get for it: together about as much as one rare word."""
    together = look.all_of(terms)
    worth = sum(_idf(look, len(found.plain)) for found in look.postings(terms).values() if len(found.plain))
    share = _idf(look, int(together.sum())) / worth if worth else 0.0
    scores: NDArray[np.float64] = look.scores(dict.fromkeys(terms, 1.0), weights) * together
    return weights.kin * min(1.0, share) * scores


def _terms(clause: Clause, look: Lookup) -> list[str]:
    return look.prefixed(clause) if clause.kind == "prefix" else list(clause.plain)


def _idf(look: Lookup, found_in: int) -> float:
    return math.log((look.papers + 1) / max(1, found_in))


def _coverage(way: Reading, look: Lookup) -> NDArray[np.float64]:
    """The share of the query's worth (idf) that each paper has; (last number + 1,), 0 to 1."""
    has = [look.where_any(group) for group in way.groups]
    worths = [_idf(look, int(mask.sum())) for mask in has]
    for kin in way.kin:
        together = look.all_of(kin.terms)
        for place in kin.units:
            has[place] = has[place] | together
    covered = np.zeros(look.size)
    for worth, mask in zip(worths, has, strict=True):
        covered[mask] += worth / (sum(worths) or 1.0)
    return covered


def _weights(ways: list[Reading], look: Lookup) -> dict[str, float]:
    """The terms that snippets mark, with their idf."""
    terms = [
        term
        for way in ways
        for group in way.groups
        for clause in group
        for term in (*_terms(clause, look), *clause.extra)
    ]
    terms += [term for way in ways for kin in way.kin for term in kin.terms]
    return {term: _idf(look, found.found_in) for term, found in look.postings(terms).items() if found.found_in}
