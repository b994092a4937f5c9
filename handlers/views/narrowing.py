"""The menu that narrows a search, or sorts it otherwise. Its options are made when it is opened."""

import re
from collections.abc import Iterable
from typing import Any

from slack_sdk.models.blocks import ExternalDataSelectElement

from handlers.views.place import OldButton
from handlers.views.text import clip, counted
from index.model import Facets

NARROW = "results.narrow"
LONGEST_ID = 255  # characters of a block_id, which carries the query: a menu has no value of its own
LONGEST_OPTION = 75
BEST, NEWEST, WITHOUT = "sort:best", "sort:newest", "-"
_FILTER = re.compile(r'(?<!\S)-?(?:has|is|author|title|year|venue|in|area|code):(?:"[^"]*"|[^\s"]+)', re.IGNORECASE)

Json = dict[str, Any]


def narrow_menu() -> ExternalDataSelectElement:
    """The menu; which search it narrows stands in the id of its block."""
    return ExternalDataSelectElement(action_id=NARROW, placeholder="Narrow or sort", min_query_length=0)


def narrow_id(query: str, *, newest: bool) -> str:
    """The block's id that carries the search; empty where it is too long for that."""
    made = f"{NARROW}.{'newest' if newest else 'best'}:{' '.join(query.split())}"
    return made if len(made) <= LONGEST_ID else ""


def narrowed(block_id: str) -> tuple[str, bool]:
    """The query in a block's id, and whether its newest papers stand first.

    Raises:
        OldButton: it is no such id.
    """
    head, mark, query = block_id.partition(":")
    if not mark or head not in (f"{NARROW}.newest", f"{NARROW}.best"):
        raise OldButton
    return query, head.endswith("newest")


def after(query: str, choice: str, *, newest: bool) -> tuple[str, bool]:
    """The query, and whether the newest stand first, once *choice* was made in the menu."""
    if choice in (BEST, NEWEST):
        return query, choice == NEWEST
    if choice.startswith(WITHOUT):
        return " ".join(query.replace(choice.removeprefix(WITHOUT), " ", 1).split()), newest
    return f"{query} {choice}", newest


def narrow_options(query: str, facets: Facets, typed: str, *, newest: bool) -> Json:
    """What can be chosen, by kind, as far as it has *typed* in it."""
    groups = (
        ("Sort", [("Best first", BEST)] if newest else [("Newest first", NEWEST)]),
        ("Take back", [(f"Without {one}", f"{WITHOUT}{one}") for one in filters_of(query)]),
        ("Area", _values("area", facets.areas)),
        ("Venue", _values("venue", facets.venues)),
        ("Year", _values("year", facets.years)),
        ("Code", [(f"With code ({facets.with_code:,})", "has:code")] if facets.with_code else []),
    )
    shown = [(label, _fitting(options, query, typed)) for label, options in groups]
    return (
        {"option_groups": [_group(label, options) for label, options in shown if options]}
        if any(options for _, options in shown)
        else {"options": []}
    )


def filters_of(query: str) -> list[str]:
    """The filters that stand in *query*, as typed."""
    return list(dict.fromkeys(_FILTER.findall(query)))


def _values(kind: str, counts: Iterable[tuple[str, int]]) -> list[tuple[str, str]]:
    found = list(counts)
    if len(found) < 2:  # nothing to choose between
        return []
    return [(f"{clip(value, 50)} ({counted(papers, 'paper')})", f'{kind}:"{value}"') for value, papers in found]


def _fitting(options: list[tuple[str, str]], query: str, typed: str) -> list[tuple[str, str]]:
    return [
        (label, value)
        for label, value in options
        if typed.casefold() in label.casefold()
        and len(value) <= LONGEST_OPTION
        and '"' not in value.partition('"')[2][:-1]
        and (value not in query or value in (BEST, NEWEST))
    ]


def _group(label: str, options: list[tuple[str, str]]) -> Json:
    return {
        "label": _plain(label),
        "options": [{"text": _plain(clip(text, 75)), "value": value} for text, value in options],
    }


def _plain(text: str) -> Json:
    return {"type": "plain_text", "text": text, "emoji": False}
