"""What the parts of the local workspace share."""

import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.clock import Clock
from bot.workspace.delivery import Delivery
from bot.workspace.faults import FaultPlan
from bot.workspace.manifest import Manifest
from bot.workspace.sockets import Sockets
from bot.workspace.state import Message, State
from bot.workspace.timetable import Timetable

Json = dict[str, Any]

_INSPECTED = 200  # entries that the inspector shows
PATIENCE = 2.0  # seconds of real time for which an answer is expected at most


class Refusal(Exception):
    """An answer with ``ok: false``: Slack's error code and what goes with it."""

    def __init__(self, error: str, **more: Any) -> None:
        super().__init__(error)
        self.error, self.more = error, more


@dataclass(slots=True)
class Call:
    """One call of the Web API, or of a response address, as it was recorded."""

    method: str
    arguments: Json
    answer: Json
    ok: bool
    at: datetime
    ms: float = 0.0
    id: str = field(default_factory=lambda: secrets.token_hex(6))


@dataclass(slots=True)
class Trigger:
    """What lets the app open one modal for one member."""

    user: str
    made: datetime
    view: str | None = None  # the modal that was acted in
    used: bool = False
    owed: str = ""


@dataclass(slots=True)
class ResponseAddress:
    """Where the app may answer a command or an action."""

    user: str
    channel: str
    made: datetime
    message: Message | None = None  # which may be replaced or deleted
    thread_ts: str | None = None
    uses: int = 0
    posted: list[str] = field(default_factory=list)  # the texts of new messages
    owed: str = ""


class Owed:
    """Which members wait for an answer of the app. A guess, bounded by :data:`PATIENCE`."""

    def __init__(self) -> None:
        self._waiting: dict[str, tuple[str, str, float]] = {}  # key -> member, channel, since

    def owe(self, member: str, channel: str) -> str:
        key = secrets.token_hex(6)
        self._waiting[key] = (member, channel, time.monotonic())
        return key

    def settle(self, key: str) -> None:
        self._waiting.pop(key, None)

    def settle_for(self, members: set[str], channel: str) -> None:
        """The oldest wait of each of *members* in *channel* is over."""
        for member in members:
            keys = [key for key, (who, where, _) in self._waiting.items() if who == member and where == channel]
            if keys:
                del self._waiting[keys[0]]

    def patience_left(self, *, patience: float = PATIENCE) -> float:
        """For how many seconds it makes sense to wait for an answer that somebody is owed."""
        now = time.monotonic()
        since = [when for _, _, when in self._waiting.values()]
        return max(0.0, max(since) + patience - now) if since else 0.0


@dataclass
class Inside:
    """The workspace's parts, wired. Only :mod:`bot.workspace.server` makes one."""

    clock: Clock
    state: State
    manifest: Manifest
    faults: FaultPlan
    timetable: Timetable
    sockets: Sockets
    delivery: Delivery
    bot_token: str
    app_token: str
    signing_secret: str
    base: str = ""  # "http://127.0.0.1:PORT/SECRET"
    restart_bot: Callable[[], None] | None = None
    calls: list[Call] = field(default_factory=list)
    calls_in_flight: int = 0
    revoked: set[str] = field(default_factory=set)
    triggers: dict[str, Trigger] = field(default_factory=dict)
    addresses: dict[str, ResponseAddress] = field(default_factory=dict)
    uploads: dict[str, Json] = field(default_factory=dict)
    owed: Owed = field(default_factory=Owed)
    inspected: deque[Any] = field(default_factory=lambda: deque(maxlen=_INSPECTED))  # calls and envelopes

    def record(self, call: Call) -> None:
        with self.state.lock:
            self.calls.append(call)
            self.inspected.append(call)
            self.state.bump()

    def new_trigger(self, user: str, *, view: str | None = None, owed: str = "") -> str:
        trigger_id = f"{secrets.randbelow(10**12)}.{secrets.randbelow(10**12)}.{secrets.token_hex(16)}"
        self.triggers[trigger_id] = Trigger(user, self.clock.now(), view, owed=owed)
        return trigger_id

    def new_address(self, path: str, address: ResponseAddress) -> str:
        """Make a response_url; *path* is "commands" or "actions"."""
        key = f"{path}/{self.state.team_id}/{secrets.randbelow(10**12)}/{secrets.token_urlsafe(18)}"
        self.addresses[key] = address
        return f"{self.base}/hooks/{key}"
