"""Reads exported BibTeX by two parsers that know nothing of each other."""

import io

import bibtexparser
from pybtex.database.input import bibtex as pybtex_input

# What LaTeX makes of what was written for its own characters; the longest first.
_LETTERS = {
    r"\textbackslash{}": "\\",
    r"\textbraceleft{}": "\x01",
    r"\textbraceright{}": "\x02",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\&": "&",
    r"\%": "%",
    r"\$": "$",
    r"\#": "#",
    r"\_": "_",
}


def letters(written):
    """What a reader of the typeset page sees: braces that only group are gone."""
    out, at = [], 0
    while at < len(written):
        known = next((mark for mark in _LETTERS if written.startswith(mark, at)), None)
        if known:
            out.append(_LETTERS[known])
            at += len(known)
        else:
            out.append("" if written[at] in "{}" else written[at])
            at += 1
    return "".join(out).replace("\x01", "{").replace("\x02", "}")


def by_bibtexparser(text):
    """(key, title, authors) of each entry."""
    library = bibtexparser.parse_string(text)
    assert library.failed_blocks == []
    return [
        (
            entry.key,
            letters(entry["title"]),
            [letters(name) for name in _split(entry["author"])] if "author" in entry else [],
        )
        for entry in library.entries
    ]


def by_pybtex(text):
    """The same, from a parser that refuses the whole file for one fault."""
    found = pybtex_input.Parser().parse_stream(io.StringIO(text))
    return [
        (
            key,
            letters(entry.fields["title"]),
            [letters(str(_plain(person))) for person in entry.persons.get("author", [])],
        )
        for key, entry in found.entries.items()
    ]


def _plain(person):
    parts = person.first_names, person.middle_names, person.prelast_names, person.last_names, person.lineage_names
    return " ".join(name for names in parts for name in names)


def _split(authors):
    """At each "and" outside of braces, as BibTeX does."""
    names, depth, now = [], 0, []
    for word in authors.split(" "):
        if word == "and" and depth == 0:
            names.append(" ".join(now))
            now = []
        else:
            depth += word.count("{") - word.count("}")
            now.append(word)
    return [*names, " ".join(now)]
