"""A member shows a paper to the channel or thread where they found it, with a note."""

from http.client import HTTPException
from typing import Any

import structlog
from slack_bolt import Ack, App, BoltContext, Respond
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.models.blocks import Block

from handlers.cards import fill
from handlers.claims import once, workspace_of
from handlers.desk import Desk
from handlers.model import Event, Posted
from handlers.questions import Means
from handlers.spots import opened as open_view
from handlers.spots import origin_of
from handlers.threads import remember
from handlers.views.abstract import IN_MODAL
from handlers.views.buttons import SHARE
from handlers.views.modals import loading
from handlers.views.origin import Opened, Origin, unpacked
from handlers.views.place import read
from handlers.views.shared_cards import CHANNEL, NOTE, SHARED, not_shared, share_modal, shared, shared_text
from index.model import Paper

log = structlog.get_logger(__name__)

Json = dict[str, Any]


def register(app: App, desk: Desk, means: Means) -> None:
    """Listen to Share on cards, and to the modal that it opens."""

    def ask(ack: Ack, body: Json, action: Json, client: WebClient) -> None:
        ack()
        pressed = read(action["value"])
        opened = Opened(pressed.handle, pressed.place, origin_of(body))
        view_id = open_view(body, client, loading("Share a paper"))
        fill(client, view_id, lambda: share_modal(desk.library.paper(pressed.handle), opened))

    def share(ack: Ack, view: Json, context: BoltContext, client: WebClient, respond: Respond) -> None:
        opened = unpacked(view["private_metadata"])
        note, origin = filled_in(view["state"]["values"], opened.origin)
        ack(response_action="clear")
        event = Event("action", f"share:{view['id']}", origin.channel, member=context.user_id or "")

        def post() -> None:
            paper = desk.library.paper(opened.handle)
            stands = posted(paper, note, context.user_id or "", origin, client, respond)
            if stands is None:
                text, blocks = not_shared(paper, desk.command)
                client.chat_postMessage(channel=context.user_id or "", text=text, blocks=blocks)
            elif stands.ts:  # where the bot is no member nobody can ask it about the card either
                remember(means.threads, workspace_of(context), stands, [paper], means.library)

        once(context, desk.claims, event, post)

    app.action(SHARE)(ask)
    app.action(f"{IN_MODAL}.{SHARE}")(ask)
    app.view(SHARED)(share)


def filled_in(values: Json, origin: Origin) -> tuple[str, Origin]:
    """The note, and where to share: where the paper was found, or the channel that was chosen."""
    note = (values[NOTE][NOTE].get("value") or "").strip()
    chosen = values.get(CHANNEL, {}).get(CHANNEL, {}).get("selected_conversation")
    return note, Origin(str(chosen)) if chosen else origin


def posted(paper: Paper, note: str, by: str, origin: Origin, client: WebClient, respond: Respond) -> Posted | None:
    """Show the card where it was found: as a member, else by the response address, which needs no membership.

    Returns:
        Where it stands, without a ts by the response address; None if neither took it.
    """
    text, blocks, thread = shared_text(paper, note), shared(paper, by, note), origin.thread_ts or None
    if origin.channel:
        try:
            told = client.chat_postMessage(
                channel=origin.channel,
                text=text,
                blocks=blocks,
                thread_ts=thread,
                unfurl_links=False,
                unfurl_media=False,
            )
            ts = str(told.get("ts") or "")
            return Posted(str(told.get("channel") or origin.channel), origin.thread_ts or ts, ts)
        except SlackApiError as refused:
            log.info("a card could not be shared as a member", error=refused.response["error"])
    if origin.response_url and _answered(respond, origin, text, blocks):
        return Posted(origin.channel, origin.thread_ts, "")
    return None


def _answered(respond: Respond, origin: Origin, text: str, blocks: list[Block]) -> bool:
    """Post at the response address of where the paper was found; false if it is too old."""
    respond.response_url = origin.response_url
    try:
        respond(
            text=text,
            blocks=blocks,
            response_type="in_channel",
            replace_original=False,
            thread_ts=origin.thread_ts or None,
            unfurl_links=False,
        )
    except (SlackApiError, OSError, HTTPException) as refused:
        log.info("a response address took no shared card", fault=type(refused).__name__)
        return False
    return True
