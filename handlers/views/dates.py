"""Days and times as people write them."""

from collections.abc import Iterable
from datetime import date, datetime

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def long_day(day: date) -> str:
    """A day in full: "Tuesday 14 July 2026"."""
    return f"{DAYS[day.weekday()]} {day.day} {day:%B %Y}"


def short_day(day: date) -> str:
    """A day in a table: "Tue 14 Jul 2026"."""
    return f"{day:%a} {day.day} {day:%b %Y}"


def moment(at: datetime) -> str:
    """A moment on the clock of its own zone: "Tuesday 14 July 2026, 09:00"."""
    return f"{long_day(at.date())}, {at:%H:%M}"


def weekdays(days: Iterable[int]) -> str:
    """Days of the week, shortly: "Monday to Friday", "every day", "Monday and Thursday"."""
    found = sorted(set(days))
    if len(found) == len(DAYS):
        return "every day"
    if len(found) > 2 and found == list(range(found[0], found[-1] + 1)):
        return f"{DAYS[found[0]]} to {DAYS[found[-1]]}"
    names = [DAYS[day] for day in found]
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
