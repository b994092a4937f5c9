"""Where the sentences of a text stand."""

from functools import lru_cache

from sentencex import get_sentence_boundaries


@lru_cache(maxsize=4_096)
def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """The spans of the sentences of an English *text*, in order, without the white space around them."""
    found = []
    for boundary in get_sentence_boundaries("en", text):
        start, end = boundary["start_index"], boundary["end_index"]
        inside = text[start:end]
        start += len(inside) - len(inside.lstrip())
        end -= len(inside) - len(inside.rstrip())
        if end > start:
            found.append((start, end))
    return tuple(found)
