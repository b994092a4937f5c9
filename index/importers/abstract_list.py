"""Bare abstracts as people pass them round: a heading, then abstracts between blank lines, no titles."""

import re
from collections.abc import Iterator

from index.importers.base import PaperList, Record, Refusal

_HEADING_WORDS = re.compile(
    r"[\s:：\-–—|]*(论文列表|论文摘要|论文|摘要|列表|(accepted\s+)?(papers?|abstracts?)(\s+list)?|list(\s+of\s+papers)?|paper\s+list)\s*$",
    re.IGNORECASE,
)
_LONGEST_HEADING = 120  # characters
_FEWEST_WORDS = 12  # of an abstract


def read(text: str, source: str) -> PaperList:
    """The list in *text*; *source* names it, and gives the label when no heading does."""
    blocks = list(_blocks(text))
    label = ""
    if blocks and _is_heading(blocks[0][1]):
        label = _label(blocks.pop(0)[1])
    return PaperList(
        source, label or source.rsplit(".", 1)[0] or source, [_entry(line, block) for line, block in blocks]
    )


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Runs of lines that are not blank, each with the number of its first line."""
    start, lines = 0, list[str]()
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.strip():
            start = start if lines else number
            lines.append(line.strip())
        elif lines:
            yield start, "\n".join(lines)
            lines = []


def _is_heading(block: str) -> bool:
    return "\n" not in block and len(block) <= _LONGEST_HEADING and not block.rstrip().endswith((".", "!", "?"))


def _label(heading: str) -> str:
    """ "# ICML 2026 论文列表" → "ICML 2026"; a heading of nothing but such words stays whole."""
    bare = heading.strip().strip("#*= ").strip()
    return _HEADING_WORDS.sub("", bare).strip() or bare


def _entry(line: int, block: str) -> Record | Refusal:
    length = len(re.findall(r"[^\W\d_]{2,}", block)) + sum("\u4e00" <= mark <= "\u9fff" for mark in block) // 2
    if length < _FEWEST_WORDS:
        return Refusal(line, f"too short for an abstract ({length} word{'s' * (length != 1)})")
    return Record(line, block, abstract=block.replace("\n", " "))
