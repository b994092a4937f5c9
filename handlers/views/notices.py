"""Short words of the bot's own: help, greeting, corpora."""

from collections.abc import Sequence

from slack_sdk.models.blocks import (
    Block,
    RichTextBlock,
    RichTextElement,
    RichTextListElement,
    RichTextSectionElement,
)

from handlers.commands import EXAMPLES, WORDS
from handlers.views.text import bold, code, counted, escape, listed, section
from index.model import Corpus


def help_blocks(command: str) -> list[Block]:
    """What can be typed, one worked example each."""
    rows = [section(code(f"{command} {example}"), f"  {says}") for example, says in EXAMPLES]
    rows += [section(code(f"{command} {word.usage}"), f"  {word.says}") for word in WORDS]
    return [
        RichTextBlock(
            elements=[
                section(bold("Find papers from anywhere"), "\n"),
                _bullets(rows),
                section("\n", bold("Ask in a thread"), "\nMention me there: ", *_threads()),
            ]
        )
    ]


def help_text(command: str) -> str:
    """The same as one plain text."""
    lines = [f"{command} {example}: {says}" for example, says in EXAMPLES]
    lines += [f"{command} {word.usage}: {word.says}" for word in WORDS]
    lines.append("In a thread, mention me: Slack has no slash commands there.")
    return escape("\n".join(lines))


def _threads() -> list[RichTextElement | str]:
    return [
        "Slack has no slash commands in threads, so write to me there as to a colleague. A direct message works too. “",
        code("follow this thread"),
        "” lets you ask on there without a mention.",
    ]


def greeting(command: str, corpora: Sequence[Corpus]) -> tuple[str, list[Block]]:
    """What the bot says once when it is invited to a channel: text and blocks."""
    known = f"I know {_known(corpora)}. " if corpora else ""
    words: list[RichTextElement | str] = [
        f"Hello. {known}Type ",
        code(f"{command} model merging"),
        " to find papers (only you see the answer), or mention me in a thread. ",
        code(f"{command} help"),
        " tells the rest.",
    ]
    text = f"Hello. {known}Type {command} model merging to find papers, or mention me in a thread."
    return escape(text), [RichTextBlock(elements=[section(*words)])]


def corpora_blocks(corpora: Sequence[Corpus]) -> list[Block]:
    """The corpora with their counts."""
    rows = [
        section(bold(corpus.label), f"  {counted(corpus.papers, 'paper')}, as ", code(corpus.name))
        for corpus in corpora
    ]
    return [RichTextBlock(elements=[_bullets(rows)])]


def corpora_text(corpora: Sequence[Corpus]) -> str:
    """The same as one plain text."""
    return escape("; ".join(f"{corpus.label}: {counted(corpus.papers, 'paper')}" for corpus in corpora))


def _known(corpora: Sequence[Corpus]) -> str:
    counts = (f"{counted(corpus.papers, 'paper')} of {corpus.label}" for corpus in corpora)
    return f"the abstracts of {listed(counts)}"


def _bullets(rows: list[RichTextSectionElement]) -> RichTextListElement:
    return RichTextListElement(style="bullet", elements=rows)
