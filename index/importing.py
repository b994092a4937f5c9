"""From lists to papers: one importer at a time, and one transaction for all of it."""

import fcntl
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

from sqlite_utils import Database

from index import damage
from index.database import Store
from index.errors import ImportUnderWay, LibraryFull
from index.importers.base import PaperList, corpus_name
from index.intake import Intake, Progress
from index.model import ImportReport
from index.preparing import Preparing


def import_lists(
    store: Store,
    lists: Iterable[PaperList],
    progress: Progress | None = None,
    *,
    corpus: str = "",
    label: str = "",
    dry_run: bool = False,
    wait: bool = True,
    helpers: int | None = None,
) -> ImportReport:
    """Bring *lists* into the library, all or nothing.

    Args:
        corpus, label: the corpus for all of them, and what people call it; else each list says its own.
        dry_run: report what would happen, and keep nothing of it.
        wait: wait for another import to end; else refuse.
        helpers: how many processes may help with long lists; None for as many as there is room for.

    Raises:
        ImportUnderWay: another import is not done yet, and *wait* is False.
        LibraryFull: the disk is full. Nothing was changed.
    """
    with (
        only_importer(store, wait=wait) as lock,
        closing(Preparing(helpers, not_theirs=lock)) as preparing,
        told_when_full(),
        writing(store, keep=not dry_run) as db,
    ):
        work = Intake(db, preparing)
        reports = [work.take(_called(one, corpus, label), progress) for one in lists]
        work.finish()
    store.shrink()
    return ImportReport(tuple(reports), dry_run=dry_run)


def _called(one: PaperList, corpus: str, label: str) -> PaperList:
    if label or corpus:
        return replace(one, label=label or corpus, named=corpus_name(corpus or label))
    return one


@contextmanager
def only_importer(store: Store, *, wait: bool) -> Iterator[int]:
    """Be the only one who imports into the library, in any process, until the block ends.

    Gives the lock's file descriptor, for processes that are forked meanwhile to close.

    The lock is one of the operating system's on a file beside the library, so it ends with its process.

    Raises:
        UnreadableLibrary: the folder can't be written.
    """
    try:
        lock = store.path.with_name(store.path.name + "-import").open("w")
    except OSError as fault:
        raise damage.unwritable(store.path) from fault
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            raise ImportUnderWay from None
        yield lock.fileno()


@contextmanager
def told_when_full() -> Iterator[None]:
    """Say in words that the disk is full."""
    try:
        yield
    except sqlite3.OperationalError as fault:
        if "full" in str(fault) or "disk I/O" in str(fault):
            raise LibraryFull(str(fault)) from fault
        raise


@contextmanager
def writing(store: Store, *, keep: bool) -> Iterator[Database]:
    """A write that is undone at its end unless *keep* is set."""
    try:
        with store.write() as db:
            yield db
            if not keep:
                raise _Undone
    except _Undone:
        pass


class _Undone(Exception):
    """Ends the write of a dry run."""
