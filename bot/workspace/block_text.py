"""The words that a reader sees in blocks."""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

_TEXT_KEYS = ("label", "title", "text", "fields", "hint", "description", "placeholder")
_PARTS = ("accessory", "element", "elements", "child_blocks", "actions", "rows", "tasks", "options", "chart")


def shown(blocks: object) -> str:
    """Everything visible in *blocks*, one line a block, cell or option."""
    return "\n".join(line for line in _lines(blocks) if line.strip())


def length(blocks: object) -> int:
    """Count the characters of all text in *blocks*, as Slack sums them up for one message."""
    return sum(len(text) for text in _texts(blocks))


def buttons(blocks: object) -> Iterator[tuple[str, Json]]:
    """Yield each element that can be acted on, with the id of its block, in reading order."""
    for block in blocks if isinstance(blocks, list) else ():
        yield from ((block.get("block_id", ""), element) for element in _actionable(block))
        yield from buttons(block.get("child_blocks"))
        if block.get("type") == "carousel":
            yield from buttons(block.get("elements"))


def _actionable(block: Json) -> Iterator[Json]:
    kind = block.get("type")
    if kind in ("actions", "context_actions"):
        yield from block.get("elements", ())
    elif kind == "section" and "accessory" in block:
        yield block["accessory"]
    elif kind == "input":
        yield block["element"]
    elif kind == "card":
        yield from block.get("actions", ())


def _texts(node: object) -> Iterator[str]:
    """Every string that stands in a field named text, and the names that links and mentions show."""
    if isinstance(node, list):
        for inner in node:
            yield from _texts(inner)
    elif isinstance(node, dict):
        if node.get("type") == "link" and not node.get("text"):
            yield str(node.get("url", ""))
        for key, value in node.items():
            if key == "text" and isinstance(value, str):
                yield value
            elif isinstance(value, (dict, list)):
                yield from _texts(value)


def _lines(node: object) -> Iterator[str]:
    if isinstance(node, list):
        for inner in node:
            yield from _lines(inner)
        return
    if not isinstance(node, dict):
        return
    kind = str(node.get("type", ""))
    if kind.startswith("rich_text_") and kind != "rich_text_list":
        yield "".join(_rich(part) for part in node.get("elements", ()))
        return
    if kind == "feedback_buttons":
        yield from _lines([node["positive_button"], node["negative_button"]])
        return
    if kind == "image":
        yield str(node.get("alt_text", ""))
    for key in _TEXT_KEYS:
        value = node.get(key)
        if isinstance(value, str):
            yield value
        elif value is not None:
            yield from _lines(value)
    for key in _PARTS:
        yield from _lines(node.get(key))


def _rich(part: Json) -> str:
    match part.get("type"):
        case "link":
            return str(part.get("text") or part.get("url", ""))
        case "user":
            return f"<@{part.get('user_id')}>"
        case "channel":
            return f"<#{part.get('channel_id')}>"
        case "usergroup":
            return f"<!subteam^{part.get('usergroup_id')}>"
        case "broadcast":
            return f"<!{part.get('range')}>"
        case "emoji":
            return f":{part.get('name')}:"
        case "date":
            return str(part.get("fallback") or part.get("format", ""))
        case _:
            return str(part.get("text", ""))
