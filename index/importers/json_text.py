"""JSON as it comes: one object a line, one array, or an object that holds the array; never all at once."""

import json
import re
from collections.abc import Iterator
from typing import Any

from index.errors import UnreadableList
from index.importers.base import BREAKS_OFF, Refusal
from index.importers.text import Text

Found = tuple[int, str, dict[str, Any]]  # position, raw text, the object
_SPACE = re.compile(r"[\s,]*")
_HOLDERS = re.compile(
    r'"(?:papers|notes|results|records|entries|data|items|publications|events|works|rows|submissions|message)"\s*:\s*\[',
)
_LONGEST_HEAD = 200_000  # characters before the array begins
_LONGEST_OBJECT = 16_000_000  # characters
_decoder = json.JSONDecoder()


def is_lines(head: str) -> bool:
    """Whether *head* begins a file with one object a line."""
    lines = [line.strip() for line in head.split("\n") if line.strip()]
    whole = [line for line in lines[:20] if line.startswith("{") and _parsed(line) is not None]
    return bool(whole) and len(whole) * 2 >= min(len(lines), 20)


def is_json(head: str) -> bool:
    """Whether *head* begins a JSON array of objects, or an object."""
    return bool(re.match(r"\s*(?:\[\s*(?:\{|\])|\{\s*[\"}])", head))


def objects_in_lines(text: Text) -> Iterator[Found | Refusal]:
    """The objects of a file with one a line; a broken line is refused."""
    for number, line in text.lines():
        bare = line.strip().rstrip(",")
        if not bare or bare in {"[", "]"}:
            continue
        try:
            value = _decoder.decode(bare)
        except (ValueError, RecursionError) as fault:
            yield Refusal(number, f"it is no JSON object ({_words(fault)})")
            continue
        yield (number, line.strip(), value) if isinstance(value, dict) else Refusal(number, "it is no JSON object")


def objects(text: Text) -> Iterator[Found | Refusal]:
    """The objects of an array, of an object that holds one, or of an object whose values are objects."""
    stream = _Stream(text)
    start = stream.text[:_LONGEST_HEAD].lstrip()
    if start.startswith("["):
        stream.skip(stream.text.index("[") + 1)
        yield from _array(stream)
    elif holder := _HOLDERS.search(stream.text, 0, _LONGEST_HEAD):
        stream.skip(holder.end())
        yield from _array(stream)
    else:
        yield from _single(text.name, stream)


class _Stream:
    """The part of the text that is not read yet, grown as needed."""

    def __init__(self, text: Text) -> None:
        self._pieces = text.pieces()
        self.text = next(self._pieces, "")
        self.at = 0

    def skip(self, to: int) -> None:
        self.at = to

    def more(self) -> bool:
        """Read another piece; False at the end."""
        piece = next(self._pieces, None)
        if piece is None:
            return False
        self.text = self.text[self.at :] + piece
        self.at = 0
        return True


def _array(stream: _Stream) -> Iterator[Found | Refusal]:
    position = 0
    while True:
        blank = _SPACE.match(stream.text, stream.at)
        at = blank.end() if blank else stream.at
        if at >= len(stream.text):
            stream.skip(at)
            if not stream.more():
                yield Refusal(position + 1, BREAKS_OFF)
                return
            continue
        if stream.text[at] == "]":
            return
        position += 1
        stream.skip(at)
        try:
            value, end = _next(stream)
        except (ValueError, RecursionError) as fault:
            if not _resume(stream):
                yield Refusal(position, f"{BREAKS_OFF} ({_words(fault)})")
                return
            yield Refusal(position, f"it is no JSON ({_words(fault)})")
            continue
        raw = stream.text[stream.at : end]
        stream.skip(end)
        yield (position, raw, value) if isinstance(value, dict) else Refusal(position, "it is no JSON object")


def _next(stream: _Stream) -> tuple[Any, int]:
    """The value that begins where the stream stands, and its end."""
    while True:
        try:
            value, end = _decoder.raw_decode(stream.text, stream.at)
        except json.JSONDecodeError as fault:
            cut_off = fault.pos >= len(stream.text) - 16 or "Unterminated string" in fault.msg
            if not cut_off or len(stream.text) - stream.at > _LONGEST_OBJECT or not stream.more():
                raise
            continue
        if end < len(stream.text) or not isinstance(value, (int, float)) or not stream.more():
            return value, end


def _resume(stream: _Stream) -> bool:
    """Go to the next line that begins an object, after a broken one."""
    stream.skip(min(stream.at + 1, len(stream.text)))
    while True:
        found = re.compile(r"\n[ \t]*\{|\}\s*,\s*\{").search(stream.text, stream.at)
        if found:
            stream.skip(stream.text.rindex("{", found.start(), found.end()))
            return True
        stream.skip(len(stream.text))
        if not stream.more():
            return False


def _single(name: str, stream: _Stream) -> Iterator[Found | Refusal]:
    while len(stream.text) < 64_000_000 and stream.more():
        pass
    try:
        value, _ = _decoder.raw_decode(stream.text, len(stream.text) - len(stream.text.lstrip()))
    except (ValueError, RecursionError) as fault:
        raise UnreadableList(f"{name} is no JSON that can be read ({_words(fault)}). Check that it is whole.") from None
    within = [one for one in value.values() if isinstance(one, dict)] if isinstance(value, dict) else []
    if within and len(within) == len(value):  # {"id": {…}, "id": {…}}
        for position, (key, one) in enumerate(value.items(), 1):
            yield position, json.dumps(one, ensure_ascii=False), {"id": key, **one}
    elif isinstance(value, dict) and value:
        yield 1, stream.text.strip(), value


def _parsed(line: str) -> Any:
    try:
        return _decoder.decode(line)
    except (ValueError, RecursionError):
        return None


def _words(fault: BaseException) -> str:
    if isinstance(fault, json.JSONDecodeError):
        return f"{fault.msg[:1].lower()}{fault.msg[1:].removesuffix(' at')} at character {fault.colno}"
    return "it is nested too deeply" if isinstance(fault, RecursionError) else "it has a number too long"
