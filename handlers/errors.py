"""The one place where an exception becomes words for a member."""

import secrets
from http.client import HTTPException
from typing import Any

import structlog
from slack_bolt import App, BoltContext, BoltResponse, Respond
from slack_bolt.error import BoltUnhandledRequestError
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.models.views import View

from handlers.claims import Claims, leave_asked, settle_claimed
from handlers.views.modals import words
from handlers.views.text import escape
from index.errors import PaperBotError

log = structlog.get_logger(__name__)

_SIGN = ":warning: "
_NOT_FOR_US = frozenset({"link_shared"})  # events of members who want nothing of the bot: for the log alone
_UNASKED = "unasked"  # where the context keeps that nobody waits for an answer
_UNKNOWN_COMMAND = "I don't know this command any more. My keeper can bring my commands in Slack up to date."


def register(app: App, claims: Claims) -> None:
    """Make every exception of a listener end in words."""

    def show(
        error: Exception,
        response: BoltResponse | None,
        body: dict[str, Any],
        context: BoltContext,
        client: WebClient,
        respond: Respond,
    ) -> BoltResponse | None:
        if isinstance(error, BoltUnhandledRequestError):
            return unhandled(body)
        try:
            answer = show_error(error, response, body, context, client, respond)
        except (SlackApiError, OSError, HTTPException) as fault:
            log.warning("could not tell a member what went wrong", fault=type(fault).__name__)
            if not isinstance(fault, SlackApiError):  # else Slack would refuse it again
                leave_asked(context, claims)
            return BoltResponse(status=200) if response is not None else None
        settle_claimed(context, claims)
        return answer

    app.error(show)


def nobody_asked(context: BoltContext) -> None:
    """Let what goes wrong from here on be for the log alone: nobody has asked for anything."""
    context[_UNASKED] = True


def unhandled(body: dict[str, Any]) -> BoltResponse:
    """Acknowledge what no listener is there for: else Slack sends it again, or shows an error."""
    if "command" in body:
        return BoltResponse(status=200, body=_UNKNOWN_COMMAND)
    if body.get("type") in ("block_suggestion", "dialog_suggestion"):
        return BoltResponse(status=200, body={"options": []})
    return BoltResponse(status=200)


def show_error(
    error: Exception,
    response: BoltResponse | None,
    body: dict[str, Any],
    context: BoltContext,
    client: WebClient,
    respond: Respond,
) -> BoltResponse | None:
    """Tell the member what happened, wherever they can still be reached.

    Args:
        response: what Bolt is about to send; None if the listener has acknowledged.

    Returns:
        The answer to Slack while it still waits for one, else None. Bolt turns a bare ``ack()`` made
        in here into a 500, and fails on an answer too many.
    """
    text = f"{_SIGN}{wording(error)}"
    if context.get(_UNASKED) or (body.get("event") or {}).get("type") in _NOT_FOR_US:
        return BoltResponse(status=200) if response is not None else None
    still_waiting = response is not None
    if still_waiting and "command" in body:
        return BoltResponse(status=200, body=text)
    told = _in_view(client, body, text) or (body.get("response_url") and _responds(respond, text))
    if not told and context.user_id:
        _tell(client, context, body, text)
    return BoltResponse(status=200) if still_waiting else None


def _in_view(client: WebClient, body: dict[str, Any], text: str) -> bool:
    """Say *text* upon the modal or the Home where something was pressed; false where that can't be."""
    kind = (body.get("view") or {}).get("type")
    if body.get("type") != "block_actions" or not kind:
        return False
    said = words("Not possible", text.removeprefix(_SIGN).replace("*", ""))
    try:
        (client.views_push if kind == "modal" else client.views_open)(trigger_id=body["trigger_id"], view=said)
    except SlackApiError as refused:  # too late, or too many modals upon each other
        log.info("could not answer upon a view", error=refused.response["error"])
        return kind == "modal" and _instead(client, body["view"]["id"], said)
    return True


def _instead(client: WebClient, view_id: str, said: View) -> bool:
    """Say it in place of what the modal shows; false where that is closed."""
    try:
        client.views_update(view_id=view_id, view=said)
    except SlackApiError as refused:
        log.info("could not answer in a view", error=refused.response["error"])
        return False
    return True


def _responds(respond: Respond, text: str) -> bool:
    """Say *text* at the response address; false if it is used up or gone."""
    try:
        respond(text=text, response_type="ephemeral", replace_original=False)
    except SlackApiError as refused:
        log.warning("could not answer at the response address", error=refused.response["error"])
        return False
    return True


def _tell(client: WebClient, context: BoltContext, body: dict[str, Any], text: str) -> None:
    """In the thread if the bot may speak there, else by direct message."""
    user = context.user_id or ""
    event = body.get("event") or {}
    thread = event.get("thread_ts") or event.get("ts")
    try:
        if str(context.channel_id or "").startswith("D"):  # nobody else reads along, and it should stay
            client.chat_postMessage(channel=str(context.channel_id), text=text, thread_ts=thread)
        else:
            client.chat_postEphemeral(channel=context.channel_id or user, user=user, thread_ts=thread, text=text)
    except SlackApiError as refused:
        log.warning("could not answer in the channel", error=refused.response["error"])
        client.chat_postMessage(channel=user, text=text)


def wording(error: Exception) -> str:
    """One sentence for *error*. An unforeseen one gets a reference, not its text."""
    if isinstance(error, PaperBotError):
        return escape(str(error))
    if isinstance(error, SlackApiError) and error.response["error"] == "message_not_found":
        return "This message is gone, so there is nothing to change in it."
    before, reference, after = _apology(error)
    return f"{before}*{reference}*{after}"


def plain_wording(error: Exception) -> str:
    """The same where marks would stand as they are, as in a modal."""
    return str(error) if isinstance(error, PaperBotError) else "".join(_apology(error))


def _apology(error: Exception) -> tuple[str, str, str]:
    """What is said of an unforeseen error, with its reference in the midst; the log has the rest."""
    reference = secrets.token_hex(3)
    log.error("unforeseen error", reference=reference, exc_info=error)
    return "Something broke on my side. If it keeps happening, tell my keeper ", reference, "."
