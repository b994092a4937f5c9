"""Valid objects, with only what a test is about spelled out."""

from collections.abc import Iterable
from pathlib import Path

from index.importers.base import PaperList, Record
from index.importing import import_lists
from index.library import Library
from index.model import Corpus, Hit, Page, Paper, Snippet


def paper(**changes):
    given = {"handle": "p1", "key": "k1", "headline": "A headline", "abstract": "An abstract."}
    return Paper(**given | changes)


def hit(*, score=1.0, snippet="An abstract.", **changes):
    return Hit(paper(**changes), score, Snippet(((snippet, False),)))


def page(*hits, **changes):
    given = {"total": len(hits), "full": len(hits), "understood": "merging", "searched": 53, "corpora": ("ICML 2026",)}
    return Page(hits, **given | changes)


def corpus(**changes):
    given = {"name": "icml2026", "label": "ICML 2026", "version": 1, "papers": 53}
    return Corpus(**given | changes)


def record(abstract: str, position: int = 1, **changes):
    given = {"raw": abstract + str(sorted(changes.items())), "abstract": abstract}
    return Record(position, **given | changes)


def library_of(folder: Path, abstracts: Iterable[str | Record], label: str = "ICML 2026") -> Library:
    """A fresh library over *abstracts*: p1, p2 and so on, in their order."""
    library = Library(folder / "papers.db")
    records = [one if isinstance(one, Record) else record(one, at) for at, one in enumerate(abstracts, 1)]
    import_lists(library._store, [PaperList("test", label, records)])
    return library
