"""What is to be done every few seconds."""

from datetime import datetime, timedelta

from slack_sdk import WebClient

from bot.digests import watching
from bot.digests.posting import plain
from bot.memory.counts import KEPT as COUNTS_KEPT
from bot.memory.events import KEPT
from bot.stats import cards
from bot.wiring import Wiring

TOLD_AGAIN = timedelta(days=30)  # after which a keeper hears again of what is still wrong


def tick(wiring: Wiring, now: datetime, client: WebClient, workspace: str) -> None:
    """Do what is due at *now*: post digests, tell of new papers and of the last week, forget what is long over."""
    memory, settings, calm = wiring.memory, wiring.settings, plain(client)
    memory.events.forget(before=now - KEPT)
    memory.threads.forget(before=now - timedelta(days=settings.thread_days))
    memory.deliveries.forget(before=now - timedelta(days=settings.ledger_days))
    memory.notices.forget(before=now - TOLD_AGAIN)
    memory.counts.forget(before=now - COUNTS_KEPT)
    wiring.deliverer.run(calm, workspace, settings.keeper_ids)
    watching.look(memory, wiring.library, wiring.deliverer, calm, workspace, now)
    cards.send(memory, wiring.deliverer, calm, workspace, settings.keeper_ids, now)
