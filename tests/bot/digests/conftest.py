"""Digests against the local workspace: any number of deliverers on one memory, and a channel that counts posts."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from slack_sdk import WebClient

from bot.clock import MovableClock
from bot.digests.choosing import Chooser
from bot.digests.delivering import Deliverer
from bot.digests.doors import BotDigests, BotTopics
from bot.digests.posting import EVENT, plain
from bot.manifest import manifest
from bot.memory.memory import Memory
from bot.workspace.server import LocalWorkspace
from handlers.model import Subscription
from index.model import Topic

MONDAY = datetime(2026, 11, 30, 6, tzinfo=UTC)  # 07:00 in Berlin
WEEK = tuple((day, "merging") for day in range(7))
MERGING = Topic("merging", "Model merging", ("model merging", "task vectors"))


def wanted(channel: str, **changes: Any) -> Subscription:
    given = {"plan": WEEK, "at": time(9), "zone": "Europe/Berlin", "picks": 2, "by": ""}
    return Subscription("", channel, **given | changes)


@dataclass
class Office:
    """A workspace with a memory and as many deliverers as a test asks for."""

    workspace: LocalWorkspace
    memory: Memory
    library: Any
    clock: MovableClock
    made: list[Deliverer] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chooser = Chooser(self.memory, self.library)
        self.team = self.client.auth_test()["team_id"]
        self.topics = BotTopics(self.memory, self.chooser, self.clock)
        self.topics.put(self.team, MERGING)
        self.digests = BotDigests(self.memory, self.chooser, self.deliverer(), self.topics, self.clock)

    @property
    def client(self) -> WebClient:
        return plain(WebClient(self.workspace.bot_token, base_url=self.workspace.api_url))

    def deliverer(self, **given: Any) -> Deliverer:
        name = f"process {len(self.made) + 1}"
        given = {"memory": self.memory, "chooser": self.chooser, "clock": self.clock, "command": "/icml"} | given
        self.made.append(Deliverer(name=name, **given))
        return self.made[-1]

    def run(self, deliverer: Deliverer | None = None) -> None:
        (deliverer or self.made[0]).run(self.client, self.team)

    def later(self, **by: float) -> None:
        self.clock.move(timedelta(**by))

    def until_settled(self, deliverer: Deliverer | None = None, *, most: int = 12) -> None:
        """Ticks as time goes by, until nothing is open."""
        for _ in range(most):
            self.run(deliverer)
            if not self.memory.deliveries.open(self.team):
                return
            self.later(minutes=5)
        raise AssertionError(self.memory.deliveries.open(self.team))

    def channel(self, name: str = "general") -> str:
        channels = self.client.conversations_list()["channels"]
        return next(one["id"] for one in channels if one["name"] == name)

    def posts(self, name: str = "general") -> list[dict[str, Any]]:
        """The digests that stand in a channel, oldest first."""
        told = self.client.conversations_history(channel=self.channel(name), limit=200, include_all_metadata=True)
        mine = [one for one in told["messages"] if (one.get("metadata") or {}).get("event_type") == EVENT]
        return sorted(mine, key=lambda one: float(one["ts"]))

    def ledger(self, **of: Any):
        return self.digests.ledger(self.team, **of)


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock(MONDAY, runs=False)


@pytest.fixture
def office(sample, tmp_path, clock):
    with (
        LocalWorkspace(clock, manifest=manifest()) as workspace,
        Memory.open(f"sqlite:///{tmp_path}/state.db") as memory,
    ):
        yield Office(workspace, memory, sample, clock)
