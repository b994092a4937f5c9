"""The bot at work over Socket Mode, in Slack or in the local workspace."""

import contextlib
import socket

import structlog
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from bot.app import build_app, client
from bot.errors import NoConnection
from bot.recovery import finish_what_was_begun
from bot.scheduler import Scheduler
from bot.tick import tick
from bot.wiring import Wiring

log = structlog.get_logger(__name__)

# Seconds between two looks at the connection: one that was cut is made anew at the next look, one that went
# dead in silence after four pings without an answer.
LOOKS_EVERY = 2.0
_READS_AT_ONCE = 65_536  # bytes: a frame that is read in parts is lost when the connection pauses in between

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
_BOT_TOKEN = "SLACK_BOT_TOKEN is under OAuth & Permissions, and begins with xoxb-"  # noqa: S105 - where it is, not what
_APP_TOKEN = "SLACK_APP_TOKEN is under Basic Information, App-Level Tokens, and begins with xapp-"  # noqa: S105 - likewise


class Bot:
    """The bot, connected. It can be stopped and started again.

    Args:
        tokens: the bot's and the app's.
        base_url: of the Web API; None for Slack's own.
    """

    def __init__(self, wiring: Wiring, tokens: tuple[str, str], *, base_url: str | None = None) -> None:
        self._wiring = wiring
        self._tokens = tokens
        self._base_url = base_url
        self._handler: SocketModeHandler | None = None
        self._scheduler: Scheduler | None = None
        self.workspace_name = ""
        self.name = ""

    def start(self) -> None:
        """Connect; what an earlier run left is finished first.

        Raises:
            NoConnection: Slack refused, or can't be reached; one sentence that says what mends it.
        """
        bot_token, app_token = self._tokens
        web = client(self._wiring, bot_token, base_url=self._base_url)
        workspace = self._introduced(web)
        left = finish_what_was_begun(self._wiring, web, workspace)
        if left:
            log.info("finished what an earlier run had begun", events=left)
        app = build_app(self._wiring, bot_token, base_url=self._base_url)
        handler = SocketModeHandler(
            app,
            app_token,
            # It looks again soon anyhow, and a stop has to wait for it.
            web_client=client(self._wiring, app_token, base_url=self._base_url, patient=False),
            logger=app.logger,
            ping_interval=LOOKS_EVERY,
            receive_buffer_size=_READS_AT_ONCE,
        )
        try:
            handler.connect()  # type: ignore[no-untyped-call]  # Bolt leaves it untyped
        except (SlackClientError, OSError) as fault:
            raise NoConnection(_words(fault, _APP_TOKEN)) from None
        self._handler = handler
        self._scheduler = Scheduler(self._wiring.clock, lambda now: tick(self._wiring, now, web, workspace))
        self._scheduler.start()

    def stop(self) -> None:
        """Take nothing new, and let what is under way end."""
        if self._scheduler is not None:
            self._scheduler.stop()
        handler, self._handler = self._handler, None
        if handler is not None:
            _hang_up(handler)
            handler.close()  # type: ignore[no-untyped-call]  # likewise
            handler.app.listener_runner.listener_executor.shutdown(wait=True, cancel_futures=False)

    def restart(self) -> None:
        self.stop()
        self.start()

    def _introduced(self, web: WebClient) -> str:
        try:
            known = web.auth_test()
        except (SlackClientError, OSError) as fault:
            raise NoConnection(_words(fault, _BOT_TOKEN)) from None
        self.workspace_name, self.name = str(known["team"]), str(known["user"])
        return str(known["team_id"])


def _hang_up(handler: SocketModeHandler) -> None:
    """Wake what slack_sdk's close would wait for: its reader up to three seconds, its worker up to one."""
    client = handler.client
    client.auto_reconnect_enabled = False
    client.closed = True
    client.message_queue.put(None)  # passed over
    session = getattr(client, "current_session", None)
    sock = getattr(session, "sock", None)
    if sock is not None:
        with contextlib.suppress(OSError):  # it may be gone already
            sock.shutdown(socket.SHUT_RDWR)


def _words(fault: Exception, where: str) -> str:
    if isinstance(fault, SlackApiError):
        error = str(fault.response["error"])
        return _MENDS.get(error, f"Slack refused ({error}). Check the token: {{where}}.").format(where=where)
    return f"Slack can't be reached ({type(fault).__name__}). Check the network and try again."
