"""How one pick of a digest looks: a paper, and why it was chosen."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from slack_sdk.models.blocks import ActionsBlock, Block, ButtonElement, RichTextBlock, RichTextElement

from handlers.views.buttons import buttons
from handlers.views.cards import LONGEST_HEADLINE, NOWHERE, byline, headline
from handlers.views.place import NO_PLACE, OldButton
from handlers.views.text import ITALIC, Rich, bold, clip, counted, listed, section
from index.model import Paper, Pick, Reason

MORE_LIKE, NOT_FOR_US = "pick.more", "pick.less"
TAKE_BACK = "pick.back"
SHARE_PICK = "pick.share"
MOST_TERMS = 4
LONGEST_TERM = 50
LONGEST_SNIPPET = 320  # characters
LONGEST_REASONS = 260


@dataclass(frozen=True, slots=True)
class Judged:
    """Which pick of which subscription a member says something of."""

    subscription: str
    handle: str


def pick_card(pick: Pick, subscription: str) -> list[Block]:
    """A pick with its reasons, and what can be done with it; for everybody in a channel."""
    why = Rich.Text(text=f"\nWhy: {clip(reasons_text(pick.reasons), LONGEST_REASONS)}", style=ITALIC)
    said = section(*headline(pick.paper), "\n", *byline(pick.paper), *_snippet(pick), why)
    return [RichTextBlock(elements=[said]), _acts(pick.paper, subscription)]


def pick_line(pick: Pick) -> str:
    """A pick in one plain line, unescaped."""
    return f"{pick_name(pick)}: {clip(reasons_text(pick.reasons), LONGEST_REASONS)}"


def pick_name(pick: Pick) -> str:
    """What a pick is called, with its handle."""
    return f"{clip(pick.paper.headline, LONGEST_HEADLINE)} ({pick.paper.handle})"


def reasons_text(reasons: Sequence[Reason]) -> str:
    """Why a paper was picked, as a colleague would say it."""
    return "; ".join(_said(reason) for reason in reasons)


def noted_words(paper: Paper, holds: bool | None) -> str:
    """What holds now of what a member said of a pick, to them alone; unescaped."""
    name = f"{clip(paper.headline, LONGEST_HEADLINE)} ({paper.handle})"
    if holds is None:
        return f"Taken back: what you said of {name} moves nothing any more."
    wish = "more like" if holds else "not for us:"
    moves = "Such papers come earlier here" if holds else "Such papers come later here"
    return f"Noted: {wish} {name}. {moves} from the next digest on; nobody is shown who said so."


def back_button(about: Judged) -> ButtonElement:
    """Takes back what was said of a pick."""
    return ButtonElement(text="Take it back", action_id=TAKE_BACK, value=judging(about))


def judged(value: str) -> Judged:
    """What a button of a pick is about.

    Raises:
        OldButton: it carries something else.
    """
    try:
        parts = json.loads(value)
        return Judged(str(parts["digest"]), str(parts["paper"]))
    except (ValueError, TypeError, KeyError):
        raise OldButton from None


def judging(about: Judged) -> str:
    """*about* as a button's value."""
    return json.dumps({"digest": about.subscription, "paper": about.handle}, separators=(",", ":"))


def _said(reason: Reason) -> str:
    match reason.kind:
        case "words":
            return f"it says {listed(f'“{clip(word, LONGEST_TERM)}”' for word in reason.words[:MOST_TERMS])}"
        case "example":
            return f"it is like {reason.handle}, an example of this topic"
        case "liked":
            return f"it is like {reason.handle}, and this channel wanted more like that"
        case "saved":
            return f"it is like {reason.handle}, which {_members(reason.count)} saved to the group's list"
        case "area" if reason.words:
            return f"its area is {clip(reason.words[0], LONGEST_TERM)}"
        case "oral":
            return "an oral"
        case "new":
            return "new in the library"
    return "it is what this topic asks for"


def _members(count: int) -> str:
    return "one of you" if count == 1 else counted(count, "member")


def _snippet(pick: Pick) -> list[RichTextElement | str]:
    room, parts = LONGEST_SNIPPET, list[RichTextElement | str]()
    for run, matched in pick.snippet.runs:
        shown = clip(run, room) if room > 1 else ""
        room -= len(shown)
        if shown:
            parts.append(bold(shown) if matched else shown)
        if len(shown) < len(run):
            break
    return parts


def _acts(paper: Paper, subscription: str) -> ActionsBlock:
    row = buttons(paper, NO_PLACE, NOWHERE)
    value = judging(Judged(subscription, paper.handle))
    own = [("Share…", SHARE_PICK), ("More like this", MORE_LIKE), ("Not for us", NOT_FOR_US)]
    row.elements[-1:-1] = [
        ButtonElement(
            text=label, action_id=action, value=value, accessibility_label=clip(f"{label}: {paper.headline}", 75)
        )
        for label, action in own
    ]
    return row
