"""Whether Slack would take a message's content, and in which form it keeps it."""

import json
import secrets
from typing import Any

from bot.workspace.blocks import Violation, violations
from bot.workspace.inside import Refusal

Json = dict[str, Any]

CUT_AT = 40_000  # characters of a message's text
_MOST_ATTACHMENTS = 100


def decoded(value: object, error: str) -> Any:
    """Read what was sent as JSON text; what came as JSON is itself."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        raise Refusal(error) from None


def refuse(found: list[Violation]) -> None:
    """Refuse in the shape of Slack's answers, if anything was found."""
    if not found:
        return
    words = [str(one) for one in found]
    more: Json = {"response_metadata": {"messages": [f"[ERROR] {one}" for one in words]}}
    error = found[0].error
    if error == "invalid_blocks":
        more["errors"] = words
    raise Refusal(error, **more)


def checked_blocks(given: object) -> list[Json]:
    """The blocks with their ids, or a refusal."""
    blocks = decoded(given, "invalid_blocks_format") or []
    refuse(violations(blocks, "message"))
    return with_ids(blocks)


def with_ids(blocks: list[Json]) -> list[Json]:
    """Give each block and each element an id where the app gave none, as Slack does."""
    return [_with_ids(block) for block in blocks]


def _with_ids(block: Json) -> Json:
    made = {"type": block["type"], "block_id": block.get("block_id") or secrets.token_urlsafe(4), **block}
    for name in ("accessory", "element"):
        if isinstance(made.get(name), dict):
            made[name] = _with_action_id(made[name])
    if made["type"] in ("actions", "context_actions"):
        made["elements"] = [_with_action_id(element) for element in made["elements"]]
    if made["type"] == "card":
        made["actions"] = [_with_action_id(element) for element in made.get("actions", ())]
    if made["type"] == "container":
        made["child_blocks"] = with_ids(made["child_blocks"])
    if made["type"] == "carousel":
        made["elements"] = with_ids(made["elements"])
    return made


def _with_action_id(element: Json) -> Json:
    if element.get("type") == "image":
        return element
    return {**element, "action_id": element.get("action_id") or secrets.token_urlsafe(4)}


def checked_content(arguments: Json, *, longest: int | None = None) -> Json:
    """Text, blocks and attachments of a post.

    Args:
        longest: over so many characters of text the post is refused; None to cut the text as Slack does.

    Raises:
        Refusal: no_text, msg_too_long, invalid_blocks, msg_blocks_too_long, too_many_attachments and so on.
    """
    text = str(arguments.get("text") or "")
    markdown = str(arguments.get("markdown_text") or "")
    if markdown:
        if text or arguments.get("blocks"):
            raise Refusal("markdown_text_conflict")
        if len(markdown) > 12_000:
            raise Refusal("msg_too_long")
        text, arguments = markdown, {**arguments, "blocks": [{"type": "markdown", "text": markdown}]}
    if longest is not None and len(text) > longest:
        raise Refusal("msg_too_long")
    attachments = decoded(arguments.get("attachments"), "invalid_attachments") or []
    if not isinstance(attachments, list):
        raise Refusal("invalid_attachments")
    if len(attachments) > _MOST_ATTACHMENTS:
        raise Refusal("too_many_attachments")
    blocks = checked_blocks(arguments.get("blocks"))
    if not (text.strip() or blocks or attachments):
        raise Refusal("no_text")
    return {"text": text[:CUT_AT], "blocks": blocks, "attachments": [_checked_attachment(one) for one in attachments]}


def _checked_attachment(given: object) -> Json:
    if not isinstance(given, dict):
        raise Refusal("invalid_attachments")
    return given | {"blocks": checked_blocks(given["blocks"])} if "blocks" in given else given


def checked_metadata(given: object) -> Json | None:
    """A message's metadata: a type and a flat payload, as the app gave it."""
    metadata = decoded(given, "invalid_metadata_format")
    if metadata is None:
        return None
    well_formed = (
        isinstance(metadata, dict)
        and isinstance(metadata.get("event_type"), str)
        and isinstance(metadata.get("event_payload"), dict)
    )
    if not well_formed:
        raise Refusal("invalid_metadata_format")
    if len(json.dumps(metadata)) > 8_000:
        raise Refusal("metadata_too_large")
    return {"event_type": metadata["event_type"], "event_payload": metadata["event_payload"]}
