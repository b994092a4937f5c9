"""From papers to postings: what an import writes so that a query reads one row a term."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from index.model import Paper
from index.search.acronyms import Acronym, acronyms
from index.search.analysis import words
from index.search.postings import decode
from index.search.ranking import Postings

TITLE_WEIGHT = 3  # times that a word of the title counts
_ADDRESS = re.compile(r"https?://\S+")  # found by the address itself, not by its words
HEADLINE_WEIGHT = 1  # likewise of a headline that is not a title: its words stand in the abstract already


@dataclass(frozen=True, slots=True)
class Terms:
    """What one paper puts into the index."""

    plain: Counter[str]
    extra: Counter[str]
    surfaces: frozenset[str]  # folded words as they stand
    acronyms: frozenset[Acronym]  # that the abstract defines

    @property
    def length(self) -> int:
        return self.plain.total()


def weighted_texts(paper: Paper) -> tuple[tuple[str, int], ...]:
    """The texts of *paper* that are searched, each with how often its words count."""
    head = (paper.title, TITLE_WEIGHT) if paper.title else (paper.headline, HEADLINE_WEIGHT)
    abstract = _ADDRESS.sub(" ", paper.abstract)
    return (head, (abstract, 1), (", ".join(paper.authors), 1), (paper.area.replace("->", ", "), 1))


def terms_of(paper: Paper) -> Terms:
    """The terms of *paper*, as the index counts them."""
    plain: Counter[str] = Counter()
    extra: Counter[str] = Counter()
    surfaces: set[str] = set()
    for text, weight in weighted_texts(paper):
        for word in words(text):
            for term in word.plain:
                plain[term] += weight
            for term in word.extra:
                extra[term] += weight
            if word.plain:
                surfaces.update(word.surface.split("-"))
                surfaces.add(word.surface.replace("-", ""))
    return Terms(plain, extra, frozenset(surfaces), acronyms(paper.abstract))


def reindex(db: Database, gone: Iterable[Paper], come: Iterable[Paper]) -> None:
    """Take the papers *gone* out of the postings and put *come* in. A changed paper is in both.

    Touches only the rows of their terms. To be called within a write.
    """
    changes = _Changes()
    for paper in gone:
        changes.take_out(paper.number, terms_of(paper))
    for paper in come:
        changes.put_in(paper.number, terms_of(paper))
    _write_terms(db, changes)
    _write_words(db, changes.words)
    _write_acronyms(db, changes.acronyms)
    _write_statistics(db, changes)


class _Changes:
    """What is to be written, gathered over all papers of an import."""

    def __init__(self) -> None:
        self.gone: set[int] = set()
        self.touched: set[str] = set()
        self.plain: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self.extra: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self.words: Counter[str] = Counter()
        self.acronyms: Counter[Acronym] = Counter()
        self.lengths: dict[int, int] = {}

    def take_out(self, number: int, terms: Terms) -> None:
        self.gone.add(number)
        self.touched.update(terms.plain, terms.extra)
        self.words.subtract(terms.surfaces)
        self.acronyms.subtract(terms.acronyms)
        self.lengths[number] = 0

    def put_in(self, number: int, terms: Terms) -> None:
        for term, count in terms.plain.items():
            self.plain[term].append((number, count))
        for term, count in terms.extra.items():
            self.extra[term].append((number, count))
        self.touched.update(terms.plain, terms.extra)
        self.words.update(terms.surfaces)
        self.acronyms.update(terms.acronyms)
        self.lengths[number] = terms.length


def _write_terms(db: Database, changes: _Changes) -> None:
    gone = np.array(sorted(changes.gone), np.int32)
    rows = []
    for term in sorted(changes.touched):
        stored = db.execute(
            "SELECT numbers, counts, extra_numbers, extra_counts FROM terms WHERE term = ?", [term]
        ).fetchone() or (b"", b"", b"", b"")
        plain = _merged(decode(stored[0], stored[1]), gone, changes.plain.get(term, ()))
        extra = _merged(decode(stored[2], stored[3]), gone, changes.extra.get(term, ()))
        rows.append((term, *_encoded(plain), *_encoded(extra)))
    db.conn.executemany("INSERT OR REPLACE INTO terms VALUES (?, ?, ?, ?, ?)", rows)
    db.execute("DELETE FROM terms WHERE length(numbers) = 0 AND length(extra_numbers) = 0")


def _merged(stored: Postings, gone: NDArray[np.int32], come: Sequence[tuple[int, int]]) -> Postings:
    numbers, counts = stored.numbers, stored.counts
    if len(gone) and len(numbers):
        stays = ~np.isin(numbers, gone)
        numbers, counts = numbers[stays], counts[stays]
    if come:
        new = np.array(come, np.int64)
        numbers = np.concatenate([numbers, new[:, 0].astype(np.int32)])
        counts = np.concatenate([counts, np.minimum(new[:, 1], 65_535).astype(np.uint16)])
        order = np.argsort(numbers, kind="stable")
        numbers, counts = numbers[order], counts[order]
    return Postings(numbers, counts)


def _encoded(postings: Postings) -> tuple[bytes, bytes]:
    return postings.numbers.astype("<i4").tobytes(), postings.counts.astype("<u2").tobytes()


def _write_words(db: Database, words_of: Counter[str]) -> None:
    db.conn.executemany(
        "INSERT INTO words VALUES (?, ?) ON CONFLICT (word) DO UPDATE SET papers = papers + excluded.papers",
        [(word, change) for word, change in sorted(words_of.items()) if change],
    )
    db.execute("DELETE FROM words WHERE papers <= 0")


def _write_acronyms(db: Database, pairs: Counter[Acronym]) -> None:
    db.conn.executemany(
        "INSERT INTO acronyms VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET papers = papers + excluded.papers",
        [(pair.short, " ".join(pair.long), change) for pair, change in pairs.items() if change],
    )
    db.execute("DELETE FROM acronyms WHERE papers <= 0")


def _write_statistics(db: Database, changes: _Changes) -> None:
    stored, last = db.execute("SELECT lengths, number FROM library").fetchone()
    lengths = np.zeros(last + 1, np.int32)
    before = np.frombuffer(stored, "<i4")
    lengths[: len(before)] = before
    for number, length in changes.lengths.items():
        lengths[number] = length
    papers = db.execute("SELECT count(*) FROM papers").fetchone()[0]
    db.execute(
        "UPDATE library SET papers = ?, tokens = ?, lengths = ?",
        [papers, int(lengths.sum()), lengths.astype("<i4").tobytes()],
    )
