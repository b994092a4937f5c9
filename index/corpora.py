"""What can be done with a corpus as a whole: count, rename, remove; and building the index anew."""

from collections.abc import Iterator
from dataclasses import replace

from sqlite_utils import Database

from index import rows
from index.database import Store
from index.errors import CorpusThere, UnknownCorpus
from index.importers.base import corpus_name
from index.importing import only_importer, told_when_full
from index.indexing import Reindexing
from index.indexing import rebuild as rebuild_postings
from index.intake import CACHE_KIB
from index.merging import combined
from index.model import Corpus, Paper
from index.recognition import Recognition
from index.sources import Sources

_PORTION = 1000  # papers held at once


def counted(db: Database) -> list[Corpus]:
    """All corpora with their years and what they lack. Reads every paper's row."""
    found: dict[str, list[tuple[int | None, int, int, int]]] = {}
    for name, *counts in db.execute(
        """
        SELECT memberships.corpus, papers.year, count(*), sum(papers.withdrawn), sum(papers.abstract = '')
        FROM memberships JOIN papers ON papers.number = memberships.paper
        GROUP BY memberships.corpus, papers.year
        """
    ):
        found.setdefault(name, []).append((counts[0], counts[1], counts[2], counts[3]))
    return [_with_counts(corpus, found.get(corpus.name, [])) for corpus in rows.corpora(db)]


def _with_counts(corpus: Corpus, counts: list[tuple[int | None, int, int, int]]) -> Corpus:
    years = [(number, year) for year, number, _, _ in counts if year is not None]
    return replace(
        corpus,
        year=max(years)[1] if years else None,
        withdrawn=sum(one[2] for one in counts),
        without_abstract=sum(one[3] for one in counts),
    )


def remove(store: Store, name: str, *, wait: bool = True) -> int:
    """Take the corpus *name* out, with the papers that no other corpus has; say how many papers went.

    Handles of papers that went are never given again.

    Raises:
        UnknownCorpus: there is none of that name.
    """
    with only_importer(store, wait=wait), told_when_full(), store.write() as db:
        _known(db, name)
        numbers = [row[0] for row in db.execute("SELECT paper FROM memberships WHERE corpus = ?", [name])]
        sources, postings, recognition = Sources(db), Reindexing(db, _last(db)), Recognition(db)
        for number in numbers:
            sources.tell(number, rows.papers(db, [number])[number])
        db.execute("DELETE FROM corpora WHERE name = ?", [name])  # its memberships and sources go with it
        gone = 0
        for number in numbers:
            paper = rows.papers(db, [number])[number]
            told = sources.told_of(number, paper)
            fresh = replace(combined(told), handle=paper.handle, key=paper.key) if told else paper
            if paper.corpora and fresh == replace(paper, corpora=()):
                continue
            postings.change(paper)
            recognition.remove(paper)
            if paper.corpora:
                rows.put(db, fresh)
                recognition.add(fresh)
                postings.come(number)
            else:
                db.execute("DELETE FROM aliases WHERE paper = ?", [number])
                db.execute("DELETE FROM papers WHERE number = ?", [number])
                gone += 1
        postings.write()
        db.execute("UPDATE library SET version = version + 1")
    return gone


def rename(store: Store, name: str, label: str, new_name: str = "", *, wait: bool = True) -> Corpus:
    """Give the corpus *name* another label, and the name that goes with it.

    Raises:
        UnknownCorpus: there is none of that name.
        CorpusThere: another corpus has the new name.
    """
    fresh = corpus_name(new_name or label)
    with only_importer(store, wait=wait), store.write() as db:
        _known(db, name)
        if fresh != name and db.execute("SELECT 1 FROM corpora WHERE name = ?", [fresh]).fetchone():
            raise CorpusThere(fresh)
        db.execute("UPDATE corpora SET name = ?, label = ?, version = version + 1 WHERE name = ?", [fresh, label, name])
        db.execute("UPDATE library SET version = version + 1")
        return next(corpus for corpus in rows.corpora(db) if corpus.name == fresh)


def rebuild(store: Store, *, wait: bool = True) -> int:
    """Make the index and all that papers are recognised by anew, from the papers' rows; say how many there are."""
    with only_importer(store, wait=wait), told_when_full(), store.write() as db:
        db.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        recognition = Recognition(db)
        recognition.forget_all()
        recognition.learn(_every_paper(db))
        rebuild_postings(db)
        db.execute("UPDATE library SET version = version + 1")
        count = db.execute("SELECT papers FROM library").fetchone()[0]
    return int(count)


def _every_paper(db: Database) -> Iterator[Paper]:
    numbers = [row[0] for row in db.execute("SELECT number FROM papers ORDER BY number")]
    for start in range(0, len(numbers), _PORTION):
        yield from rows.papers(db, numbers[start : start + _PORTION]).values()


def _known(db: Database, name: str) -> None:
    names = tuple(corpus.name for corpus in rows.corpora(db))
    if name not in names:
        raise UnknownCorpus(name, names)


def _last(db: Database) -> int:
    return int(db.execute("SELECT number FROM library").fetchone()[0])
