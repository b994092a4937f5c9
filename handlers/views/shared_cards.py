"""A paper that a member shows to a channel, and the modal where they say why."""

from slack_sdk.models.blocks import (
    Block,
    ConversationFilter,
    ConversationSelectElement,
    InputBlock,
    PlainTextInputElement,
    RichTextBlock,
    RichTextElement,
)
from slack_sdk.models.views import View

from handlers.views.buttons import buttons, remove_button
from handlers.views.cards import NOWHERE, card_text, short, whole
from handlers.views.modals import modal
from handlers.views.origin import Opened, packed
from handlers.views.place import Place
from handlers.views.text import clip, escape, member, section
from index.model import Paper

SHARED = "sharing"  # callback_id
NOTE = "sharing.note"  # block_id and action_id
CHANNEL = "sharing.channel"  # likewise
LONGEST_NOTE = 500


def share_modal(paper: Paper, opened: Opened) -> View:
    """Ask for a note before *paper* is shown to everybody where it was found."""
    where = "in this thread" if opened.origin.thread_ts else "in the channel"
    note = PlainTextInputElement(action_id=NOTE, multiline=True, max_length=LONGEST_NOTE)
    blocks: list[Block] = [
        short(paper),
        InputBlock(
            block_id=NOTE,
            label="A note",
            element=note,
            optional=True,
            hint=f"Everybody {where} will see it.",
        ),
    ]
    if not opened.origin.channel:
        channel = ConversationSelectElement(
            action_id=CHANNEL, placeholder="Where", filter=ConversationFilter(include=["public", "private"])
        )
        blocks.insert(1, InputBlock(block_id=CHANNEL, label="Channel", element=channel))
    return modal("Share a paper", blocks, callback=SHARED, submit="Share", close="Cancel", metadata=packed(opened))


def shared(paper: Paper, by: str, note: str) -> list[Block]:
    """The card that others see, with buttons of its own."""
    said: list[RichTextElement | str] = [member(by), " shares a paper"]
    if note:
        said.append(f": {clip(note, LONGEST_NOTE)}")
    acts = buttons(paper, Place(), NOWHERE)
    acts.elements.append(remove_button(by))
    return [RichTextBlock(elements=[section(*said)]), whole(paper), acts]


def shared_text(paper: Paper, note: str) -> str:
    """The same as one plain text."""
    return escape(f"A paper is shared: {card_text(paper)}. {clip(note, LONGEST_NOTE)}".strip())


def not_shared(paper: Paper, command: str) -> tuple[str, list[Block]]:
    """Why nothing was shared, and what to do: text and blocks."""
    said = (
        f"I could not share {card_text(paper)}: I am not in that channel, and no answer of mine there is younger than "
        f"30 minutes. Invite me there, or type {command} {paper.handle} there and press Share on the new answer."
    )
    return escape(said), [RichTextBlock(elements=[section(said)])]
