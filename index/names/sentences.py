"""Where the sentences of an abstract begin and end, roughly: enough to find who proposes what."""

import re
from functools import lru_cache

_END = re.compile(r"(?:[.!?…][\"”’)\]]*+|\n(?<!\s\n))\s++(?=[\"“‘(\[\\]?[^\W_])")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[])(?:e\.g|i\.e|et al|vs|cf|resp|approx|w\.r\.t|a\.k\.a|i\.i\.d|Fig|Figs|Eq|Eqs|Sec|"
    r"Tab|Dr|Prof|St|No|[A-Z])\.$"
)


@lru_cache(maxsize=16)
def sentences(text: str) -> tuple[str, ...]:
    """Split clean *text*; abbreviations do not end a sentence."""
    found: list[str] = []
    start = 0
    for end in _END.finditer(text):
        stop = text[max(start, end.start() - 10) : end.start() + 1]
        if end[0][0] == "." and _ABBREVIATION.search(stop):
            continue
        found.append(text[start : end.end()].strip())
        start = end.end()
    found.append(text[start:].strip())
    return tuple(sentence for sentence in found if sentence)
