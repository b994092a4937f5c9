"""Watches: after an import, each member hears once of what is new for them."""

from datetime import datetime

import structlog
from slack_sdk import WebClient

from bot.digests.delivering import Deliverer
from bot.digests.settling import WATCH
from bot.memory.contents import hits_json
from bot.memory.deliveries import CLAIMED
from bot.memory.memory import Memory
from handlers.model import Delivery, Watch
from index.errors import PaperBotError
from index.library import Library

log = structlog.get_logger(__name__)

MOST = 20  # papers told at once


def look(
    memory: Memory, library: Library, deliverer: Deliverer, client: WebClient, workspace: str, now: datetime
) -> None:
    """Tell of new matches where papers came since a watch was last looked at; each paper once."""
    newest = library.newest()
    for watch in memory.watches.of(workspace):
        if watch.after >= newest:
            continue
        try:
            _tell(memory, library, deliverer, client, workspace, watch, newest, now)
            memory.watches.looked(workspace, watch.id, after=newest)
        except PaperBotError as fault:
            log.warning("a watch has to wait", why=str(fault))
        except Exception:
            log.exception("a watch failed; the others go on")


def _tell(
    memory: Memory,
    library: Library,
    deliverer: Deliverer,
    client: WebClient,
    workspace: str,
    watch: Watch,
    newest: int,
    now: datetime,
) -> None:
    told = memory.deliveries.had(workspace, watch.member)
    found = library.new_matches(watch.query, watch.after, corpora=watch.corpora or None, most=MOST)
    hits = [hit for hit in found if hit.paper.key not in told]
    if not hits:
        return
    line = Delivery(
        f"{WATCH}{watch.id}.{newest}",
        f"{WATCH}{watch.id}",
        watch.member,
        now.date(),
        newest,
        watch.query,
        now,
        CLAIMED,
        papers=tuple((hit.paper.handle, hit.paper.key) for hit in hits),
    )
    deliverer.deliver(client, workspace, line, hits_json(hits))
