"""Authors' names as lists write them, one by one, given name first."""

import re
from typing import Any

_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv|ph\.?d|md)\.?", re.IGNORECASE)
_OTHERS = re.compile(r"(?:and\s+)?(?:others|et\.? al\.?|\.\.\.|…)", re.IGNORECASE)
_AND_OTHERS = re.compile(r"[\s,;]+(?:et\.? al\.?|…|\.\.\.)\s*$", re.IGNORECASE)
_NAME_KEYS = ("name", "fullname", "full_name", "fullName", "literal", "author", "displayName")


def names_of(value: Any) -> tuple[str, ...]:
    """The names in *value*: a text in any usual punctuation, or a list of texts or of objects."""
    if isinstance(value, str):
        parts = _split(value)
    elif isinstance(value, dict):
        parts = [_of_object(value)]
    elif isinstance(value, (list, tuple)):
        parts = [_of_object(one) if isinstance(one, dict) else str(one) for one in value if one]
    else:
        return ()
    turned = (" ".join(_turned(part).split()) for part in parts)
    return tuple(name for name in turned if name and not _OTHERS.fullmatch(name))


def bibtex_names(value: str) -> tuple[str, ...]:
    """The names in a BibTeX field, where "and" outside braces stands between them."""
    turned = (" ".join(_turned(part).split()) for part in _outside_braces(value, r"\s+and\s+"))
    return tuple(name for name in turned if name and not _OTHERS.fullmatch(name))


def _of_object(value: dict[str, Any]) -> str:
    for key in _NAME_KEYS:
        if isinstance(value.get(key), str) and value[key].strip():
            return str(value[key])
    given = value.get("given") or value.get("first") or value.get("first_name") or value.get("firstname") or ""
    family = value.get("family") or value.get("last") or value.get("last_name") or value.get("lastname") or ""
    prefix = value.get("prefix") or value.get("dropping-particle") or value.get("non-dropping-particle") or ""
    return f"{given} {prefix} {family}" if isinstance(given, str) and isinstance(family, str) else ""


def _split(text: str) -> list[str]:
    text = _AND_OTHERS.sub("", text)
    if "\n" in text.strip():
        return text.strip().split("\n")
    if ";" in text:
        return text.split(";")
    if re.search(r"\band\b", text) and not re.search(r"&\w+;", text):
        parts = _outside_braces(text, r"\s+and\s+")
        if len(parts) != 2 or parts[0].count(",") == 0 or _is_turned(parts[0]):
            return parts
        return [*_at_commas(parts[0]), parts[1]]  # "A B, C D and E F"
    return _at_commas(text)


def _at_commas(text: str) -> list[str]:
    parts = _outside_braces(text, r"\s*,\s*")
    if len(parts) == 2 and _is_turned(text):
        return [text]
    joined: list[str] = []
    for part in parts:
        if joined and _SUFFIX.fullmatch(part):
            joined[-1] += f", {part}"
        else:
            joined.append(part.removeprefix("and "))
    return joined


def _is_turned(text: str) -> bool:
    """Whether *text* is one name, family name first: "Smith, John"."""
    family, _, given = text.partition(",")
    return bool(given.strip()) and "," not in given and (" " not in family.strip() or " " not in given.strip())


def _outside_braces(text: str, between: str) -> list[str]:
    pieces, depth, start = [], 0, 0
    for found in re.finditer(rf"[{{}}]|{between}", text):
        if found[0] == "{":
            depth += 1
        elif found[0] == "}":
            depth = max(0, depth - 1)
        elif depth == 0:
            pieces.append(text[start : found.start()])
            start = found.end()
    return [piece.strip() for piece in [*pieces, text[start:]] if piece.strip()]


def _turned(name: str) -> str:
    """ "van der Berg, Anna" → "Anna van der Berg"; "King, Jr., Martin" → "Martin King, Jr."."""
    parts = [part.strip() for part in _outside_braces(name, r"\s*,\s*")]
    if len(parts) == 2 and not _SUFFIX.fullmatch(parts[1]):
        return f"{parts[1]} {parts[0]}"
    if len(parts) == 3:
        return f"{parts[2]} {parts[0]}, {parts[1]}" if _SUFFIX.fullmatch(parts[1]) else f"{parts[1]} {parts[0]}"
    return name
