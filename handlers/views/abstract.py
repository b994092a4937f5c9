"""One paper with all that is known of it, in a modal."""

from collections.abc import Sequence

from slack_sdk.models.blocks import (
    ActionsBlock,
    Block,
    DividerBlock,
    InteractiveElement,
    PlainTextObject,
    RichTextBlock,
    RichTextElement,
    RichTextPreformattedElement,
    SectionBlock,
)
from slack_sdk.models.views import View

from handlers.model import Mark
from handlers.views.buttons import SHARE, button, group_button, save_button
from handlers.views.cards import NOWHERE, headline, saved_line
from handlers.views.modals import modal
from handlers.views.origin import Opened, packed
from handlers.views.place import SIMILAR, Place
from handlers.views.text import Rich, bold, clip, link, listed, section
from index.exporting.bibtex import bibtex
from index.exporting.citing import citation
from index.exporting.entry import Entry
from index.model import Hit, Paper

IN_MODAL = "abstract"  # the action_ids of the modal's own buttons begin so
OPEN, PREVIOUS, NEXT = f"{IN_MODAL}.open", f"{IN_MODAL}.previous", f"{IN_MODAL}.next"
MOST_RELATED = 3
LONGEST_PIECE = 2_900  # characters of one text element
LONGEST_ABSTRACT = 5 * LONGEST_PIECE
LONGEST_AUTHORS = 1_500


def abstract_modal(
    paper: Paper,
    opened: Opened,
    mark: Mark = NOWHERE,
    related: Sequence[Hit] = (),
    before: str = "",
    after: str = "",
) -> View:
    """*paper* whole: abstract, links, how to cite it, what is related.

    Args:
        before, after: handles of the hits beside it in the list where it was opened; empty where there is none.
    """
    blocks: list[Block] = [RichTextBlock(elements=[section(*_facts(paper, mark))])]
    blocks.append(RichTextBlock(elements=[section(*_pieces(paper.abstract or "The list has no abstract of it."))]))
    if links := _links(paper):
        blocks.append(RichTextBlock(elements=[section(bold("Links"), "  ", *links)]))
    blocks.append(ActionsBlock(elements=_acts(paper, opened.place, mark, shares=True)))
    if beside := _beside(opened.place, before, after):
        blocks.append(ActionsBlock(elements=beside))
    blocks += _related(paper, related)
    blocks += [DividerBlock(), *_citing(paper)]
    return modal(f"Paper {paper.handle}", blocks, callback=IN_MODAL, metadata=packed(opened))


def _facts(paper: Paper, mark: Mark) -> list[RichTextElement | str]:
    venue = f"{paper.venue} {paper.year}" if paper.venue and paper.year else paper.venue or str(paper.year or "")
    name = paper.name if paper.name and paper.name.casefold() not in paper.headline.casefold() else ""
    flags = ("oral" if paper.oral else "", "withdrawn" if paper.withdrawn else "")
    said = [clip(one, 300) for one in (name, venue, paper.area, *flags) if one]
    parts: list[RichTextElement | str] = [*headline(paper), "\n"]
    if paper.authors:
        parts.append(f"{clip(listed(paper.authors), LONGEST_AUTHORS)}\n")
    parts += ["Handle ", Rich.Text(text=paper.handle, style=Rich.TextStyle(code=True))]
    if said:
        parts.append(f" · {' · '.join(said)}")
    return [*parts, *saved_line(mark)]


def _pieces(text: str) -> list[str]:
    shown = clip(text, LONGEST_ABSTRACT)
    return [shown[start : start + LONGEST_PIECE] for start in range(0, len(shown), LONGEST_PIECE)]


def _links(paper: Paper) -> list[RichTextElement | str]:
    known = [("paper", paper.url), ("PDF", paper.pdf), ("code", paper.code)]
    known += [(kind, address) for kind, id_ in paper.ids if (address := _address(kind, id_)) not in ("", paper.url)]
    parts: list[RichTextElement | str] = []
    for label, address in known:
        if address:
            parts += [" · "] if parts else []
            parts.append(link(address, label))
    return parts


def _address(kind: str, id_: str) -> str:
    """Where an external id leads; empty for a kind that has no addresses."""
    plain = id_.isascii() and id_.isprintable() and " " not in id_
    made = {
        "openreview": f"https://openreview.net/forum?id={id_}",
        "arxiv": f"https://arxiv.org/abs/{id_}",
        "doi": f"https://doi.org/{id_}",
    }
    return made.get(kind, "") if plain else ""


def _acts(paper: Paper, place: Place, mark: Mark, *, shares: bool) -> list[InteractiveElement]:
    # Nobody else sees a modal, so what is saved can be taken off again here, wherever the card stands.
    own = save_button(paper, place if place.is_private else Place(SIMILAR, paper.handle), mark)
    own.action_id = f"{IN_MODAL}.save"
    group = group_button(paper, place, mark)
    group.action_id = f"{IN_MODAL}.group"
    acts: list[InteractiveElement] = [own, group]
    if shares:
        acts.append(button("Share…", f"{IN_MODAL}.{SHARE}", paper, place))
    return acts


def _beside(place: Place, before: str, after: str) -> list[InteractiveElement]:
    moved = [("Previous hit", PREVIOUS, before, -1), ("Next hit", NEXT, after, 1)]
    return [
        button(label, action, _named(handle), Place(place.kind, place.text, place.offset + step, place.newest))
        for label, action, handle, step in moved
        if handle
    ]


def _named(handle: str) -> Paper:
    """Enough of a paper for a button that leads to it."""
    return Paper(handle=handle, key="", headline=handle, abstract="")


def _related(paper: Paper, related: Sequence[Hit]) -> list[Block]:
    if not related:
        return []
    blocks: list[Block] = [DividerBlock(), RichTextBlock(elements=[section(bold("Related papers"))])]
    for at, hit in enumerate(related[:MOST_RELATED]):
        words = PlainTextObject(text=f"{clip(hit.paper.headline, 250)} ({hit.paper.handle})", emoji=False)
        opens = button("Abstract", OPEN, hit.paper, Place(SIMILAR, paper.handle, at))
        blocks.append(SectionBlock(text=words, accessory=opens))
    return blocks


def _citing(paper: Paper) -> list[Block]:
    known = Paper(
        paper.handle,
        paper.key,
        paper.headline,
        "",
        paper.title,
        "",
        paper.authors,
        paper.venue,
        paper.year,
        "",
        paper.url,
    )
    entry = bibtex([Entry(known)])
    shown = [section(bold("How to cite"), "\n", clip(citation(paper), LONGEST_PIECE))]
    return [
        RichTextBlock(
            elements=[*shown, RichTextPreformattedElement(elements=[Rich.Text(text=clip(entry, LONGEST_PIECE))])]
        )
    ]
