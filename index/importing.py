"""From lists to papers: cleaning, identity, and one transaction for all of it."""

import hashlib
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from sqlite_utils import Database

from index import rows
from index.clean import clean, clean_title
from index.database import Store
from index.errors import UnreadableList
from index.importers import abstract_list
from index.importers.base import PaperList, Record, Refusal
from index.importers.decoding import decode
from index.indexing import reindex
from index.model import ImportReport, ListReport, Paper, Refused
from index.naming import code_of, headline_of, name_of

LARGEST_LIST = 512 * 1024 * 1024  # bytes
Progress = Callable[[str, int, int], None]  # what is being read, entries done, entries in all


def read_list(path: Path) -> PaperList:
    """The list in the file at *path*.

    Raises:
        UnreadableList: it is missing, empty, no text, or has no abstracts; in one sentence.
    """
    try:
        if path.is_dir():
            raise UnreadableList(f"{path} is a folder. Name the files in it, such as {path}/*.txt.")
        if path.stat().st_size > LARGEST_LIST:
            raise UnreadableList(f"{path} is larger than {LARGEST_LIST // 1024**2} MiB. Split it into several files.")
        content = path.read_bytes()
    except FileNotFoundError:
        raise UnreadableList(f"There is no file {path}. Check its name.") from None
    except PermissionError:
        raise UnreadableList(f"{path} may not be read. Change its rights (chmod u+r) and try again.") from None
    except OSError as fault:
        raise UnreadableList(f"{path} cannot be read ({fault.strerror}).") from fault
    try:
        text = decode(content)
    except UnreadableList as fault:
        raise UnreadableList(f"{path}: {fault}") from None
    if not text.strip():
        raise UnreadableList(f"{path} is empty. A list is a heading, then abstracts with blank lines between them.")
    found = abstract_list.read(text, path.name)
    if not any(isinstance(entry, Record) for entry in found.entries):
        raise UnreadableList(
            f"{path} has no abstracts. A list is a heading, then abstracts with blank lines between them."
        )
    return found


def import_lists(store: Store, lists: Sequence[PaperList], progress: Progress | None = None) -> ImportReport:
    """Bring *lists* into the library, all or nothing."""
    with store.write() as db:
        work = _Import(db)
        reports = tuple(work.take(one, progress) for one in lists)
        work.finish()
    return ImportReport(reports)


@dataclass(slots=True)
class _Counts:
    added: int = 0
    changed: int = 0
    merged: int = 0
    unchanged: int = 0
    refused: list[Refused] = field(default_factory=list)


