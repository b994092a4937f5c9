"""Which days are due, in any zone and whatever its clocks do."""

import itertools
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.digests.checking import checked
from bot.digests.due import due_days, moment_of, next_due
from bot.errors import WrongSchedule
from handlers.model import Pause
from tests.bot.digests.conftest import wanted

ZONES = sorted(available_timezones())
DAILY = wanted("C1")


def at(zone, hour, minute=0, **changes):
    return wanted("C1", zone=zone, at=time(hour, minute), **changes)


@pytest.mark.parametrize(
    ("one", "day", "moment"),
    [
        (at("Europe/Berlin", 9), date(2026, 7, 1), "2026-07-01T07:00"),
        (at("Europe/Berlin", 2, 30), date(2026, 3, 29), "2026-03-29T01:00"),  # skipped: as the clocks go forward
        (at("Europe/Berlin", 2, 30), date(2026, 10, 25), "2026-10-25T00:30"),  # comes twice: the first
        (at("America/Santiago", 0), date(2026, 9, 6), "2026-09-06T04:00"),  # midnight is skipped
        (at("Africa/Cairo", 0), date(2026, 4, 24), "2026-04-23T22:00"),
        (at("Asia/Kolkata", 9), date(2028, 2, 29), "2028-02-29T03:30"),  # a leap day
    ],
)
def test_the_moment_of_a_day(one, day, moment):
    assert moment_of(one, day) == datetime.fromisoformat(moment).replace(tzinfo=UTC)


def test_a_date_that_a_zone_left_out_is_never_due():
    assert moment_of(at("Pacific/Apia", 9), date(2011, 12, 30)) is None


@settings(max_examples=150, deadline=None)
@given(
    zone=st.sampled_from(ZONES),
    wall=st.times(),
    first_day=st.dates(date(2024, 1, 1), date(2028, 12, 1)),
    minute=st.integers(0, 1439),
    days=st.integers(1, 40),
    data=st.data(),
)
def test_each_local_date_is_due_once_however_often_somebody_looks(zone, wall, first_day, minute, days, data):
    one = wanted("C1", zone=zone, at=wall.replace(tzinfo=None))
    start = datetime.combine(first_day, time(), UTC) + timedelta(minutes=minute)
    end = start + timedelta(days=days)
    minutes = data.draw(st.lists(st.integers(0, days * 1440), max_size=8))
    looks = sorted({start, end, *(start + timedelta(minutes=one) for one in minutes)})

    found = [slot for since, now in itertools.pairwise(looks) for slot in due_days(one, since, now)]

    dates = [day for day, _ in found]
    first, last = (moment.astimezone(ZoneInfo(zone)).date() for moment in (start, end))
    within = {first + timedelta(days=n) for n in range(1, (last - first).days)}
    assert len(dates) == len(set(dates))
    assert within <= set(dates)
    assert all(due.astimezone(ZoneInfo(zone)).date() == day for day, due in found)


def test_clock_changes_of_two_years_in_every_zone_give_one_slot_a_date():
    """At half past one, two and three, and at midnight, where clocks change."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    for zone in ZONES:
        info = ZoneInfo(zone)
        offsets = [(start + timedelta(days=n)).astimezone(info).utcoffset() for n in range(731)]
        changes = [n for n in range(1, 731) if offsets[n] != offsets[n - 1]]
        for change in changes:
            near = start + timedelta(days=change)
            for wall in (time(0), time(0, 30), time(1, 30), time(2, 30), time(3, 0)):
                one = wanted("C1", zone=zone, at=wall)
                dates = [day for day, _ in due_days(one, near - timedelta(days=3), near + timedelta(days=3))]
                assert len(dates) == len(set(dates))
                assert all(b - a == timedelta(days=1) for a, b in itertools.pairwise(dates)), (zone, near)


def test_only_the_days_of_the_plan_are_due():
    one = wanted("C1", plan=((0, "merging"), (4, "merging")))

    days = [
        day.weekday() for day, _ in due_days(one, datetime(2026, 11, 1, tzinfo=UTC), datetime(2026, 12, 1, tzinfo=UTC))
    ]

    assert set(days) == {0, 4}
    assert len(days) == 9


def test_the_next_one_is_after_a_pause():
    now = datetime(2026, 11, 30, 6, tzinfo=UTC)

    assert next_due(DAILY, now)[0] == date(2026, 11, 30)
    assert next_due(wanted("C1", pauses=(Pause(date(2026, 11, 30), date(2026, 12, 2)),)), now)[0] == date(2026, 12, 3)
    assert next_due(wanted("C1", pauses=(Pause(date(2026, 11, 30)),)), now) is None


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"zone": "Berlin"}, "I know no time zone “Berlin”.*Europe/Berlin"),
        ({"zone": "Europe/Berln"}, "Europe/Berlin"),
        ({"zone": ""}, "I know no time zone"),
        ({"plan": ()}, "at least one day"),
        ({"plan": ((0, "a"), (0, "b"))}, "one topic"),
        ({"plan": ((7, "a"),)}, "one topic"),
        ({"at": time(9, tzinfo=UTC)}, "on the wall"),
        ({"picks": 0}, "1 to 10 papers, not 0"),
        ({"picks": 11}, "1 to 10 papers, not 11"),
        ({"pauses": (Pause(date(2026, 12, 2), date(2026, 12, 1)),)}, "A pause ends"),
    ],
)
def test_a_schedule_that_cannot_be_is_refused_in_words(changes, said):
    with pytest.raises(WrongSchedule, match=said):
        checked(wanted("C1", **changes))
