"""Telling the keepers of trouble, by direct message."""

from datetime import datetime
from http.client import HTTPException

import structlog
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.wiring import Wiring
from handlers.model import Event
from handlers.views.text import escape
from index.errors import PaperBotError

log = structlog.get_logger(__name__)


def tell(wiring: Wiring, client: WebClient, workspace: str, what: str, words: str, *, now: datetime) -> bool:
    """Tell the keepers of *workspace*, once a day for each *what*, whichever process sees it first; whether it was us.

    Where the settings name no keepers, the log is all that is told.
    """
    notice = Event("notice", f"notice:{what}:{now:%Y-%m-%d}")
    try:
        if not wiring.memory.events.claim(workspace, notice, now=now):
            return False
        log.warning("trouble for the keepers", what=what, words=words)
        for keeper in sorted(wiring.settings.keeper_ids):
            _send(client, keeper, words)
        wiring.memory.events.settle(workspace, notice, now=now)
    except PaperBotError as fault:
        log.warning("the keepers could not be told", what=what, words=words, fault=str(fault))
        return False
    return True


def _send(client: WebClient, keeper: str, words: str) -> None:
    try:
        client.chat_postMessage(channel=keeper, text=f":warning: {escape(words)}")
    except (SlackApiError, OSError, HTTPException) as refused:
        log.warning("a keeper could not be told", keeper=keeper, fault=str(refused))
