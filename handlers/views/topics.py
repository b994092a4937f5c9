"""Topics: the list of them, and the modal in which one is made or changed, with what it would pick."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from slack_sdk.models.blocks import (
    ActionsBlock,
    Block,
    CheckboxesElement,
    DividerBlock,
    InputBlock,
    InteractiveElement,
    Option,
    PlainTextInputElement,
    PlainTextObject,
    RichTextBlock,
    RichTextElement,
    RichTextListElement,
    StaticMultiSelectElement,
    StaticSelectElement,
)
from slack_sdk.models.views import View

from handlers.views.digest_acts import act
from handlers.views.digest_setup import topic_blocks
from handlers.views.modals import modal
from handlers.views.place import OldButton
from handlers.views.text import Rich, bold, clip, counted, escape, listed, section
from index.model import Corpus, Picked, Topic

FORM = "topic.form"  # callback_id
# block_ids, and the action_ids of what stands in them
LABEL, WORDS, LIKE, WITHOUT = "topic.label", "topic.words", "topic.like", "topic.without"
CORPORA, CODE = "topic.corpora", "topic.code"
NEW, EDIT, LOOK, REMOVE = "topic.new", "topic.edit", "topic.look", "topic.remove"
LONGEST_LABEL = 60
LONGEST_NAME = 60
LONGEST_VALUE = 75  # of an option
LONGEST_WORDS = 2_000
LONGEST_TOLD = 90  # characters of what defines a topic, in the list
ALL_TOLD = 2_500  # likewise of all topics together
MOST_TOPICS = 40


@dataclass(frozen=True, slots=True)
class Shelved:
    """A topic in the list of them."""

    topic: Topic
    total: int  # papers on its shelf; below 0 where they can't be counted
    used_in: Sequence[str] = ()  # channels


@dataclass(frozen=True, slots=True)
class Draft:
    """A topic as it stands in the modal: its examples by what people type."""

    name: str = ""  # empty for a new one
    label: str = ""
    words: tuple[str, ...] = ()
    like: tuple[str, ...] = ()  # handles
    without: tuple[str, ...] = ()
    corpora: tuple[str, ...] = ()
    has_code: bool = False


@dataclass(frozen=True, slots=True)
class Opening:
    """What the modal carries from one press to the next."""

    name: str = ""  # of the topic that is changed; empty for a new one
    subscription: str = ""  # the digest for which it is widened


def topic_list(shelved: Sequence[Shelved], command: str) -> list[Block]:
    """All topics with the sizes of their shelves, and the way to change them."""
    head = section(bold(_counted(shelved)), _beside(shelved, command))
    room = min(LONGEST_TOLD, ALL_TOLD // max(1, len(shelved[:MOST_TOPICS])))
    rows = [section(*_row(one, room)) for one in shelved[:MOST_TOPICS]]
    shown = RichTextBlock(elements=[head, *([RichTextListElement(style="bullet", elements=rows)] if rows else [])])
    acts: list[InteractiveElement] = [act("New topic…", NEW, "new")]
    known = [one.topic for one in shelved[:MOST_TOPICS] if len(one.topic.name) <= LONGEST_VALUE]
    if options := [_option(clip(topic.label, LONGEST_LABEL), topic.name) for topic in known]:
        acts.append(StaticSelectElement(action_id=EDIT, placeholder="Change a topic…", options=options))
    return [shown, ActionsBlock(elements=acts)]


def topic_list_text(shelved: Sequence[Shelved], command: str) -> str:
    """The same as one plain text."""
    rows = (f"{clip(one.topic.label, LONGEST_LABEL)}: {_size(one)}" for one in shelved[:MOST_TOPICS])
    return escape(f"{_counted(shelved)}{_beside(shelved, command)} {'; '.join(rows)}".strip())


def topic_modal(
    draft: Draft, corpora: Sequence[Corpus], opening: Opening, first: Picked | None = None, problem: str = ""
) -> View:
    """Everything that defines a topic, to be filled in.

    Args:
        first: what it would pick now, and what comes near it.
        problem: why it was not kept, in words.
    """
    blocks: list[Block] = [RichTextBlock(elements=[section(bold(problem))])] if problem else []
    blocks += [_label(draft), _words(draft), _like(draft), _without(draft), *_corpora(draft, corpora), _code(draft)]
    blocks += [DividerBlock(), ActionsBlock(elements=_acts(opening)), *topic_blocks(first)]
    title = "Change a topic" if opening.name else "A new topic"
    return modal(title, blocks, callback=FORM, submit="Keep", close="Cancel", metadata=json.dumps(asdict(opening)))


def unpacked(metadata: str) -> Opening:
    """What the modal carries.

    Raises:
        OldButton: it is not of this form.
    """
    try:
        return Opening(**json.loads(metadata))
    except (ValueError, TypeError):
        raise OldButton from None


def kept_words(topic: Topic, picked: Picked, *, used_in: int, command: str) -> str:
    """That it is kept, and what follows."""
    shelf = f"{clip(topic.label, LONGEST_LABEL)} is kept: {counted(picked.total, 'paper')} on its shelf."
    if used_in:
        return f"{shelf} {counted(used_in, 'digest')} {'goes' if used_in == 1 else 'go'} by it from the next post on."
    return f"{shelf} {command} digest in a channel makes it a digest."


def _counted(shelved: Sequence[Shelved]) -> str:
    return counted(len(shelved), "topic") if shelved else "No topics yet"


def _beside(shelved: Sequence[Shelved], command: str) -> str:
    if not shelved:
        return ". Make one, and it can be a channel's digest."
    return f", for all channels. {command} digest makes one a channel's digest."


def _row(one: Shelved, room: int) -> list[RichTextElement | str]:
    topic = one.topic
    told = [clip(listed(topic.words), room)] if topic.words else []
    told += [f"like {counted(len(topic.like), 'example')}"] if topic.like else []
    told += ["with code"] if topic.has_code else []
    parts: list[RichTextElement | str] = [bold(clip(topic.label, LONGEST_LABEL)), f": {_size(one)}"]
    parts += [f" · {clip(' · '.join(told), room)}"] if told else []
    if one.used_in:
        parts.append(" · in ")
        for at, channel in enumerate(one.used_in[:3]):
            parts += [", " if at else "", Rich.Channel(channel_id=channel)]
        parts.append(f" and {len(one.used_in) - 3} more" if len(one.used_in) > 3 else "")
    return parts


def _size(one: Shelved) -> str:
    return counted(one.total, "paper") if one.total >= 0 else "can't be counted now"


def _label(draft: Draft) -> Block:
    box = PlainTextInputElement(action_id=LABEL, max_length=LONGEST_LABEL, initial_value=draft.label or None)
    return InputBlock(block_id=LABEL, label="Name", element=box)


def _words(draft: Draft) -> Block:
    box = PlainTextInputElement(
        action_id=WORDS,
        multiline=True,
        max_length=LONGEST_WORDS,
        initial_value="\n".join(draft.words) or None,
        placeholder='model merging\n"task arithmetic"\narea:"transfer learning"',
    )
    hint = "One a line: words, a phrase in quotes, or a filter. A paper is of the topic when one line fits it."
    return InputBlock(block_id=WORDS, label="Words", element=box, hint=hint, optional=True)


def _like(draft: Draft) -> Block:
    box = PlainTextInputElement(
        action_id=LIKE, max_length=200, initial_value=" ".join(draft.like) or None, placeholder="p17 p40"
    )
    hint = "Handles of example papers, with spaces between them."
    return InputBlock(block_id=LIKE, label="Like these papers", element=box, hint=hint, optional=True)


def _without(draft: Draft) -> Block:
    box = PlainTextInputElement(action_id=WITHOUT, max_length=500, initial_value=", ".join(draft.without) or None)
    hint = "Words or phrases that no paper may have, with commas between them."
    return InputBlock(block_id=WITHOUT, label="Without", element=box, hint=hint, optional=True)


def _corpora(draft: Draft, corpora: Sequence[Corpus]) -> list[Block]:
    options = [_option(one.label, one.name) for one in corpora if len(one.name) <= 75][:100]
    if len(options) < 2:  # nothing to choose between
        return []
    chosen = [one for one in options if one.value in draft.corpora]
    some = StaticMultiSelectElement(
        action_id=CORPORA, placeholder="The usual ones", options=options, initial_options=chosen or None
    )
    return [InputBlock(block_id=CORPORA, label="Only from these corpora", element=some, optional=True)]


def _code(draft: Draft) -> Block:
    only = _option("Only papers that give code", "code")
    ticks = CheckboxesElement(action_id=CODE, options=[only], initial_options=[only] if draft.has_code else None)
    return InputBlock(block_id=CODE, label="Code", element=ticks, optional=True)


def _acts(opening: Opening) -> list[InteractiveElement]:
    acts: list[InteractiveElement] = [act("Show what it picks and leaves out", LOOK, "look")]
    if opening.name:
        acts.append(act("Remove this topic", REMOVE, opening.name, sure="No digest can go by it any more."))
    return acts


def _option(text: str, value: str) -> Option:
    return Option(text=PlainTextObject(text=clip(text, 75), emoji=False), value=value)
