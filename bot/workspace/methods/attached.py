"""What the app adds to messages of others: previews of links, pins."""

from typing import Any

from bot.workspace.content import checked_blocks, decoded
from bot.workspace.inside import Inside, Refusal
from bot.workspace.methods import channel_of, message_of, method
from bot.workspace.state import Message

Json = dict[str, Any]


@method("chat.unfurl")
def unfurl(inside: Inside, arguments: Json) -> Json:
    message = _unfurled_message(inside, arguments)
    unfurls = decoded(arguments.get("unfurls"), "invalid_unfurls_format")
    if not unfurls:
        raise Refusal("missing_unfurls")
    if not isinstance(unfurls, dict) or not all(isinstance(one, dict) for one in unfurls.values()):
        raise Refusal("invalid_unfurls_format")
    for url, preview in unfurls.items():
        if url.replace("&", "&amp;") not in message.text and url not in message.text:
            raise Refusal("cannot_unfurl_url")
        content = preview | ({"blocks": _checked(preview["blocks"])} if "blocks" in preview else {})
        rest = [one for one in message.attachments if one.get("from_url") != url]
        message.attachments = [*rest, {"from_url": url, "id": len(rest) + 1, **content}]
    inside.state.bump()
    return {}


def _checked(given: object) -> list[Json]:
    """The blocks of a preview, which may be no rich text: Slack refuses that (java-slack-sdk, issue 948)."""
    blocks = checked_blocks(given)
    if any(block["type"] == "rich_text" for block in blocks):
        raise Refusal("invalid_blocks")
    return blocks


def _unfurled_message(inside: Inside, arguments: Json) -> Message:
    if arguments.get("unfurl_id"):
        if not arguments.get("source"):
            raise Refusal("missing_source")
        channel_id, _, rest = str(arguments["unfurl_id"]).partition(".")
        ts = rest.rpartition(".")[0]
        message = inside.state.message(channel_id, ts)
        if message is None:
            raise Refusal("invalid_unfurl_id")
        return message
    for name in ("channel", "ts"):
        if not arguments.get(name):
            raise Refusal(f"missing_{name}")
    channel = inside.state.channels.get(str(arguments["channel"]))
    if channel is None:
        raise Refusal("cannot_find_channel")
    return message_of(inside, channel, arguments, error="cannot_find_message")


@method("pins.add")
def pin(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments)
    if not arguments.get("timestamp"):
        raise Refusal("no_item_specified")
    message = message_of(inside, channel, arguments, "timestamp")
    if message.ts in channel.pins:
        raise Refusal("already_pinned")
    channel.pins.append(message.ts)
    inside.state.bump()
    return {}


@method("pins.remove")
def unpin(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments)
    ts = str(arguments.get("timestamp") or "")
    if ts not in channel.pins:
        raise Refusal("no_pin")
    channel.pins.remove(ts)
    inside.state.bump()
    return {}
