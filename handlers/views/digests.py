"""What a channel is told of its digests: how they stand, what comes, and the ledger."""

from collections.abc import Mapping, Sequence

from slack_sdk.models.blocks import ActionsBlock, Block, InteractiveElement, RichTextBlock, RichTextElement

from handlers.model import Delivery, Digest
from handlers.views.dates import long_day
from handlers.views.digest_acts import (
    CHANGE,
    LEDGER,
    LEDGER_PAGE,
    NOW,
    PAUSE,
    PREVIEW,
    RESET,
    RESUME,
    SET_UP,
    SHOW,
    SKIP,
    STOP,
    act,
)
from handlers.views.digest_words import Standing, line_words, next_words, outcome, shelf_words, terms, title, when
from handlers.views.picks import pick_name
from handlers.views.text import bold, clip, code, counted, escape, section

MOST_SHOWN = 4  # digests of one channel that have room in one message
LINES = 10  # of the ledger, a page
PREVIEWED = 5  # days
LONGEST_NAME = 110  # of a paper in a preview


def digest_status(
    standings: Sequence[Standing], channel: str, command: str, *, said: str = "", warning: str = ""
) -> list[Block]:
    """How the digests of a channel stand, and what can be done with them.

    Args:
        said: what has just been done, in words.
        warning: what keeps me from posting there, in words.
    """
    blocks = _words(said, strong=True) + _words(warning)
    if not standings:
        blocks += [RichTextBlock(elements=[section(*_empty(command))])]
        return [*blocks, ActionsBlock(elements=[act("Set up a digest…", SET_UP, channel)])]
    for standing in standings[:MOST_SHOWN]:
        blocks += [RichTextBlock(elements=[section(*_standing(standing))]), _acts(standing)]
    blocks += _words(_left_out(standings))
    return [*blocks, ActionsBlock(elements=[act("Another digest here…", SET_UP, channel)])]


def digest_status_text(standings: Sequence[Standing], command: str, *, said: str = "", warning: str = "") -> str:
    """The same as one plain text."""
    told = [said, warning]
    if not standings:
        told.append(_plain(_empty(command)))
    told += [_plain(_standing(one)).replace("\n", " ") for one in standings[:MOST_SHOWN]]
    return escape("\n".join(one for one in [*told, _left_out(standings)] if one))


def coming(digests: Sequence[Digest], subscription: str) -> list[Block]:
    """The coming digests, as they would be now."""
    parts: list[RichTextElement | str] = [
        bold("What comes, as it is now"),
        ". What you all say and save may change it.",
    ]
    for digest in digests:
        parts += ["\n", bold(f"{long_day(digest.day)} · {clip(digest.topic.label, 80)}"), f"\n{_previewed(digest)}"]
    if not digests:
        parts.append("\nNothing: it is paused, or no day of it comes.")
    return [RichTextBlock(elements=[section(*parts)]), ActionsBlock(elements=[_back(subscription)])]


def coming_text(digests: Sequence[Digest]) -> str:
    """The same as one plain text."""
    days = [f"{long_day(one.day)}, {clip(one.topic.label, 80)}: {_previewed(one)}" for one in digests]
    return escape("\n".join(["What comes, as it is now:", *(days or ["nothing"])]))


def ledger(
    lines: Sequence[Delivery], labels: Mapping[str, str], about: str, *, why: str, offset: int, more: bool
) -> list[Block]:
    """Some lines of the ledger, the newest first, and above them why the last slot brought none.

    Args:
        about: the id of the subscription.
        offset: of the first line.
        more: whether there are older ones.
    """
    head: list[RichTextElement | str] = [bold("Ledger"), f". {why}"]
    head += [f"\n{line_words(line, labels)}" for line in lines] or ["\nNo slot has come yet."]
    turning: list[InteractiveElement] = []
    if offset:
        turning.append(act("Newer", f"{LEDGER_PAGE}.newer", f"{about} {max(0, offset - LINES)}"))
    if more:
        turning.append(act("Older", f"{LEDGER_PAGE}.older", f"{about} {offset + LINES}"))
    return [RichTextBlock(elements=[section(*head)]), ActionsBlock(elements=[*turning, _back(about)])]


def ledger_text(lines: Sequence[Delivery], labels: Mapping[str, str], why: str) -> str:
    """The same as one plain text."""
    return escape("\n".join([f"Ledger. {why}", *(line_words(line, labels) for line in lines)]))


def _standing(standing: Standing) -> list[RichTextElement | str]:
    subscription = standing.subscription
    chosen = terms(subscription)
    parts: list[RichTextElement | str] = [
        bold(title(subscription, standing.labels)),
        f" · {when(subscription, standing.labels)}\n{next_words(standing)} {shelf_words(standing)}\n",
        f"{chosen[0].upper()}{chosen[1:]}",
    ]
    if standing.newest:
        parts.append(f"\nLast: {long_day(standing.newest.day)}, {outcome(standing.newest)}.")
    return parts


def _acts(standing: Standing) -> ActionsBlock:
    subscription, about = standing.subscription, title(standing.subscription, standing.labels)
    id_, newest = subscription.id, standing.newest.id if standing.newest else ""
    rests = subscription.rests_on(standing.today)
    made = [
        ("Change…", CHANGE, id_, ""),
        ("Resume", RESUME, id_, "") if rests else ("Pause", PAUSE, id_, ""),
        ("Skip today", SKIP, id_, ""),
        ("Post one now", NOW, f"{id_} {newest}", ""),
        ("Preview", PREVIEW, id_, ""),
        ("Ledger", LEDGER, id_, ""),
        ("Start over", RESET, id_, "All papers come again, and what was said of picks here is forgotten."),
        ("Stop", STOP, id_, "No digest comes any more. The ledger stays."),
    ]
    kept = [one for one in made if not (rests and one[1] == SKIP)]
    return ActionsBlock(
        elements=[act(label, action, value, about=about, sure=sure) for label, action, value, sure in kept]
    )


def _empty(command: str) -> list[RichTextElement | str]:
    what = "a few papers on a topic on the days that you choose, none of them twice, each with the reason"
    return [
        f"No digest comes here yet. With one, this channel gets {what}. ",
        code(f"{command} topics"),
        " shows and changes the topics.",
    ]


def _left_out(standings: Sequence[Standing]) -> str:
    left = len(standings) - MOST_SHOWN
    return f"{counted(left, 'more digest')} of this channel: see my Home." if left > 0 else ""


def _previewed(digest: Digest) -> str:
    if not digest.picks:
        return clip(digest.note, 200) or "no paper"
    names = "\n".join(f"• {clip(pick_name(pick), LONGEST_NAME)}" for pick in digest.picks)
    return f"{names}\nSeen {digest.seen:,} of {digest.total:,} then."


def _back(subscription: str) -> InteractiveElement:
    return act("Back", SHOW, subscription)


def _words(text: str, *, strong: bool = False) -> list[Block]:
    return [RichTextBlock(elements=[section(bold(text) if strong else text)])] if text else []


def _plain(parts: Sequence[RichTextElement | str]) -> str:
    return "".join(part if isinstance(part, str) else str(part.to_dict()["text"]) for part in parts)
