"""The bot behind an address: Slack's signed requests, and browsers that install the app."""

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

import structlog
from slack_bolt import App, BoltContext, BoltRequest, BoltResponse
from slack_bolt.adapter.wsgi import SlackRequestHandler
from slack_bolt.adapter.wsgi.http_request import WsgiHttpRequest
from slack_bolt.request.internals import build_context

from bot.app import build_app, client
from bot.installing import ManyWorkspaces, oauth_flow
from bot.serve.duties import Duties
from bot.serve.introducing import introduced
from bot.settings import HttpAccess
from bot.wiring import Wiring
from bot.workspaces import OneWorkspace, Workspaces
from index.errors import PaperBotError

log = structlog.get_logger(__name__)

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

LARGEST = 4_000_000  # bytes of a request; Slack's own are far smaller


def workspaces_of(wiring: Wiring, access: HttpAccess, base_url: str | None) -> Workspaces:
    """Where the bot is, over HTTP.

    Raises:
        NoConnection: Slack refused the token, or can't be reached.
    """
    if access.client:
        return ManyWorkspaces(
            wiring.memory, wiring.clock, lambda token: client(wiring, token, base_url=base_url), access.client
        )
    one = introduced(client(wiring, access.token, base_url=base_url), wiring)
    return OneWorkspace(one, wiring.memory, wiring.clock)


class Web:
    """The bot, reached over HTTP; a WSGI application for servers with threads.

    Args:
        base_url: of the Web API; None for Slack's own.

    Raises:
        NoConnection: Slack refused the token, or can't be reached.
    """

    def __init__(self, wiring: Wiring, access: HttpAccess, *, base_url: str | None = None) -> None:
        self._wiring = wiring
        self.workspaces = workspaces_of(wiring, access, base_url)
        self.duties = Duties(wiring, self.workspaces, "http")
        self._app = self._built(access, base_url)
        self._handler = _Handler(self._app)

    def _built(self, access: HttpAccess, base_url: str | None) -> App:
        many = self.workspaces
        if access.client and isinstance(many, ManyWorkspaces):
            web = client(self._wiring, None, base_url=base_url, patient=False)  # a browser waits
            flow = oauth_flow(many, self._wiring.memory, web, access.client, self._wiring.settings.public_url)
            return build_app(
                self._wiring,
                None,
                base_url=base_url,
                signing_secret=access.signing_secret,
                authorize=many,
                oauth_flow=flow,
                workspaces=many,
            )
        return build_app(
            self._wiring, access.token, base_url=base_url, signing_secret=access.signing_secret, workspaces=many
        )

    def start(self) -> None:
        """Finish what an earlier run left, and begin what is done beside answering."""
        try:
            self.duties.recover()
        except (PaperBotError, OSError) as fault:  # the next beat tries again
            log.warning("could not look for what an earlier run left", fault=type(fault).__name__)
        self.duties.start()

    def stop(self) -> None:
        """Let what is under way end."""
        self.duties.stop()
        self._app.listener_runner.listener_executor.shutdown(wait=True)
        self.duties.leave()

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if int(environ.get("CONTENT_LENGTH") or 0) > LARGEST:
            return _refused(start_response, "413 Content Too Large")
        began = time.perf_counter()
        try:
            answer = self._handler(environ, start_response)
        except (ValueError, RecursionError):  # before anything is checked, a body is read; anybody may send one
            return _refused(start_response, "400 Bad Request")
        except PaperBotError as fault:  # the memory, while an installation is under way
            log.warning("a request could not be answered", fault=str(fault))
            return _refused(start_response, "503 Service Unavailable")
        self._wiring.metrics.acknowledged.observe(time.perf_counter() - began)
        return answer


class _Handler(SlackRequestHandler):
    """Bolt's adapter, with all forms read as forms."""

    def dispatch(self, request: WsgiHttpRequest) -> BoltResponse:
        told = BoltRequest(body=request.get_body(), query=request.query_string, headers=request.get_headers())
        if not told.body and told.raw_body:
            # Bolt takes a form with the word "payload" anywhere in it, as in a query, for one with such a field.
            told.body = dict(parse_qsl(told.raw_body, keep_blank_values=True))
            told.context = build_context(BoltContext({}), told.body)
        return self.app.dispatch(told)


def _refused(start_response: "StartResponse", status: str) -> Iterable[bytes]:
    start_response(status, [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", "0")])
    return []
