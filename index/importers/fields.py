"""From loosely named fields to a record: our own names and those that others use."""

import re
from collections.abc import Mapping
from typing import Any

from index.importers.base import Record, Refusal
from index.importers.identifiers import ids_of
from index.importers.people import names_of
from index.importers.venues import short_venue

_ALIASES = {
    "title": ("title", "papertitle", "name", "en", "primarytitle", "documenttitle", "articletitle"),
    "abstract": ("abstract", "abs", "summary", "abstracttext", "paperabstract", "abstractnote"),
    "authors": (
        "authors",
        "author",
        "authorsite",
        "speakersauthors",
        "authornames",
        "creators",
        "authorlist",
        "authorfullnames",
    ),
    "year": ("year", "publicationyear", "pubyear", "published", "date", "publicationdate", "py"),
    "venue": (
        "venue",
        "booktitle",
        "conference",
        "venuename",
        "journal",
        "containertitle",
        "publicationtitle",
        "sourcetitle",
    ),
    "area": ("topic", "area", "primaryarea", "subjectarea", "primarysubjectarea"),
    "url": ("url", "link", "site", "paperurl", "virtualsiteurl", "html", "href", "landingpage", "oa"),
    "pdf": ("pdf", "pdfurl", "paperpdfurl", "pdflink"),
    "code": ("code", "github", "codeurl", "coderepository", "repository", "software", "codelink", "project"),
    "openreview": ("openreview", "openreviewurl", "openreviewid", "forum", "orurl"),
    "doi": ("doi",),
    "arxiv": ("arxiv", "arxivid", "eprint", "arxivurl"),
    "local": ("id", "uid", "paperid", "number", "key"),
    "oral": ("oral", "presentation", "presentationtype", "decision", "eventtype", "type", "status"),
}
_NAMED = {alias: own for own, aliases in _ALIASES.items() for alias in aliases}
_RANK = {alias: rank for aliases in _ALIASES.values() for rank, alias in enumerate(aliases)}
_PLACEHOLDER = re.compile(
    r"[\W_]*(?:n/?a|tb[ad]|none|null|nil|nan|todo|unknown|empty|abstract|missing|\.+|"
    r"(?:no|missing|abstract)\s+(?:abstract|text|not)?\s*(?:is\s+)?(?:available|provided|given|found|yet)?(?:\s+yet)?|"
    r"(?:the\s+)?abstract\s+(?:is\s+)?(?:not\s+(?:yet\s+)?(?:available|provided|given|found)|missing|unavailable|"
    r"(?:to\s+)?(?:be\s+(?:added|announced|determined)|follow|appear|come)|coming\s+soon|pending|forthcoming)"
    r"(?:\s+(?:soon|later|yet|here))?|"
    r"to\s+(?:be\s+(?:added|announced|determined)|follow|appear|come)(?:\s+soon)?|coming\s+soon|see\s+(?:the\s+)?pdf|"
    r"lorem\s+ipsum.*)[\W_]*",
    re.IGNORECASE,
)
_LONGEST_PLACEHOLDER = 80  # characters
_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d|21\d\d)(?!\d)")
_YES = frozenset({"1", "true", "yes", "y", "x", "oral"})
KNOWN_NAMES = frozenset(_NAMED)


def own_name(name: str) -> str:
    """Which of our fields *name* is ("Paper Title" → "title"); "" when it is none."""
    return _NAMED.get(plain_name(name), "")


def plain_name(name: str) -> str:
    """*name* in small letters and digits: "speakers/authors" → "speakersauthors"."""
    return "".join(mark for mark in name.casefold() if mark.isalnum())


def record_of(position: int, raw: str, given: Mapping[str, Any], **known: Any) -> Record | Refusal:
    """The record that the fields *given* tell of; *known* are fields of the whole list, used where it says nothing.

    A record without an abstract is one still; one that has neither title nor abstract is refused.
    """
    found = {**{name: value for name, value in known.items() if value}, **_found(given)}
    title, abstract = text_of(found.get("title")), abstract_of(found.get("abstract"))
    if not (has_words(title) or has_words(abstract)):
        return Refusal(position, "it has neither a title nor an abstract")
    links = {name: text_of(found.get(name)) for name in ("url", "pdf", "code", "openreview", "doi", "arxiv")}
    url, pdf = web_address(links["url"]), web_address(links["pdf"])
    forum = links["openreview"]
    return Record(
        position,
        raw,
        abstract=abstract,
        title=title,
        authors=names_of(found.get("authors")),
        venue=short_venue(text_of(found.get("venue"))),
        year=year_of(found.get("year")) or year_of(_virtual_year(url)),
        area=text_of(found.get("area")),
        url=url or web_address(forum) or (f"https://openreview.net/forum?id={forum}" if forum else ""),
        pdf=pdf,
        code=web_address(links["code"]),
        oral=is_oral(found.get("oral")),
        ids=ids_of(
            (url, pdf, forum, links["arxiv"], links["doi"]),
            openreview=forum,
            doi=links["doi"],
            arxiv=links["arxiv"],
        ),
        local=text_of(found.get("local")),
    )


def _found(given: Mapping[str, Any]) -> dict[str, Any]:
    """The values by our own field names; of several that are filled, the alias that stands first wins."""
    best: dict[str, tuple[int, Any]] = {}
    for name, value in given.items():
        plain = plain_name(str(name))
        own = _NAMED.get(plain)
        if own is None or value is None or value == "" or value == []:
            continue
        if own not in best or _RANK[plain] < best[own][0]:
            best[own] = (_RANK[plain], value)
    return {own: value for own, (_, value) in best.items()}


def text_of(value: Any) -> str:
    """*value* as a text: numbers too, of a list its first; "" for what is no text."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, dict):
        return text_of(value.get("value") or value.get("name") or "")
    return text_of(value[0]) if isinstance(value, (list, tuple)) and value else ""


def abstract_of(value: Any) -> str:
    """*value* as an abstract; "" for what only holds its place ("N/A", "Abstract to follow.")."""
    text = "\n\n".join(text_of(part) for part in value) if isinstance(value, list) else text_of(value)
    if len(text) <= _LONGEST_PLACEHOLDER and _PLACEHOLDER.fullmatch(text):
        return ""
    return text if has_words(text) else ""


def has_words(text: str) -> bool:
    """Whether there is anything to read in *text*."""
    return any(map(str.isalpha, text))


def year_of(value: Any) -> int | None:
    """The year in *value*: 2026, "2026", "2026-07-06", "ICML 2026"."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        value = int(value) if abs(value) < 10_000 else None  # 2026.0, as tables have it; not NaN either
    found = _YEAR.search(text_of(value))
    return int(found[1]) if found else None


def _virtual_year(url: str) -> str:
    return url.split("/virtual/", 1)[-1][:4] if "/virtual/" in url else ""


def web_address(value: str) -> str:
    """*value* if it is one http or https address; "" otherwise."""
    bare = value.strip().strip("<>")
    if bare.lower().startswith("www."):
        bare = f"https://{bare}"
    is_web = bare[:8].lower().startswith(("http://", "https://")) and not re.search(r"[\s<>\"\x00-\x1f]", bare)
    return bare if is_web and "." in bare else ""


def is_oral(value: Any) -> bool:
    """Whether *value* says that the paper is given as a talk."""
    if isinstance(value, (bool, int)):
        return bool(value)
    text = text_of(value).casefold()
    return text in _YES or bool(re.search(r"\boral\b", text))
