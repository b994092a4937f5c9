"""Mentions, and everything that is written to the bot directly: new, edited and deleted."""

from typing import Any

from slack_bolt import App, BoltContext
from slack_sdk import WebClient

from handlers import questions
from handlers.claims import Claims, once, workspace_of
from handlers.messages import is_direct, is_for_us, message_event, names
from handlers.model import Event
from handlers.questions import Means

Json = dict[str, Any]


def register(app: App, means: Means, claims: Claims) -> None:
    """Answer where the bot is spoken to. What is not for it is dropped here, before any log and any memory."""

    def told(event: Json, client: WebClient, context: BoltContext) -> None:
        workspace = workspace_of(context)
        bot = str(context.bot_user_id)
        if is_for_us(event, bot):
            once(context, claims, message_event(event), lambda: questions.answer(event, client, workspace, means))
        elif changed := _edited(event, bot):
            earlier = questions.answer_to(changed["channel"], changed["ts"], workspace, means)
            if earlier is not None:
                edit = _edit(changed, event)
                once(context, claims, edit, lambda: questions.answer_anew(changed, earlier, client, workspace, means))
        elif gone := _deleted(event, bot):
            answer = questions.answer_to(event["channel"], gone, workspace, means)
            if answer is not None:
                deletion = Event("delete", f"delete:{answer.channel}:{gone}", answer.channel, gone)
                once(context, claims, deletion, lambda: questions.take_away(answer, client, workspace, means))

    app.event("app_mention")(told)
    app.event("message")(told)


def _edited(event: Json, bot_user: str) -> Json | None:
    """The message as a member left it, if *event* tells of an edit of one that is for the bot.

    Slack also tells of a change when it has unfolded a link, and of the bot's own.
    """
    message, before = event.get("message") or {}, event.get("previous_message") or {}
    if event.get("subtype") != "message_changed" or message.get("bot_id") or not message.get("user"):
        return None
    if message.get("subtype") == "tombstone" or message.get("text") == before.get("text"):
        return None
    if not is_direct(event) and not (names(message, bot_user) and names(before, bot_user)):
        return None  # one that mentions the bot only now comes as a mention
    return {**message, "channel": event["channel"], "channel_type": event.get("channel_type")}


def _edit(changed: Json, event: Json) -> Event:
    """One edit by its ids: Slack says of each when it was."""
    when = (changed.get("edited") or event)["ts"]
    id_ = f"edit:{changed['channel']}:{changed['ts']}:{when}"
    return Event("edit", id_, changed["channel"], changed["ts"], changed.get("thread_ts") or "", changed["user"])


def _deleted(event: Json, bot_user: str) -> str:
    """The ts of the message for the bot that *event* says is gone; one with replies leaves a tombstone."""
    message, before = event.get("message") or {}, event.get("previous_message") or {}
    is_gone = event.get("subtype") == "message_deleted" or (
        event.get("subtype") == "message_changed" and message.get("subtype") == "tombstone"
    )
    if not is_gone or before.get("bot_id") or not (is_direct(event) or names(before, bot_user)):
        return ""
    return str(event.get("deleted_ts") or message.get("ts") or "")
