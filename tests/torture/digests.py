"""Processes that are killed (-9) at random moments around the post of a digest: each stands there exactly once.

    python -m tests.torture.digests [--rounds 300] [--seed 1] [--memory ADDRESS]

In each round one digest is due in a channel of its own; every second one has its cards in the thread, which makes it
two posts. One process, or two at once, are killed at a drawn time between the claim and a little after the end; so are
some of those that start after them. The last one is left to do what there is to do. They talk to the local workspace
over real sockets, and share one memory.
"""

import argparse
import multiprocessing
import random
import sys
import tempfile
import time as timing
from collections import Counter
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from multiprocessing.connection import Connection
from pathlib import Path

from bot.clock import MovableClock
from bot.digests.choosing import Chooser
from bot.digests.delivering import Deliverer
from bot.digests.doors import BotDigests, BotTopics
from bot.digests.posting import EVENT
from bot.manifest import manifest
from bot.memory.memory import Memory
from bot.serve.run import sample_lists
from bot.workspace.server import LocalWorkspace
from handlers.model import Subscription
from index.library import Library
from index.model import Topic
from tests.postgresql import empty_schema
from tests.torture.posting import post

NINE = datetime(2026, 11, 30, 9, tzinfo=UTC)
MERGING = Topic("merging", "Model merging", ("model merging", "task vectors", "multi-task"))
AGAIN = 0.4  # of the processes that start after a kill are killed too
TWO = 0.2  # of the rounds begin with two processes at once
SLOWEST = 60.0  # seconds that a process may take


@dataclass
class Yard:
    """Where it happens."""

    workspace: LocalWorkspace
    clock: MovableClock
    memory: Memory
    digests: BotDigests
    papers: Path
    address: str
    draws: random.Random
    lasts: float = 0.3  # seconds from the claim to the end of what is not killed
    started: int = 0
    kills: Counter[str] = field(default_factory=Counter)

    @property
    def team(self) -> str:
        return self.workspace.inside.state.team_id

    def start(self) -> "Running":
        """Start a process, at the time of the workspace."""
        self.started += 1
        ours, theirs = _FORKS.Pipe()
        api = (self.workspace.bot_token, self.workspace.api_url)
        given = (self.papers, self.address, api, f"process {self.started}", self.clock.now(), theirs)
        process = _FORKS.Process(target=post, args=given, daemon=True)
        process.start()
        return Running(process, ours)


@dataclass
class Running:
    """A process that posts."""

    process: multiprocessing.process.BaseProcess
    told: Connection

    def hears(self) -> str:
        """The name of its next step, or that it ends."""
        assert self.told.poll(SLOWEST), "a process says nothing"
        return str(self.told.recv())

    def ends(self) -> float:
        """Wait for its end; the seconds since its first step."""
        heard, began = self.hears(), timing.perf_counter()
        while heard != "ends":
            heard = self.hears()
        self.process.join(SLOWEST)
        return timing.perf_counter() - began

    def kill(self) -> str:
        """Kill it now; the last step that it began."""
        self.process.kill()
        self.process.join(SLOWEST)
        last = ""
        while self.told.poll(0):
            try:
                last = str(self.told.recv())
            except EOFError:
                break
        return last


