"""The paper lists of papercopilot: one flat object a paper, whose layout differs by venue and year."""

import re
from dataclasses import replace
from typing import Any

from index.importers.base import Choice, Entry, LeftOut, Record
from index.importers.fields import record_of, text_of
from index.importers.identifiers import ids_of

_LEFT_OUT = {
    "withdraw": "withdrawn",
    "withdrawn": "withdrawn",
    "reject": "rejected",
    "rejected": "rejected",
    "desk reject": "desk-rejected",
    "desk rejected": "desk-rejected",
    "active": "not decided yet",
    "submitted": "not decided yet",
}
_YEARS = re.compile(r"year\s*=\s*[{\"\s]*(\d{4})")
_BOOK = re.compile(r"booktitle\s*=\s*[{\"]+(.+?)[}\"]+\s*,?\s*\n")


def fits(given: dict[str, Any]) -> bool:
    return (
        "status" in given
        and "title" in given
        and any(key in given for key in ("gs_citation", "aff", "author_site", "track"))
    )


def entry(position: int, raw: str, given: dict[str, Any], choice: Choice) -> Entry:
    reason = _LEFT_OUT.get(text_of(given.get("status")).casefold(), "")
    if choice.accepted_only and reason:
        return LeftOut(position, reason)
    bibtex = text_of(given.get("bibtex"))
    year, book = _YEARS.search(bibtex), _BOOK.search(bibtex)
    fields: dict[str, Any] = {
        "title": given.get("title"),
        "abstract": given.get("abstract"),
        "authors": given.get("author") or given.get("author_site"),
        "venue": book[1] if book else given.get("venue"),
        "year": year[1] if year else given.get("year"),
        "primary_area": given.get("primary_area"),
        "url": given.get("site") or given.get("oa"),
        "pdf": given.get("pdf"),
        "code": given.get("github") or given.get("project"),
        "status": given.get("status"),
        "doi": given.get("doi"),
        "arxiv": given.get("arxiv"),
        "id": given.get("id"),
    }
    found = record_of(position, raw, fields)
    more = ids_of((text_of(given.get("oa")), text_of(given.get("openreview"))))
    if isinstance(found, Record):
        return replace(found, ids=tuple(sorted({*found.ids, *more})))
    return found
