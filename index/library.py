"""The papers, from any thread: the one door for handlers and bot."""

from collections.abc import Callable, Collection, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from index import addressing, copying, corpora, importing, rows
from index.answers.answerer import Answerer
from index.copying import LibraryCopy
from index.database import Store, prepare
from index.errors import EmptyCorpus, EmptyQuery, LibraryAway, UnknownCorpus, UnknownPaper, UnreadableLibrary
from index.importers.base import Choice
from index.importers.opening import lists_in
from index.model import Answer, Corpus, Facets, Hit, ImportReport, Page, Paper, Picked, Taste, Topic, Turn
from index.picks.matches import having_all, hits_of
from index.picks.picker import Picker
from index.recognition import Recognition
from index.search.analysis import words
from index.search.facets import facets
from index.search.finding import Finder, Found, understood
from index.search.lookup import Lookup
from index.search.newest import newest_first
from index.search.postings import PostingsCache
from index.search.query import Query, parse
from index.search.ranking import Ranked
from index.search.related import related
from index.search.semantic import Meaning, Model, make_missing
from index.search.snippets import why
from index.search.suggestions import Spelling
from index.sources import Sources

NEAREST = 3  # papers shown where nothing matches
EVERY = 10_000_000  # more papers than there are
NO_TASTE = Taste()


