"""How an answer is shared: the modal that asks where to, and what stands there then."""

from collections.abc import Sequence
from typing import Any

from slack_sdk.models.blocks import ActionsBlock, ConversationFilter, ConversationSelectElement, InputBlock
from slack_sdk.models.views import View

from handlers.views.answers import SHARE
from handlers.views.buttons import remove_button

Json = dict[str, Any]

INPUT = "share.channel"


def share_view(place: tuple[str, str, str]) -> View:
    """Ask for a channel. *place* is that of the answer: channel, thread and message."""
    where = ConversationSelectElement(
        action_id=INPUT,
        placeholder="A channel that I am in",
        filter=ConversationFilter(include=["public", "private"], exclude_bot_users=True),
    )
    return View(
        type="modal",
        callback_id=SHARE,
        title="Share this answer",
        submit="Share",
        close="Cancel",
        private_metadata=" ".join(place),
        blocks=[InputBlock(block_id=INPUT, label="Channel", element=where)],
    )


def chosen(view: Json) -> tuple[tuple[str, str, str], str]:
    """The place of the answer, and the channel that was chosen."""
    channel, thread, ts = view["private_metadata"].split(" ")
    return (channel, thread, ts), str(view["state"]["values"][INPUT][INPUT]["selected_conversation"])


def shared_blocks(blocks: Sequence[Json], member: str) -> list[Json]:
    """The passages and papers of an answer, as they stood, and who shared them; of its buttons Remove alone."""
    kept = [block for block in blocks if block["type"] == "rich_text"]
    by = {"type": "context", "elements": [{"type": "mrkdwn", "text": f"Shared by <@{member}>"}]}
    return [*kept, by, ActionsBlock(elements=[remove_button(member)]).to_dict()]
