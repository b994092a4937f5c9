"""What a token is, by its look and by what Slack says of it; each fault with the one sentence that mends it.

No text made here has a token in it.
"""

import logging
import re
import socket
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any, Literal
from urllib.error import URLError

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web import SlackResponse

from bot.clock import Clock
from bot.retries import Retries

Kind = Literal["bot", "app"]

TIMEOUT = 15  # seconds for one answer of Slack's
START: dict[Kind, str] = {"bot": "xoxb-", "app": "xapp-"}
VARIABLE: dict[Kind, str] = {"bot": "SLACK_BOT_TOKEN", "app": "SLACK_APP_TOKEN"}
WHERE: dict[Kind, str] = {
    "bot": "api.slack.com/apps → your app → Install App → Bot User OAuth Token",
    "app": "api.slack.com/apps → your app → Basic Information → App-Level Tokens",
}
_IS: dict[Kind, str] = {"bot": "the bot’s token", "app": "the app-level token"}

# What other starts mean, to say what was copied instead.
_OTHERS = {
    "xoxp-": "a member’s own token",
    "xoxe.": "a token that is exchanged every twelve hours; turn token rotation off in the app",
    "xoxe-": "a token that makes other tokens",
    "xoxa-": "a token of an old kind of app",
    "xoxr-": "a token that makes other tokens",
    "xoxc-": "a token out of a browser",
}
_SIGNING_SECRET = 32  # hexadecimal digits, beside which the tokens stand

_MENDS = {
    "invalid_auth": "Slack does not know this token: it is not whole, or out of use. Copy it again: {where}.",
    "not_authed": "No token reached Slack. Copy it again: {where}.",
    "token_revoked": "This token was revoked. Install the app again and copy the new one: {where}.",
    "token_expired": "This token has expired. Install the app again and copy the new one: {where}.",
    "account_inactive": "The app was removed from the workspace. Install it again and copy the new token: {where}.",
    "not_allowed_token_type": "This is another kind of token. Copy the right one: {where}.",
    "missing_scope": "The token lacks the scope {needed}. Make a new one that has it: {where}.",
    "access_denied": "Slack does not let this token in. Ask an owner of the workspace to approve the app.",
    "team_access_not_granted": "The app is not approved for this workspace. Ask one of its owners to approve it.",
    "org_login_required": "The workspace is being moved into an organisation. Try again when that is done.",
    "forbidden_team": "Slack allows this workspace no connection by Socket Mode. Ask one of its owners.",
    "ratelimited": "Slack was asked too often. Wait a minute and try again.",
}
_NO_ANSWER = "Slack, or something before it, gave no answer that can be read. Try again in a few minutes."
_CODE = re.compile(r"[a-z_0-9]+")


@dataclass(frozen=True, slots=True)
class Answered:
    """What Slack said to one question with one token."""

    fault: str = ""  # a sentence that says what mends it; empty where all is well
    reached: bool = True  # whether Slack answered at all
    error: str = ""  # Slack's code
    team: str = ""
    team_id: str = ""
    name: str = ""  # of the bot
    member: str = ""  # the bot's own id
    scopes: frozenset[str] | None = None  # granted; None where Slack did not say
    said_at: datetime | None = None  # by Slack's clock
    asked_at: datetime | None = None  # by ours, when the answer was there


def look_of(token: str, wanted: Kind) -> str:
    """What is wrong with *token* by its look alone, in a sentence; empty if nothing."""
    start = START[wanted]
    if token.startswith(start) and len(token) > len(start) and not any(mark.isspace() for mark in token):
        return ""
    other: Kind = "app" if wanted == "bot" else "bot"
    if token.startswith(START[other]):
        return f"This is {_IS[other]}. Here goes {_IS[wanted]}, which begins with {start}: {WHERE[wanted]}."
    kind = next((words for begin, words in _OTHERS.items() if token.startswith(begin)), "")
    if not kind and len(token) == _SIGNING_SECRET and all(mark in "0123456789abcdef" for mark in token.lower()):
        kind = "the signing secret or the client secret"
    said = f"This is {kind}." if kind else "This is no token of Slack’s."
    return f"{said} Copy {_IS[wanted]}, which begins with {start}: {WHERE[wanted]}."


