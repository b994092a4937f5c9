"""Where time comes from: the system's clock, or one that a test or a member moves."""

import threading
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """What the bot and the local workspace ask for the time."""

    def now(self) -> datetime:
        """The moment, aware, in UTC."""
        ...

    def sleep(self, seconds: float) -> None:
        """Return when *seconds* of this clock's time have passed."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)  # noqa: TID251 - the one place that asks

    def sleep(self, seconds: float) -> None:
        time.sleep(max(0.0, seconds))


class MovableClock:
    """A clock that goes on with real time and can be moved forward or back.

    Args:
        start: the moment that it shows first, aware, in any zone; None for the present.
        runs: whether it goes on by itself. A clock that stands still moves only
            by :meth:`move`; then a sleeper waits until somebody moves it far enough.
    """

    def __init__(self, start: datetime | None = None, *, runs: bool = True) -> None:
        self._moved = threading.Condition()
        self._runs = runs
        self._origin = time.monotonic()
        self._shown = _in_utc(start) if start else SystemClock().now()

    def now(self) -> datetime:
        with self._moved:
            return self._now()

    def _now(self) -> datetime:
        passed = time.monotonic() - self._origin if self._runs else 0.0
        return self._shown + timedelta(seconds=passed)

    def sleep(self, seconds: float) -> None:
        with self._moved:
            until = self._now() + timedelta(seconds=seconds)
            while (left := (until - self._now()).total_seconds()) > 0:
                self._moved.wait(timeout=left if self._runs else None)

    def move(self, by: timedelta) -> datetime:
        """Move by *by*, which may be negative, wake who sleeps, and say the new time."""
        with self._moved:
            self._shown += by
            self._moved.notify_all()
            return self._now()


def _in_utc(moment: datetime) -> datetime:
    if moment.utcoffset() is None:
        raise ValueError(f"{moment!r} has no time zone, so it is no moment")
    return moment.astimezone(UTC)