class _Import:
    """One import under way, within a write."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._last: int = db.execute("SELECT number FROM library").fetchone()[0]
        self._before: dict[int, Paper] = {}  # papers as they were, of those changed
        self._now: dict[int, Paper] = {}  # papers as they are, added or changed
        self._by_key: dict[str, int] = {}
        self._touched_corpora: set[str] = set()
        self._known: dict[str, frozenset[str]] = {}  # corpus -> hashes of the records it had before

    def take(self, one: PaperList, progress: Progress | None) -> ListReport:
        """Take in one list and say what became of its entries."""
        counts = _Counts()
        self._open_corpus(one)
        known = self._known_before(one.corpus)
        entries = list(one.entries)
        for done, entry in enumerate(entries, 1):
            if isinstance(entry, Refusal):
                counts.refused.append(Refused(entry.position, entry.reason))
            else:
                self._take_record(one, entry, known, counts)
            if progress:
                progress(one.source, done, len(entries))
        return ListReport(
            one.source,
            one.corpus,
            len(entries),
            counts.added,
            counts.changed,
            counts.merged,
            counts.unchanged,
            tuple(counts.refused),
        )

    def _known_before(self, corpus: str) -> frozenset[str]:
        if corpus not in self._known:
            found = self._db.execute("SELECT raw_hash FROM sources WHERE corpus = ?", [corpus])
            self._known[corpus] = frozenset(row[0] for row in found)
        return self._known[corpus]

    def _open_corpus(self, one: PaperList) -> None:
        made = self._db.execute(
            "INSERT INTO corpora VALUES (?, ?, 0, (SELECT count(*) FROM corpora)) ON CONFLICT DO NOTHING",
            [one.corpus, one.label],
        )
        if made.rowcount:
            self._touched_corpora.add(one.corpus)

    def _take_record(self, one: PaperList, record: Record, known: frozenset[str], counts: _Counts) -> None:
        raw_hash = hashlib.sha256(record.raw.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        if raw_hash in known:
            counts.unchanged += 1
            return
        paper = paper_of(record)
        number = self._number(paper.key)
        if number is None:
            self._last += 1
            paper = replace(paper, handle=f"p{self._last}")
            self._now[paper.number] = paper
            self._by_key[paper.key] = paper.number
            rows.put(self._db, paper)
            counts.added += 1
            number = paper.number
        else:
            changed = self._change(number, paper) and number in self._before
            counts.changed += changed
            counts.merged += not changed
        self._remember(one, record, raw_hash, number)

    def _number(self, key: str) -> int | None:
        if key in self._by_key:
            return self._by_key[key]
        row = self._db.execute("SELECT number FROM papers WHERE key = ?", [key]).fetchone()
        return int(row[0]) if row else None

    def _change(self, number: int, incoming: Paper) -> bool:
        """Put what *incoming* knows more into the paper that is there, and say whether that changed it."""
        there = self._now.get(number) or rows.papers(self._db, [number])[number]
        merged = richer(there, incoming)
        if merged == there:
            return False
        if number not in self._now:
            self._before[number] = there
        self._now[number] = merged
        rows.put(self._db, merged)
        return True

    def _remember(self, one: PaperList, record: Record, raw_hash: str, number: int) -> None:
        self._db.execute(
            "INSERT INTO sources VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [number, one.corpus, raw_hash, one.source, record.position, record.raw],
        )
        made = self._db.execute("INSERT INTO memberships VALUES (?, ?) ON CONFLICT DO NOTHING", [one.corpus, number])
        if made.rowcount or number in self._before:
            self._touched_corpora.add(one.corpus)

    def finish(self) -> None:
        """Write the postings and the versions, if anything changed."""
        if not (self._now or self._touched_corpora):
            return
        self._db.execute("UPDATE library SET number = ?, version = version + 1", [self._last])
        for corpus in sorted(self._touched_corpora):
            self._db.execute("UPDATE corpora SET version = version + 1 WHERE name = ?", [corpus])
        reindex(self._db, self._before.values(), self._now.values())


def paper_of(record: Record) -> Paper:
    """The paper that *record* tells of, cleaned; its handle is not given yet."""
    title, abstract = clean_title(record.title), clean(record.abstract)
    name = name_of(abstract, title)
    return Paper(
        handle="p0",
        key=key_of(record.ids, title, abstract),
        headline=headline_of(abstract, title, name),
        abstract=abstract,
        title=title,
        name=name,
        authors=tuple(clean_title(author) for author in record.authors),
        venue=clean_title(record.venue),
        year=record.year,
        area=clean_title(record.area),
        url=record.url,
        pdf=record.pdf,
        code=record.code or code_of(record.abstract),
        oral=record.oral,
        ids=tuple(sorted(record.ids)),
    )


def key_of(ids: Iterable[tuple[str, str]], title: str, abstract: str) -> str:
    """What a paper is across libraries: its best external id, else a hash of its letters and digits."""
    for kind, value in sorted(ids):
        return f"{kind}:{value}"
    folded = "".join(mark for mark in unicodedata.normalize("NFKD", f"{title} {abstract}").casefold() if mark.isalnum())
    return "text:" + hashlib.sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()[:20]


def richer(there: Paper, incoming: Paper) -> Paper:
    """*there* with what only *incoming* tells."""
    changes = {
        attribute: getattr(incoming, attribute)
        for attribute in ("title", "name", "authors", "venue", "year", "area", "url", "pdf", "code", "oral")
        if getattr(incoming, attribute) and not getattr(there, attribute)
    }
    if "title" in changes:
        changes["headline"] = incoming.headline
    ids = tuple(sorted({*there.ids, *incoming.ids}))
    return replace(there, **changes, ids=ids) if changes or ids != there.ids else there
