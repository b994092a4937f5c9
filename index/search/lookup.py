"""Where the clauses of a query stand, as masks over all papers of one state of the library."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from index.search.analysis import print_of, stem
from index.search.postings import PostingsCache
from index.search.query import Clause, Query
from index.search.ranking import Impact, Postings, Statistics, StoredBM25, TermPostings
from index.search.streams import Streams
from index.search.weights import Weights

LONG_QUERY = 8  # words and phrases; a longer one is a text, in which nothing is a must
MOST_PREFIXED = 400  # words that a prefix may stand for

Mask = NDArray[np.bool_]  # (last number + 1,), by paper number


class Lookup:
    """One state of the library, for one query.

    Args:
        db: within a read, so that all of it sees one state.
        generation: names that state; what is cached belongs to it.
    """

    def __init__(self, db: Database, generation: object, cache: PostingsCache) -> None:
        self.db = db
        self.generation = generation
        self._cache = cache
        last, papers = db.execute("SELECT number, papers FROM library").fetchone()
        self.size = int(last) + 1
        self.papers = int(papers)
        self._where: dict[Clause, Mask] = {}
        self._prefixed: dict[Clause, list[str]] = {}

    def postings(self, terms: Iterable[str]) -> dict[str, TermPostings]:
        """Of *terms*, each once, in order."""
        return self._cache.of(self.db, self.generation, terms)

    def statistics(self, found_in: dict[str, int]) -> Statistics:
        return self._cache.statistics(self.db, self.generation, found_in)

    def meanings(self, short: str) -> list[tuple[str, ...]]:
        """What *short* (folded, without hyphens) stands for, the commonest first."""
        return self._cache.acronyms.meanings(self.db, self.generation, short)

    def shorts(self, long: tuple[str, ...]) -> list[str]:
        """The short forms of the terms *long*, the commonest first."""
        return self._cache.acronyms.shorts(self.db, self.generation, long)

    def scores(self, worth: Mapping[str, float], weights: Weights, *, others: bool = False) -> NDArray[np.float64]:
        """BM25 by paper number, each term times its *worth*; (last number + 1,), zero without any of the terms.

        Args:
            others: count where the terms are other spellings of what stands there, not where they stand themselves.
        """
        total = np.zeros(self.size)
        found = self.postings(worth)
        for term, one in worth.items():
            here = found[term].extra if others else found[term].plain
            if len(here):
                self._impact(term, here, found[term], weights, others=others).add_to(total, one)
        return total

    def _impact(self, term: str, here: Postings, found: TermPostings, weights: Weights, *, others: bool) -> Impact:
        def made() -> Impact:
            found_in = found.found_in if others else len(here)
            return StoredBM25(self.statistics({term: found_in}), weights.k1, weights.b).impact(term, here)

        return self._cache.impacts.of(self.generation, (term, others, weights.k1, weights.b), made)

    def knows(self, *terms: str) -> bool:
        """Whether each of *terms* stands somewhere."""
        return all(postings.found_in for postings in self.postings(terms).values())

    def where(self, clause: Clause) -> Mask:
        """The papers that have *clause*. The mask is shared: not to be changed."""
        if clause not in self._where:
            self._where[clause] = self._found(clause)
        return self._where[clause]

    def where_any(self, clauses: Sequence[Clause]) -> Mask:
        """The papers that have one of *clauses*; shared likewise."""
        if len(clauses) == 1:
            return self.where(clauses[0])
        either: Mask = np.logical_or.reduce([self.where(clause) for clause in clauses])
        return either

    def _found(self, clause: Clause) -> Mask:
        if clause.kind == "prefix":
            return self.any_of(self.prefixed(clause))
        if clause.kind == "phrase":
            return self._having_phrase(clause)
        found = self.all_of(clause.plain)
        return found | self.all_of(clause.extra) if clause.extra and clause.kind == "word" else found

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
        mask: Mask | None = None
        for postings in self.postings(terms).values():
            here = self._marked(postings)
            mask = here if mask is None else mask & here
        return np.zeros(self.size, np.bool_) if mask is None else mask

    def any_of(self, terms: Iterable[str]) -> Mask:
        """The papers that have one of *terms*, in whatever way."""
        mask = np.zeros(self.size, np.bool_)
        for postings in self.postings(terms).values():
            mask |= self._marked(postings)
        return mask

    def withdrawn(self) -> NDArray[np.int64]:
        """The numbers of the papers that their lists have taken back."""
        return np.array([row[0] for row in self.db.execute("SELECT number FROM papers WHERE withdrawn")], np.int64)

    def required(self, query: Query) -> Mask:
        """The papers that have the query's phrases and prefixes. In a long text, quotes are only quotes."""
        mask = np.ones(self.size, np.bool_)
        if len(query.groups) <= LONG_QUERY:
            for group in query.groups:
                if all(clause.kind != "word" for clause in group):
                    mask &= self.where_any(group)
        return mask

    def _marked(self, postings: TermPostings) -> Mask:
        mask = np.zeros(self.size, np.bool_)
        mask[postings.plain.numbers] = True
        mask[postings.extra.numbers] = True
        return mask

    def _having_phrase(self, clause: Clause) -> Mask:
        mask = self.all_of(clause.plain)
        near = self.streams(np.flatnonzero(mask).tolist())
        mask[near.numbers] = near.having_run([print_of(term) for term in clause.plain])
        return mask

    def heads(self, numbers: Sequence[int]) -> dict[int, tuple[str, str]]:
        """Title and name of the papers with *numbers*; at most some hundred."""
        marks = ",".join("?" * len(numbers))
        sql = f"SELECT number, title, name FROM papers WHERE number IN ({marks})"  # noqa: S608 - marks only
        return {number: (title, name) for number, title, name in self.db.execute(sql, list(numbers))}

    def streams(self, numbers: Iterable[int]) -> Streams:
        """The words in order of the papers with *numbers*."""
        return self._cache.streams(self.db, self.generation, numbers)
