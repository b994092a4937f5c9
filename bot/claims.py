"""Claims on events, with the time of the bot's clock, in the name of this copy of the bot."""

import secrets

from bot.clock import Clock
from bot.memory.events import Events
from handlers.model import Event


class BotClaims:
    """What handlers need of the memory of events; see :class:`handlers.claims.Claims`."""

    def __init__(self, events: Events, clock: Clock) -> None:
        self._events = events
        self._clock = clock
        self.copy = secrets.token_hex(8)  # our id

    def take(self, workspace: str, event: Event) -> bool:
        return self._events.claim(workspace, event, now=self._clock.now(), by=self.copy)

    def state(self, workspace: str, event: Event) -> str:
        return self._events.state(workspace, event)

    def settle(self, workspace: str, event: Event) -> None:
        self._events.settle(workspace, event, now=self._clock.now())

    def resume(self, workspace: str, event: Event) -> bool:
        """Take up what another copy, or an earlier run, has left: True for one caller, once."""
        return self._events.resume(workspace, event, now=self._clock.now(), by=self.copy)
