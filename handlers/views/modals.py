"""What all modals share."""

from collections.abc import Sequence

from slack_sdk.models.blocks import Block, PlainTextObject, RichTextBlock
from slack_sdk.models.views import View

from handlers.views.text import clip, section


def modal(
    title: str,
    blocks: Sequence[Block],
    *,
    callback: str = "",
    submit: str = "",
    close: str = "Close",
    metadata: str = "",
) -> View:
    """A modal; its title, and the words on its buttons, have room for 24 characters."""
    return View(
        type="modal",
        title=PlainTextObject(text=clip(title, 24)),
        blocks=blocks,
        callback_id=callback or None,
        submit=PlainTextObject(text=submit) if submit else None,
        close=PlainTextObject(text=close),
        private_metadata=metadata or None,
    )


def words(title: str, text: str) -> View:
    """A modal that only says something."""
    return modal(title, [RichTextBlock(elements=[section(text)])])


def loading(title: str) -> View:
    """What stands there at once, since a click opens a modal within three seconds or never."""
    return words(title, "One moment…")


def listing(blocks: Sequence[Block], metadata: str = "") -> View:
    """Cards in a modal: what in a channel is a message."""
    return modal("Papers", blocks, callback="papers", metadata=metadata)
