"""Envelopes on their way to the app: sent, acknowledged, late, and sent again as Slack does."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import uuid4

from bot.workspace.faults import Doubled, FaultPlan, Late, Reordered, Withheld
from bot.workspace.state import State
from bot.workspace.timetable import Timetable

Json = dict[str, Any]
Kind = Literal["slash_commands", "interactive", "events_api"]

ACKNOWLEDGE_WITHIN = 3.0  # seconds
_RETRIES_AFTER = (0.0, 60.0, 300.0)  # seconds; Slack: at once, after a minute, after five
_REORDERED_FOR = 0.5  # seconds until a held envelope leaves though no other came


def _nothing(_: object = None) -> None: ...


@dataclass
class Envelope:
    """One payload for the app, and what became of it."""

    kind: Kind
    payload: Json
    at: datetime
    id: str = field(default_factory=lambda: str(uuid4()))
    accepts_response_payload: bool = False
    retry_attempt: int = 0
    retry_reason: str = ""
    accepted: float = 0.0  # monotonic
    left: float = 0.0  # monotonic; later than accepted where the plan has it late
    acknowledged_after_ms: float | None = None
    answer: Json | None = None
    failed: str = ""  # "operation_timeout", "dispatch_failed"
    on_answer: Callable[[Json], None] = _nothing
    on_failure: Callable[[str], None] = _nothing

    @property
    def name(self) -> str:
        """What stands in the inspector: "slash_commands /icml", "events_api app_mention"."""
        event = self.payload.get("event", {})
        parts = (self.payload.get("command"), event.get("type"), self.payload.get("type"))
        return f"{self.kind} {next((part for part in parts if part), '')}"

    def frame(self) -> Json:
        frame: Json = {
            "envelope_id": self.id,
            "payload": self.payload,
            "type": self.kind,
            "accepts_response_payload": self.accepts_response_payload,
        }
        if self.kind == "events_api":
            frame |= {"retry_attempt": self.retry_attempt, "retry_reason": self.retry_reason}
        return frame


class Delivery:
    """Brings envelopes to the app, one after the other, and waits for each acknowledgement.

    Args:
        carry: brings one envelope over; false if nobody is there to take it.
        lose: loses the connection over which the last envelope went.
    """

    def __init__(
        self,
        state: State,
        timetable: Timetable,
        faults: FaultPlan,
        carry: Callable[[Envelope], Awaitable[bool]],
        lose: Callable[[], None],
    ) -> None:
        self._state, self._timetable, self._faults = state, timetable, faults
        self.carry, self._lose = carry, lose
        self.refusal_reason = "connection_failed"
        self.log: list[Envelope] = []
        self._open: dict[str, tuple[Envelope, int]] = {}  # id -> envelope, its entry in the timetable
        self._held: list[Envelope] = []
        self._early: list[Envelope] = []  # what was sent before the server ran
        self._queue: asyncio.Queue[Envelope] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._loop_thread = threading.get_ident()

    @property
    def in_flight(self) -> int:
        return len(self._open)

    async def run(self) -> None:
        """Send what is queued until cancelled."""
        queue: asyncio.Queue[Envelope] = asyncio.Queue()
        with self._state.lock:
            self._loop, self._queue, self._loop_thread = asyncio.get_running_loop(), queue, threading.get_ident()
            for envelope in self._early:
                queue.put_nowait(envelope)
        while True:
            await self._leave(await queue.get())

    def send(self, envelope: Envelope) -> None:
        """Take *envelope* and send it, unless the plan has it late, held or lost; from any thread."""
        with self._state.lock:
            envelope.accepted = time.monotonic()
            self.log.append(envelope)
            entry = self._timetable.after(ACKNOWLEDGE_WITHIN, lambda: self._fail(envelope, "operation_timeout"))
            self._open[envelope.id] = (envelope, entry)
            self._state.bump()
            match self._faults.for_envelope(envelope.kind):
                case Late(seconds):
                    self._timetable.after(seconds, lambda: self._enqueue(envelope))
                case Reordered():
                    self._held.append(envelope)
                    self._timetable.after(_REORDERED_FOR, self._release)
                case Withheld():
                    pass
                case Doubled():
                    self._enqueue(envelope)
                    self._enqueue(envelope)
                case None:
                    self._enqueue(envelope)

    def _enqueue(self, envelope: Envelope) -> None:
        queue, loop = self._queue, self._loop
        if queue is None or loop is None:
            self._early.append(envelope)
            return
        if loop.is_closed():
            return
        if threading.get_ident() == self._loop_thread:
            queue.put_nowait(envelope)
        else:
            loop.call_soon_threadsafe(queue.put_nowait, envelope)

    def stop(self) -> None:
        with self._state.lock:
            self._queue = None
            self._open.clear()

    async def _leave(self, envelope: Envelope) -> None:
        envelope.left = time.monotonic()
        if not await self.carry(envelope):
            self._fail(envelope, "dispatch_failed")
        elif self._faults.loses_socket_now():
            self._lose()
        self._release()

    def _release(self) -> None:
        with self._state.lock:
            held, self._held = self._held, []
        for envelope in held:
            self._enqueue(envelope)

    def acknowledged(self, envelope_id: str, answer: Json) -> None:
        """Take the app's acknowledgement, unless it comes too late or twice. On the loop."""
        with self._state.lock:
            envelope, entry = self._open.get(envelope_id, (None, None))
            if envelope is None or entry is None:
                return
            self._timetable.cancel(entry)
            envelope.acknowledged_after_ms = (time.monotonic() - envelope.accepted) * 1_000
            envelope.answer = answer
            try:
                envelope.on_answer(answer)
            finally:
                self._open.pop(envelope_id, None)
                self._state.bump()

    def refused(self, envelope_id: str, no_retry: bool) -> None:
        """Note that the app answered with an error, or nobody did. On the loop."""
        envelope, _ = self._open.get(envelope_id, (None, None))
        if envelope is not None:
            self._fail(envelope, "dispatch_failed", again=not no_retry)

    def _fail(self, envelope: Envelope, error: str, *, again: bool = True) -> None:
        with self._state.lock:
            found, entry = self._open.get(envelope.id, (None, None))
            if found is None or entry is None:
                return
            self._timetable.cancel(entry)
            envelope.failed = error
            envelope.on_failure(error)
            if again and envelope.kind == "events_api" and envelope.retry_attempt < len(_RETRIES_AFTER):
                self._again(envelope, error)
            self._open.pop(envelope.id, None)
            self._state.bump()

    def _again(self, envelope: Envelope, error: str) -> None:
        reason = {"operation_timeout": "timeout", "dispatch_failed": self.refusal_reason}[error]
        retry = Envelope(
            "events_api",
            envelope.payload,
            self._state.now(),
            retry_attempt=envelope.retry_attempt + 1,
            retry_reason=reason,
        )
        wait = _RETRIES_AFTER[envelope.retry_attempt]
        if wait:
            self._timetable.after(wait, lambda: self.send(retry))
        else:
            self.send(retry)

    def redeliver(self, wanted: str, times: int) -> None:
        """Send an event again, by the id of its envelope or event, with a growing retry number."""
        with self._state.lock:
            found = [
                one for one in self.log if wanted in (one.id, one.payload.get("event_id")) and one.kind == "events_api"
            ]
        if not found:
            raise LookupError(f"No event was sent with the id {wanted}.")
        first = found[-1].retry_attempt + 1
        for attempt in range(first, first + times):
            self.send(
                Envelope(
                    "events_api",
                    found[-1].payload,
                    self._state.now(),
                    retry_attempt=attempt,
                    retry_reason="timeout",
                )
            )