class Library:
    """The papers of one papers.db. May be shared by all threads.

    Args:
        path: the file; made when it is not there.
        default: the corpora that are looked in where nobody names one; none for all. ``in:all`` looks in all.
        semantic: rank by meaning beside words, where vectors were made (:meth:`make_vectors`). Answers don't.
        at_work: of a bot that goes on without its library: a file that can't be read is no error yet, but each
            look at it raises :class:`LibraryAway`, until another file is put in its place.

    Raises:
        UnreadableLibrary: the file is no papers.db, is damaged, or is of a later version; not *at_work*.
        MissingExtra: *semantic* without the packages of that extra.
    """

    def __init__(
        self, path: Path, *, default: Collection[str] = (), semantic: bool = False, at_work: bool = False
    ) -> None:
        self.path = path
        with suppress(UnreadableLibrary) if at_work else nullcontext():
            prepare(path)
        self._store = Store(path, at_work=at_work)
        self._default = tuple(default)
        postings = PostingsCache()
        spelling = Spelling()
        self._postings = postings
        self._counted: tuple[object, list[Corpus]] | None = None
        meaning = Meaning(Model()) if semantic else None
        self._finder = Finder(postings, spelling, meaning=meaning)
        self._picker = Picker()
        self._answerer = Answerer(Finder(postings, spelling), postings, spelling)

    def import_files(
        self,
        paths: Sequence[Path],
        progress: Callable[[str, int, int], None] | None = None,
        *,
        corpus: str = "",
        label: str = "",
        accepted_only: bool = True,
        dry_run: bool = False,
        wait: bool = True,
        standard_input: IO[bytes] | None = None,
    ) -> ImportReport:
        """Bring the lists at *paths* in, all or nothing.

        Args:
            paths: files, folders, ``.gz`` or ``.zip`` of them; "-" is standard input.
            progress: told what is being read, its entries so far, and in all (0 while that is not known).
            corpus, label: the corpus for all of them, and what people call it; else each list says its own.
            accepted_only: leave out what a list says is rejected, withdrawn or not decided.
            dry_run: report what would happen, and keep nothing of it.
            wait: wait for another import to end; else refuse.

        Raises:
            UnreadableList: one of them is no list of papers. Nothing was changed.
            ImportUnderWay: another import is not done yet, and *wait* is False.
            LibraryFull: the disk is full. Nothing was changed.
        """
        choice = Choice(accepted_only)
        lists = (one for path in paths for one in lists_in(path, choice, standard_input))
        return importing.import_lists(
            self._store, lists, progress, corpus=corpus, label=label, dry_run=dry_run, wait=wait
        )

    def search(
        self,
        query: str,
        *,
        corpora: Collection[str] | None = None,
        offset: int = 0,
        limit: int = 5,
        nearest: int = NEAREST,
        newest: bool = False,
    ) -> Page:
        """Find the papers that share a term with *query*, best first.

        Args:
            query: what the member typed; its first 2,000 characters count.
            corpora: names of corpora to look in; None for the default ones.
            offset, limit: which hits to return; limit 1 to 50.
            nearest: how many papers to show where none has enough of the query.
            newest: the newest year first, and of one year the best first.

        Returns:
            The page, with the exact total. Papers of equal score are ordered by the number in their
            handle, so a query gives the same list on every machine. Where no paper has enough of the
            query, the page is ``partial``: its hits are the nearest papers, and no answer.

        Raises:
            EmptyCorpus: no papers are imported yet.
            EmptyQuery: *query* has no word left after analysis.
            UnknownCorpus: one of *corpora* is not there.

        Scoring: BM25 with the saturation of Robertson and Zaragoza, The Probabilistic Relevance
        Framework: BM25 and Beyond, 2009; idf log((N + 1) / n), as rank-bm25's BM25Plus, which is
        above zero even for a term that every paper has.
        """
        parsed = parse(query)
        corpora = self._wanted(parsed, corpora)
        with self._store.read() as db:
            generation = self._generation(db)
            searched = self._searched(db, corpora, generation)
            among = None if corpora is None else addressing.members(db, corpora)
            found = self._find(db, parsed, among, EVERY if newest else max(offset + limit, nearest), generation)
            if newest and not found.partial:
                found = replace(found, ranked=newest_first(db, found.ranked))
            return self._page(db, generation, found, searched, offset, limit, nearest)

    def paper(self, handle: str) -> Paper:
        """The paper with *handle*, also by a handle that it had before it was merged.

        Raises:
            UnknownPaper: there is none.
        """
        bare = handle.strip().lower()
        if not (bare.startswith("p") and bare[1:].isdigit() and len(bare) < 19):
            raise UnknownPaper(handle)
        with self._store.read() as db:
            number = addressing.number_now(db, int(bare[1:]))
            found = rows.papers(db, [number])
        if number not in found:
            raise UnknownPaper(handle)
        return found[number]

    def corpora(self, *, counted: bool = False) -> list[Corpus]:
        """All corpora, in the order in which they came.

        Args:
            counted: tell also their years, and how many of their papers are withdrawn or lack an abstract,
                which reads every paper's row.
        """
        with self._store.read() as db:
            return corpora.counted(db) if counted else rows.corpora(db)

    def remove_corpus(self, name: str, *, wait: bool = True) -> int:
        """Take a corpus out, with the papers that no other corpus has; say how many papers went.

        Raises:
            UnknownCorpus: there is none of that name.
            ImportUnderWay: an import is not done yet, and *wait* is False.
        """
        return corpora.remove(self._store, name, wait=wait)

    def rename_corpus(self, name: str, label: str, new_name: str = "") -> Corpus:
        """Give a corpus another label ("ICML 2026"), and the name that goes with it ("icml2026"), or *new_name*.

        Raises:
            UnknownCorpus: there is none of that name.
            CorpusThere: another corpus has the new name.
        """
        return corpora.rename(self._store, name, label, new_name)

    def rebuild(self) -> int:
        """Make the whole index anew from the papers' own rows; say how many papers there are."""
        return corpora.rebuild(self._store)

    def make_vectors(self, progress: Callable[[str, int, int], None] | None = None) -> int:
        """Make the vectors that papers lack, and say how many; what is made stays when it breaks off.

        Raises:
            MissingExtra: the packages of the extra "semantic" are not installed.
        """
        with importing.only_importer(self._store, wait=True):  # else another library may come in their midst
            return make_missing(self._store, Model(), progress)

    def export_to(self, file: Path) -> LibraryCopy:
        """Write a copy of the whole library, with its checksum beside it; see :func:`index.copying.export_to`."""
        return copying.export_to(self.path, file)

    @staticmethod
    def replace_by(file: Path, path: Path, *, wait: bool = True, sha256: str = "") -> LibraryCopy:
        """Put a copy of the library in *file* at *path*, also while the one there is read, or damaged.

        See :func:`index.copying.import_from`.
        """
        return copying.import_from(Store(path), file, wait=wait, sha256=sha256)

    @property
    def trouble(self) -> str:
        """Why the library of a bot at work can't be read, or not all of it, in words for keepers; empty when it can."""
        try:
            self._store.look_over()
            with self._store.read() as db:
                db.execute("SELECT id FROM library").fetchone()
        except LibraryAway as fault:
            return fault.why
        return self._store.trouble

    def handle_at(self, position: int) -> str:
        """The handle of the paper at *position*, counted from 0 and round and round: chance is the caller's.

        Raises:
            EmptyCorpus: no papers are imported yet.
        """
        with self._store.read() as db:
            self._searched(db, None)
            there = "SELECT number FROM papers WHERE NOT withdrawn ORDER BY number"
            count = db.execute(f"SELECT count(*) FROM ({there})").fetchone()[0]  # noqa: S608 - our own words
            row = db.execute(f"{there} LIMIT 1 OFFSET ?", [position % count if count else 0]).fetchone()
        if row is None:
            raise EmptyCorpus
        return f"p{row[0]}"

    def every(self, query: str = "", *, corpora: Collection[str] | None = None) -> list[Paper]:
        """All papers that *query* finds, best first, or all there are by their handles; none where it is partial.

        Raises:
            EmptyCorpus, EmptyQuery, UnknownCorpus: as :meth:`search`.
        """
        with self._store.read() as db:
            self._searched(db, corpora)
            among = None if corpora is None else addressing.members(db, corpora)
            if query.strip():
                found = self._find(db, parse(query), among, EVERY)
                numbers = [] if found.partial else found.ranked.numbers[: found.total].tolist()
            elif among is None:
                numbers = [
                    row[0] for row in db.execute("SELECT number FROM papers WHERE NOT withdrawn ORDER BY number")
                ]
            else:
                numbers = sorted(among.tolist())
            papers = rows.papers(db, numbers)
        return [papers[number] for number in numbers if number in papers and (query or not papers[number].withdrawn)]

    def paper_at(self, address: str) -> Paper | None:
        """The paper that *address* leads to, or whose id stands in it; None where there is none."""
        with self._store.read() as db:
            number = addressing.linked(db, address)
            return None if number is None else rows.papers(db, [number]).get(number)

    def paper_with_key(self, key: str) -> Paper | None:
        """The paper that has *key*, or had it before more was known of it; None where there is none."""
        with self._store.read() as db:
            numbers = Recognition(db).with_key(key)
            return rows.papers(db, numbers[:1]).get(numbers[0]) if numbers else None

    def raw(self, handle: str) -> list[tuple[str, str, str]]:
        """Corpus, list and raw text of every source of a paper.

        Raises:
            UnknownPaper: there is no such paper.
        """
        number = self.paper(handle).number
        with self._store.read() as db:
            return list(Sources(db).raw_of(number))

    @property
    def id(self) -> str:
        """Which library this is; another one may give the same handles to other papers."""
        with self._store.read() as db:
            return str(db.execute("SELECT id FROM library").fetchone()[0])

    def ask(self, turns: Sequence[Turn], *, corpora: Collection[str] | None = None) -> Answer:
        """Answer the last of *turns* from the abstracts alone, or say that they don't tell.

        Args:
            turns: a thread, oldest first; its last 40 turns count.
            corpora: names of corpora to look in; None for the default ones.

        Returns:
            Passages that are stretches of stored abstracts, byte for byte. The thread's own papers
            answer first; others only where they don't, and the lead says so.

        Raises:
            EmptyCorpus: no papers are imported yet.
            UnknownCorpus: one of *corpora* is not there.
        """
        corpora = corpora if corpora is not None else self._default or None
        with self._store.read() as db:
            searched = self._searched(db, corpora)
            among = None if corpora is None else addressing.members(db, corpora)
            papers = db.execute("SELECT papers FROM library").fetchone()[0] if among is None else len(among)
            return self._answerer.answer(
                db,
                self._generation(db),
                turns,
                among=among,
                searched=int(papers),
                corpora=tuple(corpus.label for corpus in searched),
            )

    def related(self, handle: str, *, limit: int = 5) -> tuple[Hit, ...]:
        """Papers on the same matter as the one with *handle*, best first, itself left out.

        Raises:
            UnknownPaper: there is none.
        """
        paper = self.paper(handle)
        with self._store.read() as db:
            generation = self._generation(db)
            look = Lookup(db, generation, self._postings)
            found = related(look, paper, limit)
            weights = dict.fromkeys([term for word in words(paper.title or paper.headline) for term in word.plain], 1.0)
            return self._hits(db, generation, found, weights)

    def pick(
        self,
        topic: Topic,
        *,
        most: int = 5,
        had: Collection[str] = (),
        taste: Taste = NO_TASTE,
        new_after: int | None = None,
        corpora: Collection[str] | None = None,
    ) -> Picked:
        """What *topic* gives now: papers that are of it, varied, and none that was had.

        Args:
            most: picks at most; fewer where the shelf has fewer left.
            had: keys of papers that were shown; none of them comes again, nor what is nearly the same text.
            taste: moves what comes first; what stands on the shelf stays the same.
            new_after: papers with a number above it are new, and a little favoured.
            corpora: names of corpora to look in; None for the topic's own, else the default ones.

        Returns:
            The picks, with the exact size of the topic's shelf and how much of it was had. With what was picked added
            to *had* each time, the whole shelf comes once, and then nothing. Without any papers, nothing.

        Raises:
            UnknownCorpus: one of the corpora is not there.
        """
        wanted = corpora if corpora is not None else topic.corpora or self._default or None
        with self._store.read() as db:
            if not self._has_papers(db, wanted):
                return Picked((), 0, 0)
            among = None if wanted is None else addressing.members(db, wanted)
            look = Lookup(db, self._generation(db), self._postings)
            return self._picker.pick(look, topic, among, most=most, had=had, taste=taste, new_after=new_after)

    def themes(self, most: int = 12) -> tuple[Topic, ...]:
        """A starting set of topics, found in the papers of the default corpora; none where there are none.

        Each has a shelf of some papers; the same library gives the same set.
        """
        with self._store.read() as db:
            if not self._has_papers(db, self._default or None):
                return ()
            look = Lookup(db, self._generation(db), self._postings)
            among = addressing.members(db, self._default) if self._default else addressing.newer(db, 0, None)
            return self._picker.themes(look, among, most)

    def newest(self) -> int:
        """The number of the paper that came last; 0 for none."""
        with self._store.read() as db:
            return int(db.execute("SELECT coalesce(max(number), 0) FROM papers").fetchone()[0])

    def new_matches(
        self, query: str, after: int, *, corpora: Collection[str] | None = None, most: int = 20
    ) -> tuple[Hit, ...]:
        """The papers with a number above *after* that have all of *query*, best first.

        Raises:
            EmptyQuery, UnknownCorpus: as :meth:`search`.
        """
        parsed = parse(query)
        if parsed.empty:
            raise EmptyQuery(query)
        wanted = self._wanted(parsed, corpora)
        with self._store.read() as db:
            if not self._has_papers(db, wanted):
                return ()
            look = Lookup(db, self._generation(db), self._postings)
            among = having_all(look, parsed, addressing.newer(db, after, wanted))
            if not len(among):
                return ()
            ranked = self._finder.find(db, look.generation, parsed, among, most).ranked
            return hits_of(look, parsed, ranked, most)

    def _has_papers(self, db: Database, names: Collection[str] | None) -> bool:
        """Whether the corpora with *names* have papers.

        Raises:
            UnknownCorpus: one of them is not there.
        """
        try:
            return bool(self._searched(db, names))
        except EmptyCorpus:
            return False

    def facets(self, query: str, *, corpora: Collection[str] | None = None) -> Facets:
        """What the papers are that :meth:`search` finds for *query*, with counts; nothing where it is partial."""
        parsed = parse(query)
        corpora = self._wanted(parsed, corpora)
        with self._store.read() as db:
            self._searched(db, corpora)
            among = None if corpora is None else addressing.members(db, corpora)
            found = self._find(db, parsed, among, 1)
            return facets(db, np.empty(0, np.int64) if found.partial else found.numbers)

    def close(self) -> None:
        """Close what the calling thread has open."""
        self._store.close()

    def _wanted(self, query: Query, corpora: Collection[str] | None) -> Collection[str] | None:
        """The corpora to look in; None for all. A handle, an address or ``in:`` goes beyond the default."""
        if corpora is not None or query.handle or query.address or any(one.kind == "in" for one in query.filters):
            return corpora
        return self._default or None

    def _searched(self, db: Database, names: Collection[str] | None, generation: object = None) -> list[Corpus]:
        every = self._corpora(db, generation or self._generation(db))
        for name in names or ():
            if name not in {corpus.name for corpus in every}:
                raise UnknownCorpus(name, tuple(corpus.name for corpus in every))
        searched = [corpus for corpus in every if names is None or corpus.name in names]
        if not any(corpus.papers for corpus in searched):
            raise EmptyCorpus(", ".join(corpus.label for corpus in searched))
        return searched

    def _find(
        self, db: Database, query: Query, among: NDArray[np.int64] | None, most: int, generation: object = None
    ) -> Found:
        if query.empty:
            named = addressing.named(db, query)
            if not len(named):
                raise EmptyQuery(query.typed)
            alone = Ranked(named[:most], np.zeros(len(named[:most])))
            matching = np.zeros(int(named[-1]) + 1, np.bool_)
            matching[named] = True
            return Found(query, alone, len(named), len(named), partial=False, weights={}, matching=matching)
        if query.handle or query.address:
            number = (
                addressing.number_now(db, int(query.handle[1:]))
                if query.handle
                else addressing.linked(db, query.address)
            )
            if number is not None and rows.papers(db, [number]):
                one = Ranked(np.array([number]), np.array([0.0]))
                return Found(query, one, total=1, full=1, partial=False, weights={})
        return self._finder.find(db, generation or self._generation(db), query, among, most)

    def _corpora(self, db: Database, generation: object) -> list[Corpus]:
        """All corpora with their counts, which are counted once for each state of the library."""
        known = self._counted
        if known is None or known[0] != generation:
            self._counted = known = (generation, rows.corpora(db))
        return known[1]

    def _generation(self, db: Database) -> object:
        row = db.conn.execute("SELECT id, version FROM library").fetchone()
        return (*self._store.identity(), *row)

    def _page(
        self,
        db: Database,
        generation: object,
        found: Found,
        searched: list[Corpus],
        offset: int,
        limit: int,
        nearest: int,
    ) -> Page:
        partial = found.partial
        wanted = found.ranked.numbers[:nearest] if partial else found.ranked.numbers[offset : offset + limit]
        scores = found.ranked.scores[:nearest] if partial else found.ranked.scores[offset : offset + limit]
        return Page(
            self._hits(db, generation, Ranked(wanted, scores), found.weights),
            total=0 if partial else found.total,
            offset=offset,
            understood=understood(found.query).understood,
            full=found.full,
            partial=partial,
            searched=self._postings.whole(db, generation).papers
            if len(searched) == len(self._corpora(db, generation))
            else sum(corpus.papers for corpus in searched),
            corpora=tuple(corpus.label for corpus in searched),
        )

    def _hits(self, db: Database, generation: object, ranked: Ranked, weights: dict[str, float]) -> tuple[Hit, ...]:
        papers = list(self._postings.papers(db, generation, ranked.numbers.tolist()).values())
        reasons = why(papers, weights)
        return tuple(
            Hit(paper, score, *reason)
            for (paper, _), score, reason in zip(papers, ranked.scores.tolist(), reasons, strict=True)
        )
