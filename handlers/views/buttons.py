"""The buttons of a card."""

from collections.abc import Mapping
from typing import Any

from slack_sdk.models.blocks import ActionsBlock, ButtonElement, InteractiveElement, Option, OverflowMenuElement

from handlers.model import Mark
from handlers.views.place import Place, Pressed, carried
from handlers.views.text import clip
from index.model import Paper

ABSTRACT = "card.abstract"
SAVE = "card.save"
SAVE_FOR_GROUP = "card.group"
SHARE = "card.share"
SIMILAR = "card.similar"
MORE = "card.more"  # the menu; what was chosen in it is a word and a handle
REMOVE = "post.remove"
FOR_GROUP, OFF_GROUP, EDIT_MINE, EDIT_GROUPS = "group", "ungroup", "note-mine", "note-group"


def buttons(paper: Paper, place: Place, mark: Mark) -> ActionsBlock:
    """What can be done with *paper*. Every button says the same when it is pressed twice."""
    elements: list[InteractiveElement] = [
        button("Abstract", ABSTRACT, paper, place),
        save_button(paper, place, mark),
        button("Similar", SIMILAR, paper, place),
    ]
    if place.is_private:
        elements.append(button("Share", SHARE, paper, place))
    elements.append(_menu(paper, place, mark))
    return ActionsBlock(elements=elements)


def save_button(paper: Paper, place: Place, mark: Mark) -> ButtonElement:
    """Onto the reader's own list or off it, as it stands; on a card that others see always onto it."""
    off = place.is_private and mark.mine
    return button("Unsave" if off else "Save", SAVE, paper, place, wanted=not off)


def group_button(paper: Paper, place: Place, mark: Mark) -> ButtonElement:
    """Likewise for the group's list."""
    label = "Take off the group's list" if mark.group else "Save for the group"
    return button(label, SAVE_FOR_GROUP, paper, place, wanted=not mark.group)


def button(label: str, action: str, paper: Paper, place: Place, *, wanted: bool = True) -> ButtonElement:
    """A button about *paper*; read aloud it says which."""
    return ButtonElement(
        text=label,
        action_id=action,
        value=carried(Pressed(paper.handle, place, wanted)),
        accessibility_label=clip(f"{label}: {paper.headline}", 75),
    )


def remove_button(by: str) -> ButtonElement:
    """Takes the bot's post away again, for the member who asked for it."""
    return ButtonElement(text="Remove", action_id=REMOVE, value=by, accessibility_label="Remove this post of mine")


def asked_by(message: Mapping[str, Any]) -> str:
    """The member who asked for *message*, as its button says; empty where it has none."""
    blocks = message.get("blocks") or ()
    elements = (one for block in blocks if block.get("type") == "actions" for one in block.get("elements", ()))
    return next((str(one.get("value") or "") for one in elements if one.get("action_id") == REMOVE), "")


def chosen(value: str) -> tuple[str, str]:
    """The word and the handle of an option of the menu."""
    word, _, handle = value.partition(" ")
    return word, handle


def _menu(paper: Paper, place: Place, mark: Mark) -> OverflowMenuElement:
    words = [("Save for the group", FOR_GROUP)]
    if place.is_private and mark.group:
        words = [("Take off the group's list", OFF_GROUP), ("Note for the group…", EDIT_GROUPS)]
    if place.is_private and mark.mine:
        words.append(("My note and tags…", EDIT_MINE))
    options = [Option(text=label, value=f"{word} {paper.handle}") for label, word in words]
    return OverflowMenuElement(action_id=MORE, options=options)
