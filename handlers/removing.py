"""Remove, on the bot's own posts: for the one who asked for them, and for keepers. Others are told privately."""

from typing import Any

import structlog
from slack_bolt import Ack, App, BoltContext, Respond
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from handlers.claims import workspace_of
from handlers.desk import Desk
from handlers.threads import Threads
from handlers.views.buttons import REMOVE, asked_by
from index.errors import PaperBotError

log = structlog.get_logger(__name__)

Json = dict[str, Any]

REMOVE_POST = "remove_post"  # the shortcut of any message: for posts without a button, and for keepers

NOT_YOURS = "Only the one who asked for this, or my keeper, can remove it."
NOT_MINE = "This is no post of mine, so I can’t remove it."
GONE = "This post is gone already."
_GONE = frozenset({"message_not_found", "thread_not_found"})
_NOT_THERE = frozenset({"channel_not_found", "not_in_channel", "cant_delete_message", "is_archived"})


def register(app: App, desk: Desk, threads: Threads) -> None:
    """Listen to Remove under a post, and to the shortcut of a message."""

    def pressed(ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond) -> None:
        ack()
        container = body.get("container") or {}
        channel, ts = str(container.get("channel_id") or ""), str(container.get("message_ts") or "")
        if not _may(context.user_id or "", str(action.get("value") or ""), channel, desk):
            tell(respond, NOT_YOURS)
            return
        try:
            respond(delete_original=True)  # works also where the bot is no member
        except SlackApiError as refused:
            if refused.response["error"] not in _GONE:
                raise
            tell(respond, GONE)
        forget(threads, workspace_of(context), channel, ts)

    def chosen(ack: Ack, body: Json, context: BoltContext, client: WebClient, respond: Respond) -> None:
        ack()
        message, channel = body["message"], str(body["channel"]["id"])
        if not message.get("bot_id") or message["bot_id"] != context.bot_id:
            tell(respond, NOT_MINE)
        elif not _may(context.user_id or "", asked_by(message), channel, desk):
            tell(respond, NOT_YOURS)
        else:
            tell(respond, removed(client, channel, str(message["ts"])))
            forget(threads, workspace_of(context), channel, str(message["ts"]))

    app.action(REMOVE)(pressed)
    app.shortcut({"callback_id": REMOVE_POST, "type": "message_action"})(chosen)


def _may(member: str, by: str, channel: str, desk: Desk) -> bool:
    """Whether *member* may remove a post that was asked for *by* somebody; in direct messages all are the member's."""
    return bool(member) and (member == by or member in desk.keepers or channel.startswith("D"))


def removed(client: WebClient, channel: str, ts: str) -> str:
    """Delete a post, and say what became of it."""
    try:
        client.chat_delete(channel=channel, ts=ts)
    except SlackApiError as refused:
        error = refused.response["error"]
        if error in _GONE:
            return GONE
        if error in _NOT_THERE:
            return "I may not delete here, since I am no member of this channel. Press Remove under the post."
        raise
    return "Removed."


def forget(threads: Threads, workspace: str, channel: str, ts: str) -> None:
    """What stood in a post that is gone is no more spoken of. It is gone, whether or not this works."""
    try:
        threads.remove(workspace, channel, ts)
    except PaperBotError as fault:
        log.warning("a removed post could not be forgotten", fault=str(fault))


def tell(respond: Respond, text: str) -> None:
    """Words to the one who pressed, and nobody else."""
    respond(text=text, response_type="ephemeral", replace_original=False)
