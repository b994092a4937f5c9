"""Telling those who look after the bot, once, of what only they can mend."""

from collections.abc import Collection
from datetime import datetime
from http.client import HTTPException

import structlog
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.memory.notices import Notices

log = structlog.get_logger(__name__)


def tell_once(
    notices: Notices,
    client: WebClient,
    workspace: str,
    members: Collection[str],
    text: str,
    *,
    about: str,
    now: datetime,
) -> bool:
    """Say *text* to each of *members* by direct message, once for each thing that it is *about*.

    Args:
        text: our own words, as mrkdwn; nothing of papers or members unescaped.
        about: an id of the trouble; the memory keeps it until it is taken back.

    Returns:
        Whether somebody was told now.
    """
    if not members or not notices.claim(workspace, about, now=now):
        return False
    told = [member for member in sorted(members) if _said(client, member, text)]
    if not told:
        notices.take_back(workspace, about)
    return bool(told)


def _said(client: WebClient, member: str, text: str) -> bool:
    try:
        client.chat_postMessage(channel=member, text=text, unfurl_links=False)
    except (SlackApiError, OSError, HTTPException) as refused:
        log.warning("could not tell a keeper", fault=str(refused))
        return False
    return True
