"""Two lanes for listeners, so that what Slack waits for never queues behind work."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any

WORKERS = 16  # threads for what members ask; more would take turns at one processor, and acknowledgements with them
QUICK = 8  # threads for the listeners whose own words are the acknowledgement


class Lanes(Executor):
    """Runs each listener in the lane that :meth:`choose` named for its request.

    Bolt submits a listener in the thread that dispatches its request, so the choice is of that thread.
    """

    def __init__(self) -> None:
        self._work = ThreadPoolExecutor(WORKERS, thread_name_prefix="listener")
        self._quick = ThreadPoolExecutor(QUICK, thread_name_prefix="quick listener")
        self._is_awaited: ContextVar[bool] = ContextVar("is_awaited", default=False)

    def choose(self, *, awaited: bool) -> None:
        """Say whether Slack waits for what the next listener of this thread says."""
        self._is_awaited.set(awaited)

    def submit(self, listener: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        lane = self._quick if self._is_awaited.get() else self._work
        return lane.submit(listener, *given, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for lane in (self._quick, self._work):
            lane.shutdown(wait=wait, cancel_futures=cancel_futures)
