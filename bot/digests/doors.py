"""What handlers may ask of topics, digests and watches; see :mod:`handlers.digesting`."""

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from slack_sdk import WebClient

from bot.clock import Clock
from bot.digests.checking import checked
from bot.digests.choosing import PICK, RESET, Chooser
from bot.digests.delivering import Deliverer
from bot.digests.due import next_due
from bot.digests.posting import plain
from bot.errors import NoDigest, NoTopic, TopicInUse
from bot.memory.memory import Memory
from handlers.model import Delivery, Digest, Feedback, Subscription, Watch
from index.model import Picked, Topic

MOST_PREVIEWED = 60  # days


class BotTopics:
    """The topics of all workspaces. One that never changed any has those of the library."""

    def __init__(self, memory: Memory, chooser: Chooser, clock: Clock) -> None:
        self._memory = memory
        self._chooser = chooser
        self._clock = clock

    def all(self, workspace: str) -> tuple[Topic, ...]:
        return tuple(sorted(self._chooser.topics(workspace), key=lambda topic: (topic.label.casefold(), topic.name)))

    def one(self, workspace: str, name: str) -> Topic | None:
        return self._chooser.topic(workspace, name)

    def put(self, workspace: str, topic: Topic) -> None:
        self.keep_found(workspace)
        self._memory.topics.put(workspace, topic, now=self._clock.now())

    def remove(self, workspace: str, name: str) -> bool:
        needing = tuple(
            one.channel
            for one in self._memory.subscriptions.running(workspace)
            if name in {topic for _, topic in one.plan}
        )
        topic = self.one(workspace, name)
        if topic is not None and needing:
            raise TopicInUse(topic.label, tuple(dict.fromkeys(needing)))
        self.keep_found(workspace)
        return self._memory.topics.remove(workspace, name)

    def tried(self, workspace: str, topic: Topic, *, most: int = 5, channel: str = "") -> Picked:
        had = self._memory.deliveries.had(workspace, channel) if channel else ()
        return self._chooser.library.pick(topic, most=most, had=had)

    def keep_found(self, workspace: str) -> None:
        """From here on the topics of *workspace* are its own, and no import changes them."""
        if not self._memory.topics.all(workspace):
            self._memory.topics.put(workspace, *self._chooser.library.themes(), now=self._clock.now())


