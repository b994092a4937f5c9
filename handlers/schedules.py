"""When a digest comes, as members write it: times, zones, weekdays and days off. Pure."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, time
from functools import cache
from zoneinfo import available_timezones

from handlers.model import Pause
from index.errors import PaperBotError

DAY = r"\d{4}-\d{2}-\d{2}"
MOST_OFF = 50  # days or ranges
_RANGE = re.compile(rf"(?:(until)\s+)?({DAY})(?:\s*(?:\.\.|…|–|to)\s*({DAY}))?", re.IGNORECASE)
_TIME = re.compile(r"(\d{1,2})[:.h](\d{2})")
_OLD = ("Etc/", "SystemV/", "US/", "Canada/", "Brazil/", "Chile/", "Mexico/", "posix/", "right/")


class NotADay(PaperBotError):
    """Something that was written for a day off is none."""

    def __init__(self, typed: str) -> None:
        super().__init__(
            f"“{typed[:60]}” is no day that I can read. Write days as 2026-12-24 and ranges as 2026-12-24..2027-01-06, "
            "with commas between them."
        )


def time_of(typed: str) -> time | None:
    """The time of day of "09:00"; None for what is none."""
    found = _TIME.fullmatch(typed.strip())
    if not found or int(found[1]) > 23 or int(found[2]) > 59:
        return None
    return time(int(found[1]), int(found[2]))


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones, as people look for them: places first, in their order."""
    names = available_timezones() - {"localtime", "Factory", "posixrules"}
    return tuple(sorted(names, key=lambda name: ("/" not in name or name.startswith(_OLD), name)))


def zones_like(typed: str, most: int = 100) -> tuple[str, ...]:
    """The zones with all words of *typed* in their names, those of places first."""
    words = typed.casefold().replace("_", " ").split()
    found = (name for name in zones() if all(word in name.casefold().replace("_", " ") for word in words))
    return tuple(found)[:most]


def pause_of(typed: str, today: date) -> Pause:
    """The days of "" (until resumed), "until 2027-01-06", "2026-12-24" or "2026-12-24..2027-01-06".

    Raises:
        NotADay: it is none of these.
    """
    if not typed.strip():
        return Pause(today)
    found = _RANGE.fullmatch(typed.strip())
    if not found or (found[1] and found[3]):
        raise NotADay(typed.strip())
    first, last = _day(found[2]), _day(found[3] or found[2])
    first = today if found[1] else first
    if last < first:
        raise NotADay(typed.strip())
    return Pause(first, last)


def days_off(typed: str) -> tuple[Pause, ...]:
    """The days and ranges of a list with commas or lines between them, in their order.

    Raises:
        NotADay: one of them is none, or there are too many.
    """
    parts = [part.strip() for part in re.split(r"[,;\n]", typed) if part.strip()]
    if len(parts) > MOST_OFF:
        raise NotADay(f"a list of {len(parts)}")
    if found := next((part for part in parts if part.lower().startswith("until")), ""):
        raise NotADay(found)
    made = {pause_of(part, date.min) for part in parts}
    return tuple(sorted(made, key=lambda pause: (pause.first, pause.last or date.max)))


def days_off_text(pauses: Iterable[Pause]) -> str:
    """What :func:`days_off` reads; a pause without an end is none of it."""
    ended = [pause for pause in pauses if pause.last is not None]
    return ", ".join(
        f"{pause.first}" if pause.first == pause.last else f"{pause.first}..{pause.last}" for pause in ended
    )


def resumed(pauses: Sequence[Pause], today: date) -> tuple[Pause, ...]:
    """What is left of *pauses* when somebody resumes on *today*: those that have not begun."""
    return tuple(pause for pause in pauses if pause.first > today)


def _day(written: str) -> date:
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise NotADay(written) from None
