"""What every importer gives: records, rows that it had to refuse, and entries that it left out on purpose."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

BREAKS_OFF = "the file breaks off here"  # begins the reason of a refusal after which nothing could be read


@dataclass(frozen=True, slots=True)
class Record:
    """One entry of a list, as the list has it."""

    position: int  # the line or the number in its list, from 1
    raw: str  # the entry's own text
    abstract: str = ""
    title: str = ""
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int | None = None
    area: str = ""
    url: str = ""
    pdf: str = ""
    code: str = ""
    oral: bool = False
    ids: tuple[tuple[str, str], ...] = ()
    local: str = ""  # what this list itself calls the entry, "icml2026-64005", "abas26"


@dataclass(frozen=True, slots=True)
class Refusal:
    """An entry that is no paper."""

    position: int  # the line or the number in its list, from 1
    reason: str  # in words, for people


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An entry that can be read but does not belong in: rejected, withdrawn, a lunch break."""

    position: int  # the line or the number in its list, from 1
    reason: str  # in words, for people


Entry = Record | Refusal | LeftOut


@dataclass(frozen=True, slots=True)
class PaperList:
    """A list, read: where it comes from, what it calls itself, and its entries in order."""

    source: str  # the file's name, for people; the same list has the same name when it comes again
    label: str  # "ICML 2026"; never empty
    entries: Iterable[Entry]  # read once, and lazily
    note: str = ""  # why nothing in it was read, in words; then there are no entries
    named: str = ""  # the corpus's name, when it is not to be the label's

    @property
    def corpus(self) -> str:
        """The corpus's name, else the label's: "ICML 2026" → "icml2026"."""
        return self.named or corpus_name(self.label)


@dataclass(frozen=True, slots=True)
class Choice:
    """What is wanted of lists that hold more than accepted papers."""

    accepted_only: bool = True


def corpus_name(label: str) -> str:
    """The name that people type for *label*: "ICML 2017-2019" → "icml2017-2019"."""
    lowered = re.sub(r"(?<=\d)\s*[\u2010-\u2015-]\s*(?=\d)", "-", label.casefold())
    return "".join(mark for mark in lowered if mark.isalnum() or mark == "-").strip("-") or "papers"
