"""Signed HTTP: envelopes as requests to the app's own address, instead of Socket Mode."""

import asyncio
import hashlib
import hmac
import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any

from bot.clock import SystemClock
from bot.workspace.delivery import ACKNOWLEDGE_WITHIN, Envelope

Json = dict[str, Any]

_PATIENCE = ACKNOWLEDGE_WITHIN + 30  # seconds of real time; the workspace itself gives up by its clock


class HttpDelivery:
    """Posts each envelope to one address, signed as Slack signs.

    Args:
        acknowledged: takes an envelope's id and the app's answer.
        refused: takes an envelope's id and whether Slack should not try again.
    """

    def __init__(
        self,
        url: str,
        signing_secret: str,
        acknowledged: Callable[[str, Json], None],
        refused: Callable[[str, bool], None],
    ) -> None:
        self._url, self._secret = url, signing_secret.encode()
        self._acknowledged, self._refused = acknowledged, refused
        self._going: set[asyncio.Task[None]] = set()

    async def carry(self, envelope: Envelope) -> bool:
        """Send *envelope* without waiting for its answer; there is always somebody to try."""
        task = asyncio.ensure_future(self._send(envelope))
        self._going.add(task)
        task.add_done_callback(self._going.discard)
        return True

    async def _send(self, envelope: Envelope) -> None:
        kind, body = _body(envelope)
        headers = {"Content-Type": kind, **self.signature(body)}
        if envelope.retry_attempt:
            headers["X-Slack-Retry-Num"] = str(envelope.retry_attempt)
            headers["X-Slack-Retry-Reason"] = {"timeout": "http_timeout"}.get(
                envelope.retry_reason, envelope.retry_reason
            )
        status, sent, no_retry = await asyncio.to_thread(_post, self._url, body, headers)
        if 200 <= status < 300:
            self._acknowledged(envelope.id, _answer(sent))
        else:
            self._refused(envelope.id, no_retry)

    def signature(self, body: bytes) -> dict[str, str]:
        # By the machine's clock: the app compares with its own, whatever time the workspace plays.
        moment = str(int(SystemClock().now().timestamp()))
        signed = hmac.new(self._secret, b"v0:" + moment.encode() + b":" + body, hashlib.sha256).hexdigest()
        return {"X-Slack-Request-Timestamp": moment, "X-Slack-Signature": f"v0={signed}"}


def _body(envelope: Envelope) -> tuple[str, bytes]:
    form = "application/x-www-form-urlencoded"
    match envelope.kind:
        case "slash_commands":
            return form, urllib.parse.urlencode(envelope.payload).encode()
        case "interactive":
            return form, urllib.parse.urlencode({"payload": json.dumps(envelope.payload)}).encode()
        case _:
            return "application/json", json.dumps(envelope.payload).encode()


def _post(url: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes, bool]:
    """Status, body and whether the app asks not to try again; status 0 if nobody answered."""
    request = urllib.request.Request(url, body, headers)  # noqa: S310 - an address that a test or its owner gave
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # a proxy knows no loopback of ours
    try:
        with opener.open(request, timeout=_PATIENCE) as response:
            return response.status, response.read(), False
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, b"", refused.headers.get("X-Slack-No-Retry") == "1"
    except OSError:
        return 0, b"", False


def _answer(sent: bytes) -> Json:
    text = sent.decode("utf-8", "replace")
    if not text.strip():
        return {}
    try:
        answer = json.loads(text)
    except ValueError:
        return {"text": text}
    return answer if isinstance(answer, dict) else {"text": text}
