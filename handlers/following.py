"""“Follow this thread”: from then on questions in it are answered without a mention, and nothing else is.

It needs the events of all messages in channels, an optional part of the app. What is said in a followed thread is
looked at here, by pure functions, and dropped unless it is a question to the bot; nothing of it is kept or logged.
"""

import re
from typing import Any

from slack_bolt import Ack, App, BoltContext, Respond

from handlers.claims import workspace_of
from handlers.messages import asked, is_direct, is_said, thread_of
from handlers.places import FOLLOWED, HEARD, Places
from handlers.showing import Message
from handlers.views.following import STOP, followed, unfollowed
from handlers.views.text import section_of
from index.answers.glossary import is_chinese

Json = dict[str, Any]

LONGEST = 300  # characters of a question that nobody addressed to the bot
_WHAT = r"(?:\s+(?:this|the|our|that|along|here|in|on|thread|threads|discussion|conversation|talk|please|now))*\W*"
_FOLLOW = re.compile(rf"(?:please\s+)?(?:follow|listen){_WHAT}", re.IGNORECASE)
_STOP = re.compile(
    rf"(?:please\s+)?(?:stop (?:following|listening)|unfollow|(?:don['’]?t|do not) (?:follow|listen)){_WHAT}",
    re.IGNORECASE,
)
# Of people, not of papers: such a question is for somebody who reads along.
_PERSONAL = re.compile(
    r"\b(?:i|i['’]m|i['’]ve|i['’]d|me|my|mine|we|we['’]re|us|our|ours|you|u|your|yours|you['’]ve|you['’]re|he|she|him|"
    r"her|his|anyone|anybody|someone|somebody|everyone|everybody|guys|folks|let['’]?s|who['’]?s|today|tomorrow|tonight|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|lunch|meeting|meet|read|agree)\b"
    r"|[我你您咱]",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"[?？]\s*$|^(?:and\s+)?(?:what|which|where|why|how|is|are|does|do|did|can|has|have)\b", re.IGNORECASE
)


def register(app: App, places: Places) -> None:
    """Listen to the button that ends it."""

    def stop(ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond) -> None:
        ack()
        channel = str((body.get("container") or {}).get("channel_id") or "")
        places.turn(workspace_of(context), FOLLOWED, f"{channel}:{action['value']}", on=False)
        text, blocks = unfollowed()
        respond(text=text, blocks=blocks, replace_original=True)

    app.action(STOP)(stop)


def wanted(text: str) -> bool | None:
    """Whether *text* tells the bot to follow a thread, or to stop; None when it is something else."""
    text = asked(text)
    if _STOP.fullmatch(text):
        return False
    return True if _FOLLOW.fullmatch(text) else None


def turned(event: Json, places: Places, workspace: str, *, on: bool) -> Message:
    """Follow the thread of *event*, or stop, and say so."""
    if is_direct(event):
        words = "In our direct messages I answer whatever you write, so there is nothing to follow."
        return words, [section_of(words)]
    thread = thread_of(event)
    places.turn(workspace, FOLLOWED, _place(event), on=on)
    return followed(thread, hears=places.is_on(workspace, HEARD, "")) if on else unfollowed()


def is_followed(event: Json, places: Places, workspace: str) -> bool:
    """Whether *event* stands in a thread that is followed."""
    return bool(event.get("thread_ts")) and places.is_on(workspace, FOLLOWED, _place(event))


def may_be_for_us(event: Json) -> bool:
    """Whether a message that mentions nobody may be a question to the bot: by its form alone.

    A person's, that asks, and of papers: nobody is named in it or spoken to, and no paragraph is written.
    """
    text = event.get("text") or ""
    if event.get("bot_id") or not event.get("user") or not event.get("thread_ts") or not is_said(event):
        return False
    if event.get("subtype") or len(text) > LONGEST or "<@" in text or "<!" in text or "\n" in text.strip():
        return False
    query = asked(text)
    return bool(_ASKS.search(query) or is_chinese(query)) and not _PERSONAL.search(query)


def _place(event: Json) -> str:
    return f"{event['channel']}:{thread_of(event)}"
