"""Counting what comes of searches and questions, where the library answers and the claim is settled.

A listener claims an event, asks the library and settles, all in one thread. So the library notes its last answer
for the thread, and the claim, which knows the workspace, takes it into the day's count.
"""

import threading
from typing import Any

import structlog

from bot.claims import BotClaims
from bot.clock import Clock
from bot.measuring import MeasuredLibrary
from bot.memory.counts import Counts
from bot.memory.events import Events
from handlers.model import Event
from index.errors import PaperBotError
from index.model import Answer, Page

log = structlog.get_logger(__name__)

SEARCHES, EMPTY = "searches", "empty"
QUESTIONS, ANSWERED, DECLINED = "questions", "answered", "declined"
_TYPED = ("message", "command")  # kinds of event; a button that turns a page searches nothing new


class Tally(threading.local):
    """What the library answered last in this thread, as the names to count."""

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()

    def taken(self) -> tuple[str, ...]:
        """The names, once."""
        names, self.names = self.names, ()
        return names


class TalliedLibrary(MeasuredLibrary):
    """A library that notes what came of a search or a question."""

    def __init__(self, *args: Any, tally: Tally, **more: Any) -> None:
        super().__init__(*args, **more)
        self._tally = tally

    def search(self, *args: Any, **more: Any) -> Page:
        page = super().search(*args, **more)
        self._tally.names = (SEARCHES, EMPTY) if page.partial or not page.hits else (SEARCHES,)
        return page

    def ask(self, *args: Any, **more: Any) -> Answer:
        answer = super().ask(*args, **more)
        small_talk = answer.kind == "chat"
        self._tally.names = () if small_talk else (QUESTIONS, DECLINED if answer.kind == "abstain" else ANSWERED)
        return answer


class CountedClaims(BotClaims):
    """Claims that count what was answered when they are settled."""

    def __init__(self, events: Events, clock: Clock, counts: Counts, tally: Tally) -> None:
        super().__init__(events, clock)
        self._time, self._counts, self._tally = clock, counts, tally

    def take(self, workspace: str, event: Event) -> bool:
        self._tally.taken()
        return super().take(workspace, event)

    def settle(self, workspace: str, event: Event) -> None:
        super().settle(workspace, event)
        names = self._tally.taken()
        if not names or (event.kind not in _TYPED and QUESTIONS not in names):
            return
        try:
            self._counts.add(workspace, self._time.now().date(), dict.fromkeys(names, 1))
        except PaperBotError as fault:  # a number that is missing is no reason to fail an answer
            log.warning("something was not counted", fault=str(fault))
