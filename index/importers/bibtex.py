"""BibTeX, through bibtexparser 2: entries are read in portions, so one broken brace costs one entry."""

import logging
import re
from collections.abc import Iterator

from bibtexparser.entrypoint import parse_string
from bibtexparser.library import Library
from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, ParsingFailedBlock
from bibtexparser.model import Entry as Parsed

from index.importers.base import Choice, Entry, LeftOut, PaperList, Refusal
from index.importers.fields import record_of
from index.importers.labels import labelled, venue_year
from index.importers.people import bibtex_names
from index.importers.text import Text

NAME = "BibTeX"
_BLOCK = re.compile(r"^[ \t]*@[ \t]*([A-Za-z]\w*)\s*([{(])")
_MOST_LINES = 5_000  # of one entry
_MOST_MISSING = 3  # closing braces that are added where they lack
_NO_PAPERS = frozenset({"proceedings", "book", "collection", "mvproceedings", "periodical", "set", "xdata"})
_PART = re.compile(
    r"\"(?:[^\"{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\"|\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}|[^\s#{}\",]+"
)
_FIELD_NAME = re.compile(r"[^\s={},\"#()]+$")


def recognises(text: Text) -> bool:
    return any(_BLOCK.match(line) for line in text.head[:200_000].split("\n"))


def read(text: Text, _choice: Choice) -> PaperList:
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # what it warns of stands in the report
    return labelled(text.name, _entries(text), _said(text.head))


def _said(head: str) -> str:
    """What the volume's own entry says: "ICML 2026"."""
    opening = re.search(r"@proceedings\s*\{(.{0,3000}?)\n\}", head, re.IGNORECASE | re.DOTALL)
    short = opening and re.search(r"\bshortname\s*=\s*[{\"]+([^{}\"]+)", opening[1])
    year = opening and re.search(r"\byear\s*=\s*[{\"]*\s*(\d{4})", opening[1])
    return venue_year(short[1].strip(), int(year[1]) if year else None) if short else ""


def _entries(text: Text) -> Iterator[Entry]:
    strings: dict[str, str] = {}
    book: dict[str, str] = {}
    for position, kind, block in _blocks(text.lines()):
        if kind == "string":
            strings.update(_string(_braced(block), strings))
        elif kind in _NO_PAPERS:
            book = _book(_braced(block), strings) or book
            yield LeftOut(position, f"a whole book or volume (@{kind}), not a paper")
        elif kind not in {"comment", "preamble"}:
            yield _entry(position, block, strings, book)


def _string(block: str, strings: dict[str, str]) -> dict[str, str]:
    """The name that a ``@string`` defines, in small letters, with what it stands for."""
    found = re.match(r"\s*@\s*\w+\s*\{\s*([^\s=]+)\s*=(.*)\}\s*$", block, re.DOTALL)
    return {found[1].lower(): _value(found[2], strings)} if found else {}


def _value(raw: str, strings: dict[str, str]) -> str:
    """What a field's *raw* value says: its delimiters gone, names looked up, parts between # joined."""
    text = raw.strip()
    parts = _PART.findall(text)
    if not parts or _PART.sub("", text).strip(" #\t\n"):
        return text.strip('{}"')
    said = []
    for part in parts:
        if part[0] in '{"':
            said.append(part[1:-1])
        else:
            said.append(strings.get(part.lower(), part))
    return "".join(said)