_FORKS = multiprocessing.get_context("forkserver")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=300)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--memory", help="a PostgreSQL's address, whose schemas may be made and dropped; else SQLite")
    chosen = options.parse_args()
    _FORKS.set_forkserver_preload(["tests.torture.posting"])
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = empty_schema(chosen.memory) if chosen.memory else nullcontext(f"sqlite:///{folder / 'state.db'}")
        address = stack.enter_context(server)
        library = Library(folder / "papers.db")
        stack.callback(library.close)
        with sample_lists() as lists:
            library.import_files(lists)
        clock = MovableClock(NINE - timedelta(hours=1))
        workspace = stack.enter_context(LocalWorkspace(clock, manifest=manifest()))
        memory = stack.enter_context(Memory.open(address))
        chooser = Chooser(memory, library)
        topics = BotTopics(memory, chooser, clock)
        topics.put(workspace.inside.state.team_id, MERGING)
        deliverer = Deliverer(memory, chooser, clock, name="yard", command="/icml")
        digests = BotDigests(memory, chooser, deliverer, topics, clock)
        papers, draws = folder / "papers.db", random.Random(chosen.seed)
        yard = Yard(workspace, clock, memory, digests, papers, address, draws)
        wrong = [words for number in range(1, chosen.rounds + 1) if (words := _round(yard, number))]
    late = yard.kills.pop("ends", 0)
    print(
        "killed in " + ", ".join(f"{step} {times}" for step, times in yard.kills.most_common()) + f"; too late {late}"
    )
    print(
        f"{chosen.rounds} rounds, {yard.started} processes, {sum(yard.kills.values())} kills: "
        f"{chosen.rounds - len(wrong)} digests stand there exactly once, {len(wrong)} do not"
    )
    sys.exit(bool(wrong))


def _round(yard: Yard, number: int) -> str:
    """Let one digest fall due, and kill who posts it; what is wrong in the end, in words."""
    state = yard.workspace.inside.state
    channel = state.add_channel(f"round{number}", "channel", yard.workspace.member("You").id, {state.bot.id})
    yard.clock.move(NINE - timedelta(minutes=1) - yard.clock.now())
    wanted = Subscription("", channel.id, tuple((day, "merging") for day in range(7)), time(9), "UTC", picks=2)
    one = yard.digests.put(yard.team, _in_thread(wanted, number))
    yard.clock.move(NINE + timedelta(seconds=5) - yard.clock.now())
    _kill(yard, 2 if yard.draws.random() < TWO else 1)
    while yard.draws.random() < AGAIN:
        yard.clock.move(timedelta(minutes=2))
        _kill(yard, 1)
    yard.clock.move(timedelta(minutes=2))
    _let_end(yard)
    yard.digests.stop(yard.team, one.id)
    return _judged(yard, number, channel.id, one.id)


def _in_thread(wanted: Subscription, number: int) -> Subscription:
    return Subscription(
        wanted.id, wanted.channel, wanted.plan, wanted.at, wanted.zone, picks=wanted.picks, in_thread=number % 2 == 0
    )


def _kill(yard: Yard, processes: int) -> None:
    """Start so many processes at once, and kill each after a drawn time."""
    running = [yard.start() for _ in range(processes)]
    first = [one.hears() for one in running]
    moments = sorted(yard.draws.uniform(0, yard.lasts * 1.1) for _ in running)
    began = timing.perf_counter()
    for one, moment, heard in zip(running, moments, first, strict=True):
        timing.sleep(max(0.0, began + moment - timing.perf_counter()))
        yard.kills[one.kill() or heard] += 1


def _let_end(yard: Yard) -> None:
    lasted = yard.start().ends()
    if lasted > 0.05:  # else there was little left to do
        yard.lasts = 0.8 * yard.lasts + 0.2 * lasted


def _parts(yard: Yard, channel: str) -> list[int]:
    with yard.workspace.inside.state.lock:
        messages = [one.metadata or {} for one in yard.workspace.inside.state.messages[channel] if not one.deleted]
    return [one["event_payload"]["part"] for one in messages if one.get("event_type") == EVENT]


def _judged(yard: Yard, number: int, channel: str, subscription: str) -> str:
    lines = yard.digests.ledger(yard.team, subscription=subscription)
    parts = sorted(_parts(yard, channel))
    expected = [0, 1] if number % 2 == 0 else [0]
    if parts != expected or [line.state for line in lines] != ["posted"]:
        words = f"round {number}: parts {parts}, lines {[(line.state, line.reason) for line in lines]}"
        print(words, flush=True)
        return words
    if number % 25 == 0:
        print(f"round {number}: well so far; a digest lasts {yard.lasts:.2f} s", flush=True)
    return ""


if __name__ == "__main__":
    main()
