"""Months of digests in minutes: the real deliverers on a moved clock, in the local workspace, while much goes wrong.

Several processes share one memory. Each is a thread with connections, a clock and a name of its own; when it is killed
at a step, nothing of it goes on, and another one starts.
"""

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from bot.clock import Clock, MovableClock
from bot.digests.choosing import Chooser
from bot.digests.delivering import Deliverer
from bot.digests.doors import BotDigests, BotTopics
from bot.digests.patience import Patience
from bot.digests.plans import PLANS, Faults
from bot.digests.verdict import Verdict, judged
from bot.manifest import manifest
from bot.memory.memory import Memory
from bot.workspace.faults import FaultPlan, Refused, Shares
from bot.workspace.near import NearClient
from bot.workspace.server import LocalWorkspace
from handlers.model import Pause, Subscription
from index.library import Library
from index.model import Topic

STANDS_STILL = timedelta(minutes=10)  # for so long a process that stalls does nothing
STALLS_AT = frozenset({"claim", "claimed", "take", "look", "posted", "marked", "settle", "settled"})
CLOCKS_DIFFER = (-3_600, -300, -20, 20, 300, 3_600)  # seconds by which a process's clock may be wrong
OFTEN = timedelta(minutes=2)  # between two looks while something is open
MOST_MISSED = 120  # looks that are left out when all processes sleep
_STUCK = 300.0  # seconds of real time after which a process is taken to hang


class Killed(BaseException):
    """The process ends here; no "except Exception" goes on after it."""


class _Skewed:
    """A process's clock, which may be wrong."""

    def __init__(self, true: Clock) -> None:
        self._true = true
        self.off = timedelta(0)

    def now(self) -> datetime:
        return self._true.now() + self.off

    def sleep(self, seconds: float) -> None:
        self._true.sleep(seconds)


class _Process:
    """One copy of the bot, as far as digests go; started anew whenever it was killed."""

    def __init__(
        self, number: int, library: Library, memory: Memory, clock: MovableClock, faults: Faults, seed: int
    ) -> None:
        self._number, self._library, self._memory, self._true = number, library, memory, clock
        self._faults, self._draws = faults, random.Random(f"{seed}.{number}")  # noqa: S311 - repeatable, not secret
        self.clock = _Skewed(clock)
        self.starts = 0
        self.stalls = 0
        self._stalled = threading.Event()
        self._goes_on = threading.Condition()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"process {number}")
        self._work: Future[None] | None = None
        self._deliverer = self._started()

    def _started(self) -> Deliverer:
        self.starts += 1
        name = f"process {self._number}, start {self.starts}"
        chooser = Chooser(self._memory, self._library)
        return Deliverer(self._memory, chooser, self.clock, name=name, command="/icml", step=self._step)

    def _step(self, name: str) -> None:
        drawn = self._draws.random()
        if drawn < self._faults.killed:
            raise Killed
        if drawn < self._faults.killed + self._faults.stalled and name in STALLS_AT:
            self._stand_still()

    def _stand_still(self) -> None:
        self.stalls += 1
        until = self._true.now() + STANDS_STILL
        with self._goes_on:
            self._stalled.set()
            self._goes_on.wait_for(lambda: self._true.now() >= until or not self._faults.stalled, _STUCK)
            self._stalled.clear()

    def behave(self) -> None:
        """From now on nothing goes wrong in it; if it stands still, it goes on."""
        self._faults, self.clock.off = PLANS["none"], timedelta(0)
        self.wake()

    def wake(self) -> None:
        """Let it see that the clock was moved."""
        with self._goes_on:
            self._goes_on.notify_all()

    def look(self, client: NearClient, workspace: str) -> None:
        """Begin to do what is due, unless it stands still in the midst of that."""
        if self._work is not None and not self._work.done():
            return
        if self._draws.random() < self._faults.clocks:
            off = self._draws.choice((0, *CLOCKS_DIFFER))
            self.clock.off = timedelta(seconds=off)
        self._work = self._thread.submit(self._run, client, workspace)

    def _run(self, client: NearClient, workspace: str) -> None:
        try:
            self._deliverer.run(client, workspace)
        except Killed:
            self._deliverer = self._started()

    def come_to_rest(self) -> None:
        """Return when it has done what is due, or stands still."""
        work = self._work
        while work is not None and not work.done() and not self._stalled.is_set():
            wait([work], timeout=0.01)
        if work is not None and work.done():
            work.result()

    def stop(self) -> None:
        self._thread.shutdown(wait=True)


@dataclass(frozen=True, slots=True)
class Season:
    """What is simulated."""

    wanted: Sequence[Subscription]  # without ids; their channels are made, one for each name
    topics: Sequence[Topic]
    start: datetime
    end: datetime
    faults: Faults = PLANS["none"]
    seed: int = 1
    processes: int = 2
    every: timedelta = timedelta(minutes=30)  # between two looks of each process


