"""What must happen later by the workspace's clock, which may be moved."""

import asyncio
import itertools
import threading
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.clock import Clock

_LOOK = 0.02  # seconds of real time between two looks at a clock that somebody may move


class Timetable:
    """Runs callbacks on the loop when the clock has reached their time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._loop: asyncio.AbstractEventLoop | None = None
        self._entries: dict[int, tuple[datetime, Callable[[], None]]] = {}
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._looking = False

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def after(self, seconds: float, then: Callable[[], None]) -> int:
        """Call *then* in so many seconds of the clock; from any thread. Gives a number for :meth:`cancel`."""
        number = next(self._numbers)
        with self._lock:
            self._entries[number] = (self._clock.now() + timedelta(seconds=seconds), then)
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._look_on)
        return number

    def cancel(self, number: int) -> None:
        with self._lock:
            self._entries.pop(number, None)

    def _look_on(self) -> None:
        if not self._looking and self._loop is not None:
            self._looking = True
            self._look()

    def _look(self) -> None:
        now = self._clock.now()
        with self._lock:
            due = sorted((when, number) for number, (when, _) in self._entries.items() if when <= now)
        for _, number in due:
            with self._lock:
                entry = self._entries.pop(number, None)
            if entry:  # else one that went before has cancelled it
                entry[1]()
        self._looking = bool(self._entries)
        if self._looking and self._loop is not None:
            self._loop.call_later(_LOOK, self._look)
