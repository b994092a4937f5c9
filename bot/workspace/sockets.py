"""Socket Mode: the connections over which envelopes go to the app."""

import json
import secrets
import struct
from collections.abc import Callable
from contextlib import suppress
from socket import SO_LINGER, SOL_SOCKET
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from bot.workspace.delivery import Envelope
from bot.workspace.state import State

Json = dict[str, Any]

MOST_CONNECTIONS = 10
_HOST = "applink-local"
_LIFETIME = 18_060  # seconds, as Slack announces; the workspace itself doesn't end a connection


class Sockets:
    """The open connections. One of them gets each envelope, in turn."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._tickets: set[str] = set()
        self._open: list[WebSocket] = []
        self._last: WebSocket | None = None
        self._leaving: list[WebSocket] = []  # told to connect anew
        self._turn = 0
        self.on_acknowledged: Callable[[str, Json], None] = lambda _id, _answer: None

    @property
    def count(self) -> int:
        return len(self._open)

    def ticket(self) -> str:
        """A word that lets one connection in, once."""
        ticket = secrets.token_urlsafe(16)
        self._tickets.add(ticket)
        return ticket

    async def serve(self, socket: WebSocket) -> None:
        ticket = socket.query_params.get("ticket", "")
        if ticket not in self._tickets:
            await socket.close(1008)
            return
        self._tickets.discard(ticket)
        await socket.accept()
        if self.count >= MOST_CONNECTIONS:
            await socket.send_text(json.dumps(self._disconnect("too_many_websockets")))
            await socket.close()
            return
        await self._converse(socket)

    async def _converse(self, socket: WebSocket) -> None:
        await socket.send_text(json.dumps(self._hello(self.count + 1)))
        with self._state.lock:
            self._open.append(socket)
            self._state.bump()
        await self._end_the_old()
        try:
            while True:
                self._heard(await socket.receive_text())
        except WebSocketDisconnect:
            pass
        finally:
            with self._state.lock:
                self._forget(socket)
                self._state.bump()

    async def _end_the_old(self) -> None:
        """Close the connections that were told to go, now that there is a new one."""
        leaving, self._leaving = self._leaving, []
        for socket in leaving:
            self._forget(socket)
            with suppress(RuntimeError, WebSocketDisconnect):  # it may have gone by itself
                await socket.close()

    def _forget(self, socket: WebSocket) -> None:
        if socket in self._open:
            self._open.remove(socket)

    def _heard(self, text: str) -> None:
        try:
            frame = json.loads(text)
        except ValueError:
            return
        if isinstance(frame, dict) and isinstance(frame.get("envelope_id"), str):
            payload = frame.get("payload")
            self.on_acknowledged(frame["envelope_id"], payload if isinstance(payload, dict) else {})

    async def carry(self, envelope: Envelope) -> bool:
        """Send *envelope* over the next connection; false if there is none."""
        while self._open:
            self._turn += 1
            socket = self._open[self._turn % len(self._open)]
            self._last = socket
            try:
                await socket.send_text(json.dumps(envelope.frame()))
            except (RuntimeError, WebSocketDisconnect):  # it closed a moment ago
                self._forget(socket)
            else:
                return True
        return False

    def lose(self) -> None:
        """Cut the connection that carried the last envelope, without a goodbye. On the loop."""
        if self._last is not None:
            abort(self._last)
            self._forget(self._last)

    def lose_all(self) -> None:
        """Cut all connections without a goodbye. On the loop."""
        for socket in list(self._open):
            abort(socket)
            self._forget(socket)

    def silence(self) -> None:
        """Let all connections go dead: nothing is read, answered or closed any more. On the loop."""
        for socket in list(self._open):
            transport(socket).pause_reading()
            self._forget(socket)

    async def refresh(self, reason: str = "refresh_requested") -> None:
        """Ask the app to connect anew, as Slack does every few hours."""
        for socket in list(self._open):
            self._leaving.append(socket)
            await socket.send_text(json.dumps(self._disconnect(reason)))

    def _hello(self, connections: int) -> Json:
        return {
            "type": "hello",
            "num_connections": connections,
            "debug_info": {"host": _HOST, "build_number": 1, "approximate_connection_time": _LIFETIME},
            "connection_info": {"app_id": self._state.app_id},
        }

    def _disconnect(self, reason: str) -> Json:
        return {
            "type": "disconnect",
            "reason": reason,
            "num_connections": self.count,
            "debug_info": {"host": _HOST},
            "connection_info": {"app_id": self._state.app_id},
        }


def transport(socket: WebSocket) -> Any:
    """The connection's transport, which the guard puts into the scope."""
    return socket.scope["icml.transport"]


def abort(socket: WebSocket) -> None:
    """Cut a connection with a reset, as a router does that forgot it.

    A mere end of the stream is what slack_sdk's client takes for silence: it notices only after five failed pings.
    """
    connection = transport(socket)
    connection.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
    connection.abort()
