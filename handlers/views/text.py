"""Small pieces of text in Slack."""

from collections.abc import Iterable

from slack_sdk.models.blocks import RichTextBlock, RichTextElement, RichTextElementParts, RichTextSectionElement

Rich = RichTextElementParts
BOLD = Rich.TextStyle(bold=True)
CODE = Rich.TextStyle(code=True)
ITALIC = Rich.TextStyle(italic=True)
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def escape(text: str) -> str:
    """Make *text* safe in a message's top-level text, which Slack reads as mrkdwn."""
    return text.translate(_ESCAPES)


def counted(number: int, noun: str) -> str:
    """Say *number* of *noun*: "1 paper", "2 papers"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def clip(text: str, length: int) -> str:
    """Shorten *text* to at most *length* characters, with an ellipsis at the cut."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def listed(names: Iterable[str]) -> str:
    """Join *names* as people do: "a", "a and b", "a, b and c"."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def section(*parts: RichTextElement | str) -> RichTextSectionElement:
    """A paragraph; bare strings are plain words, and empty ones are left out (Slack refuses them)."""
    elements = [Rich.Text(text=part) if isinstance(part, str) else part for part in parts if part != ""]
    return RichTextSectionElement(elements=elements)


def section_of(text: str) -> RichTextBlock:
    """*text* as a block of its own: a paragraph of plain words."""
    return RichTextBlock(elements=[section(text)])


def bold(text: str) -> RichTextElement:
    """*text* in bold."""
    return Rich.Text(text=text, style=BOLD)


def code(text: str) -> RichTextElement:
    """*text* as something to type."""
    return Rich.Text(text=text, style=CODE)


def link(url: str, text: str, *, strong: bool = False) -> RichTextElement:
    """*text* that leads to *url*, or the bare text where there is none."""
    style = BOLD if strong else None
    return Rich.Link(url=url, text=text, style=style) if url else Rich.Text(text=text, style=style)


def member(who: str) -> RichTextElement:
    """A member by name. In a private answer it rings nobody."""
    return Rich.User(user_id=who)
