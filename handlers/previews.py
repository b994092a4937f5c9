"""Links to papers that I know, unfolded into their cards: in channels whose members turned that on.

Slack tells of such links where the app has the optional scopes; also of links that somebody only types, which
belong to no channel and so are passed by. Nobody has asked for anything here, so nobody is told of faults.
"""

from typing import Any

import structlog
from slack_bolt import App, BoltContext
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from handlers.claims import once, workspace_of
from handlers.desk import Desk
from handlers.model import Event
from handlers.places import PREVIEWS
from handlers.showing import Message
from handlers.views.previews import preview, previews_words
from handlers.views.text import escape, section_of
from index.model import Paper

log = structlog.get_logger(__name__)

Json = dict[str, Any]

MOST_CARDS = 3  # of one message: more would bury what was written
DOMAINS = ("openreview.net", "arxiv.org", "icml.cc")  # whose links Slack tells of; five at most


def register(app: App, desk: Desk) -> None:
    """Listen to links."""

    def shared(event: Json, context: BoltContext, client: WebClient) -> None:
        workspace, channel = workspace_of(context), str(event.get("channel") or "")
        if not desk.places.is_on(workspace, PREVIEWS, channel):
            return
        found = papers_of(desk, [str(one.get("url") or "") for one in event.get("links") or ()])
        if found:
            told = Event("links", f"links:{channel}:{event['message_ts']}:{'-'.join(found)}", channel)
            once(context, desk.claims, told, lambda: unfold(client, event, found))

    app.event("link_shared")(shared)


def papers_of(desk: Desk, addresses: list[str]) -> dict[str, tuple[str, Paper]]:
    """By handle, the first address of each paper among *addresses* and the paper; a few of them."""
    found: dict[str, tuple[str, Paper]] = {}
    for address in addresses:
        if len(found) < MOST_CARDS and (paper := desk.library.paper_at(address)):
            found.setdefault(paper.handle, (address, paper))
    return found


def unfold(client: WebClient, event: Json, found: dict[str, tuple[str, Paper]]) -> None:
    """Put the cards under the message; that it can't be is for the log alone."""
    cards = {address: {"blocks": [block.to_dict() for block in preview(paper)]} for address, paper in found.values()}
    try:
        if event.get("unfurl_id") and event.get("source"):
            client.chat_unfurl(unfurl_id=event["unfurl_id"], source=event["source"], unfurls=cards)
        else:
            client.chat_unfurl(channel=event["channel"], ts=event["message_ts"], unfurls=cards)
    except SlackApiError as refused:
        log.warning("a link could not be unfolded", error=refused.response["error"])


def switched(desk: Desk, workspace: str, channel: str, wanted: str) -> Message:
    """Turn previews of *channel* on or off, or say how they are."""
    if wanted:
        desk.places.turn(workspace, PREVIEWS, channel, on=wanted == "on")
    words = previews_words(on=desk.places.is_on(workspace, PREVIEWS, channel), command=desk.command)
    return escape(words), [section_of(words)]
