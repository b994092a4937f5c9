"""Time goes on, stands still and jumps as it is told."""

import threading
from datetime import UTC, datetime, timedelta, timezone

import pytest

from bot.clock import MovableClock, SystemClock

NINE = datetime(2026, 7, 12, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def still():
    return MovableClock(NINE, runs=False)


def sleeper(clock, seconds):
    """A thread that sleeps by *clock*. It is surely asleep, or about to be, when this returns."""
    begun = threading.Event()

    def sleep():
        begun.set()
        clock.sleep(seconds)

    thread = threading.Thread(target=sleep, daemon=True)
    thread.start()
    assert begun.wait(5)
    return thread


def woke(thread):
    thread.join(timeout=5)
    return not thread.is_alive()


def sleeps_on(thread):
    thread.join(timeout=0.05)
    return thread.is_alive()


def test_the_systems_clock_shows_the_present_in_utc():
    before = datetime.now(UTC)
    shown = SystemClock().now()

    assert before <= shown <= before + timedelta(seconds=5)
    assert shown.tzinfo is UTC


def test_the_systems_clock_sleeps_as_long_as_it_was_told():
    clock = SystemClock()
    before = clock.now()
    clock.sleep(0.02)
    clock.sleep(-1)

    assert timedelta(seconds=0.015) <= clock.now() - before < timedelta(seconds=5)


def test_a_clock_that_runs_begins_where_it_is_told_and_goes_on():
    clock = MovableClock(NINE)
    first, second = clock.now(), clock.now()

    assert NINE <= first <= second < NINE + timedelta(seconds=5)


def test_a_clock_without_a_start_begins_at_the_present():
    assert abs(MovableClock().now() - SystemClock().now()) < timedelta(seconds=5)


def test_a_clock_that_stands_still_moves_only_when_it_is_moved(still):
    assert [still.now(), still.now()] == [NINE, NINE]
    assert still.move(HOUR) == NINE + HOUR
    assert still.move(-2 * HOUR) == NINE - HOUR
    assert still.now() == NINE - HOUR


def test_whatever_the_start_is_said_in_it_is_shown_in_utc():
    clock = MovableClock(datetime(2026, 7, 12, 11, tzinfo=timezone(2 * HOUR)), runs=False)

    assert clock.now() == NINE
    assert clock.now().tzinfo is UTC


def test_a_start_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="no time zone"):
        MovableClock(NINE.replace(tzinfo=None))


def test_who_sleeps_by_a_clock_that_stands_still_wakes_when_it_is_moved_far_enough(still):
    thread = sleeper(still, 3600)
    assert sleeps_on(thread)

    still.move(timedelta(seconds=3599))
    assert sleeps_on(thread)
    still.move(timedelta(seconds=1))
    assert woke(thread)


def test_who_sleeps_by_a_clock_that_runs_wakes_early_when_it_is_moved():
    clock = MovableClock(NINE)
    thread = sleeper(clock, 3600)
    assert sleeps_on(thread)

    clock.move(HOUR)

    assert woke(thread)


def test_who_sleeps_by_a_clock_that_runs_wakes_by_itself():
    assert woke(sleeper(MovableClock(NINE), 0.02))


def test_a_clock_that_is_moved_back_lets_its_sleepers_sleep_longer(still):
    thread = sleeper(still, 60)
    assert sleeps_on(thread)
    still.move(-HOUR)
    still.move(HOUR)
    assert sleeps_on(thread)
    still.move(timedelta(seconds=60))
    assert woke(thread)


def test_all_who_sleep_wake(still):
    threads = [sleeper(still, seconds) for seconds in (1, 60, 3600)]
    assert all(sleeps_on(thread) for thread in threads)

    still.move(HOUR)

    assert all(woke(thread) for thread in threads)


def test_no_time_and_less_is_slept_at_once(still):
    still.sleep(0)
    still.sleep(-5)

    assert still.now() == NINE
