"""The weekly card: the numbers of the last week, once, to each keeper by direct message."""

from collections.abc import Collection
from datetime import datetime, time, timedelta

from slack_sdk import WebClient

from bot.digests.delivering import Deliverer
from bot.digests.settling import CARD
from bot.memory.contents import week_json
from bot.memory.deliveries import CLAIMED
from bot.memory.memory import Memory
from bot.stats.weeks import WEEK, monday_of, week_of
from handlers.model import Delivery

AT = time(8)  # of Monday, in UTC
OF_USE = timedelta(days=3)  # after which a card that did not come is left out


def send(
    memory: Memory, deliverer: Deliverer, client: WebClient, workspace: str, keepers: Collection[str], now: datetime
) -> None:
    """Send the card of the last week to those of *keepers* who did not get it.

    It is claimed in the ledger before it is posted, as a digest is, so it comes once, whoever ticks.
    """
    monday = monday_of(now)
    due = datetime.combine(monday, AT, now.tzinfo)
    if not due <= now < due + OF_USE or workspace not in memory.counts.workspaces():
        return
    for keeper in sorted(keepers):
        card = f"{CARD}{keeper}"
        if memory.deliveries.read(workspace, f"{card}.{monday}") is not None:
            continue
        line = Delivery(f"{card}.{monday}", card, keeper, monday, 0, "", now, CLAIMED)
        deliverer.deliver(client, workspace, line, week_json(week_of(memory, workspace, monday - WEEK)))
