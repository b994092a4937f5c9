"""Reading lists, and what is said when something is saved."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from slack_sdk.models.blocks import (
    ActionsBlock,
    Block,
    ButtonElement,
    CheckboxesElement,
    InputBlock,
    InteractiveElement,
    Option,
    PlainTextInputElement,
    RichTextBlock,
    RichTextElement,
)
from slack_sdk.models.views import View

from handlers.model import Mark, SavedPaper
from handlers.views.buttons import buttons
from handlers.views.cards import NOWHERE, short
from handlers.views.modals import modal
from handlers.views.origin import Opened, packed
from handlers.views.place import GROUPS, MINE, OldButton, Place
from handlers.views.text import ITALIC, Rich, bold, clip, counted, escape, member, section
from index.model import Paper

LIST_PAGE = "list.page"  # the action_ids of Next and Previous begin so
LIST_REMOVE = "list.remove"
LIST_SIZE = 5
NOTED = "list.note"  # callback_id
NOTE, TAGS, DONE = "note", "tags", "done"  # block_ids and action_ids
LONGEST_NOTE = 500
LONGEST_TAGS = 200


@dataclass(frozen=True, slots=True)
class Shelved:
    """An entry of a list with its paper; None for a paper that is not in the library any more."""

    saved: SavedPaper
    paper: Paper | None


def reading_list(
    entries: Sequence[Shelved], total: int, offset: int, marks: Mapping[str, Mark], command: str, *, of_group: bool
) -> list[Block]:
    """Five entries of a list from *offset* on, and the way to the others; to its reader alone."""
    kind = GROUPS if of_group else MINE
    if not total:
        return [RichTextBlock(elements=[section(*_empty(command, of_group=of_group))])]
    blocks: list[Block] = [RichTextBlock(elements=[section(*_head(len(entries), total, offset, of_group=of_group))])]
    for at, entry in enumerate(entries, offset):
        if entry.paper is None:
            blocks += _gone(entry.saved, kind)
            continue
        place = Place(kind, "", at)
        mark = marks.get(entry.paper.handle, NOWHERE)
        blocks += [short(entry.paper, *_beside(entry.saved, of_group=of_group)), buttons(entry.paper, place, mark)]
    turning = _turning(kind, offset, len(entries), total)
    return [*blocks, ActionsBlock(elements=turning)] if turning else blocks


def reading_list_text(entries: Sequence[Shelved], total: int, command: str, *, of_group: bool) -> str:
    """The same as one plain text."""
    if not total:
        return escape("".join(str(getattr(part, "text", part)) for part in _empty(command, of_group=of_group)))
    shown = "; ".join(clip(one.saved.headline, 200) + _called(one.paper or one.saved) for one in entries)
    return escape(f"{_whose(of_group)}: {counted(total, 'paper')}. {shown}")


def turned_to(value: str) -> tuple[bool, int]:
    """Whether it is the group's list, and the offset, as a page button carries them.

    Raises:
        OldButton: it carries something else.
    """
    try:
        parts = json.loads(value)
        return parts["list"] == GROUPS, max(0, int(parts["offset"]))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise OldButton from None


def removed_from(value: str) -> tuple[bool, str]:
    """Whether it is the group's list, and the key of the paper that is to go off it.

    Raises:
        OldButton: it carries something else.
    """
    try:
        parts = json.loads(value)
        return parts["list"] == GROUPS, str(parts["key"])
    except (ValueError, TypeError, KeyError, AttributeError):
        raise OldButton from None


def saved_words(paper: Paper, *, new: bool, of_group: bool, command: str) -> str:
    """That it worked, for a card that others see too."""
    name = f"{clip(paper.headline, 200)} ({paper.handle})"
    where = "the group's list" if of_group else "your list"
    again = f"{command} saved group" if of_group else f"{command} saved"
    return escape(f"{'Saved' if new else 'It is saved already'}: {name} is on {where}. {again} shows it.")


def removed_words(paper: Paper, *, there: bool, of_group: bool) -> str:
    """That it is off the list."""
    where = "the group's list" if of_group else "your list"
    return escape(f"{clip(paper.headline, 200)} ({paper.handle}) {'is off' if there else 'was not on'} {where}.")


def note_modal(saved: SavedPaper, opened: Opened, *, of_group: bool) -> View:
    """What stands beside a paper on a list, to be changed."""
    done = Option(text="Read", value="yes")
    note = PlainTextInputElement(
        action_id=NOTE, multiline=True, max_length=LONGEST_NOTE, initial_value=saved.note or None
    )
    tags = PlainTextInputElement(action_id=TAGS, max_length=LONGEST_TAGS, initial_value=" ".join(saved.tags) or None)
    ticks = CheckboxesElement(action_id=DONE, options=[done], initial_options=[done] if saved.done else None)
    whom = "Everybody of the group sees it." if of_group else "Only you see it."
    blocks: list[Block] = [
        RichTextBlock(elements=[section(bold(clip(saved.headline, 200)), _called(saved))]),
        InputBlock(block_id=NOTE, label="Note", element=note, optional=True, hint=whom),
        InputBlock(block_id=TAGS, label="Tags, with spaces between them", element=tags, optional=True),
        InputBlock(block_id=DONE, label="Done", element=ticks, optional=True),
    ]
    return modal("Note and tags", blocks, callback=NOTED, submit="Keep", close="Cancel", metadata=packed(opened))


def recent(queries: Sequence[str], command: str, action: str) -> list[Block]:
    """A member's last searches, each to be run again."""
    if not queries:
        return [RichTextBlock(elements=[section(f"You have not searched yet. Try {command} model merging.")])]
    blocks: list[Block] = [RichTextBlock(elements=[section(bold("Your last searches"), ", which only you can see")])]
    rows = [ButtonElement(text=clip(one, 70), action_id=f"{action}.{at}", value=one) for at, one in enumerate(queries)]
    return [*blocks, ActionsBlock(elements=rows[:25])]


