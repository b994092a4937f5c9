"""Search engines side by side: ours, and the peers that are installed.

Peers get the same analysed words (stop list and Snowball English) with the title three times, so that what is
compared is the engine and our own analysis, not a peer's tokeniser.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from index.importers.base import PaperList, Record
from index.importing import import_lists
from index.library import Library
from index.search.analysis import words


class Entry(NamedTuple):
    """What is searched."""

    id: str
    title: str
    text: str


Search = Callable[[str, int], list[str]]  # a query and how many are wanted -> ids, best first


def ours(entries: Sequence[Entry], folder: Path) -> Search:
    """The library itself, through its own import."""
    return library_search(ours_library(entries, folder))


def ours_semantic(entries: Sequence[Entry], folder: Path) -> Search:
    """The same, with ranking by meaning beside words (extra: semantic)."""
    ours_library(entries, folder).make_vectors()
    return library_search(Library(folder / "papers.db", semantic=True))


def ours_library(entries: Sequence[Entry], folder: Path) -> Library:
    """A fresh library in *folder* over *entries*, with their ids."""
    library = Library(folder / "papers.db")
    records = [
        Record(
            at,
            f"{entry.id} {entry.title} {entry.text}",
            abstract=entry.text,
            title=entry.title,
            ids=(("openreview", entry.id),),
        )
        for at, entry in enumerate(entries, 1)
    ]
    import_lists(library._store, [PaperList("bench", "bench", records)])
    return library


def library_search(library: Library) -> Search:
    """Search by the ids that the papers were imported with."""

    def search(query: str, most: int) -> list[str]:
        found: list[str] = []
        while len(found) < most:
            page = library.search(query, offset=len(found), limit=min(50, most - len(found)), nearest=most)
            found += [dict(hit.paper.ids)["openreview"] for hit in page.hits]
            if page.partial or len(page.hits) < 50:
                break
        return found

    return search


def plain(text: str) -> list[str]:
    return [term for word in words(text) for term in word.plain]


def tokens(entry: Entry) -> list[str]:
    return plain(entry.title) * 3 + plain(entry.text)


def okapi(entries: Sequence[Entry], _: Path) -> Search:
    from rank_bm25 import BM25Okapi

    return _scored(entries, BM25Okapi([tokens(entry) or ["-"] for entry in entries]).get_scores)


def plus(entries: Sequence[Entry], _: Path) -> Search:
    from rank_bm25 import BM25Plus

    return _scored(entries, BM25Plus([tokens(entry) or ["-"] for entry in entries]).get_scores)


def _scored(entries: Sequence[Entry], scores: Callable[[list[str]], np.ndarray]) -> Search:
    def search(query: str, most: int) -> list[str]:
        order = np.argsort(-scores(plain(query)), kind="stable")[:most]
        return [entries[int(at)].id for at in order]

    return search


def bm25s(entries: Sequence[Entry], _: Path) -> Search:
    import bm25s as engine

    index = engine.BM25()
    index.index([tokens(entry) or ["-"] for entry in entries], show_progress=False)

    def search(query: str, most: int) -> list[str]:
        wanted = plain(query)
        if not wanted:
            return []
        found, _ = index.retrieve([wanted], k=min(most, len(entries)), show_progress=False, n_threads=0)
        return [entries[int(at)].id for at in found[0]]

    return search


def tantivy(entries: Sequence[Entry], _: Path) -> Search:
    import tantivy as engine

    builder = engine.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("text", stored=False, tokenizer_name="whitespace")
    index = engine.Index(builder.build())
    writer = index.writer()
    for entry in entries:
        writer.add_document(engine.Document(id=entry.id, text=" ".join(tokens(entry))))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def search(query: str, most: int) -> list[str]:
        text = " ".join(f'"{term}"' for term in plain(query))
        if not text:
            return []
        hits = searcher.search(index.parse_query(text, ["text"]), most).hits
        return [searcher.doc(address)["id"][0] for _, address in hits]

    return search


def fts5(entries: Sequence[Entry], _: Path) -> Search:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE found USING fts5(id UNINDEXED, text, tokenize='unicode61')")
    db.executemany("INSERT INTO found VALUES (?, ?)", [(entry.id, " ".join(tokens(entry))) for entry in entries])

    def search(query: str, most: int) -> list[str]:
        wanted = " OR ".join(f'"{term}"' for term in dict.fromkeys(plain(query)))
        if not wanted:
            return []
        rows = db.execute("SELECT id FROM found WHERE found MATCH ? ORDER BY rank LIMIT ?", [wanted, most])
        return [row[0] for row in rows]

    return search


PEERS: dict[str, Callable[[Sequence[Entry], Path], Search]] = {
    "rank_bm25 Okapi": okapi,
    "rank_bm25 Plus": plus,
    "bm25s": bm25s,
    "tantivy": tantivy,
    "FTS5": fts5,
}


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a Markdown table; numbers with three places."""
    print("| " + " | ".join(head) + " |")
    print("| " + " | ".join("---" for _ in head) + " |")
    for row in rows:
        print("| " + " | ".join(f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in row) + " |")
