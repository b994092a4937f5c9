"""One process of the bot, as far as digests go: for killing."""

import logging
from datetime import datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path

from slack_sdk import WebClient

from bot.clock import MovableClock
from bot.digests.choosing import Chooser
from bot.digests.delivering import Deliverer
from bot.digests.posting import plain
from bot.memory.memory import Memory
from index.library import Library

LOOKS = 40  # a minute of its clock apart


def post(papers: Path, memory: str, api: tuple[str, str], name: str, now: datetime, told: Connection) -> None:
    """Do what is due from *now* on until nothing is open, on a clock of its own; *told* hears each step.

    Args:
        api: the bot's token and the address of the Web API.
    """
    logging.disable(logging.CRITICAL)
    token, base = api
    clock = MovableClock(now)
    library = Library(papers)
    with Memory.open(memory) as opened:
        client = plain(WebClient(token, base_url=base))
        team = str(client.auth_test()["team_id"])
        deliverer = Deliverer(opened, Chooser(opened, library), clock, name=name, command="/icml", step=told.send)
        for _ in range(LOOKS):
            deliverer.run(client, team)
            if not opened.deliveries.open(team):
                break
            clock.move(timedelta(minutes=1))
    library.close()
    told.send("ends")
