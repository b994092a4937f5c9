"""What a member says of a pick: more like it, or not for us; and sharing it elsewhere."""

from typing import Any

from slack_bolt import Ack, App, BoltContext, Respond
from slack_sdk import WebClient

from handlers.cards import fill
from handlers.desk import Desk
from handlers.reading import Reader
from handlers.spots import opened as open_view
from handlers.views.modals import loading
from handlers.views.origin import Opened
from handlers.views.picks import MORE_LIKE, NOT_FOR_US, SHARE_PICK, TAKE_BACK, judged, said_of, said_of_text
from handlers.views.shared_cards import share_modal

Json = dict[str, Any]

_MORE: dict[str, bool | None] = {MORE_LIKE: True, NOT_FOR_US: False, TAKE_BACK: None}


def register(app: App, desk: Desk) -> None:
    """Listen to the buttons of picks. What is said is its member's own: nobody else sees it."""

    def say(ack: Ack, action: Json, context: BoltContext, respond: Respond) -> None:
        ack()
        about, reader = judged(action["value"]), Reader.of(context, desk.reading)
        paper = desk.library.paper(about.handle)
        more = _MORE[action["action_id"]]
        desk.digests.say(reader.workspace, about.subscription, paper.key, reader.member, more=more)
        respond(
            text=said_of_text(paper, more=more),
            blocks=said_of(paper, about, more=more),
            response_type="ephemeral",
            replace_original=action["action_id"] == TAKE_BACK,
        )

    def share(ack: Ack, body: Json, action: Json, client: WebClient) -> None:
        ack()
        handle = judged(action["value"]).handle
        view_id = open_view(body, client, loading("Share a paper"))
        fill(client, view_id, lambda: share_modal(desk.library.paper(handle), Opened(handle)))

    for action_id in _MORE:
        app.action(action_id)(say)
    app.action(SHARE_PICK)(share)
