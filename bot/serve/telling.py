"""Warnings to the keepers of a workspace, each once, whichever copy of the bot is first to give it."""

from http.client import HTTPException

import structlog
from slack_sdk.errors import SlackApiError

from bot.claims import BotClaims
from bot.workspaces import Installed
from handlers.model import Event
from handlers.views.text import escape

log = structlog.get_logger(__name__)


def tell_keepers(claims: BotClaims, installed: Installed, text: str, *, about: str) -> bool:
    """Send *text* to the keepers of a workspace by direct message; False if that was done before.

    Args:
        about: what makes the warning the same as an earlier one.
    """
    warning = Event("warning", f"warning:{about}")
    if not claims.take(installed.workspace, warning):
        return False
    for keeper in sorted(installed.keepers):
        try:
            installed.client.chat_postMessage(channel=keeper, text=f":warning: {escape(text)}")
        except (SlackApiError, OSError, HTTPException) as refused:
            log.warning("could not warn a keeper", fault=str(refused))
    claims.settle(installed.workspace, warning)
    return True
