"""What is to be done every few seconds."""

from datetime import datetime, timedelta

from slack_sdk import WebClient

from bot.digests import watching
from bot.digests.posting import plain
from bot.memory.events import KEPT
from bot.watching import look_after_library
from bot.wiring import Wiring
from handlers.places import FOLLOWED

TOLD_AGAIN = timedelta(days=30)  # after which a keeper hears again of what is still wrong


def tick(wiring: Wiring, now: datetime, client: WebClient, workspace: str) -> None:
    """Do what is due at *now*: post digests, tell of new papers, forget what is long over."""
    memory, settings, calm = wiring.memory, wiring.settings, plain(client)
    look_after_library(wiring, [(client, workspace)], now=now)
    memory.events.forget(before=now - KEPT)
    long_over = now - timedelta(days=settings.thread_days)
    memory.threads.forget(before=long_over)
    memory.settings.forget(f"{FOLLOWED}:", before=long_over)
    memory.deliveries.forget(before=now - timedelta(days=settings.ledger_days))
    memory.notices.forget(before=now - TOLD_AGAIN)
    wiring.deliverer.run(calm, workspace, settings.keeper_ids)
    watching.look(memory, wiring.library, wiring.deliverer, calm, workspace, now)
