"""From what people name — files, folders, archives, standard input — to the lists in it."""

import stat
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import IO

from index.errors import UnreadableList
from index.importers import abstract_list, bibtex, json_list, pmlr_posts, ris, table, xml_lists
from index.importers.base import Choice, PaperList
from index.importers.text import Text
from index.importers.unpacking import GZIP, ZIP, Allowance, gunzipped, pieces
from index.importers.volumes import Volumes

STANDARD_INPUT = "standard input"
FORMATS = (xml_lists, json_list, bibtex, ris, table, abstract_list)  # asked in this order; the last takes any text
_SKIPPED = ("__MACOSX/", ".git/")
_LARGEST_POST = 1024 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class Member:
    """A file in a folder or an archive."""

    name: str  # with the folder's, for people
    open: Callable[[], Iterator[bytes]]  # its bytes from the start, unpacked
    refusal: str = ""  # why it is not read, in words


def lists_in(path: Path, choice: Choice, standard_input: IO[bytes] | None = None) -> Iterator[PaperList]:
    """The lists at *path*, one after the other, each to be read before the next is asked for.

    Args:
        path: a file, a folder, a ``.gz`` or ``.zip`` of them; "-" for standard input.

    Raises:
        UnreadableList: it is missing, empty, or none of the formats; in one sentence.
    """
    if str(path) == "-":
        yield from _list(STANDARD_INPUT, pieces(standard_input or sys.stdin.buffer), choice)
        return
    try:
        if path.is_dir():
            yield from _collection(f"{path}", _files(path), choice)
        elif _begins(path)[:4] in ZIP:
            yield from _archive(path, choice)
        else:
            yield from _list(path.name, _content(path), choice, shown=str(path))
    except FileNotFoundError:
        raise UnreadableList(f"There is no file {path}. Check its name.") from None
    except PermissionError:
        raise UnreadableList(f"{path} may not be read. Change its rights (chmod u+r) and try again.") from None
    except OSError as fault:
        raise UnreadableList(f"{path} cannot be read ({fault.strerror or fault}).") from fault


def _begins(path: Path) -> bytes:
    if not stat.S_ISREG(path.stat().st_mode):
        return b""  # a pipe can be read once only
    with path.open("rb") as stream:
        return stream.read(8)


def _content(path: Path) -> Iterator[bytes]:
    size = path.stat().st_size
    with path.open("rb") as stream:
        yield from _unpacked(pieces(stream), path.name, Allowance(size, path.name))


def _unpacked(content: Iterator[bytes], name: str, allowance: Allowance) -> Iterator[bytes]:
    first = next(content, b"")
    whole = chain([first], content)
    yield from gunzipped(whole, name, allowance) if first.startswith(GZIP) else whole


def _list(name: str, content: Iterator[bytes], choice: Choice, shown: str = "") -> Iterator[PaperList]:
    """The list whose bytes are *content*.

    Raises:
        UnreadableList: they are empty or no text.
    """
    shown = shown or name
    try:
        text = Text(_unpacked(content, name, Allowance(0, name)) if name == STANDARD_INPUT else content, name)
    except UnreadableList as fault:
        raise UnreadableList(f"{shown}: {fault}" if shown not in str(fault) else str(fault)) from None
    if not text.head.strip():
        raise UnreadableList(f"{shown} is empty. A list is a heading, then abstracts with blank lines between them.")
    if pmlr_posts.recognises(text.head):
        volumes = Volumes(name)
        volumes.add(name, text.whole())
        yield from volumes.lists()
        return
    form = next(one for one in FORMATS if one.recognises(text))
    yield form.read(text, choice)


def _collection(name: str, members: Iterable[Member], choice: Choice) -> Iterator[PaperList]:
    """The lists among *members*; posts of a PMLR volume are one list together."""
    volumes, found = Volumes(name), 0
    for member in members:
        if member.refusal:
            yield PaperList(member.name, member.name, (), note=member.refusal)
            continue
        if member.name.endswith((".md", ".markdown", ".yml", ".yaml")):
            if not volumes.add(member.name, _small(member)):
                yield PaperList(member.name, member.name, (), note="no list of papers")
            continue
        for one in _readable(member, choice):
            found += not one.note
            yield one
    for one in volumes.lists():
        found += 1
        yield one
    if not found:
        raise UnreadableList(f"{name} holds no list of papers in any format that is known here.")


def _readable(member: Member, choice: Choice) -> Iterator[PaperList]:
    try:
        yield from _list(member.name, member.open(), choice)
    except UnreadableList as fault:
        if "unpacks to" in str(fault):
            raise
        yield PaperList(member.name, member.name, (), note=str(fault))


def _small(member: Member) -> str:
    content = b""
    for piece in member.open():
        content += piece
        if len(content) > _LARGEST_POST:
            return ""
    return content.decode("utf-8-sig", "replace").replace("\r\n", "\n")


def _files(folder: Path) -> Iterator[Member]:
    """The files in *folder* and below, by name; hidden ones and links that lead out of it are not read."""
    inside = folder.resolve()
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        if any(part.startswith(".") for part in relative.parts):
            continue
        name = f"{inside.name}/{relative.as_posix()}"
        real = path.resolve()
        if not real.is_relative_to(inside):
            yield Member(name, lambda: iter(()), "a link that leads out of the folder; it is not followed")
        elif path.is_symlink() and not real.exists():
            yield Member(name, lambda: iter(()), "a link that leads nowhere")
        elif path.is_file() and not any(parent.is_symlink() for parent in _between(path, folder)):
            yield Member(name, lambda path=path: _content(path))  # type: ignore[misc]  # bound now, called later


def _between(path: Path, folder: Path) -> Iterator[Path]:
    for parent in path.parents:
        if parent == folder:
            return
        yield parent


def _archive(path: Path, choice: Choice) -> Iterator[PaperList]:
    try:
        with zipfile.ZipFile(path) as archive:
            if "[Content_Types].xml" in archive.namelist():
                raise UnreadableList(f"{path} is an Office file. Save the table as CSV and import that.")
            yield from _collection(f"{path}", _members(path, archive), choice)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as fault:
        raise UnreadableList(f"{path} is damaged or packed in a way not known here ({fault}).") from None


def _members(path: Path, archive: zipfile.ZipFile) -> Iterator[Member]:
    allowance = Allowance(path.stat().st_size, path.name)
    for entry in sorted(archive.infolist(), key=lambda one: one.filename):
        inner = PurePosixPath(entry.filename)
        if entry.is_dir() or entry.filename.startswith(_SKIPPED) or any(part.startswith(".") for part in inner.parts):
            continue
        name = f"{path.name}/{entry.filename}"
        if entry.flag_bits & 1:
            yield Member(name, lambda: iter(()), "it is encrypted")
        else:
            yield Member(name, lambda entry=entry: _of_archive(archive, entry, allowance))  # type: ignore[misc]


def _of_archive(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, allowance: Allowance) -> Iterator[bytes]:
    with archive.open(entry) as stream:
        yield from _unpacked(_counted(pieces(stream), allowance), entry.filename, allowance)


def _counted(content: Iterator[bytes], allowance: Allowance) -> Iterator[bytes]:
    for piece in content:
        allowance.take(len(piece))
        yield piece
