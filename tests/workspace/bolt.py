"""Bolt apps, connected to a local workspace by the unchanged Socket Mode handler."""

import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient

from bot.workspace.server import LocalWorkspace


def app_for(workspace: LocalWorkspace) -> App:
    return App(client=WebClient(token=workspace.bot_token, base_url=workspace.api_url))


@contextmanager
def connected(workspace: LocalWorkspace, app: App, *, ping_interval: float = 10) -> Iterator[SocketModeHandler]:
    """Connect *app* for as long as the block lasts; it looks after its connection every *ping_interval* seconds."""
    client = WebClient(token=workspace.app_token, base_url=workspace.api_url)
    logger = logging.getLogger("sample")
    handler = SocketModeHandler(app, workspace.app_token, web_client=client, logger=logger, ping_interval=ping_interval)
    handler.connect()
    workspace.wait_connected()
    try:
        yield handler
    finally:
        disconnect(handler)


def disconnect(handler: SocketModeHandler) -> None:
    """Close the connection at once; slack_sdk alone takes up to three seconds, until its reader looks up."""
    client = handler.client
    client.auto_reconnect_enabled = False
    client.closed = True
    client.message_queue.put(None)
    session = client.current_session
    if session is not None and session.sock is not None:
        with suppress(OSError):
            session.sock.shutdown(socket.SHUT_RDWR)
    handler.close()
