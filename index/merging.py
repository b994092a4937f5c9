"""What a paper is when several lists tell of it: field by field the richer value, in whatever order they came."""

import hashlib
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from typing import Any

from index.clean import clean, clean_title
from index.importers.base import Record
from index.importers.identifiers import STRONG, key_rank
from index.model import Paper
from index.naming import code_of, headline_of, name_of

_PLAIN_NAME = re.compile(r"[^\W\d_]+(?:[ '’.-]+[^\W\d_]+\.?)*\.?")
_PREPRINT = re.compile(r"\b(?:arxiv|corr|preprint|workshop|submitted)\b", re.IGNORECASE)
_UNNAMED = "Paper without a title"
_STORED = tuple(one.name for one in fields(Paper) if one.name not in {"handle", "withdrawn", "corpora"})


def paper_of(record: Record) -> Paper:
    """The paper that *record* tells of, cleaned; its handle is not given yet."""
    title, abstract = clean_title(record.title), clean(record.abstract)
    authors = tuple(filter(None, map(_name, record.authors)))
    name = name_of(abstract, title)
    return Paper(
        handle="p0",
        key=key_of(record.ids, title, abstract, authors),
        headline=headline_of(abstract, title, name) or title or _UNNAMED,
        abstract=abstract,
        title=title,
        name=name,
        authors=authors,
        venue=clean_title(record.venue),
        year=record.year,
        area=clean_title(record.area),
        url=record.url,
        pdf=record.pdf,
        code=record.code or code_of(record.abstract),
        oral=record.oral,
        ids=tuple(sorted(record.ids)),
    )


def _name(author: str) -> str:
    if _PLAIN_NAME.fullmatch(author):  # most are, and cleaning has nothing to find in them
        return unicodedata.normalize("NFC", author)
    return clean_title(author.replace("~", " "))


def key_of(ids: Iterable[tuple[str, str]], title: str, abstract: str, authors: Sequence[str] = ()) -> str:
    """What a paper is across libraries: its best external id, else a hash of its letters and digits.

    Where there is no abstract, the authors tell two papers of one title apart.
    """
    best = min(ids, key=key_rank, default=None)
    if best:
        return f"{best[0]}:{best[1]}"
    text = f"{title} {abstract}" if abstract else f"{title} {' '.join(authors)}"
    folded = "".join(mark for mark in unicodedata.normalize("NFKD", text).casefold() if mark.isalnum())
    return "text:" + hashlib.sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()[:20]


def combined(told: Iterable[Paper]) -> Paper:
    """The paper that all of *told* are, whose order does not matter; its handle is "p0"."""
    best_first = sorted({_identity(one): one for one in told}.values(), key=_standing, reverse=True)
    first = best_first[0]
    if len(best_first) == 1:
        return replace(first, handle="p0", corpora=(), withdrawn=False)
    title = _first(best_first, lambda one: one.title)
    abstract = _first(best_first, lambda one: one.abstract)
    authors = max((one.authors for one in best_first), key=lambda names: (len(names), sum(map(len, names))))
    placed = max(best_first, key=lambda one: (bool(one.venue), not _PREPRINT.search(one.venue), one.year is not None))
    ids = tuple(sorted({external for one in best_first for external in one.ids}))
    name = name_of(abstract, title)
    return Paper(
        handle="p0",
        key=key_of(ids, title, abstract, authors),
        headline=headline_of(abstract, title, name) or title or _UNNAMED,
        abstract=abstract,
        title=title,
        name=name,
        authors=authors,
        venue=placed.venue,
        year=placed.year if placed.year is not None else _first(best_first, lambda one: one.year),
        area=_first(best_first, lambda one: one.area),
        url=_first(best_first, lambda one: one.url),
        pdf=_first(best_first, lambda one: one.pdf),
        code=_first(best_first, lambda one: one.code),
        oral=any(one.oral for one in best_first),
        ids=ids,
    )


def _first(papers: Sequence[Paper], wanted: Callable[[Paper], Any]) -> Any:
    """The first value of *papers* that says something."""
    values = [wanted(one) for one in papers]
    return next((value for value in values if value), values[0])


def _standing(one: Paper) -> tuple[Any, ...]:
    """Orders records of one paper by how much they tell; never leaves two different ones equal."""
    filled = sum(map(bool, (one.authors, one.venue, one.year, one.area, one.url, one.pdf, one.code)))
    strong = sum(kind in STRONG for kind, _ in one.ids)
    published = bool(one.venue) and not _PREPRINT.search(one.venue)
    return (bool(one.title), bool(one.abstract), published, filled, strong, len(one.abstract), _identity(one))


def _identity(one: Paper) -> str:
    return packed(one)


def packed(paper: Paper) -> str:
    """What a list tells of *paper*, for storing beside its raw text."""
    return json.dumps([getattr(paper, name) for name in _STORED], ensure_ascii=False)


def unpacked(stored: str) -> Paper:
    """The paper of :func:`packed`."""
    given = dict(zip(_STORED, json.loads(stored), strict=True))
    given["authors"] = tuple(given["authors"])
    given["ids"] = tuple((kind, value) for kind, value in given["ids"])
    return Paper(handle="p0", **given)