def simulate(season: Season, library: Path, memory: str, told: Callable[[datetime], None] = lambda _: None) -> Verdict:
    """Play *season* and judge it.

    Args:
        library: the papers.db.
        memory: the address of an empty memory.
        told: is called with the time of each day that begins.
    """
    clock = MovableClock(season.start, runs=False)
    plan = FaultPlan(season.faults.calls, seed=season.seed)
    with ExitStack() as stack:
        workspace = LocalWorkspace(clock, manifest=manifest(), faults=plan)
        office = stack.enter_context(_office(library, memory, clock))
        team = workspace.inside.state.team_id
        channels = _furnished(workspace, season)
        for topic in season.topics:
            office.topics.put(team, topic)
        wanted = [office.digests.put(team, replace(one, channel=channels[one.channel])) for one in season.wanted]
        workers = []
        for number in range(1, season.processes + 1):
            shared = stack.enter_context(_office(library, memory, clock))
            workers.append(_Process(number, shared.library, shared.memory, clock, season.faults, season.seed))
        _play(season, workspace, office.digests, office.memory, clock, workers, told)
        ends = _end(workspace, plan, office.memory, clock, workers)
        return judged(
            workspace, office.memory, office.digests, wanted, until=ends, starts=sum(w.starts for w in workers)
        )


@dataclass(frozen=True, slots=True)
class _Office:
    library: Library
    memory: Memory
    topics: BotTopics
    digests: BotDigests


@contextmanager
def _office(library: Path, memory: str, clock: Clock) -> Iterator[_Office]:
    papers = Library(library)
    try:
        with Memory.open(memory) as opened:
            chooser = Chooser(opened, papers)
            topics = BotTopics(opened, chooser, clock)
            deliverer = Deliverer(opened, chooser, clock, name="office", command="/icml")
            yield _Office(papers, opened, topics, BotDigests(opened, chooser, deliverer, topics, clock))
    finally:
        papers.close()


def _furnished(workspace: LocalWorkspace, season: Season) -> dict[str, str]:
    """The channels of a season, by name."""
    state = workspace.inside.state
    you = workspace.member("You").id
    names = dict.fromkeys(one.channel for one in season.wanted)
    return {name: state.add_channel(name, "channel", you, {state.bot.id}).id for name in names}


def _play(
    season: Season,
    workspace: LocalWorkspace,
    digests: BotDigests,
    memory: Memory,
    clock: MovableClock,
    workers: Sequence[_Process],
    told: Callable[[datetime], None],
) -> None:
    """Move the clock on, look by look, until the season is over."""
    draws = random.Random(season.seed)  # noqa: S311 - repeatable, not secret
    client, team = NearClient(workspace.inside), workspace.inside.state.team_id
    away: dict[str, datetime] = {}  # channels without the bot, until when
    day = None
    while clock.now() < season.end:
        if clock.now().date() != day:
            day = clock.now().date()
            told(clock.now())
            workspace.inside.calls.clear()  # a year of them would not fit
        if not (clock.now() - season.start) % season.every:
            _meddle(season, workspace, digests, clock, draws, away)
        for worker in workers:
            worker.look(client, team)
        for worker in workers:
            worker.come_to_rest()
        asleep = draws.random() < season.faults.asleep
        looks = draws.randint(2, MOST_MISSED) if asleep else 1
        clock.move(_next_look(season, clock.now(), looks, busy=bool(memory.deliveries.open(team))) - clock.now())
        for worker in workers:
            worker.wake()
    for channel in away:
        workspace.invites_bot(channel)


def _next_look(season: Season, now: datetime, looks: int, *, busy: bool) -> datetime:
    """The time of the look after so many; while something is open it comes soon."""
    due = season.start + ((now - season.start) // season.every + looks) * season.every
    return min(due, now + OFTEN) if busy and looks == 1 else due


def _meddle(
    season: Season,
    workspace: LocalWorkspace,
    digests: BotDigests,
    clock: MovableClock,
    draws: random.Random,
    away: dict[str, datetime],
) -> None:
    """What members do, and what is done to a channel."""
    faults, team = season.faults, workspace.inside.state.team_id
    for channel, until in list(away.items()):
        if until <= clock.now():
            workspace.invites_bot(channel)
            del away[channel]
    if draws.random() < faults.unreadable:
        workspace.inside.faults.answers("conversations.history", Refused("missing_scope"))
    running = digests.of_workspace(team)
    if draws.random() < faults.removed:
        one = draws.choice(running)
        if one.channel not in away:
            workspace.removes_bot(one.channel)
            away[one.channel] = clock.now() + timedelta(days=draws.uniform(0.2, 3))
    if draws.random() < faults.paused:
        one = draws.choice(running)
        first = digests.today(one) + timedelta(days=draws.randint(0, 2))
        digests.put(team, replace(one, pauses=(Pause(first, first + timedelta(days=draws.randint(0, 4))),)))


def _end(
    workspace: LocalWorkspace, plan: FaultPlan, memory: Memory, clock: MovableClock, workers: Sequence[_Process]
) -> datetime:
    """Let everything that is open come to its end, without further faults; says when all was looked at last."""
    plan.shares = Shares()
    client, team = NearClient(workspace.inside), workspace.inside.state.team_id
    patience = Patience()
    last = clock.now() + patience.grace + patience.leap
    for worker in workers:
        worker.behave()
    while True:
        looked = clock.now()
        for worker in workers:
            worker.look(client, team)
        for worker in workers:
            worker.come_to_rest()
        if looked >= last or not memory.deliveries.open(team):
            break
        clock.move(timedelta(minutes=5))
    for worker in workers:
        worker.stop()
    return looked
