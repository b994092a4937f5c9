"""How one paper looks."""

from slack_sdk.models.blocks import RichTextBlock, RichTextElement

from handlers.views.text import bold, clip, link, section
from index.model import Hit, Paper, Snippet

LONGEST_HEADLINE = 200  # characters
LONGEST_BYLINE = 160
LONGEST_ABSTRACT = 2_900


def card(hit: Hit) -> RichTextBlock:
    """A hit in a list: headline, who and where, and the stretch that matched."""
    return RichTextBlock(elements=[section(*_headline(hit.paper), "\n", *_byline(hit.paper), *_runs(hit.snippet))])


def whole(paper: Paper) -> RichTextBlock:
    """A paper by itself, with its whole abstract."""
    abstract = clip(paper.abstract, LONGEST_ABSTRACT) or "The list has no abstract of it."
    return RichTextBlock(elements=[section(*_headline(paper), "\n", *_byline(paper), abstract)])


def card_text(paper: Paper) -> str:
    """A paper in one plain line, unescaped."""
    return f"{clip(paper.headline, LONGEST_HEADLINE)} ({paper.handle})"


def _headline(paper: Paper) -> list[RichTextElement]:
    return [link(paper.url, clip(paper.headline, LONGEST_HEADLINE), strong=True)]


def _byline(paper: Paper) -> list[RichTextElement | str]:
    """The handle, the name where the headline lacks it, authors, venue, and the code; then a line's end."""
    name = paper.name if paper.name and paper.name.casefold() not in paper.headline.casefold() else ""
    venue = f"{paper.venue} {paper.year}" if paper.venue and paper.year else paper.venue
    said = " · ".join(clip(part, LONGEST_BYLINE) for part in (paper.handle, name, _authors(paper), venue) if part)
    if paper.code:
        return [f"{said} · ", link(paper.code, "code"), "\n"]
    return [f"{said}\n"]


def _authors(paper: Paper) -> str:
    if len(paper.authors) > 3:
        return f"{paper.authors[0]} and {len(paper.authors) - 1} others"
    return ", ".join(paper.authors)


def _runs(snippet: Snippet) -> list[RichTextElement | str]:
    return [bold(run) if matched else run for run, matched in snippet.runs]
