"""What is to be done every few seconds."""

from datetime import datetime, timedelta

import structlog

from bot.memory.events import KEPT
from bot.wiring import Wiring

log = structlog.get_logger(__name__)


def tick(wiring: Wiring, now: datetime) -> None:
    """Do what is due at *now*: forget what nobody will send again, threads that are long over, and who left."""
    memory, settings = wiring.memory, wiring.settings
    memory.events.forget(before=now - KEPT)
    memory.threads.forget(before=now - timedelta(days=settings.thread_days))
    memory.states.forget(before=now)
    for workspace in memory.departures.forget(before=now - timedelta(days=settings.grace_days)):
        log.info("forgot a workspace that had taken me out", workspace=workspace)
