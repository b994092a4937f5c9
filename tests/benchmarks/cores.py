"""Ranking cores on disk: terms in, the best papers out. Ours and the peers', over the very same terms.

Every engine is built from the terms that our own index holds (the title's three times), a list for each paper, so
that what is compared is the engine and nothing else. An engine is built in a folder and opened from it again.
"""

import pickle
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from index.database import Store
from index.importers.base import PaperList, Record
from index.importing import import_lists
from index.library import Library
from index.search.analysis import words
from index.search.lookup import Lookup
from index.search.postings import PostingsCache
from index.search.weights import Weights

RELEASED = Weights(k1=1.5, b=0.75)  # rank_bm25's own
MIB = 1024 * 1024
LIBRARY = "library"  # the folder of our own files
_PORTION = 100_000  # papers whose terms are gathered at once

Core = Callable[[Sequence[str], int], list[int]]  # distinct terms and how many are wanted -> places, best first
Papers = Iterable[list[str]]  # the terms of each, by place


@dataclass(frozen=True, slots=True)
class Engine:
    """How an engine is built, opened and added to.

    ``build`` is None where it reads what another one built, or the library; ``add`` is None where that is measured
    elsewhere, or where one more paper means building all anew.
    """

    open: Callable[[Path], Core]
    files: str  # the folder of what it reads
    build: Callable[[Papers, Path], None] | None = None
    add: Callable[[Path, int], None] | None = None
    needs: str = "numpy"  # the package
    texts: bool = False  # its queries are texts, not terms

    @property
    def is_ours(self) -> bool:
        return self.files == LIBRARY


def ours(cache_bytes: int) -> Callable[[Path], Core]:
    """The library's ranking core with postings cached within *cache_bytes*.

    This is the seam to ``index.search``: whatever ranks there is to be called here, and nowhere else in these
    benchmarks.
    """

    def opened(folder: Path) -> Core:
        store, cache = Store(folder / "papers.db"), PostingsCache(cache_bytes)

        def core(terms: Sequence[str], most: int) -> list[int]:
            with store.read() as db:
                generation = (*store.identity(), *db.execute("SELECT id, version FROM library").fetchone())
                look = Lookup(db, generation, cache, RELEASED)
                found: list[int] = look.best(dict.fromkeys(terms, 1.0), most).numbers.tolist()
                return found

        return core

    return opened


def whole_search(folder: Path) -> Core:
    """``Library.search``: parsed, ranked, re-ranked, with snippets. The one term is the query's text."""
    library = Library(folder / "papers.db")
    return lambda terms, most: [hit.paper.number for hit in library.search(terms[0], limit=most, nearest=most).hits]


def stored_terms(folder: Path) -> Iterator[tuple[int, list[str]]]:
    """Number and plain terms of every paper of the library in *folder*, each as often as it counts there."""
    store = Store(folder / "papers.db")
    with store.read() as db:
        look = Lookup(db, "once", PostingsCache(0))
        every = [row[0] for row in db.execute("SELECT term FROM terms ORDER BY term")]
        there = {row[0] for row in db.execute("SELECT number FROM papers")}
        for start in range(0, look.size, _PORTION):
            gathered: list[list[str]] = [[] for _ in range(_PORTION)]
            for first in range(0, len(every), 500):
                for term, found in look.postings(every[first : first + 500]).items():
                    low, high = np.searchsorted(found.plain.numbers, (start, start + _PORTION))
                    counts = found.plain.counts[low:high].tolist()
                    for number, count in zip(found.plain.numbers[low:high].tolist(), counts, strict=True):
                        gathered[number - start].extend([term] * count)
            yield from ((start + at, terms) for at, terms in enumerate(gathered) if start + at in there)
    store.close()


def add_ours(folder: Path, at: int) -> None:
    """Import one more paper, through all of the import."""
    store = Store(folder / "papers.db")
    record = Record(
        1,
        f"added {at}",
        title=f"Paper {at}: Merging Vision Transformers without Data",
        abstract="We merge fine-tuned vision transformers in weight space. " * 3
        + f"Entry {at} adds new words: xq{at}z.",
        ids=(("added", str(at)),),
    )
    report = import_lists(store, [PaperList(f"added {at}", "Added", [record])])
    store.close()
    if report.added != 1:  # a library that was kept has it already, and to find that out is no measure
        raise RuntimeError(f"The paper was not added: {report}")


def build_rank_bm25(papers: Papers, folder: Path) -> None:
    from rank_bm25 import BM25Plus

    with (folder / "index.pickle").open("wb") as file:
        pickle.dump(BM25Plus(papers, delta=0), file, protocol=pickle.HIGHEST_PROTOCOL)


def open_rank_bm25(folder: Path) -> Core:
    with (folder / "index.pickle").open("rb") as file:
        index: Any = pickle.load(file)

    def core(terms: Sequence[str], most: int) -> list[int]:
        found: list[int] = np.argsort(index.get_scores(terms))[::-1][:most].tolist()  # as its get_top_n does
        return found

    return core


