"""How one paper looks."""

from slack_sdk.models.blocks import RichTextBlock, RichTextElement

from handlers.model import Mark
from handlers.views.text import ITALIC, Rich, bold, clip, link, member, section
from index.model import Hit, Paper, Snippet

LONGEST_HEADLINE = 200  # characters
LONGEST_BYLINE = 160
LONGEST_ABSTRACT = 2_900

NOWHERE = Mark()


def card(hit: Hit, mark: Mark = NOWHERE) -> RichTextBlock:
    """A hit in a list: headline, who and where, and the stretch that matched; and where it is saved."""
    return RichTextBlock(
        elements=[
            section(*headline(hit.paper), "\n", *byline(hit.paper), *_runs(hit.snippet), *saved_line(mark)),
        ]
    )


def whole(paper: Paper, mark: Mark = NOWHERE) -> RichTextBlock:
    """A paper by itself, with its whole abstract."""
    abstract = clip(paper.abstract, LONGEST_ABSTRACT) or "The list has no abstract of it."
    return RichTextBlock(
        elements=[section(*headline(paper), "\n", *byline(paper), abstract, *saved_line(mark))],
    )


def short(paper: Paper, *more: RichTextElement | str) -> RichTextBlock:
    """A paper in two lines, and what else is to say of it."""
    return RichTextBlock(elements=[section(*headline(paper), "\n", *byline(paper), *more)])


def card_text(paper: Paper) -> str:
    """A paper in one plain line, unescaped."""
    return f"{clip(paper.headline, LONGEST_HEADLINE)} ({paper.handle})"


def headline(paper: Paper) -> list[RichTextElement]:
    """The headline, as a link where there is an address."""
    return [link(paper.url, clip(paper.headline, LONGEST_HEADLINE), strong=True)]


def byline(paper: Paper) -> list[RichTextElement | str]:
    """The handle, the name where the headline lacks it, authors, venue, and the code; then a line's end."""
    said = byline_text(paper)
    if paper.code:
        return [f"{said} · ", link(paper.code, "code"), "\n"]
    return [f"{said}\n"]


def byline_text(paper: Paper) -> str:
    """The same without the code, as plain text."""
    name = paper.name if paper.name and paper.name.casefold() not in paper.headline.casefold() else ""
    venue = f"{paper.venue} {paper.year}" if paper.venue and paper.year else paper.venue
    gone = "withdrawn" if paper.withdrawn else ""
    parts = (paper.handle, gone, name, _authors(paper), venue)
    return " · ".join(clip(part, LONGEST_BYLINE) for part in parts if part)


def saved_line(mark: Mark) -> list[RichTextElement | str]:
    """Where the paper is saved, for those who may know; nothing where it is not."""
    places: list[RichTextElement | str] = []
    if mark.mine:
        places.append("on your list")
    if mark.group:
        places.append("on the group's list")
    if not places:
        return []
    said = Rich.Text(text=f"\nSaved: {' and '.join(str(place) for place in places)}", style=ITALIC)
    return [said, ", by ", member(mark.by)] if mark.by else [said]


def _authors(paper: Paper) -> str:
    if len(paper.authors) > 3:
        return f"{paper.authors[0]} and {len(paper.authors) - 1} others"
    return ", ".join(paper.authors)


def _runs(snippet: Snippet) -> list[RichTextElement | str]:
    return [bold(run) if matched else run for run, matched in snippet.runs]
