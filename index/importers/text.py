"""A list's text, read once and in pieces, so that a large list needs little memory."""

import codecs
from collections.abc import Iterable, Iterator
from itertools import chain

from index.errors import UnreadableList
from index.importers.decoding import decode

PIECE = 1024 * 1024  # bytes
LONGEST_LINE = 32 * 1024 * 1024  # bytes
LARGEST_WHOLE = 256 * 1024 * 1024  # characters, where a format can only be read as a whole


class Text:
    """What a list says, from its first character to its last, once.

    Args:
        content: the bytes, in pieces of any size.
        name: the file's name, for people and as a hint of the format.
    """

    def __init__(self, content: Iterable[bytes], name: str) -> None:
        self.name = name
        self._pieces = _decoded(content)
        self.head = next(self._pieces, "")  # about the first MiB, to know the format by
        self._pieces = chain([self.head], self._pieces) if self.head else iter(())

    def pieces(self) -> Iterator[str]:
        """The text in pieces that end with a line, but for the last."""
        yield from self._pieces

    def lines(self) -> Iterator[tuple[int, str]]:
        """Every line with its number, without its end."""
        number = 0
        for piece in self._pieces:
            ended = piece.split("\n")
            if not ended[-1]:
                ended.pop()
            for number, line in enumerate(ended, number + 1):  # noqa: B020 - goes on counting
                yield number, line

    def whole(self) -> str:
        """All of it.

        Raises:
            UnreadableList: it is too long to be held at once.
        """
        parts, length = [], 0
        for piece in self._pieces:
            length += len(piece)
            if length > LARGEST_WHOLE:
                raise UnreadableList(f"{self.name} is too large to be read at once. Split it into several files.")
            parts.append(piece)
        return "".join(parts)


def _decoded(content: Iterable[bytes]) -> Iterator[str]:
    pieces = _at_line_ends(content)
    first = next(pieces, b"")
    if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        yield from _utf16(chain([first], pieces))
        return
    for piece in chain([first], pieces):
        if piece:
            yield decode(piece)


def _at_line_ends(content: Iterable[bytes]) -> Iterator[bytes]:
    held = bytearray()
    for part in content:
        held += part
        if len(held) >= PIECE:
            cut = held.rfind(b"\n") + 1
            if cut:
                yield bytes(held[:cut])
                del held[:cut]
            elif len(held) > LONGEST_LINE:
                raise UnreadableList(f"it has a line of more than {LONGEST_LINE // 1024**2} MiB, so it is no list.")
    if held:
        yield bytes(held)


def _utf16(content: Iterable[bytes]) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-16")("replace")
    held = ""
    for piece in content:
        held += decoder.decode(piece).replace("\0", "")
        ended = held.replace("\r\n", "\n")
        cut = ended.rfind("\n") + 1
        if cut:
            yield ended[:cut].replace("\r", "\n")
            held = ended[cut:]
    held += decoder.decode(b"", final=True)
    if held:
        yield held.replace("\r\n", "\n").replace("\r", "\n")
