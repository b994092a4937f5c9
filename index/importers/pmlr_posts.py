"""Posts of a PMLR volume (``_posts/*.md``): a YAML head that tells of one paper."""

import re
from collections.abc import Mapping
from typing import Any

import yaml

from index.importers.base import Entry, Refusal
from index.importers.fields import record_of, text_of
from index.importers.labels import venue_year
from index.importers.venues import short_venue

NAME = "PMLR posts"
_HEAD = re.compile(r"\A\ufeff?---[ \t]*\n(.*?)(?:\n---[ \t]*(?:\n|\Z)|\Z)", re.DOTALL)
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast where libyaml is there
_DEEPEST = 20  # nested brackets; more is no post


def recognises(content: str) -> bool:
    """Whether *content* is such a post."""
    head = _HEAD.match(content)
    return bool(
        head
        and re.search(r"^title:", head[1], re.MULTILINE)
        and re.search(r"^(?:abstract|layout|author):", head[1], re.MULTILINE)
    )


def entry(content: str, position: int, volume_says: Mapping[str, Any]) -> Entry:
    """The paper of a post; *volume_says* holds venue and year of the whole volume, from its ``_config.yml``."""
    try:
        given = _yaml(_HEAD.match(content)[1])  # type: ignore[index]  # recognised before
    except (yaml.YAMLError, ValueError, RecursionError) as fault:
        reason = getattr(fault, "problem", None) or type(fault).__name__
        return Refusal(position, f"its head is no YAML that can be read ({reason})")
    if not isinstance(given, dict):
        return Refusal(position, "its head has no fields")
    volume, own = text_of(given.get("volume")), text_of(given.get("id"))
    address = f"https://proceedings.mlr.press/v{volume}/{own}.html" if volume and own else ""
    fields = {
        "title": given.get("title") or given.get("tex_title"),
        "abstract": given.get("abstract"),
        "authors": given.get("author"),
        "venue": short_venue(text_of(given.get("container-title"))),
        "year": text_of(given.get("date") and str(given["date"])),
        "url": address,
        "pdf": given.get("pdf"),
        "code": given.get("software") or _link(given.get("extras"), r"code|software|github"),
        "openreview": given.get("openreview"),
        "id": f"v{volume}-{own}" if volume else own,
    }
    return record_of(position, content, {**fields, **{name: value for name, value in volume_says.items() if value}})


def volume_of(content: str) -> str:
    """The number of the volume that a post or a configuration belongs to; "" when it does not say."""
    found = re.search(r"^volume:\s*['\"]?(\d+)", content, re.MULTILINE)
    return found[1] if found else ""


def volume_facts(configuration: str) -> dict[str, Any]:
    """Venue, year and label that a volume's ``_config.yml`` tells; none when it cannot be read."""
    try:
        given = _yaml(configuration)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    if not isinstance(given, dict):
        return {}
    year = text_of(given.get("year"))
    return {
        "venue": text_of(given.get("shortname")) or short_venue(text_of(given.get("booktitle"))),
        "year": year,
    }


def label_of(volume: str, records: list[Any], facts: Mapping[str, Any]) -> str:
    """What the volume is called: "ICML 2016"."""
    venue, year = text_of(facts.get("venue")), text_of(facts.get("year"))
    for one in records:
        venue, year = venue or one.venue, year or str(one.year or "")
    return venue_year(venue, int(year) if year.isdigit() else None) or f"PMLR v{volume}"


def _yaml(text: str) -> Any:
    if re.search(r"^\s*[^'\"#]*[:-]\s+[&*]\w+", text, re.MULTILINE) and text.count("*") > 50:
        raise ValueError("it repeats itself too often")
    if re.search(rf"[\[{{]{{{_DEEPEST}}}", text):
        raise ValueError("it is nested too deeply")
    return yaml.load(text, Loader=_LOADER)  # noqa: S506 - a safe loader, chosen above


def _link(extras: Any, wanted: str) -> str:
    for extra in extras if isinstance(extras, list) else ():
        if isinstance(extra, dict) and re.search(wanted, text_of(extra.get("label")), re.IGNORECASE):
            return text_of(extra.get("link"))
    return ""
