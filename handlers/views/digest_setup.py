"""The modal in which a digest is set up or changed, with what it would pick first."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from slack_sdk.models.blocks import (
    ActionsBlock,
    Block,
    CheckboxesElement,
    DividerBlock,
    ExternalDataSelectElement,
    InputBlock,
    Option,
    PlainTextInputElement,
    PlainTextObject,
    RadioButtonsElement,
    RichTextBlock,
    StaticMultiSelectElement,
    StaticSelectElement,
    TimePickerElement,
)
from slack_sdk.models.views import View

from handlers.model import Subscription
from handlers.schedules import days_off_text
from handlers.views.dates import DAYS
from handlers.views.digest_acts import act
from handlers.views.modals import modal
from handlers.views.origin import NOT_A_MESSAGE, Origin
from handlers.views.picks import pick_line
from handlers.views.place import OldButton
from handlers.views.text import bold, clip, counted, section
from index.model import Corpus, Picked, Topic

Json = dict[str, Any]

FORM = "digest.form"  # callback_id
# block_ids, and the action_ids of what stands in them
TOPIC, ON, AT, ZONE, PICKS = "digest.topic", "digest.days", "digest.at", "digest.zone", "digest.picks"
CORPORA, WITHOUT, OFF = "digest.corpora", "digest.without", "digest.off"
HOW, WHO = "digest.how", "digest.who"
PLAN = "digest.plan"  # the block_ids of the weekdays of a theme plan begin so
BY_WEEKDAY, ONE_TOPIC, LOOK = "digest.form.plan", "digest.form.one", "digest.form.look"
CODE, THREAD, SILENT = "code", "thread", "silent"
ANYBODY, KEEPERS = "all", "keepers"
NO_TOPIC = "-"
MOST_PICKS = 10
MOST_OPTIONS = 100
LONGEST_WITHOUT = 500
LONGEST_OFF = 1_000
LONGEST_VALUE = 75  # characters of an option


@dataclass(frozen=True, slots=True)
class Opening:
    """What a modal carries from one press to the next."""

    subscription: str = ""  # its id; empty for a new one
    channel: str = ""
    by_weekday: bool = False
    origin: Origin = NOT_A_MESSAGE


@dataclass(frozen=True, slots=True)
class Form:
    """What stands in the modal."""

    draft: Subscription
    topics: Sequence[Topic]
    corpora: Sequence[Corpus]
    opening: Opening
    first: Picked | None = None  # what it would pick first
    problem: str = ""  # why it was not kept, in words


def setup_modal(form: Form) -> View:
    """Everything about a digest, to be filled in. What was filled in already stays where the block stays."""
    new = not form.opening.subscription
    blocks: list[Block] = [RichTextBlock(elements=[section(bold(form.problem))])] if form.problem else []
    blocks += _weekly(form) if form.opening.by_weekday else _daily(form)
    blocks += [_time(form.draft), _zone(form.draft), _number(form.draft)]
    blocks += [*_corpora(form), _without(form.draft), _off(form.draft), _how(form.draft), _who(form.draft)]
    blocks += _looked(form)
    title = "Set up a digest" if new else "Change the digest"
    submit = "Set up" if new else "Keep"
    return modal(title, blocks, callback=FORM, submit=submit, close="Cancel", metadata=packed(form.opening))


def packed(opening: Opening) -> str:
    """*opening* as private metadata."""
    return json.dumps(asdict(opening), ensure_ascii=False)


def unpacked(metadata: str) -> Opening:
    """What :func:`packed` has written.

    Raises:
        OldButton: it is not of this form.
    """
    try:
        parts = json.loads(metadata)
        return Opening(**(parts | {"origin": Origin(**parts["origin"])}))
    except (ValueError, TypeError, KeyError):
        raise OldButton from None


def zone_option(name: str) -> Json:
    """A time zone to choose, as Slack asks for it."""
    return {"text": {"type": "plain_text", "text": name, "emoji": False}, "value": name}


def topic_blocks(first: Picked | None) -> list[Block]:
    """What a topic would pick first, and what comes near it and is left out."""
    if first is None:
        return []
    head = f"{counted(first.total, 'paper')} on the shelf"
    head += f", {first.seen:,} of them seen here" if first.seen else ""
    lines = "\n".join(f"• {clip(pick_line(pick), 260)}" for pick in first.picks)
    parts = [bold(f"{head}. First:"), f"\n{lines}"] if lines else [bold(f"{head}. Nothing to pick.")]
    out = [
        f"• {clip(one.paper.headline, 120)} ({one.paper.handle}): {clip(one.reason, 120)}" for one in first.left_out[:5]
    ]
    if out:
        parts += ["\n", bold("Near it, and left out:"), "\n" + "\n".join(out)]
    return [RichTextBlock(elements=[section(*parts)])]


def _daily(form: Form) -> list[Block]:
    names = dict.fromkeys(name for _, name in form.draft.plan)
    options = [_option(topic.label, topic.name) for topic in _choices(form.topics)]
    chosen = next((one for one in options if one.value in names), None)
    topic = StaticSelectElement(action_id=TOPIC, placeholder="A topic", options=options, initial_option=chosen)
    days = [_option(day, str(number)) for number, day in enumerate(DAYS)]
    wanted = {str(day) for day, _ in form.draft.plan}
    ticks = CheckboxesElement(
        action_id=ON, options=days, initial_options=[one for one in days if one.value in wanted] or None
    )
    return [
        InputBlock(block_id=TOPIC, label="Topic", element=topic, dispatch_action=True),
        InputBlock(block_id=ON, label="Days", element=ticks),
        ActionsBlock(elements=[act("A topic for each weekday…", BY_WEEKDAY, "plan")]),
    ]


def _weekly(form: Form) -> list[Block]:
    plan = dict(form.draft.plan)
    options = [_option("None", NO_TOPIC), *(_option(topic.label, topic.name) for topic in _choices(form.topics))]
    blocks: list[Block] = []
    for number, day in enumerate(DAYS):
        chosen = next((one for one in options if one.value == plan.get(number)), options[0])
        topics = StaticSelectElement(action_id=PLAN, options=options, initial_option=chosen)
        blocks.append(InputBlock(block_id=f"{PLAN}.{number}", label=day, element=topics))
    return [*blocks, ActionsBlock(elements=[act("One topic for all days…", ONE_TOPIC, "one")])]


def _choices(topics: Sequence[Topic]) -> list[Topic]:
    return [topic for topic in topics if len(topic.name) <= LONGEST_VALUE][: MOST_OPTIONS - 1]


def _time(draft: Subscription) -> Block:
    at = TimePickerElement(action_id=AT, initial_time=f"{draft.at:%H:%M}")
    return InputBlock(block_id=AT, label="Time", element=at)


def _zone(draft: Subscription) -> Block:
    chosen = _option(draft.zone, draft.zone) if draft.zone else None
    zone = ExternalDataSelectElement(
        action_id=ZONE, placeholder="Type a city, such as Berlin", min_query_length=0, initial_option=chosen
    )
    return InputBlock(block_id=ZONE, label="Time zone", element=zone)


def _number(draft: Subscription) -> Block:
    options = [_option(str(number), str(number)) for number in range(1, MOST_PICKS + 1)]
    picks = StaticSelectElement(action_id=PICKS, options=options, initial_option=options[draft.picks - 1])
    return InputBlock(block_id=PICKS, label="Papers a day, at most", element=picks)


def _corpora(form: Form) -> list[Block]:
    options = [_option(one.label, one.name) for one in form.corpora if len(one.name) <= LONGEST_VALUE][:MOST_OPTIONS]
    if len(options) < 2:  # nothing to choose between
        return []
    chosen = [one for one in options if one.value in form.draft.corpora]
    some = StaticMultiSelectElement(
        action_id=CORPORA, placeholder="As the topic says", options=options, initial_options=chosen or None
    )
    return [InputBlock(block_id=CORPORA, label="Only from these corpora", element=some, optional=True)]


def _without(draft: Subscription) -> Block:
    words = PlainTextInputElement(
        action_id=WITHOUT,
        max_length=LONGEST_WITHOUT,
        initial_value=", ".join(draft.without) or None,
        placeholder="robot, language model",
    )
    hint = "Words or phrases that no paper may have, with commas between them."
    return InputBlock(block_id=WITHOUT, label="Without", element=words, hint=hint, optional=True)


def _off(draft: Subscription) -> Block:
    days = PlainTextInputElement(
        action_id=OFF,
        max_length=LONGEST_OFF,
        initial_value=days_off_text(draft.pauses) or None,
        placeholder="2026-12-24..2027-01-06, 2027-05-01",
    )
    hint = "Days or ranges on which none comes, with commas between them."
    return InputBlock(block_id=OFF, label="Days off", element=days, hint=hint, optional=True)


def _how(draft: Subscription) -> Block:
    ticked = {CODE: draft.has_code, THREAD: draft.in_thread, SILENT: not draft.says_none}
    options = [
        _option("Only papers that give code", CODE),
        _option("Cards in the thread, under a short message", THREAD),
        _option("Silent on days without a paper", SILENT),
    ]
    ticks = CheckboxesElement(
        action_id=HOW, options=options, initial_options=[one for one in options if ticked[str(one.value)]] or None
    )
    return InputBlock(block_id=HOW, label="How", element=ticks, optional=True)


def _who(draft: Subscription) -> Block:
    options = [
        _option("Every member of the channel", ANYBODY),
        _option("Keepers, and the one who sets it up", KEEPERS),
    ]
    who = RadioButtonsElement(action_id=WHO, options=options, initial_option=options[draft.keepers_only])
    return InputBlock(block_id=WHO, label="Who may change it", element=who)


def _looked(form: Form) -> list[Block]:
    look = ActionsBlock(elements=[act("Show what it would pick first", LOOK, "look")])
    return [DividerBlock(), look, *topic_blocks(form.first)]


def _option(text: str, value: str) -> Option:
    return Option(text=PlainTextObject(text=clip(text, 75), emoji=False), value=value)


def filled(values: Mapping[str, Mapping[str, Json]]) -> dict[str, str | list[str]]:
    """What stands in the fields of a form, by block_id: a text, a chosen value, or all of them."""
    return {block: _value(field) for block, fields in values.items() for field in fields.values()}


def _value(field: Json) -> str | list[str]:
    if "selected_options" in field:
        return [str(one["value"]) for one in field["selected_options"] or ()]
    if "selected_option" in field:
        return str((field["selected_option"] or {}).get("value") or "")
    return str(field.get("value") or field.get("selected_time") or "")
