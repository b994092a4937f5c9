"""``@icml merging`` in a channel or a thread, and direct messages: an answer where it was asked."""

import re
from typing import Any

from slack_bolt import App, BoltContext, Say
from slack_sdk import WebClient

from handlers.claims import Claims, once
from handlers.model import Event
from handlers.search import Searches
from handlers.views.notices import help_blocks, help_text
from handlers.views.results import hint, results, results_text

_MENTION = re.compile(r"<@[A-Z0-9]+(?:\|[^>]*)?>[:,]?")
_HELP = re.compile(r"\W*(help|hi|hello|hey|thanks|thank you|\?)?\W*", re.IGNORECASE)


def register(app: App, library: Searches, claims: Claims, *, command: str) -> None:
    """Answer mentions wherever the bot is, and everything that is written to it directly."""

    def told(event: dict[str, Any], say: Say, context: BoltContext) -> None:
        if _is_for_us(event, str(context.bot_user_id)):
            once(context, claims, message_event(event), lambda: answer(event, say, library, command=command))

    app.event("app_mention")(told)
    app.event("message")(told)


def answer(event: dict[str, Any], say: Say, library: Searches, *, command: str) -> None:
    """Answer the message *event* in its thread."""
    query = asked(event["text"])
    thread = event.get("thread_ts") or event["ts"]
    if _HELP.fullmatch(query):
        say(text=help_text(command), blocks=help_blocks(command), thread_ts=thread)
        return
    page = library.search(query)
    blocks = results(query, page, asked_by=event.get("user", "")) + hint(command)
    say(text=results_text(page), blocks=blocks, thread_ts=thread, unfurl_links=False, unfurl_media=False)


def asked(text: str) -> str:
    """What a message asks once the mentions of people and bots are out of it."""
    return " ".join(_MENTION.sub(" ", text).split()).strip(" ,:;-–—")


def read_again(client: WebClient, event: Event) -> dict[str, Any] | None:
    """The message that *event* tells of, as it stands in Slack now; None when it is gone."""
    thread = event.thread_ts or event.ts
    answer = client.conversations_replies(channel=event.channel, ts=thread, oldest=event.ts, inclusive=True, limit=2)
    for message in answer["messages"]:
        if message["ts"] == event.ts:
            return {**message, "channel": event.channel}
    return None


def message_event(event: dict[str, Any]) -> Event:
    """A message by its ids: the same, whether it arrives as a mention or as a message."""
    return Event(
        kind="message",
        id=f"{event['channel']}:{event['ts']}",
        channel=event["channel"],
        ts=event["ts"],
        thread_ts=event.get("thread_ts") or "",
        member=event.get("user") or "",
    )


def _is_for_us(event: dict[str, Any], bot_user: str) -> bool:
    """Whether a person says something to the bot: no bot, no edit, no join; a mention, or a direct message."""
    if (
        event.get("bot_id")
        or event.get("subtype") not in (None, "thread_broadcast", "file_share")
        or not event.get("user")
    ):
        return False
    return event.get("channel_type") == "im" or f"<@{bot_user}" in (event.get("text") or "")
