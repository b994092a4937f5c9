"""What comes to a member, on their Home: the digests of their channels, and what they wait for."""

from collections.abc import Sequence
from dataclasses import dataclass

from slack_sdk.models.blocks import (
    ActionsBlock,
    Block,
    DividerBlock,
    HeaderBlock,
    PlainTextObject,
    RichTextBlock,
    RichTextElement,
    SectionBlock,
)

from handlers.model import Watch
from handlers.views.digest_acts import SHOW, act
from handlers.views.digest_words import Standing, next_words, shelf_words, title
from handlers.views.text import Rich, bold, clip, counted, section
from handlers.views.watches import LONGEST_QUERY, end_button

MOST_DIGESTS = 10  # a Home has room for 100 blocks
MOST_WATCHES = 15


@dataclass(frozen=True, slots=True)
class Coming:
    """What comes to a member."""

    digests: Sequence[Standing] = ()
    watches: Sequence[Watch] = ()


NOTHING = Coming()


def coming_blocks(coming: Coming) -> list[Block]:
    """Both, each with the way to change it; nothing for who has none."""
    return _digests(coming.digests) + _watches(coming.watches)


def _digests(standings: Sequence[Standing]) -> list[Block]:
    if not standings:
        return []
    blocks = _head("Digests", f"{counted(len(standings), 'digest')} in channels that you are in.")
    for standing in standings[:MOST_DIGESTS]:
        one = standing.subscription
        parts: list[RichTextElement | str] = [
            Rich.Channel(channel_id=one.channel) if not one.channel.startswith("D") else "Here, in our direct messages",
            ": ",
            bold(title(one, standing.labels)),
            f"\n{next_words(standing)} ({one.zone}) {shelf_words(standing)}",
        ]
        opens = act("Open", SHOW, one.id, about=title(one, standing.labels))
        blocks += [RichTextBlock(elements=[section(*parts)]), ActionsBlock(elements=[opens])]
    return blocks


def _watches(watches: Sequence[Watch]) -> list[Block]:
    if not watches:
        return []
    blocks = _head("What you wait for", "New papers that match come into our direct messages. Only you can see this.")
    for watch in watches[:MOST_WATCHES]:
        words = PlainTextObject(text=clip(watch.query, LONGEST_QUERY), emoji=False)
        blocks.append(SectionBlock(text=words, accessory=end_button(watch)))
    return blocks


def _head(name: str, says: str) -> list[Block]:
    return [
        DividerBlock(),
        HeaderBlock(text=PlainTextObject(text=name, emoji=False)),
        RichTextBlock(elements=[section(says)]),
    ]
