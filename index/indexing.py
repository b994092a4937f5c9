"""From papers to postings: what an import writes so that a query reads one row a term."""

import re
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from index import rows
from index.model import Paper
from index.search.acronyms import Acronym, acronyms
from index.search.analysis import VERSION, form_of, places, squashed
from index.search.marks import Marks, marks_of
from index.search.postings import decode
from index.search.ranking import Postings

_PORTION = 1000  # papers read at once
_HIGHEST_COUNT = 65_535  # of a term in a paper
TITLE_WEIGHT = 3  # times that a word of the title counts
_ADDRESS = re.compile(r"https?://\S+")  # found by the address itself, not by its words
_BETWEEN_TEXTS = bytes(4)
HEADLINE_WEIGHT = 1  # likewise of a headline that is not a title: its words stand in the abstract already


@dataclass(frozen=True, slots=True)
class Stream:
    """A row of ``streams``, without its number."""

    terms: bytes  # uint32 prints of the plain terms in order, 0 between texts
    surfaces: bytes  # uint32 prints of the words as they stand, sorted
    title: str  # squashed
    name: str  # likewise


@dataclass(frozen=True, slots=True)
class Terms:
    """What one paper puts into the index."""

    plain: dict[str, int]
    extra: dict[str, int]
    surfaces: frozenset[str]  # folded words as they stand
    acronyms: frozenset[Acronym]  # that the abstract defines
    stream: Stream
    marks: Marks

    @property
    def length(self) -> int:
        return sum(self.plain.values())


def weighted_texts(paper: Paper) -> tuple[tuple[str, int], ...]:
    """The texts of *paper* that are searched, each with how often its words count."""
    head = (paper.title, TITLE_WEIGHT) if paper.title else (paper.headline, HEADLINE_WEIGHT)
    abstract = _ADDRESS.sub(" ", paper.abstract)
    return (head, (abstract, 1), (", ".join(paper.authors), 1), (paper.area.replace("->", ", "), 1))


def terms_of(paper: Paper) -> Terms:
    """The terms of *paper*, as the index counts them."""
    plain: dict[str, int] = {}
    extra: dict[str, int] = {}
    stream: list[bytes] = []
    surfaces: dict[str, int] = {}  # with their prints
    cut = _Cut()
    for text, weight in weighted_texts(paper):
        words = [word for word, _ in cut[text]]
        for word, times in Counter(words).items():
            form = form_of(word)
            if form.plain:
                surfaces[form.surface] = form.mark
                for term in form.plain:
                    plain[term] = plain.get(term, 0) + weight * times
                for term in form.extra:
                    extra[term] = extra.get(term, 0) + weight * times
        stream += [form_of(word).stream for word in words]
        stream.append(_BETWEEN_TEXTS)
    whole = array("I", sorted(surfaces.values()))
    known = {surface for surface in surfaces if "-" not in surface}
    for surface in surfaces.keys() - known:
        known.update((*surface.split("-"), surface.replace("-", "")))
    row = Stream(b"".join(stream), whole.tobytes(), squashed(paper.title), squashed(paper.name))
    marks = marks_of(paper, cut.__getitem__)
    return Terms(plain, extra, frozenset(known), acronyms(paper.abstract), row, marks)


class _Cut(dict[str, list[tuple[str, int]]]):
    """Texts of one paper with their words, each cut once."""

    def __missing__(self, text: str) -> list[tuple[str, int]]:
        found = self[text] = list(places(text))
        return found


class Reindexing:
    """The postings of an import under way: what goes and what comes is gathered, and written once at the end.

    To be used within a write. Papers that come without their terms are read back at the end, so that none
    of their text is held meanwhile.

    Args:
        last: the last number before the import; papers above it have no postings yet.
    """

    def __init__(self, db: Database, last: int) -> None:
        self._db = db
        self._last = last
        self._changes = _Changes()
        self._come: set[int] = set()

    def change(self, paper: Paper) -> None:
        """*paper*, as it stands now, is about to be changed or taken out."""
        number = paper.number
        self._come.discard(number)
        if number in self._changes.lengths and number not in self._changes.gone:  # it came in this very import
            self._changes.take_back(number, terms_of(paper))
        elif number <= self._last and number not in self._changes.gone:
            self._changes.take_out(number, terms_of(paper))

    def come(self, number: int, terms: Terms | None = None) -> None:
        """The paper with *number* is new, or changed by now; its *terms* need not be looked up when they are given."""
        if terms is not None and number > self._last:
            self._changes.put_in(number, terms)
            if len(self._changes.streams) >= _PORTION:
                self._changes.streams = _write_streams(self._db, self._changes.streams)
        else:
            self._come.add(number)

    @property
    def anything(self) -> bool:
        """Whether there is anything to write."""
        return bool(self._come or self._changes.lengths)

    def write(self) -> None:
        """Bring the index up to date. Touches only the rows of the terms that are concerned."""
        self._changes.forget_taken_back()
        waiting = sorted(self._come)
        for start in range(0, len(waiting), _PORTION):
            found = rows.papers(self._db, waiting[start : start + _PORTION])
            for number in sorted(found):
                self._changes.put_in(number, terms_of(found[number]))
            self._changes.streams = _write_streams(self._db, self._changes.streams)
        self._come = set()
        _write_terms(self._db, self._changes)
        _write_streams(self._db, self._changes.streams)
        _write_words(self._db, self._changes.words)
        _write_acronyms(self._db, self._changes.acronyms)
        _write_statistics(self._db, self._changes)


