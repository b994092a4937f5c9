"""What every importer gives: records, and rows that it had to refuse."""

from collections.abc import Iterable
from dataclasses import dataclass


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


@dataclass(frozen=True, slots=True)
class Refusal:
    """An entry that is no paper."""

    position: int  # the line or the number in its list, from 1
    reason: str  # in words, for people


@dataclass(frozen=True, slots=True)
class PaperList:
    """A list, read: where it comes from, what it calls itself, and its entries in order."""

    source: str  # the file's name, for people
    label: str  # "ICML 2026"; never empty
    entries: Iterable[Record | Refusal]

    @property
    def corpus(self) -> str:
        """The corpus's name for the label: "ICML 2026" → "icml2026"."""
        return "".join(mark for mark in self.label.casefold() if mark.isalnum())
