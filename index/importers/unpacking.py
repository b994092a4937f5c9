"""Bytes of files, plain or compressed, with a limit on what a small file may become."""

import gzip
import io
import zlib
from collections.abc import Iterable, Iterator
from typing import IO

from index.errors import UnreadableList

_PIECE = 256 * 1024  # bytes
_FREE = 64 * 1024 * 1024  # bytes that a file may unpack to whatever its own size
_HIGHEST_RATIO = 200  # beyond that; abstracts shrink to a third or so
GZIP = b"\x1f\x8b"
ZIP = (b"PK\x03\x04", b"PK\x05\x06")


class Allowance:
    """How much a packed file, all that is in it together, may unpack to."""

    def __init__(self, packed: int, name: str) -> None:
        self._most = max(_FREE, packed * _HIGHEST_RATIO)
        self._name = name
        self._taken = 0

    def take(self, size: int) -> None:
        """Count *size* bytes.

        Raises:
            UnreadableList: that is more than any list would unpack to.
        """
        self._taken += size
        if self._taken > self._most:
            raise UnreadableList(
                f"{self._name} unpacks to more than {self._most // 1024**2} MiB, far more than a list of papers. "
                "It was not read: unpack it yourself if you trust it."
            )


def pieces(stream: IO[bytes]) -> Iterator[bytes]:
    """The bytes of *stream* as they stand."""
    while piece := stream.read(_PIECE):
        yield piece


def gunzipped(content: Iterable[bytes], name: str, allowance: Allowance) -> Iterator[bytes]:
    """*content*, which is gzip, unpacked.

    Raises:
        UnreadableList: it is damaged or cut off, or unpacks to far too much.
    """
    try:
        with gzip.GzipFile(fileobj=io.BufferedReader(_Joined(content))) as unpacked:
            while piece := unpacked.read(_PIECE):
                allowance.take(len(piece))
                yield piece
    except (EOFError, OSError, zlib.error) as fault:
        raise UnreadableList(f"{name} is damaged or cut off ({fault}). Fetch it again.") from None


class _Joined(io.RawIOBase):
    """Pieces of bytes as one stream."""

    def __init__(self, content: Iterable[bytes]) -> None:
        self._content = iter(content)
        self._held = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, into: "bytearray | memoryview") -> int:  # type: ignore[override]  # any buffer, as io gives it
        while not self._held:
            piece = next(self._content, None)
            if piece is None:
                return 0
            self._held = memoryview(piece)
        size = min(len(into), len(self._held))
        into[:size], self._held = self._held[:size], self._held[size:]
        return size
