"""What is to be done every few seconds."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import structlog

from bot.digests import watching
from bot.digests.posting import plain
from bot.memory.counts import KEPT as COUNTS_KEPT
from bot.memory.events import KEPT
from bot.stats import cards
from bot.watching import look_after_library
from bot.wiring import Wiring
from bot.workspaces import Installed
from handlers.places import FOLLOWED
from index.errors import LibraryAway

TOLD_AGAIN = timedelta(days=30)  # after which a keeper hears again of what is still wrong

log = structlog.get_logger(__name__)


def tick(wiring: Wiring, now: datetime, workspaces: Iterable[Installed]) -> None:
    """Do what is due at *now*: post digests, tell of new papers, forget what is long over and who left."""
    memory, settings = wiring.memory, wiring.settings
    there = tuple(workspaces)
    look_after_library(wiring, there, now=now)
    memory.events.forget(before=now - KEPT)
    long_over = now - timedelta(days=settings.thread_days)
    memory.threads.forget(before=long_over)
    memory.settings.forget(f"{FOLLOWED}:", before=long_over)
    memory.deliveries.forget(before=now - timedelta(days=settings.ledger_days))
    memory.notices.forget(before=now - TOLD_AGAIN)
    memory.counts.forget(before=now - COUNTS_KEPT)
    memory.states.forget(before=now)
    for workspace in memory.departures.forget(before=now - timedelta(days=settings.grace_days)):
        log.info("forgot a workspace that had taken me out", workspace=workspace)
    for one in there:
        calm = plain(one.client)
        try:
            wiring.deliverer.run(calm, one.workspace, one.keepers)
            watching.look(memory, wiring.library, wiring.deliverer, calm, one.workspace, now)
        except LibraryAway as away:  # its keepers know; what is due waits for it
            log.warning("what is due waits for the library", why=away.why)
        cards.send(memory, wiring.deliverer, calm, one.workspace, one.keepers, now)
