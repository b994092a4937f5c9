"""Bare abstracts as people pass them round: a heading, then abstracts between blank lines, no titles."""

import re
from collections.abc import Iterator
from itertools import chain

from index.errors import UnreadableList
from index.importers.base import Choice, Entry, PaperList, Record, Refusal
from index.importers.labels import stem_of
from index.importers.text import Text

NAME = "abstract list"
_HEADING_WORDS = re.compile(
    r"[\s:：\-–—|]*(论文列表|论文摘要|论文|摘要|列表|(accepted\s+)?(papers?|abstracts?)(\s+list)?|list(\s+of\s+papers)?|paper\s+list)\s*$",
    re.IGNORECASE,
)
_LONGEST_HEADING = 120  # characters
_FEWEST_WORDS = 12  # of an abstract
_LONGEST_BLOCK = 100_000  # characters


def recognises(_text: Text) -> bool:
    """Any text may be one; whether it is shows when it is read."""
    return True


def read(text: Text, _choice: Choice) -> PaperList:
    """The list in *text*; its name gives the label when no heading does.

    Raises:
        UnreadableList: while the entries are read, at the end, when none of them was an abstract.
    """
    blocks = _blocks(text.lines())
    first = next(blocks, None)
    label = ""
    if first and _is_heading(first[1]):
        label = _label(first[1])
    elif first:
        blocks = chain([first], blocks)
    return PaperList(text.name, label or stem_of(text.name), _entries(blocks, text.name))


def _entries(blocks: Iterator[tuple[int, str]], name: str) -> Iterator[Entry]:
    records = 0
    for line, block in blocks:
        entry = _entry(line, block)
        records += isinstance(entry, Record)
        yield entry
    if not records:
        raise UnreadableList(
            f"{name} has no abstracts. A list is a heading, then abstracts with blank lines between them."
        )


def _blocks(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Runs of lines that are not blank, each with the number of its first line."""
    start, held, length = 0, list[str](), 0
    for number, line in chain(lines, [(0, "")]):
        if line.strip() and length < _LONGEST_BLOCK:
            start = start if held else number
            held.append(line.strip())
            length += len(line)
        elif held:
            yield start, "\n".join(held)
            held, length = ([line.strip()], len(line)) if line.strip() else ([], 0)
            start = number


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
