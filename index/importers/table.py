"""Tables, comma- or tab-separated, as spreadsheets write them: a header, then a paper a row."""

import re
from collections import deque
from collections.abc import Iterator

from index.importers.base import Choice, Entry, PaperList, Refusal
from index.importers.fields import own_name, record_of
from index.importers.labels import labelled
from index.importers.text import Text

NAME = "CSV"
_DELIMITERS = (",", "\t", ";", "|")
_MOST_LINES = 200  # that one row may span
_MOST_CHARACTERS = 200_000  # likewise
_Line = tuple[int, str]


class _Unclosed(Exception):
    """A quotation mark that is not closed where it should be."""


def recognises(text: Text) -> bool:
    return bool(_delimiter(text.head))


def read(text: Text, _choice: Choice) -> PaperList:
    return labelled(text.name, _entries(text, _delimiter(text.head)))


def _delimiter(head: str) -> str:
    """What stands between the columns of the header in *head*; "" when there is no header of ours."""
    lines = [line for line in head[:20_000].split("\n") if line.strip()]
    if lines and (told := re.fullmatch(r"sep=(.)\s*", lines[0])):  # as Excel writes it
        return told[1] if len(lines) > 1 and _knows(_cells(lines[1], told[1])) else ""
    fitting = {mark: _cells(lines[0], mark) for mark in _DELIMITERS} if lines else {}
    known = [(sum(map(bool, map(own_name, cells))), mark) for mark, cells in fitting.items() if _knows(cells)]
    return max(known, key=lambda one: one[0])[1] if known else ""


def _knows(cells: list[str]) -> bool:
    names = {own_name(cell) for cell in cells}
    return bool({"title", "abstract"} & names) and (len(cells) > 1 or "abstract" in names) and max(map(len, cells)) < 80


def _cells(line: str, mark: str) -> list[str]:
    try:
        return _split(line, mark)
    except _Unclosed:
        return []


def _entries(text: Text, mark: str) -> Iterator[Entry]:
    rows = _rows(text.lines(), mark)
    header: list[str] = []
    for position, raw, cells in rows:
        if not header:
            if not (len(cells) == 1 and cells[0].startswith("sep=")) and cells:
                header = [cell.strip() for cell in cells]
            continue
        if not cells:
            yield Refusal(position, "a quotation mark opens in this row and is never closed")
        elif not any(cell.strip() for cell in cells):
            continue
        elif len(cells) > len(header) and any(cell.strip() for cell in cells[len(header) :]):
            yield Refusal(position, f"it has {len(cells)} columns where the header has {len(header)}")
        else:
            yield record_of(position, raw, dict(zip(header, cells, strict=False)))


def _rows(lines: Iterator[_Line], mark: str) -> Iterator[tuple[int, str, list[str]]]:
    """Each row with its first line's number, its text and its cells; no cells where it is broken."""
    waiting: deque[_Line] = deque()  # lines read in search of a closing quotation mark
    width = 0
    while first := (waiting.popleft() if waiting else next(lines, None)):
        number, row = first
        if not row.strip():
            continue
        cells, taken = _row(row, waiting, lines, mark)
        if taken and width and len(cells) != width:  # the mark that closed it belongs to a later row
            cells, taken = [], 0
        for _ in range(taken):
            row += "\n" + waiting.popleft()[1]
        width = width or (len(cells) if not row.startswith("sep=") else 0)
        yield number, row, cells


def _row(row: str, waiting: deque[_Line], lines: Iterator[_Line], mark: str) -> tuple[list[str], int]:
    """The cells of the row that begins with *row*, and how many of the *waiting* lines belong to it."""
    taken = 0
    while True:
        try:
            return _split(row, mark), taken
        except _Unclosed as fault:
            if fault.args or taken >= _MOST_LINES or len(row) > _MOST_CHARACTERS:
                return [], 0
        if taken == len(waiting):
            following = next(lines, None)
            if following is None:
                return [], 0
            waiting.append(following)
        row += "\n" + waiting[taken][1]
        taken += 1


def _split(row: str, mark: str) -> list[str]:
    cells: list[str] = []
    at = 0
    while True:
        blank = at
        while mark != "\t" and row[blank : blank + 1] == " ":
            blank += 1
        if row[blank : blank + 1] == '"':
            cell, at = _quoted(row, blank + 1, mark)
        else:
            end = row.find(mark, at)
            end = len(row) if end < 0 else end
            cell, at = row[at:end], end
        cells.append(cell)
        if at >= len(row):
            return cells
        at += 1


def _quoted(row: str, start: int, mark: str) -> tuple[str, int]:
    """The cell whose opening quotation mark stands before *start*, and where the cell ends."""
    at = start
    while True:
        at = row.find('"', at)
        if at < 0:
            raise _Unclosed
        if row[at + 1 : at + 2] == '"':
            at += 2
            continue
        break
    cell = row[start:at].replace('""', '"')
    after = row.find(mark, at)
    after = len(row) if after < 0 else after
    rest = row[at + 1 : after]
    if rest.strip():
        if "\n" in row[start:after]:
            raise _Unclosed("closed by another row's mark")
        cell += rest  # “"Deep" learning”, a quotation that begins the cell
    return cell, after
