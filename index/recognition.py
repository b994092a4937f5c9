"""The papers that are known already, found by their ids, titles and texts: one look-up each, whatever their number."""

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence

import numpy as np
from sqlite_utils import Database

from index import rows
from index.linking import plausible, same, sketch, title_print
from index.model import Paper

_MOST_ALIKE = 25  # papers with one shingle: more of them, and it is a phrase that everybody uses
_MOST_TITLED = 25  # papers with one title: more of them, and it is "Introduction"
_ENOUGH = 2  # shingles of the sketch that two titled papers share before their texts are compared


class Recognition:
    """What a library recognises papers by. To be used within a write."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, paper: Paper, marks: Sequence[int] | None = None) -> None:
        """Remember *paper* by its ids, its key, its title and its abstract, whose sketch is *marks*."""
        self._know_by_ids(paper)
        for table, prints in _prints(paper, marks):
            self._db.conn.executemany(
                f"INSERT INTO {table} VALUES (?, ?) ON CONFLICT DO NOTHING",  # noqa: S608 - our own names
                [(mark, paper.number) for mark in prints],
            )

    def _know_by_ids(self, paper: Paper) -> None:
        self._db.conn.executemany(
            "INSERT INTO ids VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [(kind, value, paper.number) for kind, value in (*paper.ids, ("key", paper.key))],
        )

    def learn(self, papers: Iterable[Paper]) -> None:
        """Remember all of *papers*, of whose titles and abstracts nothing is known.

        Titles and shingles are written in their order, each page of the file once.
        """
        found: dict[str, tuple[array[int], array[int]]] = {
            table: (array("q"), array("q")) for table in ("titles", "shingles")
        }
        for paper in papers:
            self._know_by_ids(paper)
            for table, prints in _prints(paper):
                found[table][0].extend(prints)
                found[table][1].extend([paper.number] * len(prints))
        for table, (marks, numbers) in found.items():
            order = np.lexsort((np.frombuffer(numbers, np.int64), np.frombuffer(marks, np.int64))).tolist()
            self._db.conn.executemany(
                f"INSERT INTO {table} VALUES (?, ?) ON CONFLICT DO NOTHING",  # noqa: S608 - our own names
                ((marks[at], numbers[at]) for at in order),
            )

    def remove(self, paper: Paper) -> None:
        """Forget the title and the abstract of *paper*; ids and keys go with its row."""
        for table, prints in _prints(paper):
            self._db.conn.executemany(
                f"DELETE FROM {table} WHERE print = ? AND paper = ?",  # noqa: S608 - our own names
                [(mark, paper.number) for mark in prints],
            )

    def forget_all(self) -> None:
        """Forget all titles and abstracts, to learn them anew; ids and former keys stay."""
        for table in ("titles", "shingles"):
            self._db.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names

    def with_key(self, key: str) -> list[int]:
        """The papers that have *key*, or once had it, the oldest first."""
        return self._numbers("SELECT paper FROM ids WHERE kind = 'key' AND value = ? ORDER BY paper", key)

    def titled(self, title: str) -> list[int]:
        """The papers with *title*, the oldest first."""
        return self._numbers("SELECT paper FROM titles WHERE print = ? ORDER BY paper", title_print(title))

    def like(self, paper: Paper, of_list: Collection[int], marks: Sequence[int] | None = None) -> list[int]:
        """All papers that *paper* is, the oldest first; more than one where nobody knew that they are the same.

        Args:
            of_list: the papers that the list has told of so far.
            marks: the sketch of its abstract, where it is known already.
        """
        found = {number for number in self._by_ids(paper) if self._may_be(number, paper, of_list)}
        compared: dict[int, Paper] = {}
        for number, enough in self._candidates(paper, marks):
            if number in found or number in compared:
                continue
            other = compared[number] = rows.papers(self._db, [number])[number]
            titled = bool(paper.title and other.title) and title_print(paper.title) != title_print(other.title)
            if (enough or not titled) and same(paper, other, one_list=number in of_list):
                found.add(number)
        return sorted(found)

    def _by_ids(self, paper: Paper) -> set[int]:
        found: set[int] = set()
        for kind, value in (*paper.ids, ("key", paper.key)):
            found.update(self._numbers("SELECT paper FROM ids WHERE kind = ? AND value = ?", kind, value))
        return found

    def _may_be(self, number: int, paper: Paper, of_list: Collection[int]) -> bool:
        """Whether the id that both have says that they are one: not where one list gives it to unlike papers."""
        if number not in of_list:
            return True
        return plausible(paper, rows.papers(self._db, [number])[number])

    def _candidates(self, paper: Paper, marks: Sequence[int] | None) -> Iterator[tuple[int, bool]]:
        """Papers to compare with, each with whether it may be the same although it has another title."""
        if mark := title_print(paper.title):
            titled = self._numbers("SELECT paper FROM titles WHERE print = ? LIMIT ?", mark, _MOST_TITLED)
            yield from ((number, True) for number in titled)
        shares: dict[int, int] = {}
        for mark in sketch(paper.abstract) if marks is None else marks:
            alike = self._numbers("SELECT paper FROM shingles WHERE print = ? LIMIT ?", mark, _MOST_ALIKE)
            if len(alike) < _MOST_ALIKE:
                for number in alike:
                    shares[number] = shares.get(number, 0) + 1
        for number, count in shares.items():
            if count >= _ENOUGH or not paper.title or self._untitled(number):
                yield number, count >= _ENOUGH

    def _untitled(self, number: int) -> bool:
        return bool(self._db.execute("SELECT title = '' FROM papers WHERE number = ?", [number]).fetchone()[0])

    def _numbers(self, query: str, *values: object) -> list[int]:
        return [row[0] for row in self._db.execute(query, values)]


def _prints(paper: Paper, marks: Sequence[int] | None = None) -> Iterator[tuple[str, Sequence[int]]]:
    if mark := title_print(paper.title):
        yield "titles", [mark]
    if marks := sketch(paper.abstract) if marks is None else marks:
        yield "shingles", marks


def moved_on(before: Paper, after: Paper) -> bool:
    """Whether *after* can be what a list now says of *before*: the title, the authors or the text are still alike."""
    if before.title and title_print(before.title) == title_print(after.title):
        return True
    return plausible(before, after)
