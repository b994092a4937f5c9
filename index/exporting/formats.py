"""The formats by name."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from index.exporting.bibtex import bibtex
from index.exporting.entry import Entry
from index.exporting.markdown import markdown
from index.exporting.ris import ris
from index.exporting.table import table


@dataclass(frozen=True, slots=True)
class Format:
    """How papers are written."""

    name: str  # as it is typed
    suffix: str  # of a file
    written: Callable[[Iterable[Entry]], str]
    encoding: str = "utf-8"


FORMATS = {
    one.name: one
    for one in (
        Format("bibtex", "bib", bibtex),
        Format("ris", "ris", ris),
        Format("csv", "csv", table, "utf-8-sig"),  # without the mark Excel takes it for Latin-1
        Format("md", "md", markdown),
    )
}
