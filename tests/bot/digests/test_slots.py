"""Every slot is posted at its time, caught up with, or noted with the reason why not; however the clocks go."""

import threading
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest

from bot.manifest import manifest
from bot.memory.memory import Memory
from bot.workspace.server import LocalWorkspace
from handlers.model import Pause
from tests.bot.digests.conftest import WEEK, Office, wanted

TUESDAY = date(2026, 12, 1)


def begun(office, **changes):
    return office.digests.put(office.team, wanted(office.channel(), **changes))


def outcomes(office, **of):
    """(day, state, reason) of each line, oldest first."""
    lines = sorted(office.ledger(**of), key=lambda line: (line.due_at, line.id))
    return [(line.day.day, line.state, line.reason) for line in lines]


def test_a_slot_that_was_missed_is_caught_up_with_and_says_so(office):
    begun(office)
    office.later(hours=5)
    office.run()

    (post,) = office.posts()
    assert "It comes late: I was not running at 09:00." in post["text"]
    assert outcomes(office) == [(30, "posted", "It comes late: I was not running at 09:00.")]


def test_what_is_on_time_does_not_say_so(office):
    begun(office)
    office.later(hours=2, minutes=14)
    office.run()

    assert "late" not in office.posts()[0]["text"]


def test_after_the_grace_time_it_is_noted(office):
    begun(office)
    office.later(hours=9)
    office.run()

    assert office.posts() == []
    assert outcomes(office) == [(30, "passed", "I was not running then, and 7 hours later was too late")]


def test_after_days_asleep_there_is_one_digest_and_a_line_for_each_day(office):
    begun(office)
    office.later(days=4, hours=3)
    office.run()
    office.run()

    assert len(office.posts()) == 1
    slept = "I was not running then, and a later one was due since"
    assert outcomes(office) == [
        (30, "passed", slept),
        *[(day, "passed", slept) for day in (1, 2, 3)],
        (4, "posted", "It comes late: I was not running at 09:00."),
    ]


def test_a_channel_catches_up_with_one_digest_also_when_the_process_ends_between(office):
    begun(office, at=time(9))
    begun(office, at=time(9, 30))
    begun(office, at=time(15))
    office.later(hours=5)
    for _ in range(3):
        office.run(office.deliverer())

    assert [state for _, state, _ in outcomes(office)].count("posted") == 1
    assert {reason for _, state, reason in outcomes(office) if state == "passed"} == {
        "I was not running then, and this channel caught up with another digest"
    }
    office.later(hours=4)
    office.run()
    assert len(office.posts()) == 2, "what is on time is no catching up"


def test_two_channels_catch_up_each(office):
    office.workspace.creates_channel("second")
    begun(office)
    office.digests.put(office.team, wanted(office.channel("second")))
    office.later(hours=4)
    office.run()

    assert len(office.posts()) == len(office.posts("second")) == 1


def test_pauses_are_noted_and_the_day_after_is_posted(office):
    begun(office, pauses=(Pause(date(2026, 11, 30), TUESDAY),))
    for _ in range(3):
        office.later(hours=2, minutes=1)
        office.run()
        office.later(hours=21, minutes=59)

    assert [(day, state) for day, state, _ in outcomes(office)] == [(30, "passed"), (1, "passed"), (2, "posted")]
    assert outcomes(office)[0][2] == "paused"


def test_days_without_a_topic_have_no_slot(office):
    begun(office, plan=((1, "merging"),))
    office.later(days=6)
    office.run()

    assert [day for day, _, _ in outcomes(office)] == [1]


def test_slots_before_it_began_are_none_of_it(office):
    office.later(hours=3)
    begun(office)
    office.run()

    assert outcomes(office) == []


def test_a_change_of_the_time_gives_no_second_digest_that_day(office):
    one = begun(office)
    office.later(hours=2, minutes=1)
    office.run()
    office.digests.put(office.team, replace(one, at=time(17)))
    office.later(hours=9)
    office.run()
    assert len(office.posts()) == 1

    office.later(hours=23)
    office.run()
    assert [day for day, _, _ in outcomes(office)] == [30, 1]


@pytest.mark.parametrize("act", ["change", "stop"])
def test_a_slot_that_came_just_before_a_change_has_its_line(office, act):
    one = begun(office)
    office.later(hours=2, minutes=1)
    if act == "change":
        office.digests.put(office.team, replace(one, at=time(17)))
    else:
        office.digests.stop(office.team, one.id)
    office.run()

    assert outcomes(office) == [(30, "passed", "it was changed or stopped at that moment")]


def test_a_change_that_leaves_the_time_as_it_is_loses_no_slot(office):
    one = begun(office)
    office.later(hours=2, minutes=1)
    office.digests.put(office.team, replace(one, picks=1))
    office.run()

    assert [state for _, state, _ in outcomes(office)] == ["posted"]