def rebuild(db: Database) -> None:
    """Make the whole index anew from the rows of the papers. To be called within a write."""
    for table in ("terms", "words", "acronyms", "streams", "marks"):
        db.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
    db.execute("UPDATE library SET lengths = x'', tokens = 0, papers = 0")
    fresh = Reindexing(db, last=0)
    for (number,) in db.execute("SELECT number FROM papers").fetchall():
        fresh.come(number)
    fresh.write()


class _Changes:
    """What is to be written, gathered over all papers of an import, in as little memory as it takes."""

    def __init__(self) -> None:
        self.gone: set[int] = set()
        self.touched: set[str] = set()  # terms of the papers that go
        self.plain: dict[str, array[int]] = {}  # term -> number, count, number, count …
        self.extra: dict[str, array[int]] = {}
        self.words: Counter[str] = Counter()
        self.acronyms: Counter[Acronym] = Counter()
        self.lengths: dict[int, int] = {}
        self.streams: dict[int, tuple[Stream, Marks]] = {}
        self.taken_back: set[int] = set()  # numbers that were put in and changed afterwards

    def take_out(self, number: int, terms: Terms) -> None:
        self.gone.add(number)
        self.touched.update(terms.plain, terms.extra)
        self.words.subtract(terms.surfaces)
        self.acronyms.subtract(terms.acronyms)
        self.lengths[number] = 0

    def take_back(self, number: int, terms: Terms) -> None:
        """Undo :meth:`put_in`, as far as it costs little; the rest is done once for all."""
        self.taken_back.add(number)
        self.words.subtract(terms.surfaces)
        self.acronyms.subtract(terms.acronyms)
        self.streams.pop(number, None)
        del self.lengths[number]

    def forget_taken_back(self) -> None:
        """Drop the postings of all papers that were taken back."""
        if not self.taken_back:
            return
        stale = np.array(sorted(self.taken_back), np.int32)
        for gathered in (self.plain, self.extra):
            for term, found in gathered.items():
                pairs = np.frombuffer(found, np.int32).reshape(-1, 2)
                stays = ~np.isin(pairs[:, 0], stale)
                if not stays.all():
                    gathered[term] = array("i", pairs[stays].tobytes())
        self.taken_back = set()

    def put_in(self, number: int, terms: Terms) -> None:
        for counts, gathered in ((terms.plain, self.plain), (terms.extra, self.extra)):
            for term, count in counts.items():
                found = gathered.get(term)
                if found is None:
                    found = gathered[term] = array("i")
                found.append(number)
                found.append(min(_HIGHEST_COUNT, count))
        self.words.update(terms.surfaces)
        self.acronyms.update(terms.acronyms)
        self.lengths[number] = terms.length
        self.streams[number] = terms.stream, terms.marks


def _write_terms(db: Database, changes: _Changes) -> None:
    is_empty = db.execute("SELECT 1 FROM terms LIMIT 1").fetchone() is None
    gone = np.array(sorted(changes.gone), np.int32)
    db.conn.executemany(
        "INSERT OR REPLACE INTO terms VALUES (?, ?, ?, ?, ?)", _changed_terms(db, changes, gone, is_empty=is_empty)
    )
    db.conn.executemany(
        "DELETE FROM terms WHERE term = ? AND length(numbers) = 0 AND length(extra_numbers) = 0",
        [(term,) for term in changes.touched],
    )


