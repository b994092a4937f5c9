"""Watches: after an import, each member hears once of what is new for them."""

import json
from datetime import datetime

import structlog
from slack_sdk import WebClient

from bot.digests.delivering import Deliverer
from bot.digests.settling import WATCH
from bot.memory.contents import hits_json
from bot.memory.deliveries import CLAIMED, HadSince
from bot.memory.memory import Memory
from handlers.model import Delivery, Watch
from index.errors import PaperBotError
from index.library import Library

log = structlog.get_logger(__name__)

MOST = 50  # papers told at once: the best
LIBRARY = "watches: library"  # the setting that says of which library the numbers in watches are


def look(
    memory: Memory, library: Library, deliverer: Deliverer, client: WebClient, workspace: str, now: datetime
) -> None:
    """Tell of new matches where papers came since a watch was last looked at; each paper once."""
    newest = library.newest()
    _turn_to(memory, library, workspace, newest, now)
    for watch in memory.watches.of(workspace):
        if watch.after >= newest:
            continue
        try:
            _tell(memory, library, deliverer, client, workspace, watch, newest, now)
            memory.watches.looked(workspace, watch.id, after=newest)
        except HadSince:
            log.info("a watch has to wait: its member is just told of one of its papers")
        except PaperBotError as fault:
            log.warning("a watch has to wait", why=str(fault))
        except Exception:
            log.exception("a watch failed; the others go on")


def _turn_to(memory: Memory, library: Library, workspace: str, newest: int, now: datetime) -> None:
    """Where another library was put in: its numbers are others, and what is in it now is nothing new."""
    known, there = memory.settings.get(workspace, LIBRARY), json.dumps(library.id)
    if known == there:
        return
    if known:
        memory.watches.begin_anew(workspace, after=newest)
    memory.settings.put(workspace, LIBRARY, there, now)


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
