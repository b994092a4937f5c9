"""Who the bot is, as Slack says of its token; and when Slack refuses it, what mends that."""

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from bot.errors import NoConnection
from bot.wiring import Wiring
from bot.workspaces import Installed

# What Slack says of a token, and what mends it.
_MENDS = {
    "invalid_auth": "Slack does not know this token. Copy it again: {where}.",
    "not_authed": "No token reached Slack. Copy it again: {where}.",
    "token_revoked": "This token was revoked. Install the app again and copy the new one: {where}.",
    "token_expired": "This token has expired. Install the app again and copy the new one: {where}.",
    "account_inactive": "The app was removed from the workspace. Install it again and copy the new token: {where}.",
    "not_allowed_token_type": "This is the wrong kind of token. Copy the right one: {where}.",
    "missing_scope": "The token lacks a scope. Make a new one with connections:write: {where}.",
}
BOT_TOKEN = "SLACK_BOT_TOKEN is under OAuth & Permissions, and begins with xoxb-"  # noqa: S105 - where it is, not what
APP_TOKEN = "SLACK_APP_TOKEN is under Basic Information, App-Level Tokens, and begins with xapp-"  # noqa: S105 - likewise


def introduced(web: WebClient, wiring: Wiring) -> Installed:
    """The workspace of the token of *web*.

    Raises:
        NoConnection: Slack refused, or can't be reached.
    """
    try:
        known = web.auth_test()
    except (SlackClientError, OSError) as fault:
        raise NoConnection(in_words(fault, BOT_TOKEN)) from None
    called = str(known["team"]), str(known["user"])
    return Installed(str(known["team_id"]), web, wiring.settings.keeper_ids, called)


def in_words(fault: Exception, where: str) -> str:
    """Why Slack did not let the bot in, and what mends it; *where* the token is to be found."""
    if isinstance(fault, SlackApiError):
        error = str(fault.response["error"])
        return _MENDS.get(error, f"Slack refused ({error}). Check the token: {{where}}.").format(where=where)
    return f"Slack can't be reached ({type(fault).__name__}). Check the network and try again."