class BotDigests:
    """The subscriptions and the ledger of all workspaces."""

    def __init__(self, memory: Memory, chooser: Chooser, deliverer: Deliverer, topics: BotTopics, clock: Clock) -> None:
        self._memory = memory
        self._chooser = chooser
        self._deliverer = deliverer
        self._topics = topics
        self._clock = clock

    def of_workspace(self, workspace: str) -> tuple[Subscription, ...]:
        return self._memory.subscriptions.running(workspace)

    def in_channel(self, workspace: str, channel: str) -> tuple[Subscription, ...]:
        return self._memory.subscriptions.running(workspace, channel)

    def one(self, workspace: str, id: str) -> Subscription | None:  # noqa: A002 - the word of the model
        return self._memory.subscriptions.one(workspace, id)

    def put(self, workspace: str, subscription: Subscription) -> Subscription:
        checked(subscription)
        for name in {topic for _, topic in subscription.plan}:
            if self._topics.one(workspace, name) is None:
                raise NoTopic(name)
        self._topics.keep_found(workspace)
        now = self._clock.now()
        if not subscription.id:
            return self._memory.subscriptions.put(workspace, replace(subscription, id=secrets.token_hex(6)), now=now)
        before = self._memory.subscriptions.one(workspace, subscription.id)
        if before is not None and before.stopped_at is None:
            if before.began_at is not None and _when(before) == _when(subscription):
                now = before.began_at  # a slot that came a moment ago is still to be begun
            else:
                self._deliverer.note(workspace, before)
        return self._memory.subscriptions.put(workspace, subscription, now=now)

    def stop(self, workspace: str, id: str) -> bool:  # noqa: A002 - likewise
        before = self._memory.subscriptions.one(workspace, id)
        if before is not None and before.stopped_at is None:
            self._deliverer.note(workspace, before)
        return self._memory.subscriptions.stop(workspace, id, now=self._clock.now())

    def reset(self, workspace: str, id: str) -> None:  # noqa: A002 - likewise
        one = self.one(workspace, id)
        if one is None:
            return
        self._memory.deliveries.forget_had(workspace, one.channel)
        self._memory.opinions.forget_all(workspace, PICK, f"{id}:")
        now = self._clock.now()
        self._memory.settings.put(workspace, f"{RESET}{id}", now.isoformat(), now)

    def today(self, subscription: Subscription) -> date:
        return self._clock.now().astimezone(ZoneInfo(subscription.zone)).date()

    def next_at(self, subscription: Subscription) -> datetime | None:
        found = next_due(subscription, self._clock.now())
        return found[1].astimezone(ZoneInfo(subscription.zone)) if found else None

    def post_now(self, workspace: str, id: str, member: str, client: WebClient) -> Delivery:  # noqa: A002 - likewise
        one = self.one(workspace, id)
        if one is None or one.stopped_at is not None:
            raise NoDigest
        return self._deliverer.now(plain(client), workspace, one, member)

    def preview(self, workspace: str, subscription: Subscription, days: int) -> tuple[Digest, ...]:
        checked(subscription)
        coming: list[Digest] = []
        shown: set[str] = set()
        now = self._clock.now()
        while len(coming) < min(days, MOST_PREVIEWED):
            found = next_due(subscription, now)
            if found is None:
                break
            day, now = found
            digest = self._chooser.digest(workspace, subscription, day, beside=shown)
            shown |= {pick.paper.key for pick in digest.picks}
            coming.append(digest)
        return tuple(coming)

    def ledger(
        self, workspace: str, *, channel: str = "", subscription: str = "", limit: int = 20, offset: int = 0
    ) -> Sequence[Delivery]:
        return self._memory.deliveries.ledger(
            workspace, channel=channel, subscription=subscription, limit=limit, offset=offset
        )

    def shelf(self, workspace: str, id: str) -> tuple[int, int]:  # noqa: A002 - likewise
        one = self.one(workspace, id)
        if one is None:
            return 0, 0
        found = next_due(one, self._clock.now())
        topic = self._topics.one(workspace, one.topic_on(found[0]) if found else one.plan[0][1])
        if topic is None:
            return 0, 0
        picked = self._topics.tried(workspace, one.within(topic), most=1, channel=one.channel)
        return picked.seen, picked.total

    def say(self, workspace: str, id: str, key: str, member: str, *, more: bool | None) -> bool | None:  # noqa: A002
        about = f"{id}:{key}"
        if more is None:
            self._memory.opinions.take_back(workspace, PICK, about, member)
        else:
            given = Feedback(PICK, about, member, more)
            self._memory.opinions.put(workspace, given, now=self._clock.now())
        return more


def _when(one: Subscription) -> object:
    """What decides when its slots come."""
    return one.channel, frozenset(day for day, _ in one.plan), one.at, one.zone


class BotWatches:
    """What members wait for."""

    def __init__(self, memory: Memory, chooser: Chooser, clock: Clock) -> None:
        self._memory = memory
        self._library = chooser.library
        self._clock = clock

    def of(self, workspace: str, member: str) -> tuple[Watch, ...]:
        return self._memory.watches.of(workspace, member)

    def begin(self, workspace: str, member: str, query: str, corpora: tuple[str, ...] = ()) -> bool:
        query = " ".join(query.split())
        named = json.dumps([member, query.casefold(), corpora])
        id_ = hashlib.sha256(named.encode()).hexdigest()[:16]
        watch = Watch(id_, member, query, corpora, self._library.newest())
        return self._memory.watches.begin(workspace, watch, now=self._clock.now())

    def end(self, workspace: str, member: str, id: str) -> bool:  # noqa: A002 - likewise
        return self._memory.watches.end(workspace, member, id)
