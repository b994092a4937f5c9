"""Where the sentences of a text stand."""

import re
from collections.abc import Iterator
from functools import lru_cache

from sentencex import get_sentence_boundaries

_NUMBERED = re.compile(r"\(?(?:\d{1,2}|[ivx]{1,4}|[a-h])\)[:.]?\s+")  # "(2) ": sentencex cuts nothing behind it


@lru_cache(maxsize=4_096)
def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """The spans of the sentences of an English *text*, in order, without the white space around them."""
    return tuple(_spans(text, 0))


def _spans(text: str, offset: int) -> Iterator[tuple[int, int]]:
    for boundary in get_sentence_boundaries("en", text):
        start, end = boundary["start_index"], boundary["end_index"]
        inside = text[start:end]
        start += len(inside) - len(inside.lstrip())
        end -= len(inside) - len(inside.rstrip())
        if end <= start:
            continue
        if numbered := _NUMBERED.match(text, start, end):
            inner = list(_spans(text[numbered.end() : end], offset + numbered.end()))
            if inner:
                yield (offset + start, inner[0][1])
                yield from inner[1:]
                continue
        yield (offset + start, offset + end)
