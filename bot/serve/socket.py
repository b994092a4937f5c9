"""The bot at work over Socket Mode, in Slack or in the local workspace."""

import contextlib
import json
import socket

import structlog
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk.errors import SlackClientError

from bot.app import build_app, client
from bot.errors import NoConnection
from bot.serve.duties import Duties
from bot.serve.introducing import APP_TOKEN, in_words, introduced
from bot.wiring import Wiring
from bot.workspaces import OneWorkspace

log = structlog.get_logger(__name__)

# Seconds between two looks at the connection: one that was cut is made anew at the next look, one that went
# dead in silence after four pings without an answer.
LOOKS_EVERY = 2.0
_READS_AT_ONCE = 65_536  # bytes: a frame that is read in parts is lost when the connection pauses in between


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
        self._duties: Duties | None = None
        self.workspace_name = ""
        self.name = ""

    def start(self) -> None:
        """Connect; what an earlier run left is finished first.

        Raises:
            NoConnection: Slack refused, or can't be reached; one sentence that says what mends it.
        """
        bot_token, app_token = self._tokens
        web = client(self._wiring, bot_token, base_url=self._base_url)
        one = introduced(web, self._wiring)
        self.workspace_name, self.name = one.called
        workspaces = OneWorkspace(one, self._wiring.memory, self._wiring.clock)
        duties = self._duties = self._duties or Duties(self._wiring, workspaces, "socket")
        duties.recover()
        app = build_app(self._wiring, bot_token, base_url=self._base_url, workspaces=workspaces)
        handler = SocketModeHandler(
            app,
            app_token,
            # It looks again soon anyhow, and a stop has to wait for it.
            web_client=client(self._wiring, app_token, base_url=self._base_url, patient=False),
            logger=app.logger,
            ping_interval=LOOKS_EVERY,
            receive_buffer_size=_READS_AT_ONCE,
        )
        handler.client.on_message_listeners.append(lambda frame: duties.connected(_connections(frame)))
        try:
            handler.connect()  # type: ignore[no-untyped-call]  # Bolt leaves it untyped
        except (SlackClientError, OSError) as fault:
            raise NoConnection(in_words(fault, APP_TOKEN)) from None
        self._handler = handler
        duties.start()

    def stop(self) -> None:
        """Take nothing new, and let what is under way end."""
        handler, self._handler = self._handler, None
        if self._duties is not None:
            self._duties.stop()
        if handler is not None:
            _hang_up(handler)
            handler.close()  # type: ignore[no-untyped-call]  # likewise
            handler.app.listener_runner.listener_executor.shutdown(wait=True, cancel_futures=False)
        if self._duties is not None:
            self._duties.leave()

    @property
    def duties(self) -> Duties:
        """What runs beside the answering, once the bot was started."""
        assert self._duties is not None  # noqa: S101 - for mypy; who asks has started it
        return self._duties

    def hears(self) -> str:
        """Why Slack does not reach us, in words; empty while it does."""
        handler = self._handler
        if handler is not None and handler.client.is_connected():
            return ""
        return "the socket is deaf: there is no connection with Slack"

    def restart(self) -> None:
        self.stop()
        self.start()


def _connections(frame: str) -> int:
    """How many connections Slack counts for the app, if *frame* is its greeting."""
    if '"hello"' not in frame[:200]:
        return 0
    try:
        said = json.loads(frame)
    except ValueError:
        return 0
    return int(said.get("num_connections") or 0) if said.get("type") == "hello" else 0


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
