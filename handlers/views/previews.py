"""The card of a paper under a link to it."""

from slack_sdk.models.blocks import ActionsBlock, Block, PlainTextObject, SectionBlock

from handlers.views.buttons import ABSTRACT, SAVE, SIMILAR, button
from handlers.views.cards import LONGEST_HEADLINE, byline_text
from handlers.views.place import Place
from handlers.views.text import clip
from index.model import Paper

LONGEST_EXCERPT = 400  # characters of the abstract: the link leads to the rest, and so does the button


def preview(paper: Paper) -> list[Block]:
    """*paper* under a link; as plain text, since Slack takes no rich text there."""
    parts = (clip(paper.headline, LONGEST_HEADLINE), byline_text(paper), clip(paper.abstract, LONGEST_EXCERPT))
    text = PlainTextObject(text="\n".join(part for part in parts if part), emoji=False)
    acts = [button("Abstract", ABSTRACT, paper, Place()), button("Save", SAVE, paper, Place())]
    acts.append(button("Similar", SIMILAR, paper, Place()))
    return [SectionBlock(text=text), ActionsBlock(elements=acts)]


def previews_words(*, on: bool, command: str) -> str:
    """How it is, and how it is changed."""
    if on:
        return (
            "Previews are on here: under a link to a paper that I know stands its card, for all to see. Type "
            f"{command} previews off to stop that. It needs an optional part of my app, the scopes links:read and "
            "links:write: where no card appears, my keeper can add it."
        )
    return f"Previews are off here: links stay as they are. {command} previews on puts cards under links to papers."
