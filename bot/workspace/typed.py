"""What a member types, as Slack writes it down: mentions, channels and links as codes, and the same as rich text."""

import re
from typing import Any

from bot.workspace.state import State

Json = dict[str, Any]

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_TYPED = re.compile(
    r"<@(?P<code>[UW][A-Z0-9]+)>|<#(?P<channel_code>[CG][A-Z0-9]+)(?:\|[^>]*)?>"
    r"|(?<![\w@#])@(?P<name>[\w.-]+(?: \d+)?)|(?<![\w@#&])#(?P<channel>[\w-]+)|(?P<link>https?://[^\s<>|]+)"
    r"|(?<![\w:]):(?P<emoji>[a-z0-9_+-]+):"
)
_BROADCASTS = {"channel", "here", "everyone"}


def escape(text: str) -> str:
    """Write the three characters that Slack gives a meaning to as entities."""
    return text.translate(_ESCAPES)


def as_message(state: State, typed: str) -> tuple[str, list[Json]]:
    """Turn what is typed into a message's text and its one rich_text block."""
    text: list[str] = []
    elements: list[Json] = []
    at = 0
    for match in _TYPED.finditer(typed):
        code, element = _code(state, match)
        if element is None:
            continue
        _plain(typed[at : match.start()], text, elements)
        text.append(code)
        elements.append(element)
        at = match.end()
    _plain(typed[at:], text, elements)
    section = {"type": "rich_text_section", "elements": elements}
    return "".join(text), [{"type": "rich_text", "block_id": "typed", "elements": [section]}] if elements else []


def as_command_text(state: State, typed: str, *, with_codes: bool) -> str:
    """Turn what is typed after a command's name into the text that the app gets."""
    if not with_codes:
        return escape(typed)
    parts, at = [], 0
    for match in _TYPED.finditer(typed):
        code, element = _code(state, match)
        if element is None:
            continue
        if element["type"] == "user":
            code = f"<@{element['user_id']}|{state.people[element['user_id']].name}>"
        parts += [escape(typed[at : match.start()]), code]
        at = match.end()
    return "".join([*parts, escape(typed[at:])])


def _plain(typed: str, text: list[str], elements: list[Json]) -> None:
    if typed:
        text.append(escape(typed))
        elements.append({"type": "text", "text": typed})


def _code(state: State, match: re.Match[str]) -> tuple[str, Json | None]:
    """Slack's code for what was typed, and its rich text; no rich text if it means nothing."""
    if code := match["code"]:
        return f"<@{code}>", {"type": "user", "user_id": code}
    if code := match["channel_code"]:
        channel = state.channels.get(code)
        return f"<#{code}|{channel.name if channel else ''}>", {"type": "channel", "channel_id": code}
    if name := match["name"]:
        if name in _BROADCASTS:
            return f"<!{name}>", {"type": "broadcast", "range": name}
        person = state.person_named(name)
        return (f"<@{person.id}>", {"type": "user", "user_id": person.id}) if person else ("", None)
    if name := match["channel"]:
        found = state.channel_named(name)
        known = found is not None and found.name == name
        return (f"<#{found.id}|{name}>", {"type": "channel", "channel_id": found.id}) if known and found else ("", None)
    if link := match["link"]:
        return f"<{escape(link)}>", {"type": "link", "url": link}
    return f":{match['emoji']}:", {"type": "emoji", "name": match["emoji"]}
