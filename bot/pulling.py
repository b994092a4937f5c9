"""The library of another place, brought here when it has changed: for hosts that share one memory."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from index.copying import CHECKSUM, LibraryCopy, checksum_in, noted_checksum, sha256_of
from index.errors import NoLibraryFile, NotFetched
from index.fetching.download import download
from index.fetching.transport import Transport, Unreachable
from index.library import Library

NAME = "papers.db"
LARGEST = 64 * 1024**3  # bytes
_TRIES = 3  # while the two files of the source don't fit together: it may be written just now
_PAUSE = 2.0  # seconds between them
_LONGEST_CHECKSUM = 4_096  # bytes


@dataclass(frozen=True, slots=True)
class Source:
    """Where a library is published, as a file or an address, with its checksum beside it."""

    place: str
    transport: Transport
    sleep: Callable[[float], None]
    progress: Callable[[str, int, int], None] | None = None

    @property
    def is_address(self) -> bool:
        return self.place.lower().startswith(("http://", "https://"))

    def checksum(self) -> str:
        """What the source should be now.

        Raises:
            NotFetched, NoLibraryFile: it has none.
        """
        if not self.is_address:
            noted = noted_checksum(self._file)
            if not noted:
                raise NoLibraryFile(
                    f"There is no {self._file}{CHECKSUM}. Publish a library by “icml library export {self._file}”."
                )
            return noted
        beside = _beside(self._address)
        try:
            with self.transport.get(beside, {"Cache-Control": "no-cache"}) as reply:
                if reply.status != 200:
                    raise NotFetched(f"{beside} answers with {reply.status}. A library is published with its checksum.")
                text = next(iter(reply.pieces()), b"")[:_LONGEST_CHECKSUM]
        except Unreachable as fault:
            raise NotFetched(f"{beside} does not answer ({fault}). Try again later.") from fault
        return checksum_in(text.decode("ascii", errors="replace"), beside)

    def brought(self, folder: Path) -> Path:
        """The file itself, fetched into *folder* where it is elsewhere."""
        if not self.is_address:
            return self._file
        return download(
            self._address,
            folder,
            transport=self.transport,
            sleep=self.sleep,
            progress=self.progress,
            largest=LARGEST,
        )

    @property
    def _file(self) -> Path:
        given = Path(self.place).expanduser()
        return given / NAME if given.is_dir() else given

    @property
    def _address(self) -> str:
        parts = urlsplit(self.place)
        return (
            urlunsplit(parts._replace(path=f"{parts.path or '/'}{NAME}"))
            if self._names_folder(parts.path)
            else self.place
        )

    @staticmethod
    def _names_folder(path: str) -> bool:
        return not path or path.endswith("/")


def pull(source: Source, papers: Path, *, wait: bool = True) -> LibraryCopy | None:
    """Put the library of *source* at *papers*, also while that is read; None when it stands there already.

    Raises:
        NotFetched, NoLibraryFile, UnreadableLibrary, LibraryFull, LibraryBusy, ImportUnderWay. Nothing was changed.
    """
    for left in reversed(range(_TRIES)):
        wanted = source.checksum()
        if _pulled(papers) == wanted:
            return None
        file = source.brought(papers.parent / "fetched")
        if sha256_of(file) == wanted:
            break
        if source.is_address:
            file.unlink()
        if not left:
            raise NoLibraryFile(f"{source.place} does not fit its checksum. Publish it again by “icml library export”.")
        source.sleep(_PAUSE)
    put = Library.replace_by(file, papers, wait=wait, sha256=wanted)
    _note(papers, wanted)
    if source.is_address:
        file.unlink()
    return put


def _beside(address: str) -> str:
    parts = urlsplit(address)
    return urlunsplit(parts._replace(path=f"{parts.path}{CHECKSUM}"))


def _pulled(papers: Path) -> str:
    """The checksum of what was pulled last, if it is what stands there."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        noted = json.loads(_notes(papers).read_text("utf-8"))
        if noted["file"] == _identity(papers):
            return str(noted["sha256"])
    return ""


def _note(papers: Path, sha256: str) -> None:
    _notes(papers).write_text(json.dumps({"sha256": sha256, "file": _identity(papers)}), "utf-8")


def _identity(papers: Path) -> list[int]:
    found = papers.stat()
    return [found.st_dev, found.st_ino]


def _notes(papers: Path) -> Path:
    return papers.with_name(f"{papers.name}.pulled")
