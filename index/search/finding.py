"""A query against the index: which papers match, how well, and whether that is an answer."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from index.search.closeness import RERANKED, reranked
from index.search.filters import passing
from index.search.lookup import Lookup
from index.search.occurrences import Mask, covered, presence_of
from index.search.postings import PostingsCache
from index.search.query import Clause, Query, as_meant
from index.search.ranking import Ranked, best
from index.search.reading import Reading, corrected, readings
from index.search.scratch import row
from index.search.semantic import Meaning
from index.search.suggestions import Spelling
from index.search.weights import CHOSEN, Weights

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Found:
    """What a query found, before the page is cut."""

    query: Query
    ranked: Ranked
    total: int  # papers that share a word with the query
    full: int  # papers that have all of it
    partial: bool  # no paper has enough of it
    weights: dict[str, float]  # terms to mark in snippets, with their idf
    matching: Mask | None = None  # all papers that match; None where all of them are ranked

    @property
    def numbers(self) -> NDArray[np.int64]:
        """Of all papers that match, ascending."""
        return np.sort(self.ranked.numbers) if self.matching is None else np.flatnonzero(self.matching)


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
        look = Lookup(db, generation, self._postings, self._weights)
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
        must = look.required(query)
        asked = matching if must is None else matching & must
        full = int(np.count_nonzero(asked & (coverage > 1 - _ROUNDING)))
        needed = self._weights.enough if len(ways[0].groups) > 1 else 1 - _ROUNDING
        partial = not full and not (asked & (coverage >= needed)).any()
        if self._meaning is not None:
            text = as_meant(query.typed)
            scores = self._meaning.mixed(look.db, look.generation, text, np.where(matching, scores, 0.0))
        if not partial:  # else the nearest papers need not have the phrases of the query either
            matching = asked
        every = matching is asked and must is None and allowed is None
        eligible = scores if every else np.where(matching, scores, 0.0)
        ranked = best(eligible, max(most, RERANKED))
        ranked = reranked(query, ranked, look.near(ranked.numbers[:RERANKED].tolist()), self._weights)
        return Found(
            query,
            ranked,
            total=int(np.count_nonzero(matching)),
            full=full if not partial or must is None else int(np.count_nonzero(matching & (coverage > 1 - _ROUNDING))),
            partial=partial,
            weights=_weights(ways, look),
            matching=matching,
        )


def understood(query: Query) -> Query:
    """*query* with what it was read as, also told in its words for people."""
    if not query.corrections:
        return query
    slips = ", ".join(f"“{typed}” as “{meant}”" for typed, meant in query.corrections)
    return replace(query, understood=f"{query.understood} (read {slips})")


def _allowed(query: Query, look: Lookup, among: NDArray[np.int64] | None) -> Mask | None:
    """The papers that may be found at all, by filters and exclusions; None for all."""
    withdrawn = look.withdrawn()
    if any(one.kind == "is" and one.value.lower() == "withdrawn" for one in query.filters):
        withdrawn = withdrawn[:0]
    if among is None and not (query.filters or query.excluded or len(withdrawn)):
        return None
    mask: Mask = np.ones(look.size, np.bool_)
    if among is not None:
        mask[:] = False
        mask[among] = True
    for one in query.filters:
        mask &= passing(look, one)
    for clause in query.excluded:
        mask &= ~look.where(clause)
    mask[withdrawn] = False
    return mask


def _all_of(query: Query, look: Lookup, allowed: Mask | None, most: int) -> Found:
    """Filters alone: every paper that passes them, in the order of their handles."""
    there = np.array([row[0] for row in look.db.execute("SELECT number FROM papers ORDER BY number")], np.int64)
    numbers = there if allowed is None else there[allowed[there]]
    ranked = Ranked(numbers[:most], np.zeros(min(most, len(numbers))))
    matching = np.zeros(look.size, np.bool_)
    matching[numbers] = True
    return Found(query, ranked, len(numbers), len(numbers), partial=not len(numbers), weights={}, matching=matching)


def _judged(ways: list[Reading], look: Lookup, weights: Weights) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Score and coverage of every paper by number: for each the better of the readings."""
    scores, coverage = _judged_as(ways[0], look, weights)
    if len(ways) > 1:
        scores, coverage = scores.copy(), coverage.copy()
    for way in ways[1:]:
        other_scores, other_coverage = _judged_as(way, look, weights)
        np.maximum(scores, other_scores, out=scores)
        np.maximum(coverage, other_coverage, out=coverage)
    return scores, coverage


def _judged_as(way: Reading, look: Lookup, weights: Weights) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Likewise by one reading; both in rows that are used again."""
    coverage, scores = _coverage(way, look), _scores(way, look, weights)
    fair = np.multiply(coverage, weights.coverage, out=row("weighed", look.size))
    fair += 1 - weights.coverage
    scores *= fair
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
    scores, others = look.scores(worth), look.scores_of_others(in_full)
    if others is not None:
        scores += others
    for kin in way.kin:
        _add_kin(scores, kin.terms, look, weights)
    return scores


def _add_kin(scores: NDArray[np.float64], terms: tuple[str, ...], look: Lookup, weights: Weights) -> None:
    """Add what papers with all of *terms* get for it: together about as much as one rare word."""
    together = look.all_of(terms).nonzero()[0]
    found = [one for one in look.terms(terms).values() if one.plain_in]
    worth = sum(_idf(look, one.plain_in) for one in found)
    share = _idf(look, len(together)) / worth if worth else 0.0
    parts = np.zeros(len(together))
    for one in found:
        if one.plain:
            parts += one.plain.at(together)
    scores[together] += weights.kin * min(1.0, share) * parts


def _terms(clause: Clause, look: Lookup) -> list[str]:
    return look.prefixed(clause) if clause.kind == "prefix" else list(clause.plain)


def _idf(look: Lookup, found_in: int) -> float:
    return math.log((look.papers + 1) / max(1, found_in))


def _coverage(way: Reading, look: Lookup) -> NDArray[np.float64]:
    """The share of the query's worth (idf) that each paper has; (last number + 1,), 0 to 1."""
    has = [look.standing_any(group) for group in way.groups]
    worths = [_idf(look, one.count) for one in has]
    whole = sum(worths) or 1.0
    for kin in way.kin:
        together = look.all_of(kin.terms)
        for place in kin.units:
            has[place] = presence_of(has[place].mask(look.size) | together)
    return covered(has, [worth / whole for worth in worths], look.size)


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
    return {term: _idf(look, one.found_in) for term, one in look.terms(terms).items() if one.found_in}
