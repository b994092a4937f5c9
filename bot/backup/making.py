"""Making a backup while the bot works: two snapshots, one file, checked before it takes its name."""

import errno
import fcntl
import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from bot.backup import archive, rows
from bot.backup.manifest import FORM, MEMORY, PAPERS, Content, Manifest
from bot.errors import BackupFailed, HomeInUse
from bot.memory.address import Address, read
from bot.memory.database import engine_at, of_one_moment
from bot.memory.migrating import examine, version_of
from bot.memory.troubles import in_words
from index import copying
from index.copying import LibraryCopy
from index.errors import LibraryFull, PaperBotError

_NAME = re.compile(r"icml-\d{8}T\d{6}Z(-\d+)?\.tar\.gz")
_WORK = ".unfinished"  # the folder in which a backup is made
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was made."""

    file: Path
    manifest: Manifest
    size: int  # bytes
    removed: tuple[Path, ...] = ()  # older ones that were one too many
    without_papers: str = ""  # why there are no papers in it, in words


def make(
    papers: Path,
    memory: str,
    folder: Path,
    *,
    now: datetime,
    version: str,
    keep: int | None = None,
    with_secrets: bool = False,
) -> Backup:
    """Put the memory at the address *memory* and the library at *papers* into one new file in *folder*.

    Each of the two is as it was at one moment, whoever writes meanwhile. A library that can't be read is left out, and
    the backup says so: the memory is what can't be made anew.

    Args:
        version: of the bot.
        keep: how many backups may be in *folder* afterwards; None for all.
        with_secrets: put in the tokens of installations too.

    Raises:
        BackupFailed: there is no room, no right or nothing to keep. The earlier backups are as they were.
        HomeInUse: another backup into *folder* is under way.
        MemoryUnavailable, UnreadableMemory, NewerMemory
    """
    address = read(memory)
    if address.file and not address.file.exists():
        raise BackupFailed(f"There is no memory at {address.place} yet, so there is nothing to keep.")
    try:
        with _at_work_in(folder) as work:
            return _made(address, papers, folder, work, now, version, keep, with_secrets)
    except (OSError, LibraryFull) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        full = isinstance(fault, LibraryFull) or getattr(fault, "errno", 0) in _FULL
        mend = "Make room, or name another folder" if full else "Check the folder and what it allows"
        raise BackupFailed(
            f"The backup could not be written into {folder} ({reason}). {mend}: icml backup FOLDER. "
            "Earlier backups are as they were."
        ) from fault


@contextmanager
def _at_work_in(folder: Path) -> Iterator[Path]:
    """A folder in *folder* for what is not finished, for one backup at a time; what a killed one left goes."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / ".lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise HomeInUse(f"Another backup into {folder} is under way. Wait for it to end.") from None
        work = folder / _WORK
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(mode=0o700)
        try:
            yield work
        finally:
            shutil.rmtree(work, ignore_errors=True)


def _made(
    address: Address,
    papers: Path,
    folder: Path,
    work: Path,
    now: datetime,
    version: str,
    keep: int | None,
    with_secrets: bool,
) -> Backup:
    files = {MEMORY: work / MEMORY}
    step, counts = take_rows(address, files[MEMORY], with_secrets=with_secrets)
    library, reason = _library(papers, work / PAPERS)
    contents = {MEMORY: archive.content_of(files[MEMORY])}
    if library:
        files[PAPERS] = work / PAPERS
        contents[PAPERS] = Content(library.sha256, library.size)
    manifest = Manifest(
        form=FORM,
        made_by=version,
        made_at=now.astimezone(UTC).isoformat(timespec="seconds"),
        memory_version=step,
        rows=counts,
        with_secrets=with_secrets,
        library=library.id if library else "",
        library_steps=library.steps if library else (),
        papers=library.papers if library else 0,
        files=contents,
    )
    part = work / "archive"
    archive.write(part, manifest, files)
    archive.checked(part)
    file = _free_name(folder, now)
    part.replace(file)
    _to_disk(folder)
    return Backup(file, manifest, file.stat().st_size, _thinned(folder, keep), reason)


def take_rows(address: Address, into: Path, *, with_secrets: bool) -> tuple[str, dict[str, int]]:
    """Write all rows of the memory at *address* to the file *into*; the version of its schema, and rows by table."""
    counts: dict[str, int] = {}
    try:
        examine(address)
        engine = engine_at(address)
        try:
            into.touch(mode=0o600, exist_ok=False)
            with of_one_moment(engine).begin() as connection, into.open("r+b") as target:
                step = version_of(connection, address)
                for table in rows.tables_of(connection, with_secrets=with_secrets):
                    lines = list(rows.lines_of(connection, [table]))
                    counts[table.name] = len(lines) - 1
                    rows.write(lines, target)
        finally:
            engine.dispose()
    except (DBAPIError, sqlite3.Error) as fault:
        raise in_words(fault, address) from fault
    if not step:
        raise BackupFailed(f"There is no memory at {address.place} yet, so there is nothing to keep.")
    return step, counts


def _library(papers: Path, into: Path) -> tuple[LibraryCopy | None, str]:
    """A copy of the library, or why there is none."""
    if not papers.exists():
        return None, f"There is no library at {papers}."
    try:
        return copying.export_to(papers, into), ""
    except LibraryFull:
        raise
    except PaperBotError as fault:
        return None, str(fault)


def backups_in(folder: Path) -> list[Path]:
    """The backups in *folder*, the oldest first."""
    if not folder.is_dir():
        return []
    return sorted((file for file in folder.iterdir() if _NAME.fullmatch(file.name)), key=_order)


def _order(file: Path) -> tuple[str, int]:
    stamp, _, number = file.name.removesuffix(".tar.gz").removeprefix("icml-").partition("-")
    return stamp, int(number or 0)


def _free_name(folder: Path, now: datetime) -> Path:
    stamp = f"{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    file, number = folder / f"icml-{stamp}.tar.gz", 1
    while file.exists():
        number += 1
        file = folder / f"icml-{stamp}-{number}.tar.gz"
    return file


def _thinned(folder: Path, keep: int | None) -> tuple[Path, ...]:
    """Remove the oldest backups beyond *keep*, and say which."""
    gone = backups_in(folder)[: -max(1, keep)] if keep is not None else []
    for file in gone:
        file.unlink()
    return tuple(gone)


def _to_disk(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
