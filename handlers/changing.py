"""Who may change a digest, and changing it: one change after the other, each by somebody who may."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from handlers.desk import Desk
from handlers.model import Subscription
from handlers.reading import Reader
from index.errors import PaperBotError

log = structlog.get_logger(__name__)

_KINDS = ("public_channel,private_channel", "public_channel")  # the second where private ones may not be read


class NoDigest(PaperBotError):
    """The digest was stopped, or its button is from elsewhere."""

    def __init__(self, command: str) -> None:
        super().__init__(f"This digest was stopped, so nothing can be done with it. {command} digest sets up another.")


class NotYours(PaperBotError):
    """Only keepers and who began it may change a digest."""

    def __init__(self) -> None:
        super().__init__("Only keepers and the one who set up this digest may change it: ask one of them.")


class NotAMember(PaperBotError):
    """Somebody outside of a channel wants to change its digest."""

    def __init__(self) -> None:
        super().__init__("Only members of its channel may see and change this digest: join the channel first.")


class DigestThere(PaperBotError):
    """A channel has such a digest already."""

    def __init__(self) -> None:
        super().__init__("A digest on this is here already: change that one, or choose another topic.")


@dataclass(frozen=True, slots=True)
class Asker:
    """A member who wants something of a digest, and where they want it."""

    reader: Reader
    client: WebClient
    channel: str = ""  # where they stand; empty for the Home

    @property
    def workspace(self) -> str:
        return self.reader.workspace

    @property
    def member(self) -> str:
        return self.reader.member


@dataclass(frozen=True, slots=True)
class Changes:
    """The digests of a desk, for members who ask for them."""

    desk: Desk
    _turn: threading.Lock = field(default_factory=threading.Lock)

    def seen(self, asker: Asker, id_: str) -> Subscription:
        """The subscription that is called so, for a member of its channel.

        Raises:
            NoDigest, NotAMember: it is not there any more, or not theirs to see.
        """
        found = self.desk.digests.one(asker.workspace, id_) if id_ else None
        if found is None or found.stopped_at is not None:
            raise NoDigest(self.desk.command)
        if asker.channel != found.channel and not is_member(asker.client, found.channel, asker.member):
            raise NotAMember
        return found

    def allowed(self, asker: Asker, id_: str) -> Subscription:
        """Likewise, for one who may change it.

        Raises:
            NotYours: they may not.
        """
        found = self.seen(asker, id_)
        if not may_change(self.desk, found, asker.member):
            raise NotYours
        return found

    def change(self, asker: Asker, id_: str, make: Callable[[Subscription], Subscription]) -> Subscription:
        """Put what *make* gives in the place of a subscription; it sees all changes of before.

        Raises:
            NoDigest, NotAMember, NotYours, WrongSchedule: it stays as it is.
        """
        with self._turn:
            before = self.allowed(asker, id_)
            after = make(before)
            return before if after == before else self.desk.digests.put(asker.workspace, after)

    def begin(self, asker: Asker, new: Subscription) -> Subscription:
        """Keep a new one, unless its channel has the same already.

        Raises:
            NotAMember, DigestThere, WrongSchedule: it is not kept.
        """
        if asker.channel != new.channel and not is_member(asker.client, new.channel, asker.member):
            raise NotAMember
        with self._turn:
            for other in self.desk.digests.in_channel(asker.workspace, new.channel):
                if {name for _, name in other.plan} == {name for _, name in new.plan}:
                    raise DigestThere
            return self.desk.digests.put(asker.workspace, new)


def may_change(desk: Desk, subscription: Subscription, member: str) -> bool:
    """Whether a member of its channel may change a digest."""
    return not subscription.keepers_only or member in desk.keepers or member == subscription.by


def is_member(client: WebClient, channel: str, member: str) -> bool:
    """Whether *member* is in *channel*; no where Slack does not tell."""
    return channel in channels_of(client, member)


def channels_of(client: WebClient, member: str) -> frozenset[str]:
    """The channels that a member is in, as far as the bot may know; their direct messages with it too."""
    found: set[str] = set()
    for kinds in _KINDS:
        try:
            for page in client.users_conversations(user=member, types=kinds, exclude_archived=True, limit=1_000):
                found |= {str(one["id"]) for one in page["channels"]}
            break
        except SlackApiError as refused:
            log.info("the channels of a member can't be read", error=refused.response["error"])
    return frozenset(found)
