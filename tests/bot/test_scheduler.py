"""The tick comes again and again, whatever a tick does."""

import logging
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot import scheduler as module
from bot.clock import MovableClock
from bot.scheduler import Scheduler

NINE = datetime(2026, 7, 12, 9, tzinfo=UTC)
OFTEN = timedelta(seconds=0.02)
SOON = 10  # seconds; only a failure takes so long


class Ticks:
    """A tick that remembers what it was told, and can be waited for."""

    def __init__(self, does=lambda now: None):
        self.times = []
        self._does = does
        self._came = threading.Condition()

    def __call__(self, now):
        with self._came:
            self.times.append(now)
            self._came.notify_all()
        self._does(now)

    def come_to(self, number):
        with self._came:
            return self._came.wait_for(lambda: len(self.times) >= number, timeout=SOON)


@pytest.fixture
def started():
    """Starts schedulers, and stops them after the test."""
    running = []

    def start(tick, every=OFTEN, clock=None):
        running.append(Scheduler(clock or MovableClock(NINE, runs=False), tick, every))
        running[-1].start()
        return running[-1]

    yield start
    for scheduler in running:
        scheduler.stop()


def test_the_first_tick_comes_at_once_and_others_follow(started):
    ticks = Ticks()
    started(ticks)

    assert ticks.come_to(3)


def test_the_first_tick_does_not_wait_for_the_interval(started):
    ticks = Ticks()
    started(ticks, every=timedelta(hours=1))

    assert ticks.come_to(1)


def test_a_tick_is_told_the_time_of_the_clock_as_it_is_then(started):
    clock = MovableClock(NINE, runs=False)
    ticks = Ticks(does=lambda _: clock.move(timedelta(days=1)))
    started(ticks, clock=clock)

    assert ticks.come_to(3)
    assert ticks.times[:3] == [NINE, NINE + timedelta(days=1), NINE + timedelta(days=2)]


def test_a_tick_that_fails_is_logged_and_the_next_one_comes(started, caplog):
    def fails(now):
        raise KeyError("a bug")

    ticks = Ticks(does=fails)
    with caplog.at_level(logging.ERROR, logger="bot.scheduler"):
        started(ticks)
        assert ticks.come_to(3)

    assert "KeyError: 'a bug'" in caplog.text
    assert "a tick failed" in caplog.text


def test_ticks_never_overlap(started):
    going_on, most = [], []
    enough = threading.Event()

    def slow(now):
        going_on.append(now)
        most.append(len(going_on))
        enough.wait(0.1)  # five more fall due
        going_on.pop()

    ticks = Ticks(does=slow)
    started(ticks)

    assert ticks.come_to(4)
    assert set(most) == {1}


def test_no_tick_comes_after_a_stop(started):
    ticks = Ticks()
    scheduler = started(ticks)
    assert ticks.come_to(2)

    scheduler.stop()
    seen = len(ticks.times)

    assert not threading.Event().wait(0.1)
    assert len(ticks.times) == seen


def test_stopping_waits_for_a_tick_to_end(started):
    ended = threading.Event()
    ticks = Ticks(does=lambda _: ended.wait(0.1) or ended.set())
    scheduler = started(ticks)
    assert ticks.come_to(1)

    scheduler.stop()

    assert ended.is_set()


def test_stopping_does_not_wait_for_ever(started, monkeypatch, caplog):
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    let_go = threading.Event()
    ticks = Ticks(does=lambda _: let_go.wait(SOON))
    scheduler = started(ticks)
    assert ticks.come_to(1)

    stopping = threading.Thread(target=scheduler.stop, daemon=True)
    stopping.start()
    stopping.join(timeout=SOON / 2)

    assert not stopping.is_alive()
    assert "a tick still runs" in caplog.text
    let_go.set()


def test_a_process_ends_though_a_tick_does_not():
    program = """
import threading
from bot.clock import SystemClock
from bot.scheduler import Scheduler

begun = threading.Event()
scheduler = Scheduler(SystemClock(), lambda now: begun.set() or threading.Event().wait(600))
scheduler.start()
begun.wait(10)
print("begun", flush=True)
"""
    root = Path(__file__).parents[2]
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, timeout=30, check=False
    )

    assert (ended.stdout, ended.stderr, ended.returncode) == ("begun\n", "", 0)


def test_a_tick_may_stop_its_own_scheduler(started):
    stopped = threading.Event()
    schedulers = []
    ready = threading.Event()

    def stop(now):
        ready.wait(SOON)
        schedulers[0].stop()
        stopped.set()

    schedulers.append(started(Ticks(does=stop)))
    ready.set()

    assert stopped.wait(SOON)


def test_starting_and_stopping_twice_is_doing_it_once(started):
    ticks = Ticks()
    scheduler = started(ticks, every=timedelta(hours=1))
    scheduler.start()
    assert ticks.come_to(1)

    scheduler.stop()
    scheduler.stop()

    assert len(ticks.times) == 1


def test_a_stopped_scheduler_can_be_started_again(started):
    ticks = Ticks()
    scheduler = started(ticks, every=timedelta(hours=1))
    assert ticks.come_to(1)
    scheduler.stop()
    scheduler.start()

    assert ticks.come_to(2)
