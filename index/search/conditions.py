"""What a query may ask of a paper beside its words: the conditions themselves, without looking anything up."""

import re
from dataclasses import dataclass

from index.search.analysis import fold

_YEARS = re.compile(r"(?P<first>\d{4})?(?P<span>\.\.|-)?(?P<last>\d{4})?")


@dataclass(frozen=True, slots=True)
class Filter:
    """One condition."""

    kind: str  # has, is, author, title, year, venue, in, area, code
    value: str  # as typed, without quotes
    negated: bool = False

    def __str__(self) -> str:
        """The same in words, for people."""
        said = _SAID.get((self.kind, fold(self.value)), f"{self.kind} {self.value}")
        return f"not {said}" if self.negated else said


_SAID = {("has", "code"): "with code", ("is", "oral"): "orals", ("is", "withdrawn"): "withdrawn"}
KINDS = ("has", "is", "author", "title", "year", "venue", "in", "area", "code")


def is_known(kind: str, value: str) -> bool:
    """Whether *kind* takes *value*; what it doesn't is read as words."""
    match kind:
        case "has":
            return fold(value) in {"code", "pdf", "abstract"}
        case "is":
            return fold(value) in {"oral", "withdrawn"}
        case "year":
            return years(value) is not None
    return bool(value.strip())


def years(value: str) -> tuple[int, int] | None:
    """The first and last year of "2024", "2023..2026", "2023..", "..2020"; None for anything else."""
    found = _YEARS.fullmatch(value.strip())
    if not found or not (found["first"] or found["last"]):
        return None
    if not found["span"]:
        return (int(found["first"]), int(found["first"])) if found["first"] and not found["last"] else None
    return int(found["first"] or 0), int(found["last"] or 9999)