def _blocks(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """Each block with its first line's number and its kind in small letters."""
    start, kind, held = 0, "", list[str]()
    for number, line in lines:
        opening = _BLOCK.match(line)
        if opening or len(held) >= _MOST_LINES:
            if kind:
                yield start, kind, "\n".join(held)
            start, kind, held = number, (opening[1].lower() if opening else ""), []
        if kind:
            held.append(line)
            if (
                "@" in line[1:]
                and (again := re.search(r"[})]\s*(@[A-Za-z]\w*\s*[{(].*)$", line[1:]))
                and _closed("\n".join(held), again[1])
            ):
                held[-1] = line[: len(line) - len(again[1])]
                yield start, kind, "\n".join(held)
                start, kind, held = number, again[1][1:].split("{")[0].split("(")[0].strip().lower(), [again[1]]
    if kind:
        yield start, kind, "\n".join(held)


def _closed(block: str, rest: str) -> bool:
    """Whether the block is complete where *rest*, another on the same line, begins."""
    own = block[: len(block) - len(rest)]
    return own.count("{") == own.count("}")


def _braced(block: str) -> str:
    """*block* with braces round it where round brackets stand, which BibTeX allows and the parser does not."""
    opening = _BLOCK.match(block)
    if not opening or opening[2] == "{":
        return block
    end = block.rstrip().rfind(")")
    body = block[opening.end() : end] if end > opening.end() else block[opening.end() :]
    return f"@{opening[1]}{{{body}}}"


def _parsed(block: str) -> Library:
    return parse_string(block, parse_stack=[])


def _book(block: str, strings: dict[str, str]) -> dict[str, str]:
    """What a volume's entry says of all its papers."""
    try:
        entries = _parsed(block).entries
    except Exception:  # noqa: BLE001 - the parser names no errors of its own; the papers can do without
        return {}
    fields = {field.key.lower(): _value(str(field.value), strings) for entry in entries for field in entry.fields}
    venue = fields.get("shortname") or fields.get("booktitle") or fields.get("title") or ""
    return {"venue": venue, "year": fields.get("year", "")}


def _entry(position: int, block: str, strings: dict[str, str], book: dict[str, str]) -> Entry:
    tidy = _braced(block)
    try:
        library = _parsed(tidy)
    except Exception as fault:  # noqa: BLE001 - the parser names no errors of its own; whatever it is costs this entry
        return Refusal(position, f"it is no entry that can be read ({type(fault).__name__})")
    for one in library.blocks:
        entry = one.ignore_error_block if isinstance(one, DuplicateFieldKeyBlock) else one
        if isinstance(entry, Parsed):
            return _of_fields(position, block, _fields(entry, strings), book)
    rescued = _rescued(tidy, strings)
    return _of_fields(position, block, rescued, book) if rescued else Refusal(position, _why(library, tidy))


def _fields(entry: Parsed, strings: dict[str, str]) -> dict[str, str]:
    """The fields by their names in small letters; of one that stands twice, the first that says something."""
    fields: dict[str, str] = {}
    for field in entry.fields:
        if not fields.get(field.key.lower()):
            fields[field.key.lower()] = _value(str(field.value), strings)
    return fields


def _rescued(block: str, strings: dict[str, str]) -> dict[str, str]:
    """The fields of an entry that has a few braces too little; none when they cannot be told apart."""
    missing = block.count("{") - block.count("}")
    if not 0 < missing <= _MOST_MISSING:
        return {}
    try:
        entries = _parsed(block.rstrip() + "}" * missing).entries
    except Exception:  # noqa: BLE001 - as above; it was refused already
        return {}
    fields = _fields(entries[0], strings) if len(entries) == 1 else {}
    swallowed = any(re.search(r"\n\s*\w+\s*=\s*[{\"]", value) for value in fields.values())
    return {} if swallowed else fields


def _why(library: Library, block: str) -> str:
    opened, closed = block.count("{"), block.count("}")
    if opened != closed:
        what = "opened and never closed" if closed < opened else "closed too many"
        return f"its braces do not match ({abs(opened - closed)} {what})"
    for one in library.blocks:
        if isinstance(one, (ParsingFailedBlock, DuplicateBlockKeyBlock)) and one.error is not None:
            reason = " ".join(str(one.error).split())[:120] or type(one.error).__name__
            return f"it is no entry that can be read ({reason})"
    return "it is no entry that can be read"


def _of_fields(position: int, raw: str, fields: dict[str, str], book: dict[str, str]) -> Entry:
    given = {name: value for name, value in fields.items() if _FIELD_NAME.match(name)}
    authors = given.pop("author", "") or given.pop("authors", "")
    eprint = (
        given.get("eprint", "")
        if "arxiv" in (given.get("archiveprefix", "") + given.get("eprinttype", "arxiv")).lower()
        else ""
    )
    url = given.get("url", "")
    if found := re.search(r"https?://[^\s{}]+", url or given.get("howpublished", "")):
        url = found[0].replace("\\_", "_").replace("\\%", "%").replace("\\&", "&").replace("\\#", "#")
    own = {
        "title": _unbraced(given.get("title", "")),
        "abstract": given.get("abstract", ""),
        "authors": list(bibtex_names(authors)),
        "booktitle": _unbraced(given.get("booktitle", "") or given.get("journal", "") or given.get("journaltitle", "")),
        "year": given.get("year", "") or given.get("date", ""),
        "url": url,
        "pdf": given.get("pdf", ""),
        "code": given.get("software", "") or given.get("code", ""),
        "openreview": given.get("openreview", ""),
        "doi": given.get("doi", ""),
        "eprint": eprint,
        "topic": given.get("primary_area", ""),
        "id": _key(raw),
    }
    return record_of(position, raw, own, venue=book.get("venue"), year=book.get("year"))


def _unbraced(value: str) -> str:
    """*value* without braces round all of it and those that hold capitals; where there are commands, they stay."""
    bare = value.strip()
    while bare.startswith("{") and _closes_at(bare) == len(bare) - 1:
        bare = bare[1:-1].strip()
    return bare if "\\" in bare or "$" in bare else bare.replace("{", "").replace("}", "")


def _closes_at(text: str) -> int:
    """Where the brace that opens *text* is closed; -1 where it is not."""
    depth = 0
    for found in re.finditer(r"[{}]", text):
        depth += 1 if found[0] == "{" else -1
        if not depth:
            return found.start()
    return -1


def _key(block: str) -> str:
    found = re.match(r"\s*@\s*\w+\s*[{(]\s*([^\s,{}()]*)", block)
    return found[1] if found else ""
