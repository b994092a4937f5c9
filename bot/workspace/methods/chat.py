"""Posting, changing and deleting messages."""

from typing import Any

from bot.workspace import posting, shapes
from bot.workspace.content import checked_content, checked_metadata, decoded
from bot.workspace.inside import Inside, Refusal
from bot.workspace.methods import channel_of, message_of, method, truth
from bot.workspace.state import Channel, Message

Json = dict[str, Any]

_LONGEST_UPDATE = 4_000  # characters; chat.update refuses more
_LONGEST_EPHEMERAL = 40_000


@method("chat.postMessage")
def post_message(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments)
    content = checked_content(arguments)
    metadata = checked_metadata(arguments.get("metadata"))
    thread_ts = thread_of(inside, channel, arguments)
    message = posting.post(
        inside,
        channel,
        inside.state.bot,
        **content,
        metadata=metadata,
        thread_ts=thread_ts,
        broadcast=bool(thread_ts) and truth(arguments.get("reply_broadcast")),
        **_face(arguments),
    )
    return {"channel": channel.id, "ts": message.ts, "message": _posted(inside, message)}


def _posted(inside: Inside, message: Message) -> Json:
    made = shapes.message(inside.state, message, metadata=True)
    if message.broadcast:
        made["subtype"] = "thread_broadcast"
    return made


def _face(arguments: Json) -> Json:
    """Name and picture, if the app posts under others than its own."""
    username = str(arguments.get("username") or "")
    icons = {"emoji": arguments["icon_emoji"]} if arguments.get("icon_emoji") else {}
    return {"username": username, "icons": icons, "subtype": "bot_message"} if username or icons else {}


def thread_of(inside: Inside, channel: Channel, arguments: Json) -> str | None:
    """The root of the thread that a call names.

    Raises:
        Refusal: invalid_thread_ts, or cannot_reply_to_message for what is no visible root.
    """
    thread_ts = arguments.get("thread_ts")
    if thread_ts in (None, ""):
        return None
    if not str(thread_ts).replace(".", "", 1).isdecimal():
        raise Refusal("invalid_thread_ts")
    root = inside.state.message(channel.id, str(thread_ts))
    if root is None or root.deleted or root.seen_by or (root.thread_ts and root.thread_ts != root.ts):
        raise Refusal("cannot_reply_to_message")
    return root.ts


@method("chat.postEphemeral")
def post_ephemeral(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments)
    if arguments["user"] not in channel.members:
        raise Refusal("user_not_in_channel")
    content = checked_content(arguments, longest=_LONGEST_EPHEMERAL)
    thread_ts = thread_of(inside, channel, arguments)
    message = posting.post(
        inside, channel, inside.state.bot, **content, thread_ts=thread_ts, seen_by=str(arguments["user"])
    )
    return {"message_ts": message.ts}


@method("chat.meMessage")
def me_message(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments)
    message = posting.post(inside, channel, inside.state.bot, str(arguments["text"]), subtype="me_message")
    return {"channel": channel.id, "ts": message.ts}


@method("chat.update")
def update(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments)
    message = message_of(inside, channel, arguments)
    if message.bot_id != inside.state.bot.bot_id or message.seen_by:
        raise Refusal("cant_update_message")
    if message.streaming:
        raise Refusal("streaming_state_conflict")
    content = _changed_content(arguments, message)
    if "metadata" in arguments:
        content["metadata"] = checked_metadata(arguments["metadata"])
    posting.change(inside, channel, message, inside.state.bot, **content)
    made = shapes.message(inside.state, message, metadata=True)
    for not_answered in ("ts", "reactions", "thread_ts", "parent_user_id", "client_msg_id"):
        made.pop(not_answered, None)
    return {"channel": channel.id, "ts": message.ts, "text": message.text, "message": made}


def _changed_content(arguments: Json, message: Message) -> Json:
    """What an update changes: text without blocks keeps no blocks, blocks without text keep the text."""
    given = dict(arguments)
    if decoded(given.get("blocks"), "invalid_blocks_format") == [] and not given.get("text"):
        given["text"] = message.text
    content = checked_content(given, longest=_LONGEST_UPDATE)
    if "text" not in arguments and "markdown_text" not in arguments:
        content["text"] = message.text
    if "attachments" not in arguments:
        content["attachments"] = message.attachments
    return content


@method("chat.delete")
def delete(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments)
    message = message_of(inside, channel, arguments)
    if message.bot_id != inside.state.bot.bot_id or message.seen_by:
        raise Refusal("cant_delete_message")
    posting.delete(inside, channel, message)
    return {"channel": channel.id, "ts": message.ts}


@method("chat.getPermalink")
def get_permalink(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments, read=True)
    message = message_of(inside, channel, arguments, "message_ts")
    return {"channel": channel.id, "permalink": permalink(inside, message)}


def permalink(inside: Inside, message: Message) -> str:
    made = f"{inside.base}/archives/{message.channel}/p{message.ts.replace('.', '')}"
    return f"{made}?thread_ts={message.thread_ts}&cid={message.channel}" if message.thread_ts else made
