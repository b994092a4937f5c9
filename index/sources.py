"""Which lists tell of which paper, and what each of them says."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlite_utils import Database

from index.importers.base import Record
from index.merging import packed, unpacked
from index.model import Paper


@dataclass(frozen=True, slots=True)
class Source:
    """That a list has told of a paper."""

    paper: int
    local: str  # what the list itself calls it
    gone: bool  # it has it no more


class Sources:
    """The sources of a library. To be used within a write."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of_list(self, corpus: str, name: str) -> dict[bytes, Source]:
        """All that the list has told so far, by the hash of its raw text."""
        found = self._db.execute(
            "SELECT raw_hash, paper, local, gone FROM sources WHERE corpus = ? AND list = ?", [corpus, name]
        )
        return {row[0]: Source(row[1], row[2], bool(row[3])) for row in found}

    def add(self, corpus: str, name: str, raw_hash: bytes, number: int, record: Record, told: Paper | None) -> None:
        """Remember *record*; without *told*, the paper's row says the same."""
        self._db.execute(
            "INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)",
            [
                corpus,
                name,
                raw_hash,
                number,
                record.position,
                record.local,
                record.raw.encode("utf-8", "replace").decode(),
                packed(told) if told else None,
            ],
        )

    def tell(self, number: int, paper: Paper) -> None:
        """Write beside the paper's only source what it tells, before another one is added to it or it goes."""
        self._db.execute("UPDATE sources SET told = ? WHERE paper = ? AND told IS NULL", [packed(paper), number])

    def told_of(self, number: int, there: Paper) -> list[Paper]:
        """What the lists that still have the paper say of it; *there* is its row."""
        found = self._db.execute("SELECT told FROM sources WHERE paper = ? AND gone = 0", [number])
        return [unpacked(row[0]) if row[0] else there for row in found]

    def has(self, corpus: str, name: str, raw_hash: bytes) -> bool:
        return self._any("corpus = ? AND list = ? AND raw_hash = ?", corpus, name, raw_hash)

    def alive(self, number: int, corpus: str = "") -> bool:
        """Whether any list, of *corpus* if it is given, still has the paper."""
        if corpus:
            return self._any("paper = ? AND gone = 0 AND corpus = ?", number, corpus)
        return self._any("paper = ? AND gone = 0", number)

    def mark_gone(self, corpus: str, name: str, raw_hash: bytes) -> None:
        self._db.execute(
            "UPDATE sources SET gone = 1 WHERE corpus = ? AND list = ? AND raw_hash = ?", [corpus, name, raw_hash]
        )

    def forget(self, corpus: str, name: str, raw_hash: bytes) -> None:
        self._db.execute("DELETE FROM sources WHERE corpus = ? AND list = ? AND raw_hash = ?", [corpus, name, raw_hash])

    def raw_of(self, number: int) -> Iterator[tuple[str, str, str]]:
        """Corpus, list and raw text of each source of the paper."""
        yield from self._db.execute(
            "SELECT corpus, list, raw FROM sources WHERE paper = ? ORDER BY corpus, list, position", [number]
        )

    def _any(self, condition: str, *values: object) -> bool:
        return self._db.execute(f"SELECT 1 FROM sources WHERE {condition} LIMIT 1", values).fetchone() is not None  # noqa: S608 - our own words
