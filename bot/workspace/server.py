"""The local workspace, put together: a server on loopback in a thread of its own."""

import asyncio
import secrets
import socket
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import uvicorn
from starlette.routing import Mount, Route, Router, WebSocketRoute

from bot.clock import Clock
from bot.workspace.delivery import Delivery, Envelope
from bot.workspace.driver import Driver
from bot.workspace.faults import FaultPlan
from bot.workspace.guard import Guard
from bot.workspace.http_delivery import HttpDelivery
from bot.workspace.inside import PATIENCE, Call, Inside
from bot.workspace.manifest import Manifest
from bot.workspace.serving import Serving
from bot.workspace.sockets import Sockets
from bot.workspace.stage import Stage
from bot.workspace.state import State
from bot.workspace.timetable import Timetable
from bot.workspace.web_api import WebApi
from bot.workspace.window_api import WindowApi

Json = dict[str, Any]

_START_WITHIN = 10.0  # seconds
_QUIET = 0.05  # seconds without any call after which the app is taken to be done


class LocalWorkspace(Stage):
    """A small Slack for one app.

    It speaks the Web API, Socket Mode, slash commands, interactions and response addresses, and refuses what Slack
    refuses. At first it has the members You and Member 2, the channels #general (with the bot) and #random, and
    each member's direct messages with the bot.

    Args:
        clock: times everything that Slack times: timestamps, acknowledgements, triggers, response addresses.
        port: on 127.0.0.1; 0 lets the machine choose.
        static: the window's built files; None for those beside this module.
        faults: what goes wrong; None for nothing.
        manifest: the app's; None allows every command, scope and event.
        restart_bot: what the window's button does.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        port: int = 0,
        static: Path | None = None,
        faults: FaultPlan | None = None,
        manifest: Json | None = None,
        restart_bot: Callable[[], None] | None = None,
    ) -> None:
        about = Manifest(manifest)
        state = State(clock, bot_name=about.bot_name)
        timetable, sockets, plan = Timetable(clock), Sockets(state), faults or FaultPlan()
        delivery = Delivery(state, timetable, plan, sockets.carry, sockets.lose)
        sockets.on_acknowledged = delivery.acknowledged
        inside = Inside(
            clock,
            state,
            about,
            plan,
            timetable,
            sockets,
            delivery,
            bot_token=f"xoxb-local-{secrets.token_urlsafe(24)}",
            app_token=f"xapp-local-{secrets.token_urlsafe(24)}",
            signing_secret=secrets.token_hex(16),
            restart_bot=restart_bot,
        )
        self._secret = secrets.token_urlsafe(16)
        self._port, self._static = port, static
        self._server: Serving | None = None
        self._thread: threading.Thread | None = None
        super().__init__(inside, Driver(inside, self.settled))
        self._furnish()

    def _furnish(self) -> None:
        state = self.inside.state
        you = state.add_person("You")
        state.add_channel("general", "channel", you.id, {state.bot.id})
        state.add_channel("random", "channel", you.id, set())
        state.add_person("Member 2")

    # Life

    def start(self) -> None:
        """Return when the workspace serves."""
        listener = socket.create_server(("127.0.0.1", self._port), backlog=128)
        port = listener.getsockname()[1]
        self.inside.base = f"http://127.0.0.1:{port}/{self._secret}"
        config = uvicorn.Config(
            Guard(self._router(), secret=self._secret, port=port),
            loop="asyncio",
            http="h11",
            ws="websockets-sansio",
            lifespan="off",
            log_config=None,
            access_log=False,
            date_header=False,
            server_header=False,
            proxy_headers=False,
            ws_per_message_deflate=False,
        )
        self._server = Serving(config, self.inside, self._window)
        serving = self._server.serve(sockets=[listener])
        self._thread = threading.Thread(target=asyncio.run, args=(serving,), name="local workspace", daemon=True)
        self._thread.start()
        if not self._server.ready.wait(_START_WITHIN):
            raise RuntimeError("The local workspace did not start.")

    def _router(self) -> Router:
        web_api = WebApi(self.inside)
        self._window = window = WindowApi(self.inside, self._static)
        routes = [
            Route("/", window.page),
            Route("/static/{path:path}", window.static),
            Route("/window/state", window.state),
            Route("/window/act", window.act, methods=["POST"]),
            WebSocketRoute("/window/live", window.live),
            WebSocketRoute("/link/", self.inside.sockets.serve),
            Route("/api/{method}", web_api.call, methods=["GET", "POST"]),
            Route("/upload/{file}/{word}", web_api.upload, methods=["POST"]),
            Route("/files/{file}/{name}", web_api.file),
            Route("/hooks/{key:path}", web_api.respond, methods=["POST"]),
        ]
        return Router([Mount(f"/{self._secret}", routes=routes)])

    def stop(self) -> None:
        """Cut all connections and return when the thread has ended. A stopped workspace is not started again."""
        if self._server is None or self._thread is None:
            return
        self.inside.delivery.stop()
        self._server.stop_soon()
        self._thread.join(_START_WITHIN)
        self._server = self._thread = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    # Addresses and secrets

    @property
    def window_url(self) -> str:
        return f"{self.inside.base}/"

    @property
    def api_url(self) -> str:
        return f"{self.inside.base}/api/"

    @property
    def bot_token(self) -> str:
        return self.inside.bot_token

    @property
    def app_token(self) -> str:
        return self.inside.app_token

    @property
    def signing_secret(self) -> str:
        return self.inside.signing_secret

    # What happens

    @property
    def calls(self) -> list[Call]:
        """All Web API calls and uses of response addresses, oldest first."""
        with self.inside.state.lock:
            return list(self.inside.calls)

    @property
    def envelopes(self) -> list[Envelope]:
        """All envelopes, oldest first."""
        with self.inside.state.lock:
            return list(self.inside.delivery.log)

    def wait_connected(self, timeout: float = 10.0) -> None:
        """Return when the app has a connection.

        Raises:
            TimeoutError: it has none in time.
        """
        with self.inside.state.changed:
            if not self.inside.state.changed.wait_for(lambda: self.inside.sockets.count > 0, timeout):
                raise TimeoutError("The bot did not connect to the local workspace.")

    def settled(self, *, within: float = 10.0, quiet: float = _QUIET, patience: float = PATIENCE) -> None:
        """Return when every envelope is acknowledged or given up, no call is in flight, and it has been quiet.

        An app works on after its acknowledgement. So the workspace waits, for a bounded time, also for the answers
        that commands, mentions and clicks are owed.

        Args:
            within: seconds after which it is an error that things still happen.
            quiet: seconds without a change that end the wait.
            patience: seconds for which an answer to a command, mention or click is waited for; 0 for an app that
                is expected to be silent.
        """
        inside, state = self.inside, self.inside.state
        end = time.monotonic() + within
        with state.changed:
            while time.monotonic() < end:
                if inside.delivery.in_flight or inside.calls_in_flight:
                    state.changed.wait(end - time.monotonic())
                elif left := inside.owed.patience_left(patience=patience):
                    state.changed.wait(min(left, end - time.monotonic()))
                else:
                    version = state.version
                    state.changed.wait(quiet)
                    if state.version == version and not inside.calls_in_flight:
                        return
        raise TimeoutError(f"The workspace did not settle.\n{self.driver.transcript()}")

    def moves_clock(self, **by: float) -> None:
        """Move the clock, once nothing is in flight that would time out: ``moves_clock(hours=1)``."""
        self.settled(patience=0)
        move = getattr(self.inside.clock, "move", None)
        if move is None:
            raise TypeError("This workspace’s clock can’t be moved.")
        move(timedelta(**by))

    def delivers_to(self, url: str) -> None:
        """From now on send everything as signed requests to *url*, instead of over Socket Mode."""
        delivery = self.inside.delivery
        http = HttpDelivery(url, self.signing_secret, delivery.acknowledged, delivery.refused)
        delivery.carry, delivery.refusal_reason = http.carry, "http_error"

    # Connections

    def drops_connections(self) -> None:
        """Cut all of the app's connections without a goodbye."""
        self._on_loop(self.inside.sockets.lose_all)

    def silences_connections(self) -> None:
        """Let the app's connections go dead without closing them."""
        self._on_loop(self.inside.sockets.silence)

    def refreshes_connections(self) -> None:
        """Ask the app to connect anew."""
        self._on_loop(lambda: asyncio.ensure_future(self.inside.sockets.refresh()))

    def _on_loop(self, act: Callable[[], object]) -> None:
        server = self._server
        if server is None or server.loop is None:
            raise RuntimeError("The local workspace is not running.")
        done = threading.Event()

        def run() -> None:
            act()
            done.set()

        server.loop.call_soon_threadsafe(run)
        done.wait(_START_WITHIN)
