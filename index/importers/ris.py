"""RIS, as reference managers write it, through rispy."""

import re
from collections.abc import Iterator
from typing import Any

import rispy

from index.importers.base import Choice, Entry, PaperList, Refusal
from index.importers.fields import record_of
from index.importers.labels import labelled
from index.importers.text import Text

NAME = "RIS"
_BEGIN = re.compile(r"^\s*TY {1,2}- ?", re.MULTILINE)
_TAG = re.compile(r"^[A-Z][A-Z0-9] {1,2}-( |$)")
_END = re.compile(r"^ER {1,2}-")


def recognises(text: Text) -> bool:
    return bool(_BEGIN.search(text.head[:5_000]))


def read(text: Text, _choice: Choice) -> PaperList:
    return labelled(text.name, _entries(text))


def _entries(text: Text) -> Iterator[Entry]:
    for position, lines in _references(text.lines()):
        raw = "\n".join(lines)
        tidy = "\n".join(_tidy(lines))
        try:
            found = rispy.loads(tidy + "\nER  - \n")
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as fault:
            yield Refusal(position, f"it is no reference that can be read ({fault})")
            continue
        if found:
            yield _entry(position, raw, found[0])


def _references(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    """The lines of each reference, without its end; a new type begins one as well."""
    start, held = 0, list[str]()
    for number, line in lines:
        begins = bool(_BEGIN.match(line))
        if held and (begins or _END.match(line)):
            yield start, held
            held = []
        if begins:
            start = number
        if (begins or held) and not _END.match(line):
            held.append(line)
    if held:
        yield start, held


def _tidy(lines: list[str]) -> Iterator[str]:
    """Each tag on one line with its continuation, in the spacing that the format wants."""
    held = ""
    for line in lines:
        bare = line.strip("\ufeff \t")
        if _TAG.match(bare):
            if held:
                yield held
            tag, _, value = bare.partition("-")
            held = f"{tag.strip()}  - {value.strip()}"
        elif bare:
            held += " " + bare
    if held:
        yield held


def _entry(position: int, raw: str, found: dict[str, Any]) -> Entry:
    authors = found.get("authors") or found.get("first_authors") or []
    links = [link for link in (*found.get("urls", ()), found.get("url", "")) if isinstance(link, str) and link]
    fields = {
        "title": found.get("title") or found.get("primary_title") or found.get("translated_title"),
        "abstract": found.get("abstract") or found.get("notes_abstract"),
        "authors": authors,
        "venue": next(
            (
                found[key]
                for key in ("secondary_title", "journal_name", "alternate_title3", "tertiary_title")
                if found.get(key)
            ),
            "",
        ),
        "year": found.get("year") or found.get("publication_year") or found.get("date"),
        "url": links[0] if links else "",
        "pdf": next((value for key in ("file_attachments1", "file_attachments2") if (value := found.get(key))), ""),
        "doi": found.get("doi"),
        "id": found.get("id") or found.get("accession_number"),
    }
    return record_of(position, raw, fields)
