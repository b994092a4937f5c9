"""How an answer looks: verbatim passages, each with its marker, and the papers that the markers mean.

Paper text and members' words stand in rich_text alone. Whatever the papers, all text of a message stays under
the 9,500 characters that Slack takes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from zlib import crc32

from slack_sdk.models.blocks import (
    ActionsBlock,
    Block,
    ButtonElement,
    ContextActionsBlock,
    ContextBlock,
    FeedbackButtonsElement,
    InteractiveElement,
    PlainTextObject,
    RichTextBlock,
    RichTextElement,
    RichTextListElement,
    RichTextSectionElement,
)
from slack_sdk.models.views import View

from handlers.views.text import bold, clip, counted, escape, link, section
from handlers.views.watches import NEW_ONES, watch_button
from index.answers.telling import answer_text as plain
from index.answers.telling import nearest_words
from index.model import Answer, Paper, Passage

ASK = "answers.ask"  # the action_ids of the buttons with questions begin so
MORE = "answers.more"
ALL = "answers.all"
SHARE = "answers.share"
FEEDBACK = "answers.feedback"
HELPFUL, NOT_HELPFUL = "yes", "no"

LONGEST_TEXT = 3_900  # characters of the top-level text; chat.update refuses 4,000
LONGEST_LEAD = 800
LONGEST_PASSAGE = 1_500
LONGEST_QUOTED = 4_500  # all passages together
LONGEST_HEADLINE = 150
LONGEST_LACK = 160
LONGEST_LABEL = 72
LONGEST_ECHO = 200
MOST_PAPERS = 10
MOST_QUESTIONS = 3
_LONGEST_VALUE = 1_900  # a button's value has room for 2,000 characters


def answer_blocks(answer: Answer, *, asked: str = "", notice: str = "", private: bool = False) -> list[Block]:
    """Show *answer*.

    Args:
        asked: the question, where no message shows it.
        notice: what could not be read, in our own words; stands small.
        private: whether nobody else sees it, so that it can be shared.
    """
    blocks: list[Block] = []
    if asked:
        blocks.append(RichTextBlock(elements=[section(bold(clip(asked, LONGEST_ECHO)))]))
    if answer.kind == "chat":
        return [*blocks, _paragraph(answer.lead)]
    blocks += _abstention(answer) if answer.kind == "abstain" else _passages(answer)
    if notice:
        blocks.append(ContextBlock(elements=[{"type": "mrkdwn", "text": escape(notice)}]))
    if buttons := _buttons(answer, private=private):
        blocks.append(ActionsBlock(elements=buttons))
    return [*blocks, _feedback()]


def answer_text(answer: Answer, *, asked: str = "", notice: str = "") -> str:
    """The same as one plain text: a complete answer by itself."""
    text = "\n".join(part for part in (clip(asked, LONGEST_ECHO), plain(_shortened(answer)), notice) if part)
    return within(text)


def within(text: str) -> str:
    """*text* escaped, and cut where it would be too long for a message's top-level text."""
    most = LONGEST_TEXT
    while len(escaped := escape(clip(text, most))) > LONGEST_TEXT:
        most -= len(escaped) - LONGEST_TEXT  # what escaping adds, at most; so no escape is cut in two
    return escaped


def more_view(passages: Sequence[Passage]) -> View:
    """A modal with the rest of an answer."""
    papers = tuple({passage.paper.handle: passage.paper for passage in passages}.values())
    rest = Answer("answer", passages=tuple(passages), papers=papers)
    return View(type="modal", title="More of the answer", close="Close", blocks=_passages(rest))


def reference(passages: Iterable[Passage]) -> str:
    """*passages* as a button carries them: by place, and with a check of their text."""
    places = [f"{one.paper.handle}:{one.start}:{one.end}:{crc32(one.text.encode()):08x}" for one in passages]
    while len(",".join(places)) > _LONGEST_VALUE:
        places.pop()
    return ",".join(places)


def referred(value: str) -> list[tuple[str, int, int, str]]:
    """Handle, start, end and check of each passage that a button carries."""
    parts = (place.split(":") for place in value.split(",") if place)
    return [(handle, int(start), int(end), check) for handle, start, end, check in parts]


def is_still(passage: Passage, check: str) -> bool:
    """Whether *passage* is what it was when a button was made."""
    return f"{crc32(passage.text.encode()):08x}" == check


def _passages(answer: Answer) -> list[Block]:
    answer = _shortened(answer)
    shown = {passage.paper.handle for passage in answer.passages}
    lead = clip(answer.lead, LONGEST_LEAD)
    quoted = [_quoted(list(some), answer) for _, some in groupby(answer.passages, lambda one: one.paper.handle)]
    parts: list[RichTextElement] = []
    if len(quoted) > 1:
        parts += [section(lead)] if lead else []
        parts.append(RichTextListElement(style="bullet", elements=[section(*words) for words in quoted]))
    elif lead or quoted:
        parts.append(section(lead, "\n" if lead and quoted else "", *(quoted[0] if quoted else [])))
    cited = [(place, paper) for place, paper in enumerate(answer.papers, 1) if paper.handle in shown]
    blocks: list[Block] = [RichTextBlock(elements=parts)] if parts else []
    if cited:
        blocks.append(RichTextBlock(elements=[_sources(cited)]))
    return blocks


