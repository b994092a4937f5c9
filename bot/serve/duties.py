"""What every copy of the bot does beside answering: it says that it lives, finishes what dead ones left, and ticks."""

from datetime import timedelta

import structlog

from bot.copies import Others, this_copy, unexpected
from bot.memory.copies import Copy
from bot.recovery import finish_what_was_begun
from bot.scheduler import Scheduler
from bot.serve.telling import tell_keepers
from bot.tick import tick
from bot.wiring import Wiring
from bot.workspaces import Workspaces

log = structlog.get_logger(__name__)

BEATS_EVERY = timedelta(seconds=10)
AT_REST = timedelta(seconds=15)  # younger claims may be of a copy that we did not see yet
SHARED = (
    "Two copies of me work with one memory, and nobody told me so ({here} and {there}). Stop one of them, or start "
    "both with --role."
)
CONNECTED_TWICE = (
    "Slack counts {count} connections with my app-level token, and I know of {known}. If another copy of me runs "
    "with a memory of its own, stop it: reading lists and digests would come apart. If I was restarted after a "
    "power cut a moment ago, it is the old connection, and goes away by itself."
)


class Duties:
    """Started with a transport, or alone in a process that only schedules.

    Args:
        transport: "socket", "http", or empty where Slack doesn't reach this copy.
    """

    def __init__(self, wiring: Wiring, workspaces: Workspaces, transport: str = "") -> None:
        self._wiring, self.workspaces = wiring, workspaces
        role = wiring.settings.role
        self.schedules = role != "web"
        self._me = this_copy(wiring.claims.copy, role, transport)
        self._others = Others(self._me)
        self._connections: int | None = None
        self._compared = False
        self.beats = Scheduler(wiring.clock, lambda _: self.beat(), BEATS_EVERY)
        self.ticks = Scheduler(wiring.clock, lambda now: tick(wiring, now, workspaces.all()))

    def recover(self) -> None:
        """Finish what earlier runs left, before the first event of this one is taken."""
        memory = self._wiring.memory
        memory.copies.beat(self._me, now=self._wiring.clock.now())  # else others would take our first claims for left
        left = self._finish([copy.id for copy in self._look()])
        if left:
            log.info("finished what an earlier run had begun", events=left)

    def start(self) -> None:
        self.beats.start()
        if self.schedules:
            self.ticks.start()

    def stop(self) -> None:
        self.ticks.stop()
        self.beats.stop()

    def leave(self) -> None:
        """Say goodbye, once all that was begun has ended."""
        try:
            self._wiring.memory.copies.leave(self._me.id)
        except Exception as fault:  # noqa: BLE001 - it is noticed dead, then
            log.warning("could not say goodbye to the memory", fault=type(fault).__name__)

    def beat(self) -> None:
        """Say that we live, and see to the others."""
        self._wiring.memory.copies.beat(self._me, now=self._wiring.clock.now())
        living = self._look()
        self._wiring.claims.release()
        left = self._finish([self._me.id, *(copy.id for copy in living)], AT_REST)
        if left:
            log.info("took over what another copy had begun", events=left)
        self._compare_connections(living)
        for other in unexpected(self._me, living):
            self._warn_of("copies", SHARED.format(here=_place(self._me), there=_place(other)))

    def _look(self) -> tuple[Copy, ...]:
        """The other copies that live. Those that don't are forgotten; who wakes up again says so."""
        living, dead = self._others.look(self._wiring.memory.copies.all())
        for copy in dead:
            self._wiring.memory.copies.leave(copy.id)
            log.warning("another copy of the bot is gone", copy=copy.id, place=_place(copy))
        return living

    def connected(self, count: int) -> None:
        """Slack counts *count* connections with our app-level token, or 0 when it says nothing of that.

        Its first word counts: when we connect anew, the old connection may still be counted.
        """
        if count and self._connections is None:
            self._connections = count

    def _compare_connections(self, living: tuple[Copy, ...]) -> None:
        if self._connections and not self._compared:
            self._compared = True
            known = 1 + sum(copy.transport == "socket" for copy in living)
            if self._connections > known:
                self._warn_of("connections", CONNECTED_TWICE.format(count=self._connections, known=known))

    def _finish(self, living: list[str], at_rest: timedelta = timedelta(0)) -> int:
        wiring = self._wiring
        before = wiring.clock.now() - at_rest if at_rest else None
        left = wiring.memory.events.abandoned(living=living, before=before)
        return sum(
            finish_what_was_begun(wiring, one.client, one.workspace, living=living, at_rest=at_rest)
            for one in (self.workspaces.all() if left else ())
            if one.workspace in left
        )

    def _warn_of(self, about: str, text: str) -> None:
        """Tell the keepers, once a day."""
        today = self._wiring.clock.now().date().isoformat()
        for one in self.workspaces.all():
            if tell_keepers(self._wiring.claims, one, text, about=f"{about}:{today}"):
                log.warning("two copies of the bot", about=about, words=text)


def _place(copy: Copy) -> str:
    return f"process {copy.process.partition('@')[0]} on {copy.host}"
