"""Messages as they come, change and go, and the events that tell the app of it."""

import re
import uuid
from typing import Any
from urllib.parse import urlsplit

from bot.workspace import shapes
from bot.workspace.events import happened
from bot.workspace.inside import Inside
from bot.workspace.state import Channel, Message, Person

Json = dict[str, Any]

_MENTION = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^>]*)?>")
_IN_MENTION = (
    *("client_msg_id", "user", "text", "ts", "team", "blocks", "channel", "event_ts", "thread_ts"),
    *("bot_id", "app_id", "bot_profile", "username", "edited"),
)
_LINK = re.compile(r"<(https?://[^|>]+)(?:\|[^>]*)?>")


def post(inside: Inside, channel: Channel, author: Person, text: str, **more: Any) -> Message:
    """Add a message to *channel* and tell everybody; *more* are further fields of the message."""
    state = inside.state
    with state.lock:
        message = Message(channel.id, state.next_ts(), author.id, text, **more)
        if author.is_bot and message.subtype != "channel_join":
            message.bot_id, message.app_id = author.bot_id, author.app_id
        elif not author.is_bot:
            message.client_msg_id = str(uuid.uuid4())
            state.read_until[author.id, channel.id] = message.ts
        state.add_message(message)
        if message.bot_id == state.bot.bot_id:
            channel.statuses.pop(message.root, None)
            readers = {message.seen_by} if message.seen_by else set(channel.members)
            inside.owed.settle_for(readers, channel.id)
        state.bump()
        if message.seen_by is None:
            _tell(inside, channel, author, message)
        return message


def _tell(inside: Inside, channel: Channel, author: Person, message: Message) -> None:
    state = inside.state
    event = message_event(inside, channel, message)
    told = happened(inside, event, channel)
    if author is state.bot:
        return
    mentioned = state.bot.id in _MENTION.findall(message.text)
    if channel.kind != "im" and mentioned:
        told = happened(inside, _mention_event(event), channel) or told
    if told and not author.is_bot and (mentioned or channel.kind == "im"):
        inside.owed.owe(author.id, channel.id)
    _tell_of_links(inside, channel, message)


def message_event(inside: Inside, channel: Channel, message: Message) -> Json:
    """The event "message" for a new message."""
    state = inside.state
    event = shapes.message(state, message, metadata=True)
    for gone in ("reply_count", "reply_users_count", "latest_reply", "reply_users", "is_locked", "subscribed"):
        event.pop(gone, None)
    if message.broadcast:
        event["subtype"] = "thread_broadcast"
        root = state.message(channel.id, message.root)
        if root:
            event["root"] = shapes.message(state, root)
            for gone in ("reply_users", "client_msg_id", "blocks", "attachments", "files", "reactions", "app_id"):
                event["root"].pop(gone, None)
        event.pop("parent_user_id", None)
        event.pop("team", None)
    if message.files:
        event["subtype"] = "file_share"
    if not message.subtype and not event.get("subtype") and message.bot_id:
        event["app_id"] = message.app_id
    return event | {"channel": channel.id, "event_ts": message.ts, "channel_type": channel.channel_type}


def _mention_event(event: Json) -> Json:
    return {"type": "app_mention"} | {name: event[name] for name in _IN_MENTION if name in event}


def _tell_of_links(inside: Inside, channel: Channel, message: Message) -> None:
    links = [
        {"url": url, "domain": domain}
        for url in _LINK.findall(message.text)
        if (domain := urlsplit(url).hostname or "")
        and any(domain == known or domain.endswith(f".{known}") for known in inside.manifest.unfurl_domains)
    ]
    if not links:
        return
    event = {
        "type": "link_shared",
        "channel": channel.id,
        "is_bot_user_member": inside.state.bot_is_in(channel),
        "user": message.user,
        "message_ts": message.ts,
        "unfurl_id": f"{channel.id}.{message.ts}.{uuid.uuid4().hex}",
        "source": "conversations_history",
        "links": links,
        "event_ts": inside.state.next_ts(),
    }
    # Slack tells of links also where the bot is not.
    happened(inside, event | ({"thread_ts": message.thread_ts} if message.thread_ts else {}))


def change(inside: Inside, channel: Channel, message: Message, editor: Person | None, **fields: Any) -> None:
    """Change a message's content and tell the app.

    Args:
        editor: who edited it; None when an app updates blocks alone, which leaves no mark "edited".
    """
    state = inside.state
    with state.lock:
        before = shapes.message(state, message)
        for name, value in fields.items():
            setattr(message, name, value)
        if editor is not None:
            message.edited = {"user": editor.id, "ts": state.next_ts()}
        state.bump()
        if editor is state.bot:
            inside.owed.settle_for(set(channel.members), channel.id)
        if message.seen_by is None:
            after = shapes.message(state, message)
            happened(inside, _changed("message_changed", channel, state.next_ts(), before, message=after), channel)
            mentions = _MENTION.findall
            if state.bot.id in mentions(message.text) and state.bot.id not in mentions(before["text"]):
                event = message_event(inside, channel, message)
                if channel.kind != "im" and editor is not state.bot:
                    happened(inside, _mention_event(event), channel)


def delete(inside: Inside, channel: Channel, message: Message) -> None:
    """Take a message away and tell the app; a root with replies leaves a tombstone in Slack, here too."""
    state = inside.state
    with state.lock:
        before = shapes.message(state, message)
        has_replies = message.seen_by is None and bool(state.replies(channel.id, message.ts))
        if has_replies:
            message.subtype, message.text, message.blocks = "tombstone", "This message was deleted.", []
            message.attachments, message.files = [], []
        else:
            message.deleted = True
        state.bump()
        if message.seen_by is None:
            event = _changed("message_deleted", channel, state.next_ts(), before, deleted_ts=message.ts)
            happened(inside, event, channel)


def _changed(subtype: str, channel: Channel, ts: str, before: Json, **more: Any) -> Json:
    previous = {name: value for name, value in before.items() if name not in _NOT_IN_PREVIOUS}
    if "message" in more:
        more["message"] = {name: value for name, value in more["message"].items() if name not in _NOT_IN_PREVIOUS}
    return {
        "type": "message",
        "subtype": subtype,
        "hidden": True,
        **more,
        "channel": channel.id,
        "previous_message": previous,
        "event_ts": ts,
        "ts": ts,
        "channel_type": channel.channel_type,
    }


_NOT_IN_PREVIOUS = frozenset({"reply_users", "files", "reactions", "app_id", "username", "icons"})


def say_privately(inside: Inside, channel: Channel, user: str, text: str, thread_ts: str | None = None) -> Message:
    """Let Slackbot say something that one member alone sees."""
    return post(inside, channel, inside.state.slackbot, text, seen_by=user, thread_ts=thread_ts)
