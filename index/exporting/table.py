"""CSV for spreadsheets, whose cells can't run anything."""

import csv
import io
from collections.abc import Iterable

from index.exporting.entry import Entry, one_line

COLUMNS = (
    "handle", "title", "authors", "venue", "year", "area", "url", "pdf", "code", "oral", "tags", "note", "done",
    "abstract",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def table(entries: Iterable[Entry]) -> str:
    """A row for each of *entries*, in their order, below the names of the columns."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    rows.writerows([neutral(cell) for cell in _cells(one)] for one in entries)
    return text.getvalue()


def neutral(cell: str) -> str:
    """*cell* so that a spreadsheet takes it for text: an apostrophe stands before what would begin a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) or cell.lstrip().startswith(_FORMULA) else cell


def _cells(entry: Entry) -> list[str]:
    paper = entry.paper
    return [
        paper.handle,
        entry.title,
        "; ".join(one_line(name) for name in paper.authors),
        one_line(paper.venue),
        str(paper.year or ""),
        one_line(paper.area),
        paper.url,
        paper.pdf,
        paper.code,
        "yes" if paper.oral else "",
        " ".join(entry.tags),
        one_line(entry.note),
        "yes" if entry.done else "",
        one_line(paper.abstract),
    ]
