"""The costly part of an import — cleaning, naming, terms — done for many records at once, by helping processes.

A helper is forked, so it starts at once and needs nothing of the main module; it gets records through
a pipe of its own, touches no file of the library, and ends when the pipe does, whatever becomes of
the process that started it.
"""

import hashlib
import multiprocessing
import os
import signal
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess

from index.importers.base import Entry, Record
from index.indexing import Terms, terms_of
from index.linking import sketch
from index.merging import paper_of
from index.model import Paper

BATCH = 250  # entries given to a helper at once; a list of fewer needs none
MOST_HELPERS = 2  # more would wait for the one process that writes


Work = tuple[Paper, Terms, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Prepared:
    """An entry with all that can be known of it alone."""

    entry: Entry
    raw_hash: bytes = b""  # of a record
    told: Paper | None = None  # of a record that is new; None where the library has it already
    terms: Terms | None = None  # likewise
    sketch: tuple[int, ...] = ()  # likewise


class Preparing:
    """Prepares entries, in their order; with helpers where a list is long and there are processors for them.

    Args:
        helpers: how many processes may help; None for as many as there are processors, two at most.
        not_theirs: a file descriptor that helpers close at once.
    """

    def __init__(self, helpers: int | None = None, not_theirs: int = -1) -> None:
        allowed = len(os.sched_getaffinity(0)) if helpers is None else helpers
        self._most = min(allowed, MOST_HELPERS) if allowed > 1 or helpers else 0
        self._not_theirs = not_theirs
        self._pipes: list[Connection] = []
        self._processes: list[ForkProcess] = []

    def prepared(self, entries: Iterable[Entry], is_known: Callable[[bytes], bool]) -> Iterator[Prepared]:
        """*entries* in their order, prepared; records whose raw text *is_known* are passed on as they are."""
        batches = _batches(entries, is_known)
        first = next(batches, None)
        if first is None:
            return
        if len(first.records) < BATCH // 2 or not self._most:
            for batch in chain([first], batches):
                yield from batch.done(map(prepared, batch.records))
            return
        self._start()
        yield from self._shared(chain([first], batches))

    def _shared(self, batches: Iterator["_Batch"]) -> Iterator[Prepared]:
        """Each helper has one batch at a time, so that no pipe is ever full at both ends."""
        under_way: deque[tuple[Connection, _Batch]] = deque()
        for pipe, batch in zip(self._pipes, batches, strict=False):
            under_way.append((pipe, _given(pipe, batch)))
        while under_way:
            pipe, batch = under_way.popleft()
            results = _taken(pipe, batch)
            following = next(batches, None)
            if following is not None:
                under_way.append((pipe, _given(pipe, following)))
            yield from batch.done(results)

    def _start(self) -> None:
        context = multiprocessing.get_context("fork")
        while len(self._pipes) < self._most:
            ours, theirs = context.Pipe()
            closed_there = [ours, *self._pipes]
            process = context.Process(target=_help, args=(theirs, closed_there, self._not_theirs), daemon=True)
            with warnings.catch_warnings():
                # Python warns of forking beside threads; a helper takes no lock that one of them may hold.
                warnings.simplefilter("ignore", DeprecationWarning)
                process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def close(self) -> None:
        """Let the helpers go."""
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join()
            process.close()
        self._pipes, self._processes = [], []


@dataclass(frozen=True, slots=True)
class _Batch:
    """Entries in their order, and those of them that are to be prepared."""

    entries: list[tuple[Entry, bytes, bool]]  # entry, hash of a record's raw text, is it to be prepared?
    records: list[Record]

    def done(self, results: Iterable[Work]) -> Iterator[Prepared]:
        coming = iter(results)
        for entry, raw_hash, is_wanted in self.entries:
            yield Prepared(entry, raw_hash, *next(coming)) if is_wanted else Prepared(entry, raw_hash)


def _batches(entries: Iterable[Entry], is_known: Callable[[bytes], bool]) -> Iterator[_Batch]:
    coming = iter(entries)
    while portion := list(islice(coming, BATCH)):
        held: list[tuple[Entry, bytes, bool]] = []
        for entry in portion:
            raw_hash = hash_of(entry.raw) if isinstance(entry, Record) else b""
            held.append((entry, raw_hash, bool(raw_hash) and not is_known(raw_hash)))
        yield _Batch(held, [entry for entry, _, is_wanted in held if is_wanted and isinstance(entry, Record)])


def hash_of(raw: str) -> bytes:
    """What a record is known by within its list."""
    return hashlib.blake2b(raw.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def prepared(record: Record) -> Work:
    """All that can be known of *record* alone."""
    told = paper_of(record)
    return told, terms_of(told), sketch(told.abstract)


def _given(pipe: Connection, batch: _Batch) -> _Batch:
    with suppress(OSError):  # a helper that was killed; what it had is done here
        pipe.send(batch.records)
    return batch


def _taken(pipe: Connection, batch: _Batch) -> Iterable[Work]:
    try:
        results: list[Work] = pipe.recv()
    except (EOFError, OSError):
        return map(prepared, batch.records)
    return results


def _help(pipe: Connection, closed: list[Connection], not_theirs: int) -> None:
    """What a helper does until its pipe ends."""
    for other in closed:
        other.close()
    if not_theirs >= 0:
        os.close(not_theirs)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever interrupts means the process that started this one
    with suppress(EOFError, OSError):
        while True:
            pipe.send([prepared(record) for record in pipe.recv()])
