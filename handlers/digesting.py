"""What the face needs of the bot for topics, digests and watches. All of it belongs to one workspace."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Protocol

from slack_sdk import WebClient

from handlers.model import Delivery, Digest, Subscription, Watch
from index.model import Picked, Topic


class Topics(Protocol):
    """The topics of all workspaces. A workspace begins with those found in the library."""

    def all(self, workspace: str) -> tuple[Topic, ...]:
        """By label."""
        ...

    def one(self, workspace: str, name: str) -> Topic | None: ...

    def put(self, workspace: str, topic: Topic) -> None: ...

    def remove(self, workspace: str, name: str) -> bool:
        """False if it is not there.

        Raises:
            TopicInUse: a subscription needs it.
        """
        ...

    def tried(self, workspace: str, topic: Topic, *, most: int = 5, channel: str = "") -> Picked:
        """What *topic* would pick now, for a channel that had what it had, and what it leaves out."""
        ...


class Digests(Protocol):
    """The subscriptions of all workspaces, and the ledger of what was delivered."""

    def of_workspace(self, workspace: str) -> tuple[Subscription, ...]:
        """Those that were not stopped, by channel."""
        ...

    def in_channel(self, workspace: str, channel: str) -> tuple[Subscription, ...]:
        """Likewise, of one channel."""
        ...

    def one(self, workspace: str, id: str) -> Subscription | None: ...  # noqa: A002 - the word of the model

    def put(self, workspace: str, subscription: Subscription) -> Subscription:
        """Keep *subscription*, a new one if it has no id; it begins now.

        Raises:
            WrongSchedule: zone, time, days or number of picks can't be; says which and what to do.
        """
        ...

    def stop(self, workspace: str, id: str) -> bool:  # noqa: A002 - likewise
        """False if it is not there, or was stopped before."""
        ...

    def reset(self, workspace: str, id: str) -> None:  # noqa: A002 - likewise
        """Forget what its channel had and said of it: its next picks are those of the start."""
        ...

    def today(self, subscription: Subscription) -> date:
        """In its zone."""
        ...

    def next_at(self, subscription: Subscription) -> datetime | None:
        """When it is due next, in its zone; None if it never is."""
        ...

    def post_now(self, workspace: str, id: str, member: str, client: WebClient) -> Delivery:  # noqa: A002 - likewise
        """Post one beside the schedule, at once; its picks count as had. A day without picks is told in the line."""
        ...

    def preview(self, workspace: str, subscription: Subscription, days: int) -> tuple[Digest, ...]:
        """The coming digests, as they would be now."""
        ...

    def ledger(
        self, workspace: str, *, channel: str = "", subscription: str = "", limit: int = 20, offset: int = 0
    ) -> Sequence[Delivery]:
        """The lines of a channel or subscription, the newest first."""
        ...

    def shelf(self, workspace: str, id: str) -> tuple[int, int]:  # noqa: A002 - likewise
        """(seen, total) of the topic that is next."""
        ...

    def say(self, workspace: str, id: str, key: str, member: str, *, more: bool | None) -> bool | None:  # noqa: A002
        """Keep what a member says of a pick: more like it, not for us, or None to take it back; what holds now."""
        ...


class Watches(Protocol):
    """What members wait for."""

    def of(self, workspace: str, member: str) -> tuple[Watch, ...]: ...

    def begin(self, workspace: str, member: str, query: str, corpora: tuple[str, ...] = ()) -> bool:
        """False if the member waits for it already."""
        ...

    def end(self, workspace: str, member: str, id: str) -> bool:  # noqa: A002 - likewise
        """False if it is not there."""
        ...