@pytest.mark.parametrize("back", [timedelta(minutes=5), timedelta(hours=3), timedelta(days=2), timedelta(days=40)])
def test_a_clock_that_is_set_back_doubles_nothing(office, back):
    begun(office)
    for _ in range(2):
        office.later(hours=2, minutes=1)
        office.run()
        office.later(hours=21, minutes=59)
    assert len(office.posts()) == 2

    office.clock.move(-back)
    for _ in range(3):
        office.run(office.deliverer())
        office.later(minutes=1)

    assert len(office.posts()) == 2


def test_a_clock_that_was_in_the_future_for_a_moment_takes_no_day_away(office):
    begun(office, picks=1)
    office.later(hours=2, minutes=1)
    office.run()
    office.later(days=400)
    office.run(office.deliverer())
    assert len(office.posts()) == 2
    office.clock.move(-timedelta(days=400))

    for _ in range(3):
        office.run(office.deliverer())
        office.later(days=1)

    assert len(office.posts()) == 4
    assert [line.day.day for line in office.ledger() if line.state == "posted" and line.day.year == 2026] == [2, 1, 30]


def test_two_hosts_whose_clocks_differ_post_once(office):
    begun(office)

    class Ahead:
        def now(self):
            return office.clock.now() + timedelta(minutes=50)

        sleep = office.clock.sleep

    ahead = office.deliverer(clock=Ahead())
    for _ in range(60):
        office.run(ahead)
        office.run()
        office.later(minutes=5)

    assert len(office.posts()) == 1
    assert [state for _, state, _ in outcomes(office)] == ["posted"]


@pytest.fixture(params=["sqlite", "postgresql"])
def shared(request, sample, tmp_path, clock):
    """An office whose memory may be opened by many, and its address."""
    address = f"sqlite:///{tmp_path}/shared.db"
    if request.param == "postgresql":
        address = request.getfixturevalue("postgresql")
    with LocalWorkspace(clock, manifest=manifest()) as workspace, Memory.open(address) as memory:
        yield Office(workspace, memory, sample, clock), address


def test_eight_processes_at_once_write_one_line_and_one_post(shared):
    office, address = shared
    begun(office)
    office.later(days=2, hours=2, minutes=1)
    ready = threading.Barrier(8)

    def starts():
        with Memory.open(address) as own:
            deliverer = office.deliverer(memory=own)
            ready.wait(10)
            office.run(deliverer)

    threads = [threading.Thread(target=starts) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(office.posts()) == 1
    assert [day for day, _, _ in outcomes(office)] == [30, 1, 2]


def test_two_digests_of_a_channel_that_two_processes_choose_at_once_share_no_paper(shared):
    office, address = shared
    for _ in range(2):
        begun(office, picks=2)
    office.later(hours=2, minutes=1)
    ready = threading.Barrier(2)

    def together(step):
        if step == "claim":
            with suppress(threading.BrokenBarrierError):
                ready.wait(2)

    def starts(order):
        with Memory.open(address) as own:
            deliverer = office.deliverer(memory=own, step=together)
            subscriptions = own.subscriptions.running(office.team)
            for one in sorted(subscriptions, key=lambda one: one.id, reverse=order):
                deliverer._begin(office.client, office.team, one)

    threads = [threading.Thread(target=starts, args=(order,)) for order in (False, True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    papers = [key for line in office.ledger() for _, key in line.papers]
    assert [line.state for line in office.ledger()] == ["posted", "posted"]
    assert len(papers) == len(set(papers)) == 4


@pytest.mark.parametrize(
    ("zone", "at", "start"),
    [
        ("Europe/Berlin", time(2, 30), datetime(2026, 10, 24, tzinfo=UTC)),  # comes twice
        ("Europe/Berlin", time(2, 30), datetime(2026, 3, 28, tzinfo=UTC)),  # never comes
        ("America/Santiago", time(0), datetime(2026, 9, 5, tzinfo=UTC)),  # midnight never comes
        ("Africa/Cairo", time(0), datetime(2026, 4, 23, tzinfo=UTC)),
        ("Australia/Lord_Howe", time(1, 45), datetime(2026, 4, 4, tzinfo=UTC)),  # half an hour
    ],
)
def test_on_the_day_of_a_clock_change_there_is_one_digest(office, zone, at, start):
    office.clock.move(start - office.clock.now())
    begun(office, zone=zone, at=at, picks=1)
    for _ in range(3 * 48):
        office.run()
        office.later(minutes=30)

    days = [line.day for line in office.ledger() if line.state == "posted"]
    assert len(days) == len(set(days)) == 3
    assert len(office.posts()) == 3


def test_a_theme_plan_has_its_topic_on_each_day(office):
    office.topics.put(office.team, replace(office.topics.one(office.team, "merging"), name="other", label="Other"))
    begun(office, plan=((0, "merging"), (1, "other"), *WEEK[2:]), picks=1)
    for _ in range(2):
        office.later(hours=2, minutes=1)
        office.run()
        office.later(hours=21, minutes=59)

    assert [post["text"].split(" · ")[0] for post in office.posts()] == ["Model merging", "Other"]
