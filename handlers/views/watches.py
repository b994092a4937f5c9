"""Watches: what members wait for."""

import json
from collections.abc import Sequence

from slack_sdk.models.blocks import Block, ButtonElement, PlainTextObject, RichTextBlock, RichTextElement, SectionBlock

from handlers.model import Watch
from handlers.views.place import OldButton
from handlers.views.text import bold, clip, escape, section

BEGIN_WATCH = "watch.begin"
END_WATCH = "watch.end"  # value: its id
NEW_ONES = "Tell me of new ones"
LONGEST_QUERY = 150  # characters of a query shown
LONGEST_CARRIED = 1_500  # of a query in a button, whose value has room for 2,000
MOST_LISTED = 40


def watch_button(query: str, corpora: Sequence[str] = (), *, label: str = NEW_ONES) -> list[ButtonElement]:
    """The button that begins a watch for *query*; none for a query that is too long to carry."""
    words = " ".join(query.split())
    if not words or len(words) > LONGEST_CARRIED:
        return []
    value = json.dumps({"query": words, "in": list(corpora)[:5]}, ensure_ascii=False, separators=(",", ":"))
    if len(value) > 2_000:
        return []
    said = clip(f"Tell me when a new paper matches {words}", 75)
    return [ButtonElement(text=label, action_id=BEGIN_WATCH, value=value, accessibility_label=said)]


def wanted(value: str) -> tuple[str, tuple[str, ...]]:
    """The query and the corpora that a button carries.

    Raises:
        OldButton: it carries something else.
    """
    try:
        parts = json.loads(value)
        return str(parts["query"]), tuple(str(one) for one in parts["in"])
    except (ValueError, TypeError, KeyError):
        raise OldButton from None


def watch_list(watches: Sequence[Watch], command: str) -> list[Block]:
    """A member's watches, each with its end."""
    blocks: list[Block] = [RichTextBlock(elements=[section(*_head(watches, command))])]
    for watch in watches[:MOST_LISTED]:
        words = PlainTextObject(text=clip(watch.query, LONGEST_QUERY), emoji=False)
        blocks.append(SectionBlock(text=words, accessory=end_button(watch)))
    return blocks


def watch_list_text(watches: Sequence[Watch], command: str) -> str:
    """The same as one plain text."""
    told = "".join(part if isinstance(part, str) else str(part.to_dict()["text"]) for part in _head(watches, command))
    names = "; ".join(clip(watch.query, LONGEST_QUERY) for watch in watches[:MOST_LISTED])
    return escape(f"{told} {names}".strip())


def end_button(watch: Watch) -> ButtonElement:
    """Ends *watch*; a second press finds that it has ended."""
    said = clip(f"End the watch for {watch.query}", 75)
    return ButtonElement(text="End", action_id=END_WATCH, value=watch.id, accessibility_label=said)


def begun_words(query: str, *, new: bool, command: str) -> str:
    """That a member will hear of it."""
    shown = clip(query, LONGEST_QUERY)
    if not new:
        return escape(f"You wait for “{shown}” already. {command} watches lists and ends what you wait for.")
    return escape(
        f"Done: when new papers match “{shown}”, I write to you in our direct messages, once for each paper. "
        f"{command} watches lists and ends what you wait for."
    )


def ended_words(*, there: bool) -> str:
    """That it is over."""
    return "This watch has ended: I will not write of it again." if there else "This watch had ended before."


def _head(watches: Sequence[Watch], command: str) -> list[RichTextElement | str]:
    if not watches:
        how = f"Press “{NEW_ONES}” under what {command} model merging finds"
        return [f"You wait for nothing yet. {how}, and I write to you when a new paper matches."]
    number = f"{len(watches):,} watch{'' if len(watches) == 1 else 'es'}"
    more = f" The first {MOST_LISTED} are:" if len(watches) > MOST_LISTED else ""
    return [bold(f"You have {number}"), f", which only you can see.{more}"]