def _changed_terms(
    db: Database, changes: _Changes, gone: NDArray[np.int32], *, is_empty: bool
) -> Iterator[tuple[str, bytes, bytes, bytes, bytes]]:
    nothing = (b"", b"", b"", b"")
    reader = db.conn.cursor()
    for term in sorted(changes.touched | changes.plain.keys() | changes.extra.keys()):
        stored = nothing
        if not is_empty:
            query = "SELECT numbers, counts, extra_numbers, extra_counts FROM terms WHERE term = ?"
            stored = reader.execute(query, [term]).fetchone() or nothing
        plain = _merged(decode(stored[0], stored[1]), gone, changes.plain.get(term))
        extra = _merged(decode(stored[2], stored[3]), gone, changes.extra.get(term))
        yield (term, *_encoded(plain), *_encoded(extra))


def _merged(stored: Postings, gone: NDArray[np.int32], come: "array[int] | None") -> Postings:
    numbers, counts = stored.numbers, stored.counts
    if len(gone) and len(numbers):
        stays = ~np.isin(numbers, gone)
        numbers, counts = numbers[stays], counts[stays]
    if come:
        pairs = np.frombuffer(come, np.int32).reshape(-1, 2)
        numbers = np.concatenate([numbers, pairs[:, 0]])
        counts = np.concatenate([counts, pairs[:, 1].astype(np.uint16)])
        if np.any(numbers[1:] < numbers[:-1]):
            order = np.argsort(numbers, kind="stable")
            numbers, counts = numbers[order], counts[order]
    return Postings(numbers, counts)


def _encoded(postings: Postings) -> tuple[bytes, bytes]:
    return postings.numbers.astype("<i4").tobytes(), postings.counts.astype("<u2").tobytes()


def _write_streams(db: Database, streams: dict[int, tuple[Stream, Marks]]) -> dict[int, tuple[Stream, Marks]]:
    """Write *streams*; what is left to be written then is nothing."""
    db.conn.executemany(
        "INSERT OR REPLACE INTO streams VALUES (?, ?, ?, ?, ?)",
        [(number, one.terms, one.surfaces, one.title, one.name) for number, (one, _) in streams.items()],
    )
    db.conn.executemany(
        "INSERT OR REPLACE INTO marks VALUES (?, ?, ?, ?)",
        [(number, one.prints, one.places, one.sentences) for number, (_, one) in streams.items()],
    )
    return {}


def _write_words(db: Database, words_of: Counter[str]) -> None:
    db.conn.executemany(
        "INSERT INTO words VALUES (?, ?) ON CONFLICT (word) DO UPDATE SET papers = papers + excluded.papers",
        [(word, change) for word, change in sorted(words_of.items()) if change],
    )
    db.conn.executemany(
        "DELETE FROM words WHERE word = ? AND papers <= 0", [(word,) for word, change in words_of.items() if change < 0]
    )


def _write_acronyms(db: Database, pairs: Counter[Acronym]) -> None:
    db.conn.executemany(
        "INSERT INTO acronyms VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET papers = papers + excluded.papers",
        [(pair.short, " ".join(pair.long), change) for pair, change in pairs.items() if change],
    )
    db.conn.executemany(
        "DELETE FROM acronyms WHERE short = ? AND long = ? AND papers <= 0",
        [(pair.short, " ".join(pair.long)) for pair, change in pairs.items() if change < 0],
    )


def _write_statistics(db: Database, changes: _Changes) -> None:
    stored, last = db.execute("SELECT lengths, number FROM library").fetchone()
    lengths = np.zeros(last + 1, np.int32)
    before = np.frombuffer(stored, "<i4")
    lengths[: len(before)] = before
    for number, length in changes.lengths.items():
        lengths[number] = length
    db.execute(  # an index that was begun by another version of the analysis stays one until it is made anew
        """
        UPDATE library
        SET papers = ?, tokens = ?, lengths = ?, analysis = CASE papers WHEN 0 THEN ? ELSE analysis END
        """,
        [_count(db, changes), int(lengths.sum()), lengths.astype("<i4").tobytes(), VERSION],
    )


def _count(db: Database, changes: _Changes) -> int:
    """How many papers there are; of few changes without counting them all."""
    touched = list(changes.lengths)
    if len(touched) > _PORTION:
        return int(db.execute("SELECT count(*) FROM papers").fetchone()[0])
    marks = ",".join("?" * len(touched))
    there = db.execute(f"SELECT count(*) FROM papers WHERE number IN ({marks})", touched).fetchone()[0]  # noqa: S608 - marks only
    return int(db.execute("SELECT papers FROM library").fetchone()[0]) - len(changes.gone) + int(there)
