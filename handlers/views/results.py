"""How search results look."""

import json
from collections.abc import Mapping, Sequence

from slack_sdk.models.blocks import (
    ActionsBlock,
    Block,
    ButtonElement,
    ContextBlock,
    InteractiveElement,
    RichTextBlock,
    RichTextElement,
)

from handlers.model import Mark
from handlers.views.buttons import buttons, remove_button
from handlers.views.cards import NOWHERE, card, card_text, whole
from handlers.views.narrowing import narrow_id, narrow_menu
from handlers.views.place import SEARCH, SIMILAR, OldButton, Place
from handlers.views.text import bold, clip, counted, escape, listed, section
from handlers.views.watches import watch_button
from index.model import Hit, Page, Paper

PAGE = "results.page"  # the action_id of the buttons Next and Previous begins so
PAGE_SIZE = 5
LONGEST_ECHO = 150  # characters of a query shown
LONGEST_CARRIED = 1_500  # of a query in a button, whose value has room for 2,000


def results(
    query: str, page: Page, marks: Mapping[str, Mark] | None = None, *, newest: bool = False, asked_by: str = ""
) -> list[Block]:
    """Show one page of hits: a head, a card and its buttons for each hit, and the way to the next page.

    Paper text stands in rich_text, where nothing in it can ring, link or format. Five hits a page
    keep all text of the message under 9,500 characters, above which Slack refuses it
    (msg_blocks_too_long, undocumented).

    Args:
        marks: by handle, where the reader has saved what; None where others see the answer too.
        asked_by: the member who may take an answer away that others see.
    """
    blocks: list[Block] = [RichTextBlock(elements=[section(*_head(page, newest=newest))])]
    private = marks is not None and len(query) <= LONGEST_CARRIED
    alone = len(page.hits) == 1 and page.total == 1 and not page.partial
    for at, hit in enumerate(page.hits, page.offset):
        mark = (marks or {}).get(hit.paper.handle, NOWHERE)
        place = Place(SEARCH, query, at, newest) if private else Place()
        blocks += [whole(hit.paper, mark) if alone else card(hit, mark), buttons(hit.paper, place, mark)]
    turning: list[InteractiveElement] = [*_turning(query, page, newest=newest)]
    turning += [] if alone else watch_button(query)
    turning += [remove_button(asked_by)] if asked_by else []
    menu = narrow_menu() if private and not (alone or page.partial) and page.hits else None
    if menu and (block_id := narrow_id(query, newest=newest)):
        return [*blocks, ActionsBlock(block_id=block_id, elements=[*turning, menu])]
    return [*blocks, ActionsBlock(elements=turning)] if turning else blocks


def results_text(page: Page) -> str:
    """The same as one plain text, for notifications and screen readers."""
    head = "".join(part if isinstance(part, str) else str(part.to_dict()["text"]) for part in _head(page))
    found = "; ".join(card_text(hit.paper) for hit in page.hits)
    return escape(f"{head} {found}".strip())


def similar(paper: Paper, hits: Sequence[Hit], marks: Mapping[str, Mark]) -> list[Block]:
    """Papers on the matter of *paper*, to its reader alone."""
    blocks: list[Block] = [RichTextBlock(elements=[section(*_similar_head(paper, hits))])]
    for at, hit in enumerate(hits):
        mark = marks.get(hit.paper.handle, NOWHERE)
        blocks += [card(hit, mark), buttons(hit.paper, Place(SIMILAR, paper.handle, at), mark)]
    return blocks


def similar_text(paper: Paper, hits: Sequence[Hit]) -> str:
    """The same as one plain text."""
    return escape(f"Similar to {card_text(paper)}: {'; '.join(card_text(hit.paper) for hit in hits) or 'none'}")


def asked_for(value: str) -> tuple[str, int, bool]:
    """The query, the offset and whether the newest stand first, as a page button carries them.

    Raises:
        OldButton: it carries something else.
    """
    try:
        parts = json.loads(value)
        return str(parts["query"]), int(parts["offset"]), bool(parts.get("newest"))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise OldButton from None


def hint(command: str) -> list[Block]:
    """What stands under the answer to a mention, for those who have not met the command."""
    return [ContextBlock(elements=[{"type": "mrkdwn", "text": f"Privately, from anywhere: `{command} your words`"}])]


def _similar_head(paper: Paper, hits: Sequence[Hit]) -> list[RichTextElement | str]:
    name = clip(paper.headline, LONGEST_ECHO)
    if not hits:
        return ["Nothing similar to ", bold(name), f" ({paper.handle}) is in the library."]
    return [f"{counted(len(hits), 'paper')} similar to ", bold(name), f" ({paper.handle})"]


def _head(page: Page, *, newest: bool = False) -> list[RichTextElement | str]:
    asked = bold(clip(page.understood, LONGEST_ECHO))
    where = f"{counted(page.searched, 'paper')} of {_corpora(page.corpora)}"
    if not page.hits:
        return ["Nothing found for ", asked, f". None of the {where} has these words: try fewer or other ones."]
    if page.partial:
        near = "the nearest one:" if len(page.hits) == 1 else f"the nearest {len(page.hits)}:"
        return ["No paper has enough of ", asked, f". I looked through {where}; {near}"]
    shown = counted(page.total, "paper")
    if page.total > len(page.hits):
        shown = f"{page.offset + 1}–{page.offset + len(page.hits)} of {shown}"
    full = f", {page.full:,} with all of it" if 0 < page.full < page.total else ""
    return [f"{shown} for ", asked, f"{full}{', newest first' if newest else ''} · {_corpora(page.corpora)}"]


def _corpora(labels: Sequence[str]) -> str:
    if len(labels) > 3:
        return f"{len(labels)} corpora"
    return listed(labels) if labels else "the library"


def _turning(query: str, page: Page, *, newest: bool) -> list[ButtonElement]:
    buttons: list[ButtonElement] = []
    if page.partial or len(query) > LONGEST_CARRIED:
        return buttons
    if page.offset > 0:
        buttons.append(_to("Previous", query, max(0, page.offset - PAGE_SIZE), newest=newest))
    if page.offset + len(page.hits) < page.total:
        buttons.append(_to("Next", query, page.offset + PAGE_SIZE, newest=newest))
    return buttons


def _to(label: str, query: str, offset: int, *, newest: bool) -> ButtonElement:
    carried = {"query": query, "offset": offset} | ({"newest": True} if newest else {})
    return ButtonElement(text=label, action_id=f"{PAGE}.{label.lower()}", value=json.dumps(carried, ensure_ascii=False))
