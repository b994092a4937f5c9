"""Who may speak to the workspace: programs on this machine that know the secret, and its own page."""

import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_HOSTS = {"127.0.0.1", "localhost"}


class Guard:
    """Refuses foreign Host and Origin headers (403) and addresses without the secret (404).

    A page of another site may send requests to loopback, and a name of another site may point to it; neither
    knows the secret, and neither can hide where it comes from.
    """

    def __init__(self, app: App, *, secret: str, port: int) -> None:
        self._app, self._secret, self._port = app, secret.encode(), port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return
        status = self._status(scope)
        if status:
            await _refuse(scope, receive, send, status)
            return
        # uvicorn's send is a method of the connection: the one way to cut it off without an answer.
        scope["icml.transport"] = getattr(send, "__self__").transport  # noqa: B009 - mypy knows no __self__
        await self._app(scope, receive, send)

    def _status(self, scope: Scope) -> int:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if not self._is_ours(f"//{headers.get(b'host', '')}"):
            return 403
        if b"origin" in headers and not self._is_ours(headers[b"origin"]):
            return 403
        first = scope["path"].lstrip("/").partition("/")[0]
        return 0 if hmac.compare_digest(first.encode(), self._secret) else 404

    def _is_ours(self, address: str) -> bool:
        try:
            parts = urlsplit(address)
            port = parts.port
        except ValueError:
            return False
        # slack_sdk's Socket Mode client names the host without the port.
        return parts.hostname in _HOSTS and port in (None, self._port)


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    body = b"Forbidden" if status == 403 else b"Not found"
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
