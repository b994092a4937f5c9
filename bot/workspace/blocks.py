"""What Slack would refuse in blocks and views. Pure: the same for the server and for tests of views."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from bot.workspace.block_schema import definition_of, limits, problems
from bot.workspace.block_text import length

Json = dict[str, Any]
Surface = Literal["message", "modal", "home"]

MOST_TEXT = 9_500  # of one message; undocumented: 9,597 characters were accepted, 11,341 refused
_LONGEST_URL = 3_000
_MOST_BLOCKS = {"message": 50, "modal": 100, "home": 100}
_MOST_OF_TYPE = {"table": 1, "data_visualization": 2}  # in one message
_OWN_SUM = {"markdown": 12_000, "table": 10_000, "data_table": 20_000}  # types whose text is summed up apart


@dataclass(frozen=True, slots=True)
class Violation:
    """One reason for which Slack refuses a payload."""

    path: str  # a JSON pointer, "/blocks/0/text/text"
    words: str  # as Slack says it, "must be less than 76 characters"
    error: str = "invalid_blocks"  # the code that Slack answers with

    def __str__(self) -> str:
        return f"{self.words} [json-pointer:{self.path}]"


def violations(blocks: object, surface: Surface = "message") -> list[Violation]:
    """Say what Slack refuses in *blocks* on that surface; an empty list if it accepts them."""
    if not isinstance(blocks, list):
        return [Violation("/blocks", "must provide an array", "invalid_blocks_format")]
    if len(blocks) > _MOST_BLOCKS[surface]:
        return [Violation("/blocks", f"no more than {_MOST_BLOCKS[surface]} items allowed")]
    found = [
        Violation(f"/blocks/{index}{path}", words)
        for index, block in enumerate(blocks)
        for path, words in _of_block(_canonical(block), surface)
    ]
    if not found:
        found = [*_repeated_ids(blocks), *_sums(blocks, surface)]
    return found


def view_violations(view: object) -> list[Violation]:
    """Say what Slack refuses in a modal or an App Home."""
    if not isinstance(view, dict) or view.get("type") not in ("modal", "home"):
        return [Violation("/view/type", "must be one of: modal, home", "invalid_arguments")]
    surface: Surface = view["type"]
    definition = {"modal": "ModalView", "home": "HomeView"}[surface]
    frame = view | {"blocks": [{"type": "divider"}] if view.get("blocks") else view.get("blocks")}
    if frame["blocks"] is None:
        del frame["blocks"]
    found = [
        Violation("/view" + _pointer(path), words, "invalid_arguments") for path, words in problems(definition, frame)
    ]
    inside = violations(view.get("blocks") or [], surface)
    found += [Violation(f"/view{one.path}", one.words, "invalid_arguments") for one in inside]
    has_input = any(isinstance(block, dict) and block.get("type") == "input" for block in view.get("blocks") or ())
    if surface == "modal" and has_input and not view.get("submit"):
        found.append(Violation("/view/submit", "missing required field: submit", "invalid_arguments"))
    if len(json.dumps(view)) > limits()["platform"]["view_bytes"]["value"]:
        found.append(Violation("/view", "view is too large", "view_too_large"))
    return found


def _canonical(block: object) -> str:
    """Write *block* so that equal blocks are equal text, which lets one answer serve them all."""
    return json.dumps(block, sort_keys=True, ensure_ascii=False)


@lru_cache(maxsize=4096)
def _of_block(canonical: str, surface: Surface) -> tuple[tuple[str, str], ...]:
    block = json.loads(canonical)
    if not isinstance(block, dict):
        return (("", "must provide an object"),)
    kind = block.get("type")
    if not isinstance(kind, str):
        return (("", "missing required field: type"),)
    definition = definition_of(kind)
    if definition is None or kind not in limits()["surfaces"][surface]:
        return (("/type", f"unsupported type: {kind}"),)
    by_schema = [(_pointer(path), words) for path, words in problems(definition, block)]
    return tuple(by_schema or _by_code(block))


def _pointer(path: tuple[str | int, ...]) -> str:
    return "".join(f"/{step}" for step in path)


def _by_code(block: Json) -> Iterator[tuple[str, str]]:
    """What a JSON Schema can't say."""
    yield from _repeated_actions(block)
    for path, node in _walk(block, ""):
        match node.get("type"):
            case "static_select" | "multi_static_select":
                if ("options" in node) == ("option_groups" in node):
                    yield path, "must define exactly one of: options, option_groups"
            case "number_input":
                if _number(node.get("min_value")) > _number(node.get("max_value"), default=float("inf")):
                    yield f"{path}/min_value", "must not be greater than max_value"
            case "plain_text_input":
                if node.get("min_length", 0) > node.get("max_length", 3_000):
                    yield f"{path}/min_length", "must not be greater than max_length"
            case "table":
                yield from _table(node, path)
            case "image":
                if len(str(node.get("image_url", ""))) > _LONGEST_URL:
                    yield f"{path}/image_url", f"must be less than {_LONGEST_URL + 1} characters"


def _repeated_actions(block: Json) -> Iterator[tuple[str, str]]:
    given = Counter(
        element["action_id"]
        for element in block.get("elements", ())
        if isinstance(element, dict) and "action_id" in element
    )
    for action, times in given.items():
        if times > 1:
            yield "/elements", f"`action_id` already exists: {action}"


def _table(table: Json, path: str) -> Iterator[tuple[str, str]]:
    widths = {len(row) for row in table["rows"]}
    if len(widths) > 1:
        yield f"{path}/rows", "all rows must have the same number of columns"
    elif len(table.get("column_settings") or ()) > max(widths):
        yield f"{path}/column_settings", f"no more than {max(widths)} items allowed"


def _walk(node: object, path: str) -> Iterator[tuple[str, Json]]:
    if isinstance(node, dict):
        yield path, node
        for key, value in node.items():
            yield from _walk(value, f"{path}/{key}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from _walk(value, f"{path}/{index}")


def _number(written: object, default: float = float("-inf")) -> float:
    try:
        return float(str(written))
    except ValueError:
        return default


def _repeated_ids(blocks: list[Json]) -> Iterator[Violation]:
    given = Counter(block["block_id"] for block in blocks if block.get("block_id"))
    for index, block in enumerate(blocks):
        if given[block.get("block_id")] > 1:
            yield Violation(f"/blocks/{index}/block_id", f"`block_id` already exists: {block['block_id']}")


def _sums(blocks: list[Json], surface: Surface) -> Iterator[Violation]:
    of_type = Counter(block["type"] for block in blocks)
    for kind, most in _OWN_SUM.items():
        total = length([block for block in blocks if block["type"] == kind])
        if total > most:
            yield Violation("/blocks", f"{kind} blocks must be less than {most + 1} characters in sum")
    if surface != "message":
        return
    for kind, most in _MOST_OF_TYPE.items():
        if of_type[kind] > most:
            yield Violation("/blocks", f"no more than {most} {kind} blocks allowed")
    if length([block for block in blocks if block["type"] not in _OWN_SUM]) > MOST_TEXT:
        yield Violation("/blocks", "the text of all blocks together is too long", "msg_blocks_too_long")
