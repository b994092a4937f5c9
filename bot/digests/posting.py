"""One message put where it belongs: what can be known after a fault, and looking for what perhaps stands there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from http.client import HTTPException
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.models.blocks import Block
from slack_sdk.web import SlackResponse

from bot.retries import never_left
from bot.sending import perhaps_done

Json = dict[str, Any]

EVENT = "icml_digest"  # event_type of the metadata
TIMEOUT = 20  # seconds that one call may take
PAGE = 200
MOST_PAGES = 10  # of a channel's history that are looked through
SLACK_IS_AHEAD = timedelta(days=2)  # by which its clock, or an earlier one of ours, may have differed

# What one channel refuses for good, until somebody mends it.
MENDS = {
    "is_archived": "the channel is archived. Take it out of the archive, or stop the digest",
    "not_in_channel": "I am not in the channel. Invite me there",
    "channel_not_found": "I can’t see the channel. Invite me there, or stop the digest if it is gone",
    "restricted_action": "somebody has restricted who may post there. Let me post, or choose another channel",
    "restricted_action_read_only_channel": "the channel is read-only. Let me post, or choose another channel",
    "restricted_action_thread_only_channel": "only threads may be posted there. Choose another channel",
    "no_permission": "I have no permission to post there. Invite me there, or choose another channel",
    "missing_scope": "my token lacks a scope. Install the app again from its manifest",
    "cannot_dm_bot": "it is a bot",
    "user_not_found": "I can’t find the member",
    "user_disabled": "the member has left",
    "too_late": "it could not be posted in time",
    "stopped": "the digest was stopped",
    "too_long": "too much was written there since",
    "messages_tab_disabled": "the app takes no direct messages. Switch its Messages tab on",
}
# The bot itself is out; no channel is to blame.
_OUT = frozenset({
    "account_inactive", "app_uninstalled", "ekm_access_denied", "invalid_auth", "not_authed", "token_expired",
    "token_revoked", "team_access_not_granted",
})  # fmt: skip


class Refused(Exception):
    """Slack won't take it, and trying again does not help."""

    def __init__(self, error: str) -> None:
        super().__init__(error)
        self.error = error

    @property
    def words(self) -> str:
        """Why, and what mends it; the middle of a sentence."""
        return MENDS.get(self.error, f"Slack refused it ({self.error})")


class NotNow(Exception):
    """It was not done; it can be tried again after *seconds*, or whenever suits."""

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Perhaps(Exception):
    """Nobody knows whether it was done; it is to be looked for before it is tried again."""


class Unreadable(Exception):
    """Whether it stands there can't be seen."""

    def __init__(self, error: str) -> None:
        super().__init__(error)
        self.error = error

    @property
    def words(self) -> str:
        """Why, and what mends it; the middle of a sentence."""
        why = MENDS.get(self.error, f"Slack refused it ({self.error})")
        return f"I lost track of whether it stands there, and can’t read the channel to see: {why}"


@dataclass(frozen=True, slots=True)
class Message:
    """One part of a delivery, as it is posted."""

    channel: str
    thread: str  # the ts of its root; empty for the channel itself
    text: str
    blocks: Sequence[Block]
    delivery: str
    part: int

    @property
    def payload(self) -> Json:
        """What tells it in a channel's history."""
        return {"delivery": self.delivery, "part": self.part}


def plain(client: WebClient) -> WebClient:
    """A client like *client* that never tries again by itself, and gives a call up before a lease ends."""
    return WebClient(
        token=client.token,
        base_url=client.base_url,
        timeout=TIMEOUT,
        ssl=client.ssl,
        proxy=client.proxy,
        headers=client.headers,
        team_id=client.default_params.get("team_id"),
        logger=client._logger,
        retry_handlers=[],
    )


def post(client: WebClient, message: Message) -> str:
    """Post *message*, and say its ts.

    Args:
        client: one that never tries again by itself.

    Raises:
        Refused, NotNow, Perhaps: it can't be, was not, or perhaps was.
    """
    try:
        answer = client.chat_postMessage(
            channel=message.channel,
            thread_ts=message.thread or None,
            text=message.text,
            blocks=message.blocks or None,
            metadata={"event_type": EVENT, "event_payload": message.payload},
            unfurl_links=False,
            unfurl_media=False,
        )
    except (SlackApiError, OSError, HTTPException) as fault:
        raise _meant(fault) from fault
    return str(answer["ts"])


def direct(client: WebClient, member: str) -> str:
    """The channel of *member*'s direct messages.

    Raises:
        Refused, NotNow: as for a post.
    """
    try:
        return str(client.conversations_open(users=member)["channel"]["id"])
    except (SlackApiError, OSError, HTTPException) as fault:
        meant = _meant(fault)
        raise (NotNow() if isinstance(meant, Perhaps) else meant) from fault  # opening twice is opening once


def find(client: WebClient, message: Message, since: datetime) -> str | None:
    """The ts of *message* where it stands already; None where it does not.

    Of a channel the newest page is read at least, however our clock and Slack's may differ.

    Args:
        since: it was not posted before, by our clock.

    Raises:
        Unreadable: its place can't be read, or is too long to be read to its end.
        NotNow: it can be tried later.
    """
    oldest, cursor = (since - SLACK_IS_AHEAD).timestamp(), ""
    for _ in range(MOST_PAGES):
        page: Json = {"channel": message.channel, "limit": PAGE, "include_all_metadata": True}
        page |= {"cursor": cursor} if cursor else {}
        try:
            if message.thread:
                answer = client.conversations_replies(ts=message.thread, **page)
            else:
                answer = client.conversations_history(**page)
        except (SlackApiError, OSError, HTTPException) as fault:
            meant = _meant(fault)
            if isinstance(meant, Refused):
                raise Unreadable(meant.error) from fault
            raise (meant if isinstance(meant, NotNow) else NotNow()) from fault
        for one in answer["messages"]:
            metadata = one.get("metadata") or {}
            if metadata.get("event_type") == EVENT and metadata.get("event_payload") == message.payload:
                return str(one["ts"])
        cursor = (answer.get("response_metadata") or {}).get("next_cursor", "")
        if not cursor or (not message.thread and float(answer["messages"][-1]["ts"]) < oldest):
            return None
    raise Unreadable("too_long")


def _meant(fault: Exception) -> Exception:
    if not isinstance(fault, SlackApiError):
        return NotNow() if never_left(fault) else Perhaps()
    answer = fault.response
    if isinstance(answer, SlackResponse) and answer.status_code == 429:
        return NotNow(_seconds(answer))
    if perhaps_done(fault):
        return Perhaps()
    error = str(answer.get("error") or "")
    if error in ("ratelimited", "rate_limited", "message_limit_exceeded"):
        return NotNow()
    return NotNow(600.0) if error in _OUT else Refused(error)


def _seconds(answer: SlackResponse) -> float:
    told = {str(name).lower(): value for name, value in answer.headers.items()}.get("retry-after", "")
    told = told[0] if isinstance(told, list) and told else told
    try:
        return float(told)
    except (TypeError, ValueError):
        return 0.0
