"""How search results look."""

import json
from collections.abc import Sequence

from slack_sdk.models.blocks import ActionsBlock, Block, ButtonElement, ContextBlock, RichTextBlock, RichTextElement

from handlers.views.cards import card, card_text, whole
from handlers.views.text import bold, clip, counted, escape, listed, section
from index.model import Page

PAGE = "results.page"  # the action_id of the buttons Next and Previous begins so
PAGE_SIZE = 5
LONGEST_ECHO = 150  # characters of a query shown


def results(query: str, page: Page) -> list[Block]:
    """Show one page of hits: a head, a card for each hit, and the way to the next page.

    Paper text stands in rich_text, where nothing in it can ring, link or format. Five hits a page
    keep all text of the message under 9,500 characters, above which Slack refuses it
    (msg_blocks_too_long, undocumented).
    """
    blocks: list[Block] = [RichTextBlock(elements=[section(*_head(page))])]
    if len(page.hits) == 1 and page.total == 1 and not page.partial:
        return [*blocks, whole(page.hits[0].paper)]
    blocks += [card(hit) for hit in page.hits]
    buttons = _turning(query, page)
    return [*blocks, ActionsBlock(elements=buttons)] if buttons else blocks


def results_text(page: Page) -> str:
    """The same as one plain text, for notifications and screen readers."""
    head = "".join(part if isinstance(part, str) else str(part.to_dict()["text"]) for part in _head(page))
    found = "; ".join(card_text(hit.paper) for hit in page.hits)
    return escape(f"{head} {found}".strip())


def asked_for(value: str) -> tuple[str, int]:
    """The query and the offset that a page button carries."""
    carried = json.loads(value)
    return str(carried["query"]), int(carried["offset"])


def hint(command: str) -> list[Block]:
    """What stands under the answer to a mention, for those who have not met the command."""
    return [ContextBlock(elements=[{"type": "mrkdwn", "text": f"Privately, from anywhere: `{command} your words`"}])]


def _head(page: Page) -> list[RichTextElement | str]:
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
    return [f"{shown} for ", asked, f"{full} · {_corpora(page.corpora)}"]


def _corpora(labels: Sequence[str]) -> str:
    if len(labels) > 3:
        return f"{len(labels)} corpora"
    return listed(labels) if labels else "the library"


def _turning(query: str, page: Page) -> list[ButtonElement]:
    buttons = []
    if page.partial or len(query) > 1_500:  # a button's value has room for 2,000 characters
        return []
    if page.offset > 0:
        buttons.append(_to("Previous", query, max(0, page.offset - PAGE_SIZE)))
    if page.offset + len(page.hits) < page.total:
        buttons.append(_to("Next", query, page.offset + PAGE_SIZE))
    return buttons


def _to(label: str, query: str, offset: int) -> ButtonElement:
    value = json.dumps({"query": query, "offset": offset}, ensure_ascii=False)
    return ButtonElement(text=label, action_id=f"{PAGE}.{label.lower()}", value=value)