def recent_text(queries: Sequence[str], command: str) -> str:
    """The same as one plain text."""
    if not queries:
        return f"You have not searched yet. Try {command} model merging."
    return escape(f"Your last searches: {'; '.join(queries)}")


def _whose(of_group: bool) -> str:
    return "The group's list" if of_group else "Your list, which only you can see"


def _head(shown: int, total: int, offset: int, *, of_group: bool) -> list[RichTextElement | str]:
    part = f"{offset + 1}–{offset + shown} of " if total > shown else ""
    return [bold(_whose(of_group)), f": {part}{counted(total, 'paper')}, the newest first"]


def _empty(command: str, *, of_group: bool) -> list[RichTextElement | str]:
    what = "Save for the group" if of_group else "Save"
    return [f"{_whose(of_group)}: no papers yet. Find some with {command} model merging, and choose {what} on a card."]


def _beside(saved: SavedPaper, *, of_group: bool) -> list[RichTextElement | str]:
    parts: list[RichTextElement | str] = [f"Saved on {saved.saved_at:%d %b %Y}"]
    if of_group and saved.member:
        parts += [" by ", member(saved.member)]
    if saved.done:
        parts.append(" · read")
    if saved.tags:
        parts += [" · tags: ", clip(", ".join(saved.tags), LONGEST_TAGS)]
    if saved.note:
        parts += ["\n", Rich.Text(text=clip(saved.note, LONGEST_NOTE), style=ITALIC)]
    return parts


def _called(paper: Paper | SavedPaper) -> str:
    """The handle behind a headline; nothing where the paper has none in this library."""
    return f" ({paper.handle})" if paper.handle else ""


def _gone(saved: SavedPaper, kind: str) -> list[Block]:
    """An entry whose paper was taken out of the library."""
    said = f"{_called(saved)}\nThis paper is not in my library any more; only its headline is left."
    value = json.dumps({"list": kind, "key": saved.key}, ensure_ascii=False)
    off = ButtonElement(text="Take off the list", action_id=LIST_REMOVE, value=value)
    return [
        RichTextBlock(elements=[section(bold(clip(saved.headline, 200)), said)]),
        ActionsBlock(elements=[off]),
    ]


def _turning(kind: str, offset: int, shown: int, total: int) -> list[InteractiveElement]:
    ways = []
    if offset > 0:
        ways.append(("Previous", max(0, offset - LIST_SIZE)))
    if offset + shown < total:
        ways.append(("Next", offset + LIST_SIZE))
    return [
        ButtonElement(
            text=label, action_id=f"{LIST_PAGE}.{label.lower()}", value=json.dumps({"list": kind, "offset": to})
        )
        for label, to in ways
    ]
