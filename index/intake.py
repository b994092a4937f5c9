"""Lists taken into a library, entry by entry: what is new, changed, the same as another, or gone."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from sqlite_utils import Database

from index import rows
from index.importers.base import BREAKS_OFF, LeftOut, PaperList, Record, Refusal
from index.importers.opening import STANDARD_INPUT
from index.indexing import Reindexing
from index.merging import combined
from index.model import ListReport, Paper, Refused
from index.preparing import Prepared, Preparing
from index.recognition import Recognition, moved_on
from index.sources import Source, Sources

CACHE_KIB = 128 * 1024  # of SQLite's pages, while importing
Progress = Callable[[str, int, int], None]  # what is being read, entries done, entries in all (0: not known)


@dataclass(slots=True)
class _Counts:
    added: int = 0
    changed: int = 0
    merged: int = 0
    unchanged: int = 0
    without_abstract: int = 0
    withdrawn: int = 0
    refused: list[Refused] = field(default_factory=list)
    left_out: list[Refused] = field(default_factory=list)

    @property
    def read(self) -> int:
        kinds = self.added + self.changed + self.merged + self.unchanged
        return kinds + len(self.refused) + len(self.left_out)


@dataclass(slots=True)
class _Reading:
    """A list while it is read."""

    list: PaperList
    before: dict[bytes, Source]  # what the list held when it came last, by the hash of its raw text
    by_local: dict[str, bytes]
    by_paper: dict[int, set[bytes]]
    counts: _Counts = field(default_factory=_Counts)
    seen: set[bytes] = field(default_factory=set)
    papers: set[int] = field(default_factory=set)  # that stand in the list, so far
    new: set[int] = field(default_factory=set)  # of these, those that it brought
    broken: bool = False  # it ended before its end

    def has(self, raw_hash: bytes) -> bool:
        """Whether the list said the very same when it came last."""
        return raw_hash in self.before and not self.before[raw_hash].gone


class Intake:
    """The lists of one import, taken in within a write.

    Args:
        preparing: does the costly part of the work on entries.
    """

    def __init__(self, db: Database, preparing: Preparing) -> None:
        self._db = db
        self._preparing = preparing
        db.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        self._last: int = db.execute("SELECT number FROM library").fetchone()[0]
        self._known = Recognition(db)
        self._sources = Sources(db)
        self._postings = Reindexing(db, self._last)
        self._touched: set[str] = set()  # corpora
        self._seen: dict[tuple[str, str], set[bytes]] = {}  # (corpus, list) -> what this import saw in it

    def take(self, one: PaperList, progress: Progress | None) -> ListReport:
        """Take in one list and say what became of its entries."""
        if one.note:
            return ListReport(one.source, "", 0, note=one.note)
        before = self._sources.of_list(one.corpus, one.source)
        by_local = {source.local: raw_hash for raw_hash, source in before.items() if source.local}
        by_paper: dict[int, set[bytes]] = {}
        for raw_hash, source in before.items():
            by_paper.setdefault(source.paper, set()).add(raw_hash)
        reading = _Reading(one, before, by_local, by_paper)
        reading.seen |= self._seen.get((one.corpus, one.source), set())
        for done, entry in enumerate(self._preparing.prepared(one.entries, reading.has), 1):
            self._take_entry(reading, entry)
            if progress:
                progress(one.source, done, 0)
        if progress and reading.counts.read:
            progress(one.source, reading.counts.read, reading.counts.read)
        self._follow(reading)
        return _report(reading)

    def _take_entry(self, reading: _Reading, prepared: Prepared) -> None:
        counts, entry = reading.counts, prepared.entry
        if isinstance(entry, Refusal):
            counts.refused.append(Refused(entry.position, entry.reason))
            reading.broken |= entry.reason.startswith(BREAKS_OFF)
        elif isinstance(entry, LeftOut):
            counts.left_out.append(Refused(entry.position, entry.reason))
        else:
            if not reading.papers:
                self._open_corpus(reading.list)
            self._take_record(reading, entry, prepared)

    def _open_corpus(self, one: PaperList) -> None:
        made = self._db.execute(
            "INSERT INTO corpora VALUES (?, ?, 0, (SELECT 1 + coalesce(max(position), -1) FROM corpora)) "
            "ON CONFLICT DO NOTHING",
            [one.corpus, one.label],
        )
        if made.rowcount:
            self._touched.add(one.corpus)

    def _take_record(self, reading: _Reading, record: Record, prepared: Prepared) -> None:
        raw_hash = prepared.raw_hash
        if prepared.told is None:  # the list said the very same when it came last
            reading.seen.add(raw_hash)
            reading.papers.add(reading.before[raw_hash].paper)
            reading.counts.unchanged += 1
            return
        if raw_hash in reading.seen:  # the very same entry again
            reading.counts.merged += 1
            return
        reading.seen.add(raw_hash)
        told = prepared.told
        reading.counts.without_abstract += not told.abstract
        earlier = self._earlier(reading, record, told)
        numbers = self._known.like(told, reading.papers, prepared.sketch)
        if earlier is not None and earlier not in numbers:
            numbers = sorted([*numbers, earlier])
        if numbers:
            self._merge(reading, record, raw_hash, told, numbers)
        else:
            self._add(reading, record, prepared, told)

    def _earlier(self, reading: _Reading, record: Record, told: Paper) -> int | None:
        """The paper that the list told of under the same name of its own when it came last."""
        raw_hash = reading.by_local.get(record.local)
        if raw_hash is None or raw_hash in reading.seen:
            return None
        number = reading.before[raw_hash].paper
        return number if moved_on(self._paper(number), told) else None

    def _add(self, reading: _Reading, record: Record, prepared: Prepared, told: Paper) -> None:
        self._last += 1
        paper = replace(told, handle=f"p{self._last}", key=self._free_key(told.key, self._last))
        rows.put(self._db, paper)
        self._known.add(paper, prepared.sketch)
        self._postings.come(paper.number, prepared.terms)
        reading.counts.added += 1
        reading.new.add(paper.number)
        self._remember(reading, record, prepared.raw_hash, paper.number)

    def _merge(self, reading: _Reading, record: Record, raw_hash: bytes, told: Paper, numbers: list[int]) -> None:
        number, one = numbers[0], reading.list
        for other in numbers[1:]:
            self._join(number, other, reading)
        replaced = self._replaced(reading, record, number)
        self._sources.tell(number, self._paper(number))
        for old in replaced:
            self._sources.forget(one.corpus, one.source, old)
        self._remember(reading, record, raw_hash, number, told)
        self._renew(number)
        is_change = bool(replaced) or raw_hash in reading.before
        reading.counts.changed += is_change
        reading.counts.merged += not is_change

    def _replaced(self, reading: _Reading, record: Record, number: int) -> list[bytes]:
        """What the list said of the paper when it came last, where this entry stands in its place now."""
        old = sorted(reading.by_paper.get(number, set()) - reading.seen)
        exact = [raw_hash for raw_hash in old if reading.before[raw_hash].local == record.local]
        return exact[:1] or old[:1]

    def _join(self, number: int, other: int, reading: _Reading) -> None:
        """Make the paper *other* one with *number*, whose handle stays."""
        kept, gone = self._paper(number), self._paper(other)
        self._sources.tell(number, kept)
        self._sources.tell(other, gone)
        self._postings.change(gone)
        self._known.remove(gone)
        self._touched.update(self._corpora_of(other))
        for statement in (
            "UPDATE sources SET paper = ? WHERE paper = ?",
            "UPDATE OR IGNORE ids SET paper = ? WHERE paper = ?",
            "UPDATE OR IGNORE memberships SET paper = ? WHERE paper = ?",
            "UPDATE aliases SET paper = ? WHERE paper = ?",
        ):
            self._db.execute(statement, [number, other])
        self._db.execute("DELETE FROM papers WHERE number = ?", [other])
        self._db.execute("INSERT INTO aliases VALUES (?, ?)", [other, number])
        moved = reading.by_paper.pop(other, set())
        reading.by_paper.setdefault(number, set()).update(moved)
        for raw_hash in moved:
            reading.before[raw_hash] = replace(reading.before[raw_hash], paper=number)
        for numbers in (reading.papers, reading.new):
            if other in numbers:
                numbers.discard(other)
                reading.papers.add(number)

    def _renew(self, number: int) -> bool:
        """Make the paper what its sources tell of it by now; say whether that changed it."""
        there = self._paper(number)
        told = self._sources.told_of(number, there)
        fresh = combined(told) if told else there
        fresh = replace(fresh, handle=there.handle, withdrawn=not told, corpora=there.corpora)
        fresh = replace(fresh, key=self._free_key(fresh.key, number))
        if fresh == there:
            return False
        self._postings.change(there)
        self._known.remove(there)
        rows.put(self._db, fresh)
        self._known.add(fresh)
        self._postings.come(number)
        self._touched.update(self._corpora_of(number))
        return True

    def _free_key(self, key: str, number: int) -> str:
        """*key*, or one made from it where another paper has it: an id that a list gives to several papers."""
        holder = self._db.execute("SELECT number FROM papers WHERE key = ?", [key]).fetchone()
        if holder is None or holder[0] == number:
            return key
        return f"{key}#{number}"

    def _remember(
        self, reading: _Reading, record: Record, raw_hash: bytes, number: int, told: Paper | None = None
    ) -> None:
        one = reading.list
        self._sources.add(one.corpus, one.source, raw_hash, number, record, told)
        made = self._db.execute("INSERT INTO memberships VALUES (?, ?) ON CONFLICT DO NOTHING", [one.corpus, number])
        if made.rowcount:
            self._touched.add(one.corpus)
        reading.papers.add(number)

    def _follow(self, reading: _Reading) -> None:
        """What the list had when it came last and has no more is withdrawn, unless another list has it."""
        one = reading.list
        seen = self._seen.setdefault((one.corpus, one.source), set())
        seen |= reading.seen
        if one.source == STANDARD_INPUT or reading.broken:
            return
        for raw_hash in list(reading.before):
            source = reading.before[raw_hash]  # looked up anew: papers are joined meanwhile
            if raw_hash in seen or source.gone or not self._sources.has(one.corpus, one.source, raw_hash):
                continue
            if self._renamed(reading, raw_hash, source):
                continue
            self._sources.tell(source.paper, self._paper(source.paper))
            self._sources.mark_gone(one.corpus, one.source, raw_hash)
            self._leave(one.corpus, source.paper)
            self._renew(source.paper)
            reading.counts.withdrawn += self._paper(source.paper).withdrawn

    def _renamed(self, reading: _Reading, raw_hash: bytes, source: Source) -> bool:
        """Whether a paper that the list seems to bring is this one with another abstract: then they are joined."""
        there = self._paper(source.paper)
        if not there.title:
            return False
        for number in self._known.titled(there.title):
            if number in reading.new and moved_on(there, self._paper(number)):
                self._join(min(number, source.paper), max(number, source.paper), reading)
                self._sources.forget(reading.list.corpus, reading.list.source, raw_hash)
                self._renew(min(number, source.paper))
                reading.counts.added -= 1
                reading.counts.changed += 1
                return True
        return False

    def _leave(self, corpus: str, number: int) -> None:
        """The paper leaves the corpus where another corpus has it still; else it stays there, withdrawn."""
        if self._sources.alive(number) and not self._sources.alive(number, corpus):
            self._db.execute("DELETE FROM memberships WHERE corpus = ? AND paper = ?", [corpus, number])
        self._touched.add(corpus)

    def _paper(self, number: int) -> Paper:
        return rows.papers(self._db, [number])[number]

    def _corpora_of(self, number: int) -> list[str]:
        return [row[0] for row in self._db.execute("SELECT corpus FROM memberships WHERE paper = ?", [number])]

    def finish(self) -> None:
        """Write the postings and the versions, if anything changed."""
        if not (self._touched or self._postings.anything):
            return
        self._db.execute("UPDATE library SET number = ?, version = version + 1", [self._last])
        for corpus in sorted(self._touched):
            self._db.execute("UPDATE corpora SET version = version + 1 WHERE name = ?", [corpus])
        self._postings.write()


def _report(reading: _Reading) -> ListReport:
    counts, one = reading.counts, reading.list
    return ListReport(
        one.source,
        one.corpus,
        counts.read,
        counts.added,
        counts.changed,
        counts.merged,
        counts.unchanged,
        tuple(counts.refused),
        tuple(counts.left_out),
        counts.without_abstract,
        counts.withdrawn,
        note="" if counts.read else "it holds no papers",
    )
