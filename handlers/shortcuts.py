"""Shortcuts: search from anywhere, find papers about a message, save the papers that a message names."""

import html
import re
from typing import Any

from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient
from slack_sdk.models.views import View

from handlers.cards import fill
from handlers.desk import Desk
from handlers.home import found_view
from handlers.reading import Reader
from handlers.views.cards import card_text
from handlers.views.home import ASKING, QUERY, asking, mentioned
from handlers.views.modals import listing, loading
from index.errors import PaperBotError
from index.model import Paper

Json = dict[str, Any]

SEARCH_PAPERS, FIND_ABOUT, SAVE_MENTIONED = "search_papers", "find_papers_about", "save_papers_mentioned"
MOST_NAMED = 20  # handles and links of one message that are looked up
_NAMED = re.compile(r"https?://[^\s<>|]+|(?<![\w/])p\d{1,9}\b", re.IGNORECASE)
_MARKS = re.compile(r"<[@#!][^>]*>|<https?://[^>|]*\|([^>]*)>|<(https?://[^>|]*)>")


def register(app: App, desk: Desk) -> None:
    """Listen to the shortcuts of the manifest, and to the modal that asks for a query."""

    def search(ack: Ack, body: Json, client: WebClient) -> None:
        ack()
        client.views_open(trigger_id=body["trigger_id"], view=asking())

    def find_about(ack: Ack, body: Json, client: WebClient) -> None:
        ack()
        client.views_open(trigger_id=body["trigger_id"], view=asking(as_query(str(body["message"].get("text") or ""))))

    def save_mentioned(ack: Ack, body: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        view = client.views_open(trigger_id=body["trigger_id"], view=loading("Papers"))
        reader = Reader.of(context, desk.reading)
        fill(client, view["view"]["id"], lambda: saved_view(desk, reader, text_of(body["message"])))

    def asked(ack: Ack, view: Json, context: BoltContext, client: WebClient) -> None:
        query = (view["state"]["values"][QUERY][QUERY].get("value") or "").strip()
        ack(response_action="update", view=loading("Papers"))
        fill(client, view["id"], lambda: found_view(desk, Reader.of(context, desk.reading), query))

    app.shortcut({"callback_id": SEARCH_PAPERS, "type": "shortcut"})(search)
    app.shortcut({"callback_id": FIND_ABOUT, "type": "message_action"})(find_about)
    app.shortcut({"callback_id": SAVE_MENTIONED, "type": "message_action"})(save_mentioned)
    app.view(ASKING)(asked)


def saved_view(desk: Desk, reader: Reader, text: str) -> View:
    """Save the papers that *text* names on the member's own list, and say which."""
    papers, unknown = named(desk, text)
    for paper in papers:
        desk.reading.save(reader.workspace, reader.member, reader.member, paper)
    return listing(mentioned([card_text(paper) for paper in papers], unknown))


def named(desk: Desk, text: str) -> tuple[list[Paper], int]:
    """The papers whose handle or address stands in *text*, each once, and how many names are of none."""
    papers: dict[str, Paper] = {}
    unknown = 0
    for name in list(dict.fromkeys(_NAMED.findall(html.unescape(text))))[:MOST_NAMED]:
        paper = paper_named(desk, name)
        if paper is None:
            unknown += 1
        else:
            papers[paper.handle] = paper
    return list(papers.values()), unknown


def paper_named(desk: Desk, name: str) -> Paper | None:
    """The paper of a handle or an address."""
    if name.lower().startswith("http"):
        return desk.library.paper_at(name.rstrip(".,;:)”\"'"))
    try:
        return desk.library.paper(name)
    except PaperBotError:
        return None


def as_query(text: str) -> str:
    """What a message says, without the marks of members and channels."""
    plain = _MARKS.sub(lambda mark: mark[1] or mark[2] or " ", text)
    return " ".join(html.unescape(plain).split())


def text_of(message: Json) -> str:
    """All words of a message: its text, and what stands in its blocks and attachments."""
    parts = [str(message.get("text") or "")]
    _gather({"blocks": message.get("blocks"), "attachments": message.get("attachments")}, parts)
    return " ".join(dict.fromkeys(part for part in parts if part))


def _gather(node: object, parts: list[str]) -> None:
    if isinstance(node, dict):
        parts += [str(node[name]) for name in ("url", "title_link", "from_url") if isinstance(node.get(name), str)]
        for inner in node.values():
            _gather(inner, parts)
    elif isinstance(node, list):
        for inner in node:
            _gather(inner, parts)
