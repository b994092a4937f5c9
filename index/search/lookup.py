"""Where the clauses of a query stand, as masks over all papers of one state of the library."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from index import rows
from index.indexing import weighted_texts
from index.search.analysis import Word, stem, words
from index.search.postings import PostingsCache
from index.search.query import Clause, Query
from index.search.ranking import Statistics, TermPostings

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

    def postings(self, terms: Iterable[str]) -> dict[str, TermPostings]:
        """Of *terms*, each once, in order."""
        return self._cache.of(self.db, self.generation, terms)

    def statistics(self, found_in: dict[str, int]) -> Statistics:
        return self._cache.statistics(self.db, self.generation, found_in)

    def knows(self, *terms: str) -> bool:
        """Whether each of *terms* stands somewhere."""
        return all(postings.found_in for postings in self.postings(terms).values())

    def where(self, clause: Clause) -> Mask:
        """The papers that have *clause*."""
        if clause.kind == "prefix":
            return self.any_of(self.prefixed(clause))
        if clause.kind == "phrase":
            return self._having_phrase(clause)
        found = self.all_of(clause.plain)
        return found | self.all_of(clause.extra) if clause.extra and clause.kind == "word" else found

    def prefixed(self, clause: Clause) -> list[str]:
        """The terms of the words that begin as *clause* does."""
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

    def allowed(self, query: Query, among: NDArray[np.int64] | None) -> Mask:
        """The papers that may be found at all: filters and exclusions.

        Args:
            among: numbers of the papers to choose from; None for all.
        """
        mask = np.zeros(self.size, np.bool_)
        mask[self._numbers("SELECT number FROM papers") if among is None else among] = True
        if query.has_code is not None:
            with_code = np.zeros(self.size, np.bool_)
            with_code[self._numbers("SELECT number FROM papers WHERE code != ''")] = True
            mask &= with_code if query.has_code else ~with_code
        for clause in query.excluded:
            mask &= ~self.where(clause)
        return mask

    def required(self, query: Query) -> Mask:
        """The papers that have the query's phrases and prefixes. In a long text, quotes are only quotes."""
        mask = np.ones(self.size, np.bool_)
        if len(query.groups) <= LONG_QUERY:
            for group in query.groups:
                if all(clause.kind != "word" for clause in group):
                    mask &= np.logical_or.reduce([self.where(clause) for clause in group])
        return mask

    def _marked(self, postings: TermPostings) -> Mask:
        mask = np.zeros(self.size, np.bool_)
        mask[postings.plain.numbers] = True
        mask[postings.extra.numbers] = True
        return mask

    def _numbers(self, sql: str) -> NDArray[np.int64]:
        return np.array([row[0] for row in self.db.execute(sql)], np.int64)

    def _having_phrase(self, clause: Clause) -> Mask:
        mask = self.all_of(clause.plain)
        for number, paper in rows.papers(self.db, np.flatnonzero(mask).tolist()).items():
            mask[number] = any(_stands_in(clause.plain, words(text)) for text, _ in weighted_texts(paper))
        return mask


def _stands_in(wanted: tuple[str, ...], found: list[Word]) -> bool:
    """Whether the terms *wanted* follow each other in *found*, stop words between them aside."""
    stream = [term for word in found for term in word.plain]
    width = len(wanted)
    return any(tuple(stream[at : at + width]) == wanted for at in range(len(stream) - width + 1))
