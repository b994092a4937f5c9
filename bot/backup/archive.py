"""The one file of a backup: a compressed tar that begins with its manifest, which knows the others by checksum."""

import hashlib
import io
import os
import tarfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bot.backup.manifest import MANIFEST, MEMORY, PAPERS, Content, Manifest, damaged, read
from bot.errors import UnusableBackup

_LEVEL = 3  # of compression: postings hardly shrink, whatever the effort
_PIECE = 1 << 20
_LONGEST_MANIFEST = 1 << 20
_BROKEN = (tarfile.TarError, EOFError, zlib.error, OSError)


def content_of(file: Path) -> Content:
    """The checksum and size of *file*."""
    with file.open("rb") as opened:
        return Content(hashlib.file_digest(opened, "sha256").hexdigest(), file.stat().st_size)


def write(archive: Path, manifest: Manifest, files: Mapping[str, Path]) -> None:
    """Write *archive*, mode 600, and let a power cut not undo it.

    Raises:
        OSError: there is no room, or no right.
    """
    archive.unlink(missing_ok=True)
    archive.touch(mode=0o600)
    with archive.open("r+b") as raw:
        with tarfile.open(fileobj=raw, mode="w:gz", compresslevel=_LEVEL) as tar:
            head = manifest.written()
            tar.addfile(_entry(MANIFEST, len(head)), io.BytesIO(head))
            for name, file in files.items():
                with file.open("rb") as content:
                    tar.addfile(_entry(name, manifest.files[name].size), content)
        raw.flush()
        os.fsync(raw.fileno())


def _entry(name: str, size: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = size, 0o600
    return entry


def checked(archive: Path, into: Path | None = None) -> Manifest:
    """Read all of *archive*, compare each checksum, and put the files into the folder *into*, if one is given.

    What the tar says of paths, links and rights is not followed: only the two names that we know are taken, as
    plain files, no longer than the manifest says.

    Raises:
        UnusableBackup: it is no whole backup, or of a later form.
        OSError: *into* has no room.
    """
    with _opened(archive) as tar:
        manifest = _manifest(tar, archive.name)
        left = dict(manifest.files)
        if MEMORY not in left or set(left) - {MEMORY, PAPERS}:
            raise damaged(archive.name, "its list of files")
        for entry in _entries(tar, archive.name):
            wanted = left.pop(entry.name, None)
            if wanted is None or not entry.isreg() or entry.size != wanted.size:
                raise damaged(archive.name, f"{entry.name} is not what it should be")
            if _taken_out(tar, entry, into, archive.name) != wanted.sha256:
                raise damaged(archive.name, f"{entry.name} has changed")
    if left:
        raise damaged(archive.name, f"{', '.join(left)} is missing")
    return manifest


@contextmanager
def _opened(archive: Path) -> Iterator[tarfile.TarFile]:
    try:
        tar = tarfile.open(archive, "r|gz")  # noqa: SIM115 - closed below; the errors of opening are other ones
    except FileNotFoundError:
        raise UnusableBackup(f"There is no file {archive}.") from None
    except _BROKEN as fault:
        raise damaged(archive.name, fault) from fault
    with tar:
        yield tar


def _manifest(tar: tarfile.TarFile, name: str) -> Manifest:
    try:
        entry = tar.next()
        content = tar.extractfile(entry) if entry and entry.name == MANIFEST else None
        if content is None:
            raise damaged(name, "it does not begin with a manifest")
        return read(content.read(_LONGEST_MANIFEST), name)
    except _BROKEN as fault:
        raise damaged(name, fault) from fault


def _entries(tar: tarfile.TarFile, name: str) -> Iterator[tarfile.TarInfo]:
    while True:
        try:
            entry = tar.next()
        except _BROKEN as fault:
            raise damaged(name, fault) from fault
        if entry is None:
            return
        yield entry


def _taken_out(tar: tarfile.TarFile, entry: tarfile.TarInfo, into: Path | None, name: str) -> str:
    """The checksum of *entry*, which is written into the folder *into*."""
    found = hashlib.sha256()
    content = tar.extractfile(entry)
    target = None
    if into is not None:
        place = into / entry.name
        place.touch(mode=0o600)
        target = place.open("r+b")
    try:
        while piece := _piece(content, name):
            found.update(piece)
            if target:
                target.write(piece)
    finally:
        if target:
            target.flush()
            os.fsync(target.fileno())
            target.close()
    return found.hexdigest()


def _piece(content: object, name: str) -> bytes:
    try:
        return bytes(content.read(_PIECE))  # type: ignore[attr-defined]  # a regular entry has a file
    except _BROKEN as fault:
        raise damaged(name, fault) from fault
