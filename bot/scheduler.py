"""Calls the bot's tick every few seconds. What is due at a tick is not decided here."""

import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from apscheduler.executors.base import BaseExecutor, run_job
from apscheduler.schedulers.background import BackgroundScheduler

from bot.clock import Clock, SystemClock
from index.errors import PaperBotError

log = logging.getLogger(__name__)

PATIENCE = 3.0  # seconds that stopping waits for a tick to end


class Scheduler:
    """Ticks at its start and then every *every* of real time, until it is stopped.

    Ticks never overlap: one that falls due while another runs is left out, and however many fell due
    while the machine slept, one makes up for them. A tick that raises is logged, and the next one comes.

    Args:
        clock: says what time it is at a tick. It may be moved: what was due is then seen at the next tick.
        tick: is called in a thread of the scheduler's own.
    """

    def __init__(
        self, clock: Clock, tick: Callable[[datetime], None], every: timedelta = timedelta(seconds=20)
    ) -> None:
        self._clock = clock
        self._tick = tick
        self._every = every
        self._executor = _Daemon()
        self._scheduler: BackgroundScheduler | None = None
        self._heard = time.monotonic()

    @property
    def every(self) -> float:
        """Seconds between two ticks."""
        return self._every.total_seconds()

    @property
    def silent_for(self) -> float:
        """Seconds of the machine since the last tick ended well, or since the start."""
        return time.monotonic() - self._heard

    def start(self) -> None:
        """Begin to tick. Starting twice is starting once; after a stop it begins anew."""
        if self._scheduler is not None:
            return
        self._heard = time.monotonic()
        scheduler = BackgroundScheduler(executors={"default": self._executor}, timezone=UTC)
        scheduler.add_job(
            self._run,
            "interval",
            seconds=self._every.total_seconds(),
            next_run_time=SystemClock().now(),  # at once; by the machine's clock, which APScheduler goes by
            id="tick",
            name="tick",
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,  # a late tick is as good as a timely one
        )
        scheduler.start()
        self._scheduler = scheduler

    def stop(self) -> None:
        """Tick no more. A tick that runs gets :data:`PATIENCE` to end, and is left alone after that."""
        scheduler, self._scheduler = self._scheduler, None
        if scheduler is None:
            return
        scheduler.shutdown(wait=False)
        if not self._executor.ended_within(PATIENCE):
            log.warning("a tick still runs; what it has claimed is finished at the next start")

    def _run(self) -> None:
        try:
            self._tick(self._clock.now())
        except PaperBotError as known:  # such as a memory that is away
            log.warning("a tick has to wait: %s", known)
        except Exception:
            log.exception("a tick failed; the next one comes in %s", self._every)
        else:
            self._heard = time.monotonic()


class _Daemon(BaseExecutor):  # type: ignore[misc]  # APScheduler has no types
    """Runs each job in a daemon thread, since a pool's threads keep a process from ending."""

    def __init__(self) -> None:
        super().__init__()
        self._thread: threading.Thread | None = None

    def _do_submit_job(self, job: Any, run_times: list[datetime]) -> None:
        self._thread = threading.Thread(target=self._work, args=(job, run_times), name="tick", daemon=True)
        self._thread.start()

    def _work(self, job: Any, run_times: list[datetime]) -> None:
        # Job and executor settle here that the next run may begin. Our job catches what it raises.
        self._run_job_success(job.id, run_job(job, job._jobstore_alias, run_times, self._logger.name))

    def ended_within(self, seconds: float) -> bool:
        """Wait for the job that runs, if any, and say whether none does."""
        thread = self._thread
        if thread is None or thread is threading.current_thread():  # a tick may stop its own scheduler
            return True
        thread.join(timeout=seconds)
        return not thread.is_alive()
