"""A Web API client that reaches the local workspace without a network: for simulations of many calls."""

import logging
from http.client import RemoteDisconnected
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from slack_sdk import WebClient

from bot.workspace.inside import Inside
from bot.workspace.web_api import WebApi

Json = dict[str, Any]


class NearClient(WebClient):
    """Calls the workspace's own Web API in the caller's thread. Its answers, faults and refusals are the same."""

    def __init__(self, inside: Inside) -> None:
        super().__init__(token=inside.bot_token, retry_handlers=[], logger=logging.getLogger("bot.slack"))
        self._web_api = WebApi(inside)

    def _perform_urllib_http_request(self, *, url: str, args: dict[str, dict[str, Any]]) -> dict[str, Any]:
        """Where slack_sdk would send a request: it has the arguments in the address, as a form, or as JSON."""
        parts = urlsplit(url)
        arguments: Json = dict(parse_qsl(parts.query)) | dict(args["params"] or {}) | dict(args["json"] or {})
        answer = self._web_api.answer(parts.path.rsplit("/", 1)[-1], str(self.token), arguments)
        if answer is None:
            raise RemoteDisconnected("The answer of the local workspace was lost.")
        headers = {name.title(): value for name, value in answer.headers.items()}
        return {"status": answer.status_code, "headers": headers, "body": bytes(answer.body).decode()}
