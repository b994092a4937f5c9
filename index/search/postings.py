"""Postings as they stand in papers.db: one row a term, decoded once and kept within a bound."""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from index.search import streams
from index.search.acronyms import Acronyms
from index.search.impacts import Impacts
from index.search.ranking import NOWHERE, Postings, Statistics, TermPostings
from index.search.streams import Streams

CACHE_BYTES = 32 * 1024 * 1024
KEPT_STREAMS = 5_000  # papers, at about 2 kB each


def decode(numbers: bytes, counts: bytes) -> Postings:
    """Arrays over the stored bytes, without a copy; read-only."""
    if not numbers:
        return NOWHERE
    return Postings(np.frombuffer(numbers, "<i4"), np.frombuffer(counts, "<u2"))


class PostingsCache:
    """Decoded postings of one state of the library, shared by all threads; what is made of them lies beside them.

    What it holds is for one *generation*: when the library has changed, everything goes.
    """

    def __init__(self, most_bytes: int = CACHE_BYTES) -> None:
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._generation: object = None
        self._kept: OrderedDict[str, TermPostings] = OrderedDict()
        self._bytes = 0
        self.acronyms = Acronyms()
        self.impacts = Impacts(most_bytes)
        self._streams: dict[int, streams.Row] = {}
        self._base: tuple[NDArray[np.float64], int, int] | None = None

    def of(self, db: Database, generation: object, terms: Iterable[str]) -> dict[str, TermPostings]:
        """The postings of *terms*, each once, in order; a term that stands nowhere has empty ones."""
        wanted = list(dict.fromkeys(terms))
        with self._lock:
            self._turn_to(generation)
            found = {term: self._kept[term] for term in wanted if term in self._kept}
            for term in found:
                self._kept.move_to_end(term)
        missing = [term for term in wanted if term not in found]
        if missing:
            read = _read(db, missing)
            found |= read
            with self._lock:
                if self._generation == generation:
                    self._keep(read)
        return {term: found[term] for term in wanted}

    def statistics(self, db: Database, generation: object, found_in: Mapping[str, int]) -> Statistics:
        """What the ranking must know beside the postings."""
        with self._lock:
            self._turn_to(generation)
            base = self._base
        if base is None:
            papers, tokens, stored = db.execute("SELECT papers, tokens, lengths FROM library").fetchone()
            lengths = np.frombuffer(stored, "<i4").astype(np.float64)
            lengths.setflags(write=False)
            base = lengths, papers, tokens
            with self._lock:
                if self._generation == generation:
                    self._base = base
        return Statistics(*base, found_in)

    def streams(self, db: Database, generation: object, numbers: Iterable[int]) -> Streams:
        """The words in order of the papers with *numbers*."""
        wanted = list(numbers)
        with self._lock:
            self._turn_to(generation)
            found = [self._streams[number] for number in wanted if number in self._streams]
        if len(found) < len(wanted):
            known = {row[0] for row in found}
            rows = streams.read(db, [number for number in wanted if number not in known])
            found += rows
            with self._lock:
                if self._generation == generation and len(rows) <= KEPT_STREAMS:
                    if len(self._streams) + len(rows) > KEPT_STREAMS:
                        self._streams.clear()
                    self._streams.update({row[0]: row for row in rows})
        return streams.joined(found)

    def _turn_to(self, generation: object) -> None:
        if self._generation != generation:
            self._generation = generation
            self._kept.clear()
            self._bytes = 0
            self._base = None
            self._streams.clear()

    def _keep(self, read: Mapping[str, TermPostings]) -> None:
        for term, postings in read.items():
            if term not in self._kept:
                self._kept[term] = postings
                self._bytes += postings.size
        while self._bytes > self._most_bytes and self._kept:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= dropped.size


def _read(db: Database, terms: list[str]) -> dict[str, TermPostings]:
    found = dict.fromkeys(terms, TermPostings())
    for start in range(0, len(terms), 500):  # below SQLite's limit of variables
        part = terms[start : start + 500]
        marks = ",".join("?" * len(part))
        rows = db.execute(
            f"SELECT term, numbers, counts, extra_numbers, extra_counts FROM terms WHERE term IN ({marks})",  # noqa: S608 - marks only
            part,
        )
        for term, numbers, counts, extra_numbers, extra_counts in rows:
            found[term] = TermPostings(decode(numbers, counts), decode(extra_numbers, extra_counts))
    return found
