"""How a digest looks in its channel, and what a watch has found in the direct messages of its member."""

from collections.abc import Iterable, Sequence
from typing import Any

from slack_sdk.models.blocks import ActionsBlock, Block, ButtonElement, RichTextBlock, RichTextElement

from handlers.model import Digest, Watch
from handlers.views.answers import LONGEST_TEXT, within
from handlers.views.buttons import buttons
from handlers.views.cards import NOWHERE, card, card_text
from handlers.views.dates import long_day
from handlers.views.digest_acts import ANOTHER_TOPIC, WIDEN, act
from handlers.views.picks import pick_card, pick_line, pick_name
from handlers.views.place import NO_PLACE
from handlers.views.text import bold, clip, code, counted, member, section
from handlers.views.watches import END_WATCH, LONGEST_QUERY
from index.model import Hit

MOST_TEXT = 9_000  # characters of all blocks of one message; Slack refuses it at some length above 9,500
MOST_BLOCKS = 45  # of one message; Slack takes 50
LONGEST_LABEL = 80
LONGEST_NOTE = 400

Part = tuple[str, list[Block]]  # the whole as plain text, and the blocks


def digest_parts(digest: Digest, command: str) -> list[Part]:
    """*digest* as messages: the first stands in the channel, the others in its thread.

    The text of the first one alone tells the whole: topic, day, all picks with their reasons, and the shelf.
    Cards stand in place as far as a message has room for them, or all in the thread where that is wanted.
    """
    head = RichTextBlock(elements=[section(*_head(digest, command))])
    if not digest.picks:
        return [(within(_text(digest)), [head, *_ways_on(digest)])]
    cards = [pick_card(pick, digest.subscription) for pick in digest.picks]
    foot = _ways_on(digest)
    first = [] if digest.in_thread else _fitting(cards, _size([head, *foot]))
    parts: list[Part] = [(within(_text(digest)), [head, *_flat(cards[: len(first)]), *foot])]
    at = len(first)
    while at < len(cards):
        some = _fitting(cards[at:], 0)
        told = "\n".join(pick_line(pick) for pick in digest.picks[at : at + len(some)])
        parts.append((within(told), _flat(some)))
        at += len(some)
    return parts


def watch_parts(watch: Watch, hits: Sequence[Hit], command: str) -> list[Part]:
    """The new matches of *watch*, to its member alone."""
    query = clip(watch.query, LONGEST_QUERY)
    found = f"{counted(len(hits), 'new paper')} {'matches' if len(hits) == 1 else 'match'} "
    head = RichTextBlock(
        elements=[section(found, bold(query), ". ", code(f"{command} watches"), " lists all of yours.")]
    )
    cards: list[list[Block]] = [[card(hit), buttons(hit.paper, NO_PLACE, NOWHERE)] for hit in hits]
    end = ButtonElement(
        text="End this watch",
        action_id=END_WATCH,
        value=watch.id,
        accessibility_label=clip(f"End the watch for {query}", 75),
    )
    parts: list[Part] = []
    at = 0
    while at < len(cards) or not parts:
        before: list[Block] = [] if parts else [head]
        some = _fitting(cards[at:], _size(before) + 50)
        at += len(some)
        last: list[Block] = [ActionsBlock(elements=[end])] if at >= len(cards) else []
        told = "; ".join(card_text(hit.paper) for hit in hits[at - len(some) : at])
        parts.append((within(f"{found}“{query}”: {told}"), [*before, *_flat(some), *last]))
    return parts


def _head(digest: Digest, command: str) -> list[RichTextElement | str]:
    parts: list[RichTextElement | str] = [bold(clip(digest.topic.label, LONGEST_LABEL)), f" · {long_day(digest.day)}"]
    if digest.picks:
        parts.append(f" · {counted(len(digest.picks), 'paper')}. ")
    else:
        parts.append(" · no paper. ")
    parts.append(_said(digest))
    if digest.asked_by:
        parts += [" Asked for by ", member(digest.asked_by), "."]
    if _is_done(digest):
        parts += [" ", code(f"{command} digest"), " has all that can be done with it."]
    return parts


def _text(digest: Digest) -> str:
    head = f"{clip(digest.topic.label, LONGEST_LABEL)} · {long_day(digest.day)}"
    if not digest.picks:
        return f"{head} · no paper. {_said(digest)}"
    head += f" · {counted(len(digest.picks), 'paper')}"
    whole, short = (
        "\n".join([head, *(f"• {line(pick)}" for pick in digest.picks), _said(digest)])
        for line in (pick_line, pick_name)
    )
    return whole if len(whole) <= LONGEST_TEXT else short  # all of them are named, if not why


def _said(digest: Digest) -> str:
    """What there is to say beside the papers: the shelf, and why there are none or that it comes late."""
    note = clip(digest.note, LONGEST_NOTE)
    if not digest.picks and _is_done(digest):
        all_of_them = "the only paper" if digest.total == 1 else f"all {digest.total:,} papers"
        return f"The shelf is done: this channel has had {all_of_them}. Widen it, or another topic?"
    if not digest.picks:
        return note or "None of the papers that this channel has not had is of this topic."
    shelf = f"Seen {digest.seen:,} of {digest.total:,} on this shelf"
    shelf += ", so it is done: widen it, or another topic?" if _is_done(digest) else "."
    return f"{shelf} {note}".rstrip()


def _is_done(digest: Digest) -> bool:
    return 0 < digest.total <= digest.seen


def _ways_on(digest: Digest) -> list[Block]:
    if not _is_done(digest):
        return []
    ways = [
        act("Widen the topic…", WIDEN, digest.subscription),
        act("Another topic…", ANOTHER_TOPIC, digest.subscription),
    ]
    return [ActionsBlock(elements=ways)]


def _fitting(cards: Sequence[list[Block]], used: int) -> list[list[Block]]:
    """The first of *cards* that one message has room for beside *used* characters; at least one."""
    taken: list[list[Block]] = []
    blocks = 0
    for one in cards:
        used, blocks = used + _size(one), blocks + len(one)
        if taken and (used > MOST_TEXT or blocks > MOST_BLOCKS):
            break
        taken.append(one)
    return taken


def _flat(cards: Iterable[list[Block]]) -> list[Block]:
    return [block for one in cards for block in one]


def _size(blocks: Sequence[Block]) -> int:
    """The characters of all text in *blocks*."""
    return sum(_characters(block.to_dict()) for block in blocks)


def _characters(node: Any) -> int:
    if isinstance(node, dict):
        own = len(node["text"]) if isinstance(node.get("text"), str) else 0
        return own + sum(_characters(value) for value in node.values() if isinstance(value, dict | list))
    if isinstance(node, list):
        return sum(_characters(one) for one in node)
    return 0
