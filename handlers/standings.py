"""How digests stand: what the views of them need, gathered for one member."""

from dataclasses import replace
from zoneinfo import ZoneInfo

import structlog
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from handlers.changing import Asker
from handlers.desk import Desk
from handlers.model import Delivery, Subscription
from handlers.showing import Message
from handlers.views.digest_words import UNCOUNTED, Standing, why_none
from handlers.views.digests import (
    LINES,
    PREVIEWED,
    coming,
    coming_text,
    digest_status,
    digest_status_text,
    ledger,
    ledger_text,
)
from index.errors import PaperBotError

log = structlog.get_logger(__name__)

_INVITE = "I am not in this channel, so I can't post here: type /invite with my name first."


def status(desk: Desk, asker: Asker, channel: str, said: str = "") -> Message:
    """How the digests of a channel stand."""
    found = desk.digests.in_channel(asker.workspace, channel)
    standings = [standing(desk, asker.workspace, one) for one in found]
    warning = unheard(asker.client, channel)
    text = digest_status_text(standings, desk.command, said=said, warning=warning)
    return text, digest_status(standings, channel, desk.command, said=said, warning=warning)


def standing(desk: Desk, workspace: str, subscription: Subscription) -> Standing:
    """How one of them stands."""
    digests = desk.digests
    seen, total = shelf(desk, workspace, subscription)
    lines = digests.ledger(workspace, subscription=subscription.id, limit=1)
    return Standing(
        subscription,
        labels(desk, workspace),
        digests.today(subscription),
        digests.next_at(subscription),
        seen,
        total,
        on_its_clock(lines[0], subscription) if lines else None,
    )


def shelf(desk: Desk, workspace: str, subscription: Subscription) -> tuple[int, int]:
    """How far its channel is with its shelf; UNCOUNTED where that can't be told, as when a corpus has gone."""
    try:
        return desk.digests.shelf(workspace, subscription.id)
    except PaperBotError as refused:
        log.info("a shelf can't be counted", why=type(refused).__name__)
        return UNCOUNTED


def labels(desk: Desk, workspace: str) -> dict[str, str]:
    """What the topics of a workspace are called, by name."""
    return {topic.name: topic.label for topic in desk.topics.all(workspace)}


def previewed(desk: Desk, asker: Asker, subscription: Subscription) -> Message:
    """The coming digests of a subscription."""
    digests = desk.digests.preview(asker.workspace, subscription, PREVIEWED)
    return coming_text(digests), coming(digests, subscription.id)


def lines_of(desk: Desk, asker: Asker, subscription: Subscription, offset: int = 0) -> Message:
    """A page of the ledger, and why the last slot brought none."""
    id_, named = subscription.id, labels(desk, asker.workspace)
    found = desk.digests.ledger(asker.workspace, subscription=id_, limit=LINES + 1, offset=offset)
    shown = [on_its_clock(line, subscription) for line in found[:LINES]]
    why = reason_of_none(desk, asker.workspace, subscription)
    made = ledger(shown, named, id_, why=why, offset=offset, more=len(found) > LINES)
    return ledger_text(shown, named, why), made


def reason_of_none(desk: Desk, workspace: str, subscription: Subscription) -> str:
    """Why the last slot of a subscription brought none, in one sentence."""
    slots = desk.digests.ledger(workspace, subscription=subscription.id, limit=LINES)
    newest = next((line for line in slots if line.number == 0), None)
    shown = on_its_clock(newest, subscription) if newest else None
    return why_none(shown, standing(desk, workspace, subscription))


def on_its_clock(line: Delivery, subscription: Subscription) -> Delivery:
    """A line of the ledger with its times in the zone of its subscription."""
    zone = ZoneInfo(subscription.zone)
    posted_at = line.posted_at.astimezone(zone) if line.posted_at else None
    return replace(line, due_at=line.due_at.astimezone(zone), posted_at=posted_at)


def unheard(client: WebClient, channel: str) -> str:
    """What keeps the bot from posting in a channel, in words; empty where nothing does."""
    if channel.startswith("D"):
        return ""
    try:
        found = client.conversations_info(channel=channel)["channel"]
    except SlackApiError as refused:
        log.info("a channel can't be read", error=refused.response["error"])
        return _INVITE if refused.response["error"] == "channel_not_found" else ""
    if found.get("is_archived"):
        return "This channel is archived, so I can't post here."
    return "" if found.get("is_member") else _INVITE
