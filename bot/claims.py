"""Claims on events, with the time of the bot's clock, in the name of this copy of the bot.

A memory that is away for a moment, as a PostgreSQL that is restarted, is asked again. When an answer of it was lost,
the claim may stand there all the same; it is known as ours by the name of this copy, and by that nobody has it yet.
"""

import secrets
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import TypeVar

from bot.clock import Clock
from bot.errors import MemoryUnavailable
from bot.memory.events import Events
from handlers.model import Event

Result = TypeVar("Result")

WAITS = (0.3, 0.7, 1.5)  # seconds between tries
_REMEMBERED = 2_000  # newest claims that this copy knows to have taken


class BotClaims:
    """What handlers need of the memory of events; see :class:`handlers.claims.Claims`."""

    def __init__(self, events: Events, clock: Clock) -> None:
        self._events = events
        self._clock = clock
        self.copy = secrets.token_hex(8)  # our id
        self._lock = threading.Lock()
        self._taken: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._left: deque[tuple[str, Event]] = deque(maxlen=_REMEMBERED)

    def take(self, workspace: str, event: Event) -> bool:
        return self._claimed(workspace, event) and self._note(workspace, event)

    def state(self, workspace: str, event: Event) -> str:
        return self._events.state(workspace, event)

    def settle(self, workspace: str, event: Event) -> None:
        self._patiently(lambda _: self._events.settle(workspace, event, now=self._clock.now()))

    def resume(self, workspace: str, event: Event) -> bool:
        """Take up what another copy, or an earlier run, has left: True for one caller, once."""
        return self._events.resume(workspace, event, now=self._clock.now(), by=self.copy)

    def leave(self, workspace: str, event: Event) -> None:
        self._left.append((workspace, event))

    def release(self) -> int:
        """Give up, to whoever is free, what was left here: claimed and not answered. How much it was.

        Raises:
            MemoryUnavailable: the memory is still away; nothing is forgotten.
        """
        released = 0
        while self._left:
            workspace, event = self._left[0]
            self._events.claim(workspace, event, now=self._clock.now(), by=self.copy)  # it may be nobody's yet
            released += self._events.release(workspace, event, by=self.copy)
            self._left.popleft()
        return released

    def _claimed(self, workspace: str, event: Event) -> bool:
        def claim(attempt: int) -> bool:
            if self._events.claim(workspace, event, now=self._clock.now(), by=self.copy):
                return True
            return attempt > 0 and self._events.is_with(workspace, event, self.copy)

        return self._patiently(claim)

    def _note(self, workspace: str, event: Event) -> bool:
        """True for one thread of this copy, which may have claimed it twice where an answer was lost."""
        key = workspace, event.id
        with self._lock:
            first = key not in self._taken
            self._taken[key] = None
            while len(self._taken) > _REMEMBERED:
                self._taken.popitem(last=False)
        return first

    def _patiently(self, ask: Callable[[int], Result]) -> Result:
        for attempt, wait in enumerate(WAITS):
            try:
                return ask(attempt)
            except MemoryUnavailable:
                self._clock.sleep(wait)
        return ask(len(WAITS))
