"""What is to be done every few seconds."""

from datetime import datetime, timedelta

from bot.memory.events import KEPT
from bot.wiring import Wiring
from handlers.places import FOLLOWED


def tick(wiring: Wiring, now: datetime) -> None:
    """Do what is due at *now*: forget the events that nobody will send again, and threads that are long over."""
    wiring.memory.events.forget(before=now - KEPT)
    long_over = now - timedelta(days=wiring.settings.thread_days)
    wiring.memory.threads.forget(before=long_over)
    wiring.memory.settings.forget(f"{FOLLOWED}:", before=long_over)
