"""Where the clauses of a query stand, as papers of one state of the library."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from index.search import streams
from index.search.analysis import print_of, stem
from index.search.occurrences import Mask, Occurrence, Presence, presence_of
from index.search.postings import PostingsCache
from index.search.query import Clause, Query
from index.search.ranking import Ranked, Statistics, TermPostings
from index.search.scratch import zeros
from index.search.skipping import best_of
from index.search.streams import Row
from index.search.weights import CHOSEN, Weights

LONG_QUERY = 8  # words and phrases; a longer one is a text, in which nothing is a must
MOST_PREFIXED = 400  # words that a prefix may stand for


class Lookup:
    """One state of the library, for one query.

    Args:
        db: within a read, so that all of it sees one state.
        generation: names that state; what is cached belongs to it.
    """

    def __init__(self, db: Database, generation: object, cache: PostingsCache, weights: Weights = CHOSEN) -> None:
        self.db = db
        self.generation = generation
        self._cache = cache
        self._weights = weights
        self._whole = cache.whole(db, generation)
        self.size = self._whole.size
        self.papers = self._whole.papers
        self._terms: dict[str, Occurrence] = {}
        self._where: dict[tuple[str, str], Presence] = {}  # by kind and text, which say all of a clause
        self._prefixed: dict[Clause, list[str]] = {}

    def postings(self, terms: Iterable[str]) -> dict[str, TermPostings]:
        """Of *terms*, each once, in order."""
        return self._cache.of(self.db, self.generation, terms)

    def terms(self, terms: Iterable[str]) -> dict[str, Occurrence]:
        """What a search does with *terms*, each once, in order."""
        wanted, known = list(terms), self._terms
        if missing := [term for term in wanted if term not in known]:
            known.update(self._cache.occurrences(self.db, self.generation, missing, self._weights))
        return {term: known[term] for term in wanted}

    def _term(self, term: str) -> Occurrence:
        return self._terms[term] if term in self._terms else self.terms([term])[term]

    def statistics(self, found_in: dict[str, int]) -> Statistics:
        return self._whole.statistics(found_in)

    def meanings(self, short: str) -> list[tuple[str, ...]]:
        """What *short* (folded, without hyphens) stands for, the commonest first."""
        return self._cache.acronyms.meanings(self.db, self.generation, short)

    def shorts(self, long: tuple[str, ...]) -> list[str]:
        """The short forms of the terms *long*, the commonest first."""
        return self._cache.acronyms.shorts(self.db, self.generation, long)

    def scores(self, worth: Mapping[str, float]) -> NDArray[np.float64]:
        """BM25 by paper number, each term times its *worth*; (last number + 1,), zero without any of the terms.

        It stands in a row that this thread's next call uses again.
        """
        total = zeros("scores", self.size)
        for one, weight in zip(self.terms(worth).values(), worth.values(), strict=True):
            if one.plain:
                one.plain.add_to(total, weight)
        return total

    def best(self, worth: Mapping[str, float], most: int, without: Iterable[int] = ()) -> Ranked:
        """The *most* best by the same scores, of all papers but those *without*, sooner than by scoring them all."""
        found = [(one.plain, worth[term]) for term, one in self.terms(worth).items() if one.plain]
        return best_of(found, self.size, most, np.array(list(without), np.int64))

    def scores_of_others(self, worth: Mapping[str, float]) -> NDArray[np.float64] | None:
        """The same where the terms are other spellings of what stands there; None where none of them is."""
        found = [(one.others, worth[term]) for term, one in self.terms(worth).items() if one.others]
        if not found:
            return None
        total = zeros("others", self.size)
        for impact, weight in found:
            impact.add_to(total, weight)
        return total

    def knows(self, *terms: str) -> bool:
        """Whether each of *terms* stands somewhere."""
        return all(self._term(term).found_in for term in terms)

    def where(self, clause: Clause) -> Mask:
        """The papers that have *clause*. The mask is the caller's own."""
        return self.standing(clause).mask(self.size)

    def standing(self, clause: Clause) -> Presence:
        """The papers that have *clause*."""
        known = self._where.get((clause.kind, clause.text))
        if known is None:
            known = self._where[clause.kind, clause.text] = self._found(clause)
        return known

    def standing_any(self, clauses: Sequence[Clause]) -> Presence:
        """The papers that have one of *clauses*."""
        if len(clauses) == 1:
            return self.standing(clauses[0])
        return presence_of(np.logical_or.reduce([self.where(clause) for clause in clauses]))

    def _found(self, clause: Clause) -> Presence:
        if clause.kind == "prefix":
            return presence_of(self.any_of(self.prefixed(clause)))
        if clause.kind == "phrase":
            return presence_of(self._having_phrase(clause))
        plain = clause.plain
        here = self._term(plain[0]).here if len(plain) == 1 else presence_of(self.all_of(plain))
        if clause.extra and clause.kind == "word":
            return presence_of(here.mask(self.size) | self.all_of(clause.extra))
        return here

    def prefixed(self, clause: Clause) -> list[str]:
        """The terms of the words that begin as *clause* does, looked up once."""
        if clause not in self._prefixed:
            self._prefixed[clause] = self._beginning(clause)
        return self._prefixed[clause]

    def _beginning(self, clause: Clause) -> list[str]:
        start = "".join(word.surface.replace("-", "") for word in clause.words)
        found = self.db.execute(
            "SELECT word FROM words WHERE word >= ? AND word < ? ORDER BY papers DESC, word LIMIT ?",
            [start, start + "\U0010ffff", MOST_PREFIXED],
        )
        return list(dict.fromkeys(stem(row[0]) for row in found))

    def all_of(self, terms: Iterable[str]) -> Mask:
        """The papers that have each of *terms*, in whatever way; none for no terms."""
        found = [one.here for one in self.terms(terms).values()]
        if not found or not all(one.count for one in found):
            return np.zeros(self.size, np.bool_)
        mask = found[0].mask(self.size)
        for one in found[1:]:
            mask &= one.mask(self.size) if one.over_all is None else one.over_all
        return mask

    def any_of(self, terms: Iterable[str]) -> Mask:
        """The papers that have one of *terms*, in whatever way."""
        mask = np.zeros(self.size, np.bool_)
        for one in self.terms(terms).values():
            if one.here.over_all is None:
                mask[one.here.numbers] = True
            else:
                mask |= one.here.over_all
        return mask

    def withdrawn(self) -> NDArray[np.int64]:
        """The numbers of the papers that their lists have taken back."""
        return self._whole.withdrawn

    def required(self, query: Query) -> Mask | None:
        """The papers that have the query's phrases and prefixes; None for all. In a long text, quotes say nothing."""
        musts = [group for group in query.groups if all(clause.kind != "word" for clause in group)]
        if not musts or len(query.groups) > LONG_QUERY:
            return None
        mask: Mask = np.logical_and.reduce([self.standing_any(group).mask(self.size) for group in musts])
        return mask

    def _having_phrase(self, clause: Clause) -> Mask:
        mask = self.all_of(clause.plain)
        near = streams.joined(self.near(np.flatnonzero(mask).tolist()))
        mask[near.numbers] = near.having_run([print_of(term) for term in clause.plain])
        return mask

    def near(self, numbers: Sequence[int]) -> list[Row]:
        """What a closer look at the papers with *numbers* needs, in their order."""
        return self._cache.streams(self.db, self.generation, numbers)

    def streams(self, numbers: Iterable[int]) -> streams.Streams:
        """The words of the papers with *numbers*, to be searched together, in the order of their numbers."""
        return streams.joined(self.near(sorted(numbers)))
