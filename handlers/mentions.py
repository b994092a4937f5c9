"""Mentions, and everything that is written to the bot directly: new, edited and deleted."""

from collections.abc import Callable
from functools import partial
from typing import Any

from slack_bolt import App, BoltContext
from slack_sdk import WebClient

from handlers import questions
from handlers.claims import Claims, once, workspace_of
from handlers.errors import nobody_asked
from handlers.following import is_followed, may_be_for_us
from handlers.messages import is_direct, is_for_us, message_event, names, thread_of
from handlers.model import Event, Posted
from handlers.places import HEARD
from handlers.questions import Means
from index.errors import PaperBotError

Json = dict[str, Any]


def register(app: App, means: Means, claims: Claims) -> None:
    """Answer where the bot is spoken to. What is not for it is dropped here, before any log and any memory."""
    heard: set[str] = set()  # workspaces of which it is noted

    def told(event: Json, client: WebClient, context: BoltContext) -> None:
        workspace = workspace_of(context)
        bot = str(context.bot_user_id)
        if event.get("channel_type") in ("channel", "group") and workspace not in heard:
            heard.add(workspace)
            means.places.turn(workspace, HEARD, "", on=True)

        def was_answered(message: Json) -> bool:
            """Also without a mention: only in followed threads is it worth a look."""
            return is_followed(message, means.places, workspace) and bool(
                claims.state(workspace, message_event(message))
            )

        if is_for_us(event, bot):
            once(context, claims, message_event(event), lambda: questions.answer(event, client, workspace, means))
        elif may_be_for_us(event) and is_followed(event, means.places, workspace):
            unprompted(event, client, context)
        elif changed := _edited(event, bot, was_answered):
            follow(changed, event, client, context)
        elif gone := _deleted(event, bot, was_answered):
            answer = earlier(gone, context)
            if answer is not None:
                deletion = Event("delete", f"delete:{answer.channel}:{gone['ts']}", answer.channel, gone["ts"])
                once(context, claims, deletion, lambda: questions.take_away(answer, client, workspace, means))

    def unprompted(event: Json, client: WebClient, context: BoltContext) -> None:
        """Answer what mentions nobody in a followed thread, if that is for the bot."""
        workspace, channel, thread_ts = workspace_of(context), event["channel"], thread_of(event)
        nobody_asked(context)
        with means.in_turn.of(channel, thread_ts):
            try:
                reply = questions.unprompted(event, client, workspace, means, str(context.bot_user_id))
            except PaperBotError:  # nothing to say to what was not said to the bot
                return
            if reply is not None:
                where = {"channel": channel, "thread_ts": thread_ts, "question": event["ts"]}
                posting = partial(questions.post, reply, client, workspace, means, **where)
                once(context, claims, message_event(event), posting)

    def follow(changed: Json, event: Json, client: WebClient, context: BoltContext) -> None:
        """Change the answer with its question; answer what had none, or no more than an apology."""
        workspace, edit = workspace_of(context), _edit(changed, event)
        answer = earlier(changed, context)
        if answer is not None:
            once(context, claims, edit, lambda: questions.answer_anew(changed, answer, client, workspace, means))
        elif names(changed, str(context.bot_user_id)) or is_direct(changed):
            if claims.take(workspace, asking := message_event(changed)):
                claims.settle(workspace, asking)  # should it be told only now, it is answered already
            once(context, claims, edit, lambda: questions.answer(changed, client, workspace, means))

    def earlier(message: Json, context: BoltContext) -> Posted | None:
        """What was answered to *message*, once it is."""
        workspace, asking = workspace_of(context), message_event(message)
        state = partial(claims.state, workspace, asking)
        return questions.answer_to(message["channel"], message["ts"], workspace, means, state=state)

    app.event("app_mention")(told)
    app.event("message")(told)


def _edited(event: Json, bot_user: str, was_answered: Callable[[Json], bool]) -> Json | None:
    """The message as a member left it, if *event* tells of an edit of one that is for the bot.

    Slack also tells of a change when it has unfolded a link, and of the bot's own.
    """
    message, before = event.get("message") or {}, event.get("previous_message") or {}
    if event.get("subtype") != "message_changed" or message.get("bot_id") or not message.get("user"):
        return None
    if message.get("subtype") == "tombstone" or message.get("text") == before.get("text"):
        return None
    changed = {**message, "channel": event["channel"], "channel_type": event.get("channel_type")}
    if is_direct(event) or (names(message, bot_user) and names(before, bot_user)):
        return changed  # one that mentions the bot only now comes as a mention
    return changed if was_answered(changed) else None


def _edit(changed: Json, event: Json) -> Event:
    """One edit by its ids: Slack says of each when it was."""
    when = (changed.get("edited") or event)["ts"]
    id_ = f"edit:{changed['channel']}:{changed['ts']}:{when}"
    return Event("edit", id_, changed["channel"], changed["ts"], changed.get("thread_ts") or "", changed["user"])


def _deleted(event: Json, bot_user: str, was_answered: Callable[[Json], bool]) -> Json | None:
    """The message for the bot that *event* says is gone, as it was; one with replies leaves a tombstone."""
    message, before = event.get("message") or {}, event.get("previous_message") or {}
    is_gone = event.get("subtype") == "message_deleted" or (
        event.get("subtype") == "message_changed" and message.get("subtype") == "tombstone"
    )
    ts = str(event.get("deleted_ts") or message.get("ts") or "")
    if not is_gone or not ts or before.get("bot_id"):
        return None
    gone = {**before, "channel": event["channel"], "channel_type": event.get("channel_type"), "ts": ts}
    return gone if is_direct(event) or names(before, bot_user) or was_answered(gone) else None