def ask_bot(token: str, clock: Clock, base_url: str = "") -> Answered:
    """Ask Slack whose token this bot's token is, and what it may do."""
    return _asked(lambda web: web.auth_test(), "bot", token, clock, base_url)


def ask_app(token: str, clock: Clock, base_url: str = "") -> Answered:
    """Ask Slack for a connection with this app-level token; none is opened."""
    # In the header: Slack takes it from nowhere else for this method.
    return _asked(lambda web: web.api_call("apps.connections.open"), "app", token, clock, base_url)


def client_of(token: str, clock: Clock, base_url: str = "") -> WebClient:
    """A client that gives up after one more try: a person waits for what it finds out."""
    return WebClient(
        token=token,
        base_url=base_url or WebClient.BASE_URL,
        timeout=TIMEOUT,
        logger=_silent(),
        retry_handlers=[Retries(clock, most=1)],
    )


def _asked(ask: Callable[[WebClient], SlackResponse], kind: Kind, token: str, clock: Clock, base_url: str) -> Answered:
    try:
        said = ask(client_of(token, clock, base_url))
    except SlackApiError as refused:
        return _refused(refused, kind, clock.now())
    except (SlackClientError, OSError, HTTPException) as fault:
        return Answered(unreachable(fault), reached=False)
    return Answered(
        team=str(said.get("team", "")),
        team_id=str(said.get("team_id", "")),
        name=str(said.get("user", "")),
        member=str(said.get("user_id", "")),
        scopes=_scopes(said.headers),
        said_at=_date(said.headers),
        asked_at=clock.now(),
    )


def _refused(refused: SlackApiError, kind: Kind, now: datetime) -> Answered:
    response: Any = refused.response
    error = str(response.get("error") or "")
    if not _CODE.fullmatch(error):
        return Answered(_NO_ANSWER, reached=False)
    words = _MENDS.get(error, f"Slack refused ({error}). Try again; if it stays, copy the token again: {{where}}.")
    needed = str(response.get("needed") or "connections:write")
    headers = getattr(response, "headers", None) or {}
    said = words.format(where=WHERE[kind], needed=needed)
    return Answered(said, error=error, scopes=_scopes(headers), said_at=_date(headers), asked_at=now)


def unreachable(fault: Exception) -> str:
    """Why Slack could not be reached, as far as the machine knows, and what to look at."""
    reason = fault.reason if isinstance(fault, URLError) else fault
    if isinstance(reason, ssl.SSLCertVerificationError):
        return "Slack’s certificate is not trusted here. Look at this machine’s clock, and at a proxy in between."
    if isinstance(reason, socket.gaierror):
        return "The name of Slack’s server can’t be resolved here. Look at the network and its DNS, and try again."
    if isinstance(reason, TimeoutError):
        return f"Slack did not answer within {TIMEOUT} s. Look at the network, a firewall or a proxy, and try again."
    return f"Slack can’t be reached ({type(reason).__name__}). Look at the network and try again."


def _header(headers: Mapping[str, Any], wanted: str) -> str | None:
    for name, value in headers.items():
        if name.lower() == wanted:
            return str(value[0] if isinstance(value, list) else value)
    return None


def _scopes(headers: Mapping[str, Any]) -> frozenset[str] | None:
    told = _header(headers, "x-oauth-scopes")
    return None if told is None else frozenset(one.strip() for one in told.split(",") if one.strip())


def _date(headers: Mapping[str, Any]) -> datetime | None:
    told = _header(headers, "date")
    try:
        return parsedate_to_datetime(told).astimezone(UTC) if told else None
    except ValueError:
        return None


def _silent() -> logging.Logger:
    """What goes wrong is told by who asked, and not by slack_sdk's own lines."""
    logger = logging.getLogger("bot.tokens.slack")
    logger.setLevel(logging.CRITICAL)
    return logger
