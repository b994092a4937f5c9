"""BibTeX that strict parsers read: keys are unique, braces balanced, and LaTeX's own characters are letters."""

import re
import unicodedata
from collections.abc import Iterable

from index.exporting.entry import UNTITLED, Entry, one_line

# A brace counts for BibTeX even behind a backslash, so braces of a title get names.
_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
    }
)
_URL = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20", '"': "%22"})  # else as it is: url is verbatim
_APART = re.compile(r"\b(and|others)\b|,", re.IGNORECASE)  # what splits names
_SMALL = {
    *("a", "an", "and", "are", "as", "at", "by", "can", "do", "for", "from", "how", "in", "is", "it", "its", "of"),
    *("on", "or", "that", "the", "to", "towards", "via", "what", "when", "why", "with"),
}


def bibtex(entries: Iterable[Entry]) -> str:
    """All *entries*, in their order."""
    return "\n".join(_entry(one) for one in entries)


def key_of(entry: Entry) -> str:
    """The entry's key: surname, year, first telling word; and the handle, which makes it the only one and stable."""
    paper = entry.paper
    surname = _ascii(paper.authors[0].split()[-1]) if paper.authors and paper.authors[0].split() else ""
    words = (_ascii(word) for word in re.split(r"[\s:/-]+", entry.title))
    word = next((word for word in words if word and word not in _SMALL), "")
    return f"{surname}{paper.year or ''}{word[:20]}_{paper.handle}".lstrip("_")


def _entry(entry: Entry) -> str:
    paper = entry.paper
    fields = {
        "title": f"{{{_escaped(entry.title)}}}",  # braced twice, so that no style changes its capitals
        "author": " and ".join(_name(name) for name in paper.authors if name.strip()),
        "booktitle": _escaped(entry.venue),
        "year": str(paper.year or ""),
        "url": (paper.url or paper.pdf).translate(_URL),
        "keywords": _escaped(", ".join([*([one_line(paper.area)] if paper.area else []), *entry.tags])),
        "abstract": _escaped(one_line(paper.abstract)),
        "note": "" if paper.title else UNTITLED,
        "annote": _escaped(one_line(entry.note)),
    }
    kind = "inproceedings" if paper.venue else "misc"
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@{kind}{{{key_of(entry)},", *lines, "}", ""])


def _name(name: str) -> str:
    """One author; in braces where a part of the name would be read as more than one."""
    escaped = _escaped(one_line(name))
    return f"{{{escaped}}}" if _APART.search(name) else escaped


def _escaped(text: str) -> str:
    return text.translate(_LATEX)


def _ascii(text: str) -> str:
    """The letters and digits of *text* that every BibTeX takes in a key."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]", "", plain.lower())
