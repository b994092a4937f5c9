"""What keepers are told of a week: numbers, and nobody's name."""

from collections.abc import Iterator
from datetime import timedelta

from slack_sdk.models.blocks import Block, RichTextBlock, RichTextListElement

from handlers.model import Week
from handlers.views.text import bold, counted, escape, section


def week_parts(week: Week) -> list[tuple[str, list[Block]]]:
    """The card of *week*, as the one message that it is."""
    head = _head(week)
    lines = list(_lines(week))
    if not lines:
        alone = RichTextBlock(elements=[section(bold(head), " Nobody asked me anything.")])
        return [(f"{head} Nobody asked me anything.", [alone])]
    rows = RichTextListElement(style="bullet", elements=[section(line) for line in lines])
    foot = section("Numbers alone: who asked, and for what, is not counted.")
    text = escape(f"{head} {' '.join(lines)}")
    return [(text, [RichTextBlock(elements=[section(bold(head)), rows, foot])])]


def _head(week: Week) -> str:
    last = week.first + timedelta(days=6)
    return f"The week of {week.first.day} {week.first:%B} to {last.day} {last:%B %Y}."


def _lines(week: Week) -> Iterator[str]:
    if week.searches:
        found = (
            "all found something" if not week.empty else f"{week.empty:,} found nothing that has enough of the words"
        )
        yield f"{_counted(week.searches, 'search', 'searches')}: {found}."
    if week.questions:
        no = f", {week.declined:,} with an honest no" if week.declined else ""
        yield f"{counted(week.questions, 'question')}: {week.answered:,} answered from the abstracts{no}."
    if week.picks:
        ignored = f"{week.ignored:,} nobody saved or judged" if week.ignored else "each was saved or judged"
        yield f"{counted(week.picks, 'pick')} in digests: {ignored}."


def _counted(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"