def _shortened(answer: Answer) -> Answer:
    """*answer* with as many of its passages as a message has room for; at least the first."""
    kept: list[Passage] = []
    papers: set[str] = set()
    room = LONGEST_QUOTED
    for passage in answer.passages:
        room -= min(len(passage.text), LONGEST_PASSAGE)
        papers.add(passage.paper.handle)
        if kept and (room < 0 or len(papers) > MOST_PAPERS):
            break
        kept.append(passage)
    return replace(answer, passages=tuple(kept))


def _quoted(passages: Sequence[Passage], answer: Answer) -> list[RichTextElement | str]:
    """What one paper says: its name, then each stretch with its marker behind it."""
    paper = passages[0].paper
    parts: list[RichTextElement | str] = []
    if paper.name:
        parts += [bold(clip(paper.name, LONGEST_HEADLINE)), ": "]
    for place, passage in enumerate(passages):
        opens, closes = ("“", "” ") if answer.chinese else ("", " ")  # English within Chinese is marked as quoted
        parts += [" " if place else "", opens, *_emphasised(passage), closes]
        parts.append(link(paper.url, f"[{answer.marker(paper)}]"))
    return parts


def _emphasised(passage: Passage) -> list[RichTextElement | str]:
    """The passage, word for word, with what answers by itself in bold."""
    text, end = passage.paper.abstract, min(passage.end, passage.start + LONGEST_PASSAGE)
    parts: list[RichTextElement | str] = []
    at = passage.start
    for start, stop in sorted(passage.bold):
        first, last = max(start, at), min(stop, end)
        if first < last:
            parts += [text[at:first], bold(text[first:last])]
            at = last
    return [*parts, text[at:end], "…" if end < passage.end else ""]


def _sources(cited: Sequence[tuple[int, Paper]]) -> RichTextSectionElement:
    parts: list[RichTextElement | str] = []
    for line, (place, paper) in enumerate(cited):
        parts += ["\n" if line else "", f"[{place}] ", link(paper.url, clip(paper.headline, LONGEST_HEADLINE))]
        parts.append(f"  {paper.handle}")
        if paper.code:
            parts += [" · ", link(paper.code, "code")]
    return section(*parts)


def _abstention(answer: Answer) -> list[Block]:
    blocks: list[Block] = [_paragraph(answer.reason)]
    if not answer.nearest:
        return blocks
    lacks = answer.lacks or ("",) * len(answer.nearest)
    rows = [_near(paper, lack) for paper, lack in list(zip(answer.nearest, lacks, strict=True))[:MOST_PAPERS]]
    near = RichTextListElement(style="bullet", elements=rows)
    return [*blocks, RichTextBlock(elements=[section(f"{nearest_words(answer)}\n"), near])]


def _near(paper: Paper, lack: str) -> RichTextSectionElement:
    how = f": {clip(lack, LONGEST_LACK)}" if lack else ""
    return section(link(paper.url, clip(paper.headline, LONGEST_HEADLINE)), f"  {paper.handle}{how}")


def _paragraph(text: str) -> RichTextBlock:
    return RichTextBlock(elements=[section(clip(text, LONGEST_LEAD))])


def _buttons(answer: Answer, *, private: bool) -> list[InteractiveElement]:
    buttons: list[InteractiveElement] = [
        ButtonElement(text=_words(question), action_id=f"{ASK}.{place}", value=clip(question, _LONGEST_VALUE))
        for place, question in enumerate(answer.suggestions[:MOST_QUESTIONS])
    ]
    left_out = answer.passages[len(_shortened(answer).passages) :]
    if behind := reference([*left_out, *answer.more]):
        buttons.append(ButtonElement(text="更多" if answer.chinese else "More", action_id=MORE, value=behind))
    if answer.browse and (answer.total or 0) > len(answer.papers):
        every = counted(answer.total or 0, "paper")
        label = f"全部 {answer.total:,} 篇论文" if answer.chinese else f"All {every}"
        buttons.append(ButtonElement(text=label, action_id=ALL, value=clip(answer.browse, _LONGEST_VALUE)))
    if answer.kind == "abstain" and answer.browse:
        buttons += watch_button(answer.browse, label="有新论文时告诉我" if answer.chinese else NEW_ONES)
    if private and answer.kind == "answer":
        buttons.append(
            ButtonElement(text="分享到频道" if answer.chinese else "Share to channel", action_id=SHARE, value="answer")
        )
    return buttons


def _words(question: str) -> PlainTextObject:
    """A question on a button; without emoji, since names of papers may stand in it."""
    return PlainTextObject(text=clip(question, LONGEST_LABEL), emoji=False)


def _feedback() -> ContextActionsBlock:
    buttons = FeedbackButtonsElement(
        action_id=FEEDBACK,
        positive_button={"text": _text("👍"), "value": HELPFUL, "accessibility_label": "This answer helped"},
        negative_button={"text": _text("👎"), "value": NOT_HELPFUL, "accessibility_label": "This answer did not help"},
    )
    return ContextActionsBlock(elements=[buttons])


def _text(words: str) -> dict[str, object]:
    return {"type": "plain_text", "text": words, "emoji": True}
