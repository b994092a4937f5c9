"""XML: volumes of the ACL Anthology and answers of arXiv's interface (Atom), read element by element."""

import io
import re
from collections.abc import Iterable, Iterator
from typing import Any
from xml.etree.ElementTree import Element, ParseError, tostring

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from index.errors import UnreadableList
from index.importers.base import BREAKS_OFF, Choice, Entry, PaperList, Refusal
from index.importers.fields import record_of, web_address
from index.importers.labels import labelled, stem_of, venue_year
from index.importers.text import Text
from index.importers.venues import short_venue

NAME = "XML"
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")
_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"


def recognises(text: Text) -> bool:
    return bool(re.match(r"\s*<(?:\?xml|!DOCTYPE|collection|volume|feed|entry)\b", text.head))


def read(text: Text, _choice: Choice) -> PaperList:
    head = text.head[:5_000]
    if re.search(r"<feed[\s>]", head):
        return labelled(text.name, _atom(text))
    if re.search(r"<(?:collection|volume)\b", head):
        return labelled(text.name, _anthology(text), _said(text))
    if "<!ENTITY" in text.head or "<!DOCTYPE" in text.head:
        raise UnreadableList(f"{text.name} declares entities of its own, which no list needs. It was not read.")
    raise UnreadableList(f"{text.name} is XML, but neither a volume of the ACL Anthology nor arXiv's Atom.")


class _Bytes(io.RawIOBase):
    """The text as a stream of bytes, for the parser."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self._pieces = iter(pieces)
        self._held = b""
        self._first = True

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        while not self._held:
            piece = next(self._pieces, None)
            if piece is None:
                return b""
            if self._first:  # it is UTF-8 by now, whatever the file says
                piece, self._first = _DECLARATION.sub("", piece).lstrip(), False
            self._held = piece.encode("utf-8", "replace")
        given, self._held = (self._held[:size], self._held[size:]) if size > 0 else (self._held, b"")
        return given


def _elements(text: Text, wanted: frozenset[str]) -> Iterator[tuple[str, Element] | Refusal]:
    """Each element whose name is *wanted*, when it is whole; emptied afterwards."""
    count = 0
    try:
        for _, element in iterparse(_Bytes(text.pieces()), events=("end",), forbid_dtd=False):
            if element.tag in wanted:
                count += 1
                yield element.tag, element
                element.clear()
    except DefusedXmlException:
        raise UnreadableList(
            f"{text.name} declares entities of its own, which no list needs. It was not read."
        ) from None
    except (ParseError, ValueError, LookupError) as fault:
        if not count:
            raise UnreadableList(f"{text.name} is no XML that can be read ({fault}).") from None
        yield Refusal(count + 1, f"{BREAKS_OFF} ({fault})")


def _atom(text: Text) -> Iterator[Entry]:
    for position, found in enumerate(_elements(text, frozenset({f"{_ATOM}entry"})), 1):
        yield found if isinstance(found, Refusal) else _arxiv(position, found[1])


def _arxiv(position: int, entry: Element) -> Entry:
    links = {link.get("title") or link.get("rel"): link.get("href") for link in entry.iter(f"{_ATOM}link")}
    identifier = _told(entry, f"{_ATOM}id")
    number = re.sub(r"v\d+$", "", identifier.split("/abs/", 1)[-1]) if "/abs/" in identifier else ""
    area = entry.find(f"{_ARXIV}primary_category")
    fields: dict[str, Any] = {
        "title": " ".join(_told(entry, f"{_ATOM}title").split()),
        "abstract": _told(entry, f"{_ATOM}summary").strip(),
        "authors": [_told(author, f"{_ATOM}name") for author in entry.iter(f"{_ATOM}author")],
        "venue": "arXiv",
        "year": _told(entry, f"{_ATOM}published")[:4],
        "topic": (area.get("term") or "") if area is not None else "",
        "url": re.sub(r"^http:", "https:", identifier),
        "pdf": re.sub(r"^http:", "https:", links.get("pdf") or ""),
        "doi": _told(entry, f"{_ARXIV}doi"),
        "arxiv": number,
        "id": number,
    }
    return record_of(position, _raw(entry), fields)


def _said(text: Text) -> str:
    """The first volume's name and year, when the file holds one volume."""
    collection = re.search(r"<collection\s+id=[\"']([^\"']+)", text.head)
    if not collection:
        return ""
    found = re.fullmatch(r"(\d{4})\.(\w+)", collection[1])
    named = labelled_as(found[2], found[1]) if found else ""
    return named or stem_of(text.name)


def labelled_as(event: str, year: str) -> str:
    """ "acl", "2020" → "ACL 2020"."""
    return venue_year(event.upper() if len(event) <= 6 else event, int(year))


def _anthology(text: Text) -> Iterator[Entry]:
    state = {"collection": "", "volume": "", "venue": "", "year": ""}
    collection = re.search(r"<collection\s+id=[\"']([^\"']+)", text.head)
    state["collection"] = collection[1] if collection else ""
    volumes = iter(re.findall(r"<volume\s[^>]*?id=[\"']([^\"']+)", text.head))
    position = 0
    for found in _elements(text, frozenset({"paper", "meta"})):
        if isinstance(found, Refusal):
            yield found
        elif found[0] == "meta":
            meta = found[1]
            state.update(venue=_told(meta, "booktitle"), year=_told(meta, "year"), volume=next(volumes, ""))
        else:
            position += 1
            yield _paper(position, found[1], state)


def _paper(position: int, paper: Element, state: dict[str, str]) -> Entry:
    own = _told(paper, "url")
    if not own and state["collection"] and state["volume"]:
        own = f"{state['collection']}-{state['volume']}.{paper.get('id', '')}"
    is_id = bool(own) and not web_address(own)
    number = own if is_id else ""
    fields: dict[str, Any] = {
        "title": _told(paper, "title"),
        "abstract": _told(paper, "abstract"),
        "authors": [
            " ".join(filter(None, (_told(one, "first"), _told(one, "last")))) for one in paper.findall("author")
        ],
        "venue": short_venue(state["venue"]),
        "year": _told(paper, "year") or state["year"],
        "url": f"https://aclanthology.org/{number}/" if number else own,
        "pdf": f"https://aclanthology.org/{number}.pdf" if number else "",
        "doi": _told(paper, "doi"),
        "code": next((link for one in paper.findall("pwccode") if (link := one.get("url"))), ""),
        "id": number or paper.get("id", ""),
    }
    return record_of(position, _raw(paper), fields)


def _told(parent: Element, name: str) -> str:
    """The text of the child *name*, with that of its own children; formulas keep their dollars."""
    child = parent.find(name)
    return "" if child is None else _text(child).strip()


def _text(element: Element) -> str:
    parts = [element.text or ""]
    for child in element:
        inner = _text(child)
        parts.append(f"${inner}$" if child.tag == "tex-math" and inner.strip() else inner)
        parts.append(child.tail or "")
    return "".join(parts)


def _raw(element: Element) -> str:
    return tostring(element, encoding="unicode").strip()
