"""Putting a backup back: checked whole before anything is touched, then all of it or nothing."""

import errno
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.backup import archive, making, rows
from bot.backup.home import Move, alone, end_restore, move_all
from bot.backup.manifest import MEMORY, PAPERS, Manifest, damaged, later
from bot.errors import BackupFailed, HomeNotEmpty, UnusableBackup
from bot.memory.address import Address, in_file, read
from bot.memory.database import engine_at, of_one_moment
from bot.memory.migrating import known_versions, prepare, upgrade
from bot.memory.troubles import in_words
from index import copying
from index.errors import PaperBotError
from index.library import Library

ALL, ONLY_PAPERS, ONLY_MEMORY = "", "papers", "memory"
_STATE = "state.db"
_WAITING = ".restored-"  # in the name of a finished file that waits beside its place


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put back."""

    manifest: Manifest
    memory: str = ""  # where, in words; empty where it was left as it is
    papers: Path | None = None
    aside: tuple[Path, ...] = field(default=())  # where what was there is now


@dataclass(frozen=True, slots=True)
class Staged:
    """A backup that was found whole, taken out and brought up to date, in a folder of its own."""

    folder: Path
    manifest: Manifest

    @property
    def state(self) -> Path:
        return self.folder / _STATE

    @property
    def papers(self) -> Path | None:
        return self.folder / PAPERS if PAPERS in self.manifest.files else None


def verify(file: Path) -> Manifest:
    """Read all of *file*, and try on it all that a restore does before it touches anything.

    Raises:
        UnusableBackup: it is no whole backup, or was made by a later version.
    """
    with tempfile.TemporaryDirectory(prefix="icml-verify-") as folder:
        return staged(file, Path(folder)).manifest


def restore(
    file: Path,
    home: Path,
    memory: str,
    *,
    now: datetime,
    version: str,
    replace: bool = False,
    only: str = ALL,
    backups: Path | None = None,
) -> Restored:
    """Put the backup *file* into *home*, and its memory to the address *memory*; all of it, or nothing.

    Args:
        version: of the bot.
        replace: whether something may be there already. It is kept aside, never deleted.
        only: leave the memory, or the library, as it is. A library alone is put in while the bot runs.
        backups: the folder for a backup of a PostgreSQL that is replaced.

    Raises:
        UnusableBackup: *file* is no whole backup, was made by a later version, or lacks what is asked for.
        HomeInUse, HomeNotEmpty, BackupFailed, UnusableAddress, MemoryUnavailable. Nothing was changed.
    """
    address, papers = read(memory), home / "papers.db"
    end_restore(home)
    with _no_room_in_words(home):
        if only == ONLY_PAPERS:
            return _papers_alone(file, home, papers, replace)
        with alone(home), _folder_in(address.file.parent if address.file else home) as folder:
            _clear_waiting(papers, address.file)
            found = staged(file, folder)
            with_papers = only != ONLY_MEMORY and found.papers is not None
            _refuse_what_is_there(address, papers if with_papers else None, replace)
            stamp = f"{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
            moves, aside = _moves(found, home, address, papers if with_papers else None, stamp)
            if address.file is None:
                aside += _into_server(found.state, address, papers, backups or home / "backups", now, version)
            move_all(home, moves)
    kept = tuple(path for path in aside if path.exists())
    return Restored(found.manifest, address.place, papers if with_papers else None, kept)


def staged(file: Path, folder: Path) -> Staged:
    """Take *file* out into *folder*, every byte checked, with the memory made from its rows and brought up to date.

    Raises:
        UnusableBackup: it is no whole backup, or was made by a later version.
    """
    manifest = archive.checked(file, folder)
    if manifest.memory_version not in known_versions():
        raise later(file.name, manifest.made_by)
    found = Staged(folder, manifest)
    if found.papers:
        try:
            copying.examine(found.papers)
        except PaperBotError as fault:
            if "later version" in str(fault):
                raise later(file.name, manifest.made_by) from fault
            raise damaged(file.name, fault) from fault
    try:
        _make_memory(found, file.name)
    except (ValueError, KeyError, TypeError, SQLAlchemyError, sqlite3.Error) as fault:
        if _is_of_the_disk(fault):
            raise OSError(errno.ENOSPC, "no room to take the backup out") from fault
        raise damaged(file.name, f"its memory: {type(fault).__name__}") from fault
    return found


def _is_of_the_disk(fault: Exception) -> bool:
    told = fault.orig if isinstance(fault, DBAPIError) else fault
    code = (getattr(told, "sqlite_errorcode", None) or 0) & 0xFF
    return code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def _make_memory(found: Staged, name: str) -> None:
    """Make the memory that the rows are of, see that it says the same again, and bring it up to date."""
    address = in_file(found.state)
    found.state.touch(mode=0o600)
    engine = engine_at(address, foreign_keys=False)
    try:
        with engine.begin() as connection, (found.folder / MEMORY).open(encoding="ascii") as lines:
            upgrade(connection, to=found.manifest.memory_version)
            rows.put_in(connection, lines)
    finally:
        engine.dispose()
    again = found.folder / "again.jsonl"
    _, counts = making.take_rows(address, again, with_secrets=found.manifest.with_secrets)
    same = archive.content_of(again) == found.manifest.files[MEMORY] and counts == dict(found.manifest.rows)
    again.unlink()
    if not same:
        raise damaged(name, "its memory does not come out as it went in")
    prepare(address)


def _papers_alone(file: Path, home: Path, papers: Path, replace: bool) -> Restored:
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _folder_in(home) as folder:
        found = staged(file, folder)
        if found.papers is None:
            raise UnusableBackup(f"There are no papers in {file.name}: they could not be read when it was made.")
        if papers.exists() and not replace:
            raise HomeNotEmpty(str(papers))
        Library.replace_by(found.papers, papers)
    aside = papers.with_name(f"{papers.name}.before")
    return Restored(found.manifest, papers=papers, aside=(aside,) if aside.exists() else ())


def _refuse_what_is_there(address: Address, papers: Path | None, replace: bool) -> None:
    if replace:
        return
    there = [str(path) for path in (papers, address.file) if path is not None and _is_something(path)]
    if address.file is None and _has_rows(address):
        there.append(f"The memory in {address.place}")
    if there:
        raise HomeNotEmpty(" and ".join(there))


def _is_something(file: Path) -> bool:
    return file.exists() or file.with_name(f"{file.name}-wal").exists()


def _moves(
    found: Staged, home: Path, address: Address, papers: Path | None, stamp: str
) -> tuple[list[Move], list[Path]]:
    """What is to be moved where, and where what stands there goes."""
    moves = []
    if address.file:
        aside = address.file.parent / f"before-restore-{stamp}" / address.file.name
        moves.append(Move(_beside(found.state, address.file, stamp), address.file, aside))
    if papers and found.papers:
        moves.append(Move(_beside(found.papers, papers, stamp), papers, home / f"before-restore-{stamp}" / papers.name))
    return moves, [one.aside for one in moves]


def _beside(made: Path, place: Path, stamp: str) -> Path:
    """Bring a finished file to the disk of its *place*, where it can be moved in at once; it is private."""
    waiting = place.with_name(f"{place.name}{_WAITING}{stamp}")
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    shutil.move(made, waiting)
    waiting.chmod(0o600)
    return waiting


def _clear_waiting(*places: Path | None) -> None:
    """Remove what a restore left that was killed before it moved anything."""
    for place in places:
        for left in place.parent.glob(f"{place.name}{_WAITING}*") if place else ():
            left.unlink()


def _into_server(state: Path, address: Address, papers: Path, backups: Path, now: datetime, version: str) -> list[Path]:
    """Put all rows of *state* in the place of those at *address*, in one transaction; where the old ones are kept."""
    prepare(address)
    kept = []
    if _has_rows(address):
        made = making.make(
            papers,
            str(address.url.render_as_string(hide_password=False)),
            backups,
            now=now,
            version=version,
            with_secrets=True,
        )
        kept.append(made.file)
    source, target = engine_at(in_file(state)), engine_at(address)
    try:
        with of_one_moment(source).begin() as old, target.begin() as new:
            rows.take_all_out(new)
            rows.put_in(new, rows.lines_of(old, rows.tables_of(old)))
    except DBAPIError as fault:
        raise in_words(fault, address) from fault
    finally:
        source.dispose()
        target.dispose()
    return kept


def _has_rows(address: Address) -> bool:
    """Whether the memory of the server at *address* has anything in it."""
    engine = engine_at(address)
    try:
        with engine.connect() as connection:
            return any(connection.execute(table.select().limit(1)).first() for table in rows.tables_of(connection))
    except DBAPIError as fault:
        raise in_words(fault, address) from fault
    finally:
        engine.dispose()


@contextmanager
def _folder_in(parent: Path) -> Iterator[Path]:
    """A folder for what is taken out, on the same disk as where it goes; what a killed restore left goes."""
    parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder = parent / ".restoring"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _no_room_in_words(home: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise BackupFailed(
            f"The backup could not be put into {home} ({fault.strerror}). Nothing was changed: make room, "
            "or check the folder and what it allows."
        ) from fault
