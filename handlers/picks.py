"""What members say of the picks of a digest, and sharing one elsewhere."""

from typing import Any

from slack_bolt import Ack, App, BoltContext, Respond
from slack_sdk import WebClient
from slack_sdk.models.blocks import ActionsBlock, Block, RichTextBlock

from handlers.cards import fill
from handlers.changing import Changes
from handlers.desk import Desk
from handlers.digests import asker_of
from handlers.spots import opened as open_view
from handlers.views.modals import loading
from handlers.views.origin import Opened
from handlers.views.picks import MORE_LIKE, NOT_FOR_US, SHARE_PICK, TAKE_BACK, back_button, judged, noted_words
from handlers.views.shared_cards import share_modal
from handlers.views.text import escape, section

Json = dict[str, Any]

_WANTED = {MORE_LIKE: True, NOT_FOR_US: False, TAKE_BACK: None}


def register(app: App, desk: Desk, changes: Changes) -> None:
    """Listen to the buttons of picks, and to the one that takes back what was said."""

    def judge(ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient) -> None:
        ack()
        asker, about = asker_of(body, context, desk, client), judged(action["value"])
        subscription = changes.seen(asker, about.subscription)
        paper = desk.library.paper(about.handle)
        holds = desk.digests.say(
            asker.workspace, subscription.id, paper.key, asker.member, more=_WANTED[action["action_id"]]
        )
        said = noted_words(paper, holds)
        blocks: list[Block] = [RichTextBlock(elements=[section(said)])]
        if holds is not None:
            blocks.append(ActionsBlock(elements=[back_button(about)]))
        private = action["action_id"] == TAKE_BACK  # it stands in what its presser alone sees
        kind = None if private else "ephemeral"
        respond(text=escape(said), blocks=blocks, replace_original=private, response_type=kind)

    def share(ack: Ack, body: Json, action: Json, client: WebClient) -> None:
        ack()
        handle = judged(action["value"]).handle
        view_id = open_view(body, client, loading("Share a paper"))
        fill(client, view_id, lambda: share_modal(desk.library.paper(handle), Opened(handle)))

    for action_id in _WANTED:
        app.action(action_id)(judge)
    app.action(SHARE_PICK)(share)
