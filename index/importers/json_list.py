"""Lists in JSON and JSON Lines: a container of objects, each read by the shape that it has."""

from collections.abc import Iterator
from typing import Any

from index.importers import icml_virtual, openreview, papercopilot
from index.importers.base import Choice, Entry, LeftOut, PaperList, Refusal
from index.importers.fields import record_of
from index.importers.json_text import Found, is_json, is_lines, objects, objects_in_lines
from index.importers.labels import labelled
from index.importers.text import Text

NAME = "JSON"
_SHAPES = (
    (openreview.fits, openreview.entry),
    (icml_virtual.fits, icml_virtual.entry),
    (papercopilot.fits, papercopilot.entry),
)


def recognises(text: Text) -> bool:
    return is_lines(text.head) or is_json(text.head)


def read(text: Text, choice: Choice) -> PaperList:
    found = objects_in_lines(text) if is_lines(text.head) else objects(text)
    return labelled(text.name, _entries(found, choice))


def _entries(found: Iterator[Found | Refusal], choice: Choice) -> Iterator[Entry]:
    for one in found:
        yield one if isinstance(one, Refusal) else _entry(*one, choice)


def _entry(position: int, raw: str, given: dict[str, Any], choice: Choice) -> Entry:
    for fits, entry in _SHAPES:
        if fits(given):
            return entry(position, raw, given, choice)
    if given.get("withdrawn") is True:
        return LeftOut(position, "withdrawn")
    return record_of(position, raw, given)
