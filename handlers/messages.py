"""What a message of Slack says: its words as a person sees them, whose it is, and whether it is for the bot."""

import html
import re
from typing import Any

from slack_sdk import WebClient

from handlers.model import Event

Json = dict[str, Any]

_MENTION = re.compile(r"<@[A-Z0-9]+(?:\|[^>]*)?>[:,]?")
_WHOM = re.compile(r"<@([A-Z0-9]+)")
_CALL = re.compile(r"<![^>]*>")  # <!here>, <!subteam^S1|people>, <!date^…>
_CHANNEL = re.compile(r"<#[A-Z0-9]+\|?([^>]*)>")
_LINK = re.compile(r"<((?:https?|mailto):[^|>]+)(?:\|[^>]*)?>")
_PLAIN = (None, "", "thread_broadcast", "file_share", "bot_message")
_PERSONS = (None, "", "thread_broadcast", "file_share")


def asked(text: str) -> str:
    """What a message asks once the mentions of people and bots are out of it."""
    return " ".join(said(text).split()).strip(" ,:;-–—")


def said(text: str) -> str:
    """*text*, as Slack writes it, in the words that a person sees; without mentions."""
    text = _CALL.sub(" ", _MENTION.sub(" ", text))
    return html.unescape(_LINK.sub(r"\1", _CHANNEL.sub(r"#\1", text)))


def is_for_us(event: Json, bot_user: str) -> bool:
    """Whether a person says something to the bot: no bot, no edit, no join; a mention, or a direct message."""
    if event.get("bot_id") or event.get("subtype") not in _PERSONS or not event.get("user"):
        return False
    return is_direct(event) or names(event, bot_user)


def names(message: Json, bot_user: str) -> bool:
    """Whether a message mentions the bot."""
    return f"<@{bot_user}" in (message.get("text") or "")


def mentioned(text: str) -> frozenset[str]:
    """The ids of whom *text* mentions."""
    return frozenset(_WHOM.findall(text))


def is_direct(event: Json) -> bool:
    """Whether nobody but the member reads along."""
    return event.get("channel_type") == "im" or str(event.get("channel") or "").startswith("D")


def is_said(message: Json) -> bool:
    """Whether somebody said a message: it is no join, no tombstone, no rename."""
    return message.get("subtype") in _PLAIN


def thread_of(event: Json) -> str:
    """The root of the thread in which a message is answered."""
    return str(event.get("thread_ts") or event["ts"])


def message_event(event: Json) -> Event:
    """A message by its ids: the same, whether it arrives as a mention or as a message."""
    return Event(
        kind="message",
        id=f"{event['channel']}:{event['ts']}",
        channel=event["channel"],
        ts=event["ts"],
        thread_ts=event.get("thread_ts") or "",
        member=event.get("user") or "",
    )


def read_again(client: WebClient, event: Event) -> Json | None:
    """The message that *event* tells of, as it stands in Slack now; None when it is gone."""
    thread = event.thread_ts or event.ts
    answer = client.conversations_replies(channel=event.channel, ts=thread, oldest=event.ts, inclusive=True, limit=2)
    for message in answer["messages"]:
        if message["ts"] == event.ts:
            return {**message, "channel": event.channel}
    return None