def build_bm25s(papers: Papers, folder: Path) -> None:
    import bm25s

    index = bm25s.BM25(k1=1.5, b=0.75)
    index.index(list(papers), show_progress=False)
    index.save(folder, show_progress=False)


def open_bm25s(backend: str) -> Callable[[Path], Core]:
    def opened(folder: Path) -> Core:
        import bm25s

        index = bm25s.BM25.load(folder, load_corpus=False)
        index.backend = backend
        if backend == "numba":
            index.activate_numba_scorer()

        def core(terms: Sequence[str], most: int) -> list[int]:
            found, _ = index.retrieve([list(terms)], k=most, show_progress=False, n_threads=0)
            places: list[int] = found[0].tolist()
            return places

        return core

    return opened


def _tantivy_schema() -> Any:
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("place", stored=True)
    builder.add_text_field("text", stored=False, tokenizer_name="whitespace", index_option="freq")
    return builder.build()


def build_tantivy(papers: Papers, folder: Path) -> None:
    import tantivy

    writer = tantivy.Index(_tantivy_schema(), str(folder)).writer()
    for place, terms in enumerate(papers):
        writer.add_document(tantivy.Document(place=place, text=" ".join(terms)))
    writer.commit()
    writer.wait_merging_threads()


def open_tantivy(*, counted: bool) -> Callable[[Path], Core]:
    """Counting the matches is what its ``search`` does unless told otherwise, and what a page with a total needs;
    without it, it may skip most of them."""

    def opened(folder: Path) -> Core:
        import tantivy

        schema = _tantivy_schema()
        index = tantivy.Index.open(str(folder))
        index.reload()
        searcher, query_of, should = index.searcher(), tantivy.Query, tantivy.Occur.Should

        def core(terms: Sequence[str], most: int) -> list[int]:
            clauses = [(should, query_of.term_query(schema, "text", term, "freq")) for term in terms]
            hits = searcher.search(query_of.boolean_query(clauses), most, count=counted).hits
            return [searcher.doc(address)["place"][0] for _, address in hits]

        return core

    return opened


def add_tantivy(folder: Path, at: int) -> None:
    import tantivy

    index = tantivy.Index.open(str(folder))
    writer = index.writer()
    writer.add_document(tantivy.Document(place=10**9 + at, text=f"merg vision transform data xq{at}z " * 10))
    writer.commit()
    index.reload()


def build_fts5(papers: Papers, folder: Path) -> None:
    db = sqlite3.connect(folder / "fts5.db")
    db.execute("CREATE VIRTUAL TABLE found USING fts5(text, content='', tokenize='unicode61')")
    rows = ((place, " ".join(terms)) for place, terms in enumerate(papers))
    db.executemany("INSERT INTO found (rowid, text) VALUES (?, ?)", rows)
    db.execute("INSERT INTO found (found) VALUES ('optimize')")
    db.commit()
    db.close()


def open_fts5(folder: Path) -> Core:
    db = sqlite3.connect(folder / "fts5.db", check_same_thread=False)
    asked = "SELECT rowid FROM found WHERE found MATCH ? ORDER BY rank LIMIT ?"

    def core(terms: Sequence[str], most: int) -> list[int]:
        match = " OR ".join(f'"{term}"' for term in terms)
        return [row[0] for row in db.execute(asked, [match, most])]

    return core


def add_fts5(folder: Path, at: int) -> None:
    db = sqlite3.connect(folder / "fts5.db")
    db.execute("INSERT INTO found (rowid, text) VALUES (?, ?)", [10**9 + at, f"merg vision transform xq{at}z " * 10])
    db.commit()
    db.close()


OURS, WHOLE, AUTHORITY = "ours", "ours, whole search", "rank_bm25"

ENGINES: dict[str, Engine] = {
    OURS: Engine(ours(128 * MIB), LIBRARY, add=add_ours),
    "ours, small cache": Engine(ours(32 * MIB), LIBRARY),
    "ours, no cache": Engine(ours(0), LIBRARY),
    WHOLE: Engine(whole_search, LIBRARY, texts=True),
    AUTHORITY: Engine(open_rank_bm25, "rank_bm25", build_rank_bm25, needs="rank_bm25"),
    "bm25s": Engine(open_bm25s("numpy"), "bm25s", build_bm25s, needs="bm25s"),
    "bm25s numba": Engine(open_bm25s("numba"), "bm25s", needs="numba"),
    "tantivy": Engine(open_tantivy(counted=True), "tantivy", build_tantivy, add_tantivy, needs="tantivy"),
    "tantivy, no total": Engine(open_tantivy(counted=False), "tantivy", needs="tantivy"),
    "FTS5": Engine(open_fts5, "fts5", build_fts5, add_fts5),
}


def terms_of(text: str) -> list[str]:
    """The plain terms of *text*, as papers and queries have them."""
    return [term for word in words(text) for term in word.plain]


def installed(name: str) -> bool:
    return find_spec(ENGINES[name].needs) is not None


def folder_of(name: str, base: Path) -> Path:
    """Where the engine *name* has its files."""
    return base / ENGINES[name].files


def size_on_disk(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def emptied(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
