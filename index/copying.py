"""A library as one file to carry: written while the library is used, put in another one's place while that is read."""

import hashlib
import os
import re
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from index import damage
from index.database import Store, as_it_is, lacking, reading
from index.errors import LibraryFull, NoLibraryFile, PaperBotError, UnreadableLibrary
from index.importing import only_importer
from index.swapping import swap_in

CHECKSUM = ".sha256"  # ends the name of the file beside a copy, in sha256sum's form
_PIECE = 1 << 20  # bytes read at once
_FULL = (28, 122)  # errno: ENOSPC, EDQUOT


@dataclass(frozen=True, slots=True)
class LibraryCopy:
    """What is in a copy of a library."""

    id: str  # of the library
    version: int  # of its content; grows with each import that changes it
    papers: int
    steps: tuple[str, ...]  # of the schema, sorted
    sha256: str
    size: int  # bytes


def export_to(path: Path, file: Path) -> LibraryCopy:
    """Write all that the library at *path* has into *file*, mode 600, with its checksum beside it.

    Who imports meanwhile is not waited for: the copy is the library as it is at one moment. It is checked before it
    takes its name, so that *file* is never half of one. A library of an earlier version is copied as it is.

    Raises:
        NoLibraryFile: it can't be written there.
        LibraryFull, UnreadableLibrary
    """
    part = file.with_name(f".{file.name}.part")
    try:
        made = _written(path, part)
        part.replace(file)
        _note_checksum(file, made.sha256)
    except OSError as fault:
        raise _unwritable(file, fault) from fault
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return made


def _written(path: Path, part: Path) -> LibraryCopy:
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    with damage.in_words(path), reading(path) as connection:
        connection.execute("VACUUM INTO ?", [str(part)])
    made = examine(part)
    _to_disk(part)
    return made


def import_from(store: Store, file: Path, *, wait: bool = True, sha256: str = "") -> LibraryCopy:
    """Put a copy of the library in *file* in the place of this one, which may be read meanwhile.

    What stood there before is kept beside it, as ``papers.db.before``, until the next time.

    Args:
        wait: wait for an import that is under way; else refuse.
        sha256: what *file* must be; else what the checksum beside it says, where there is one.

    Raises:
        NoLibraryFile: *file* is no whole copy, or not the one that its checksum is of.
        UnreadableLibrary: it was made by a later version.
        LibraryFull, LibraryBusy, ImportUnderWay. Nothing was changed.
    """
    new = store.path.with_name(f"{store.path.name}.new")
    _refuse_in_use(file)
    try:
        store.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with only_importer(store, wait=wait):
            try:
                copied = _copied(file, new)
                _check(file, copied, sha256 or noted_checksum(file))
                found = examine(new, known_as=file)
                swap_in(new, store.path)
                _folder_to_disk(store.path.parent)
            finally:
                for left in ("", "-wal", "-shm"):
                    new.with_name(new.name + left).unlink(missing_ok=True)
    except OSError as fault:
        raise _unwritable(store.path, fault) from fault
    return LibraryCopy(found.id, found.version, found.papers, found.steps, copied, found.size)


def examine(file: Path, *, known_as: Path | None = None) -> LibraryCopy:
    """Look through the whole of *file*, which nobody writes meanwhile: is it a sound library, and which?

    Args:
        known_as: the name by which it is spoken of.

    Raises:
        NoLibraryFile: it is none, or damaged.
        UnreadableLibrary: it was made by a later version.
    """
    name = known_as or file
    try:
        with closing(as_it_is(file)) as connection:
            lacks = lacking(connection, name)
            sound = connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
            which, version, counted = connection.execute("SELECT id, version, papers FROM library").fetchone()
            papers = connection.execute("SELECT count(*) FROM papers").fetchone()[0]
            taken = connection.execute("SELECT name FROM _sqlite_migrations ORDER BY name").fetchall()
    except (sqlite3.DatabaseError, TypeError) as fault:
        raise NoLibraryFile(
            f"{name} is no sound copy of a library ({fault}). Make one by “icml library export”."
        ) from fault
    except UnreadableLibrary as fault:
        if "later version" in str(fault):
            raise
        raise NoLibraryFile(f"{name} is no copy of a library. Make one by “icml library export”.") from fault
    if not sound or (not lacks and papers != counted):
        raise NoLibraryFile(f"{name} is damaged. Make another copy by “icml library export”.")
    return LibraryCopy(which, version, papers, tuple(row[0] for row in taken), sha256_of(file), file.stat().st_size)


def sha256_of(file: Path) -> str:
    """The checksum of *file*, in hexadecimal digits.

    Not of a papers.db that is open in this process: closing it would drop SQLite's locks on it.
    """
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def noted_checksum(file: Path) -> str:
    """What stands in the checksum beside *file*; empty where there is none.

    Raises:
        NoLibraryFile: what is there is no checksum.
    """
    try:
        text = file.with_name(file.name + CHECKSUM).read_text("ascii", errors="replace")
    except FileNotFoundError:
        return ""
    return checksum_in(text, f"{file.name}{CHECKSUM}")


def checksum_in(text: str, name: str) -> str:
    """The digits that begin *text*, as sha256sum writes them.

    Raises:
        NoLibraryFile: it has none; *name* says where it stands.
    """
    found = re.match(r"\s*([0-9a-fA-F]{64})\b", text)
    if not found:
        raise NoLibraryFile(
            f"{name} is no checksum as sha256sum writes it. Copy the library again, with both its files."
        )
    return found[1].lower()


def _check(file: Path, sha256: str, wanted: str) -> None:
    if wanted and wanted != sha256:
        raise NoLibraryFile(f"{file} is not what {file.name}{CHECKSUM} was made of. Copy both again.")


def _refuse_in_use(file: Path) -> None:
    if not file.is_file():
        raise NoLibraryFile(f"There is no file {file}.")
    log = file.with_name(f"{file.name}-wal")
    if log.exists() and log.stat().st_size:
        raise NoLibraryFile(f"{file} is in use, so it is not whole by itself. Make a copy by “icml library export”.")


def _copied(file: Path, new: Path) -> str:
    """Copy *file* to *new*, mode 600, and say its checksum."""
    new.unlink(missing_ok=True)
    new.touch(mode=0o600)
    with file.open("rb") as source, new.open("r+b") as target:
        shutil.copyfileobj(source, target, _PIECE)
        target.flush()
        os.fsync(target.fileno())
    return sha256_of(new)


def _note_checksum(file: Path, sha256: str) -> None:
    beside = file.with_name(file.name + CHECKSUM)
    part = beside.with_name(f".{beside.name}.part")
    part.write_text(f"{sha256}  {file.name}\n", "ascii")
    part.chmod(0o600)
    part.replace(beside)
    _folder_to_disk(file.parent)


def _to_disk(file: Path) -> None:
    with file.open("rb") as written:
        os.fsync(written.fileno())


def _folder_to_disk(folder: Path) -> None:
    """Let a power cut not undo a rename."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _unwritable(file: Path, fault: OSError) -> PaperBotError:
    if fault.errno in _FULL:
        return LibraryFull(str(fault.strerror))
    return NoLibraryFile(f"{file} can't be written ({fault.strerror}). Check the folder and what it allows.")
