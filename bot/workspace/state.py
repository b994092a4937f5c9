"""What the local workspace holds: members, channels, messages, views, files. Guarded by one lock."""

import secrets
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from bot.clock import Clock

Json = dict[str, Any]
Kind = Literal["channel", "private", "im"]

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789"


def random_id(prefix: str, length: int = 10) -> str:
    """Make an id as Slack's look, which no other start of a workspace makes too."""
    return prefix + "".join(secrets.choice(_LETTERS) for _ in range(length))


@dataclass(slots=True)
class Person:
    """A member, or the face of an app."""

    id: str
    name: str
    display_name: str
    is_bot: bool = False
    bot_id: str = ""
    app_id: str = ""
    deleted: bool = False


@dataclass(slots=True)
class Channel:
    """A channel, or the direct messages of a member with an app."""

    id: str
    name: str
    kind: Kind
    creator: str
    created: int
    members: set[str] = field(default_factory=set)
    is_archived: bool = False
    pins: list[str] = field(default_factory=list)
    statuses: dict[str, str] = field(default_factory=dict)  # thread -> what the app says it does
    prompts: Json | None = None
    titles: dict[str, str] = field(default_factory=dict)

    @property
    def channel_type(self) -> str:
        return {"channel": "channel", "private": "group", "im": "im"}[self.kind]


@dataclass(slots=True)
class Message:
    """A message, with all that Slack keeps of it."""

    channel: str
    ts: str
    user: str
    text: str
    blocks: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    files: list[Json] = field(default_factory=list)
    thread_ts: str | None = None
    subtype: str = ""
    bot_id: str = ""
    app_id: str = ""
    username: str = ""
    icons: Json = field(default_factory=dict)
    client_msg_id: str = ""
    metadata: Json | None = None
    edited: Json | None = None
    reactions: dict[str, list[str]] = field(default_factory=dict)
    broadcast: bool = False
    inviter: str = ""  # of who joins
    seen_by: str | None = None  # an ephemeral message has one reader
    deleted: bool = False
    streaming: bool = False
    inputs: dict[str, Json] = field(default_factory=dict)  # reader -> block_id -> action_id -> what is chosen

    @property
    def root(self) -> str:
        return self.thread_ts or self.ts


@dataclass(slots=True)
class View:
    """A modal of one member, or their App Home."""

    id: str
    user: str
    payload: Json  # as the app gave it, with block ids
    hash: str
    app_id: str
    root: str
    previous: str | None = None
    values: Json = field(default_factory=dict)  # block_id -> action_id -> what is chosen
    errors: dict[str, str] = field(default_factory=dict)  # block_id -> words
    response_urls: list[Json] = field(default_factory=list)


class State:
    """The workspace's memory. Take :attr:`lock` for reading or changing several things at once."""

    def __init__(self, clock: Clock, *, bot_name: str) -> None:
        self.clock = clock
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.version = 0
        self.on_change: list[Callable[[], None]] = []
        self.team_id, self.team_name, self.domain = "T0LOCALTEAM", "Local workspace", "local"
        self.app_id, self.verification_token = "A0LOCALAPP0", secrets.token_urlsafe(12)
        self.people: dict[str, Person] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, list[Message]] = defaultdict(list)
        self._by_ts: dict[tuple[str, str], Message] = {}
        self._threads: dict[tuple[str, str], list[Message]] = defaultdict(list)
        self.homes: dict[str, View] = {}
        self.modals: dict[str, list[View]] = defaultdict(list)
        self.files: dict[str, Json] = {}
        self.scheduled: dict[str, Json] = {}
        self.read_until: dict[tuple[str, str], str] = {}
        self._last_ts = 0
        self._numbers: dict[str, int] = defaultdict(int)
        self.bot = self.add_person(bot_name, is_bot=True)
        self.slackbot = Person("USLACKBOT", "slackbot", "Slackbot", is_bot=True, bot_id="B01", app_id="A01")
        self.people[self.slackbot.id] = self.slackbot

    def bump(self) -> None:
        """Note that something changed, and wake all who wait for it. With the lock held."""
        self.version += 1
        self.changed.notify_all()
        for tell in self.on_change:
            tell()

    def now(self) -> datetime:
        return self.clock.now()

    def next_ts(self) -> str:
        """A new timestamp: the clock's time, later than every one before."""
        with self.lock:
            micros = int(self.now().timestamp() * 1_000_000)
            self._last_ts = max(micros, self._last_ts + 1)
            return f"{self._last_ts // 1_000_000}.{self._last_ts % 1_000_000:06d}"

    def numbered(self, prefix: str) -> str:
        """An id that is the same at each start, so that what the bot remembers still means something."""
        self._numbers[prefix] += 1
        return f"{prefix}0LOCAL{self._numbers[prefix]:04d}"

    def add_person(self, display_name: str, *, is_bot: bool = False, app_id: str = "") -> Person:
        with self.lock:
            name = display_name.lower().replace(" ", "")
            person = Person(self.numbered("U"), name, display_name, is_bot)
            if is_bot:
                person.bot_id, person.app_id = self.numbered("B"), app_id or self.app_id
            self.people[person.id] = person
            for channel in self.channels.values():
                if channel.kind == "channel" and not is_bot:
                    channel.members.add(person.id)
            if not is_bot:
                self.im_of(person.id)
            self.bump()
            return person

    def add_channel(self, name: str, kind: Kind, creator: str, members: set[str]) -> Channel:
        with self.lock:
            prefix = {"channel": "C", "private": "C", "im": "D"}[kind]
            now = int(self.now().timestamp())
            channel = Channel(self.numbered(prefix), name, kind, creator, now, members | {creator})
            self.channels[channel.id] = channel
            self.bump()
            return channel

    def im_of(self, user: str) -> Channel:
        """The direct messages of a member with the bot, opened if need be."""
        for channel in self.channels.values():
            if channel.kind == "im" and channel.creator == user:
                return channel
        return self.add_channel("", "im", user, {self.bot.id})

    def channel_named(self, name: str) -> Channel | None:
        wanted = name.removeprefix("#")
        by_name = (one for one in self.channels.values() if one.kind != "im" and one.name == wanted)
        return self.channels.get(name) or next(by_name, None)

    def person_named(self, name: str) -> Person | None:
        wanted = name.removeprefix("@").casefold()
        return next(
            (
                one
                for one in self.people.values()
                if wanted in (one.display_name.casefold(), one.name, one.id.casefold())
            ),
            None,
        )

    def bot_is_in(self, channel: Channel) -> bool:
        return self.bot.id in channel.members

    def add_message(self, message: Message) -> None:
        self.messages[message.channel].append(message)
        self._by_ts[message.channel, message.ts] = message
        if message.root != message.ts:
            self._threads[message.channel, message.root].append(message)

    def message(self, channel: str, ts: str) -> Message | None:
        return self._by_ts.get((channel, ts))

    def visible(self, channel: str, user: str) -> Iterator[Message]:
        """What a member sees in a channel: replies too, oldest first; others' ephemeral messages not."""
        if user not in self.channels[channel].members:
            return
        for one in self.messages[channel]:
            if not one.deleted and one.seen_by in (None, user):
                yield one

    def replies(self, channel: str, root: str) -> list[Message]:
        return [one for one in self._threads.get((channel, root), ()) if one.seen_by is None and not one.deleted]

    def view(self, view_id: str | None = None, external_id: str | None = None) -> View | None:
        stacks = [*self.modals.values(), list(self.homes.values())]
        for view in (view for stack in stacks for view in stack):
            if view.id == view_id or (external_id and view.payload.get("external_id") == external_id):
                return view
        return None
