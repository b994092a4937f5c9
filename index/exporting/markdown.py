"""A list in Markdown."""

import re
from collections.abc import Iterable

from index.exporting.entry import Entry, one_line

_MARKS = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~&@$])")
_URL = str.maketrans({"<": "%3C", ">": "%3E", " ": "%20", "\\": "%5C"})


def markdown(entries: Iterable[Entry]) -> str:
    """A list item for each of *entries*, in their order."""
    return "\n".join(_item(one) for one in entries) + "\n"


def plain(text: str) -> str:
    """*text* as letters, whatever Markdown would make of them."""
    return _MARKS.sub(r"\\\1", one_line(text))


def _item(entry: Entry) -> str:
    paper = entry.paper
    title = f"[{plain(entry.title)}](<{paper.url.translate(_URL)}>)" if paper.url else plain(entry.title)
    said = [plain(", ".join(paper.authors)), plain(entry.venue), paper.handle]
    box = "[x] " if entry.done else ""
    lines = [f"- {box}**{title}**", f"  {' · '.join(part for part in said if part)}"]
    if entry.tags:
        lines.append(f"  Tags: {plain(', '.join(entry.tags))}")
    if entry.note:
        lines.append(f"  Note: {plain(entry.note)}")
    return "  \n".join(lines)
