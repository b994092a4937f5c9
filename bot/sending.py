"""Posting so that nothing is swallowed and nothing is doubled, also when an answer of Slack's is lost.

A server's error or a lost connection leaves open whether a post was made. A post that others can see carries the
id of what it answers in its metadata, so it can be looked for before it is made again. What one member alone sees
can't be looked for by anybody: there a server's error is taken for "not done", as it nearly always is, and a
connection that was lost after sending for "done", since a second private answer is worse than a rare silence.
"""

import itertools
import json as json_format
from collections.abc import Iterator, Sequence
from http.client import HTTPException
from typing import Any

import structlog
from slack_bolt import Respond
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry import RetryHandler
from slack_sdk.models.attachments import Attachment
from slack_sdk.models.blocks import Block
from slack_sdk.web import SlackResponse
from slack_sdk.webhook import WebhookClient, WebhookResponse

from bot.clock import Clock
from bot.retries import WAITS, Retries, never_left

log = structlog.get_logger(__name__)

Json = dict[str, Any]

ANSWER = "icml_answer"  # event_type of the metadata
_POSTS = ("chat.postMessage", "chat.postEphemeral")
# "It's possible some aspect of the operation succeeded": Slack's page of chat.postMessage.
_PERHAPS_DONE = frozenset({"fatal_error", "internal_error", "service_unavailable"})
_SLACK_IS_AHEAD = 60.0  # seconds by which Slack's clock may differ from ours
_MOST_PAGES = 5
LATE = 20.0  # seconds; a copy is taken for dead after about forty
_DONE: Json = {"ok": True}


class SureClient(WebClient):
    """A Web API client whose posts are made once.

    One for each thing that is answered; each post of it is numbered, in the order in which they are made.

    Args:
        like: the client whose token, address and so on it takes over.
        answers: the id of what is answered; put into the metadata of posts that have none. Empty: those without
            metadata can't be looked for.
        asked_at: a Slack timestamp. If given, each post is looked for from then on before it is made at all:
            an earlier run may have made it.
    """

    def __init__(self, like: WebClient, clock: Clock, *, answers: str = "", asked_at: str = "") -> None:
        super().__init__(
            token=like.token,
            base_url=like.base_url,
            timeout=like.timeout,
            ssl=like.ssl,
            proxy=like.proxy,
            headers=like.headers,
            team_id=like.default_params.get("team_id"),
            logger=like._logger,
            retry_handlers=like.retry_handlers,
        )
        self._clock = clock
        self._answers = answers
        self._asked_at = asked_at
        self._made_at = clock.now()
        self._numbers = itertools.count(1)

    def api_call(self, api_method: str, *, json: Json | None = None, **given: Any) -> SlackResponse:
        if api_method not in _POSTS or json is None:
            return super().api_call(api_method, json=json, **given)
        if api_method == "chat.postMessage" and self._answers and not json.get("metadata"):
            payload = {"answers": self._answers, "part": next(self._numbers)}
            json["metadata"] = {"event_type": ANSWER, "event_payload": payload}
        return self._post(api_method, json)

    def _post(self, method: str, message: Json) -> SlackResponse:
        """Post *message*, as often as is needed until it stands there once.

        Raises:
            SlackApiError, OSError, HTTPException: it does not stand there.
        """
        since = self._asked_at or f"{self._made_at.timestamp() - _SLACK_IS_AHEAD:.6f}"
        found = self._find(message, since) if self._asked_at or self._is_late else None
        tries = iter(WAITS)
        while found is None:
            try:
                return super().api_call(method, json=message)
            except (SlackApiError, OSError, HTTPException) as fault:
                wait = next(tries, None)
                if not perhaps_done(fault) or wait is None:
                    raise
                log.info("a post was perhaps made", method=method, fault=type(fault).__name__)
                self._clock.sleep(wait)
                found = self._find(message, since, lost=not isinstance(fault, SlackApiError))
        return self._answer(method, found)

    @property
    def _is_late(self) -> bool:
        """Whether so much time has passed that another copy of the bot may have taken us for dead, and answered."""
        return abs((self._clock.now() - self._made_at).total_seconds()) > LATE

    def _find(self, message: Json, since: str, *, lost: bool = False) -> Json | None:
        """The post that was made after *since*; None if it was not made.

        Args:
            lost: what to take for true when nobody can know.
        """
        wanted = message.get("metadata")
        to_member = str(message["channel"]).startswith(("U", "W"))  # by what channel it would be read, only Slack knows
        if not wanted or to_member:
            return _DONE if lost else None
        try:
            for one in self._posts(str(message["channel"]), message.get("thread_ts"), since):
                if one.get("metadata") == wanted:
                    return {"ok": True, "channel": message["channel"], "ts": one["ts"], "message": one}
        except (SlackApiError, OSError, HTTPException) as unreadable:
            log.warning("can't look whether a post was made", fault=type(unreadable).__name__, taken_as_made=lost)
            return _DONE if lost else None
        return None

    def _posts(self, channel: str, thread: str | None, since: str) -> Iterator[Json]:
        """What was posted in a thread, or in a channel itself, after *since*."""
        cursor = ""
        for _ in range(_MOST_PAGES):
            page: Json = {"channel": channel, "oldest": since, "limit": 100, "include_all_metadata": True}
            page |= {"cursor": cursor} if cursor else {}
            answer = self.conversations_replies(ts=thread, **page) if thread else self.conversations_history(**page)
            yield from answer["messages"]
            cursor = (answer.get("response_metadata") or {}).get("next_cursor", "")
            if not cursor:
                return

    def _answer(self, method: str, told: Json) -> SlackResponse:
        url = f"{self.base_url}{method}"
        return SlackResponse(
            client=self, http_verb="POST", api_url=url, req_args={}, data=told, headers={}, status_code=200
        )


class SureRespond(Respond):
    """Answers at a response address, and says so when it could not."""

    def __init__(self, like: WebClient, clock: Clock, *, response_url: str | None) -> None:
        super().__init__(response_url=response_url, proxy=like.proxy, ssl=like.ssl)
        self._clock = clock
        self._logger = like._logger
        self._counted = next((one.counted for one in like.retry_handlers if isinstance(one, Retries)), lambda _: None)

    def __call__(
        self,
        text: str | Json = "",
        blocks: Sequence[Json | Block] | None = None,
        attachments: Sequence[Json | Attachment] | None = None,
        response_type: str | None = None,
        replace_original: bool | None = None,
        delete_original: bool | None = None,
        unfurl_links: bool | None = None,
        unfurl_media: bool | None = None,
        thread_ts: str | None = None,
        metadata: Json | None = None,
    ) -> WebhookResponse:
        """Send a message, or change or delete the one that was acted in.

        Raises:
            SlackApiError: Slack took nothing; with its reason, such as ``used_url``.
            URLError: Slack could not be reached.
            ValueError: there is no response address.
        """
        if self.response_url is None:
            raise ValueError("There is no response address to answer at.")
        parts: Json = {
            "text": text,
            "blocks": blocks,
            "attachments": attachments,
            "response_type": response_type,
            "replace_original": replace_original,
            "delete_original": delete_original,
            "unfurl_links": unfurl_links,
            "unfurl_media": unfurl_media,
            "thread_ts": thread_ts,
            "metadata": metadata,
        }
        body = dict(text) if isinstance(text, dict) else parts
        return self._send(body, harmless=bool(body.get("replace_original") or body.get("delete_original")))

    def _send(self, body: Json, *, harmless: bool) -> WebhookResponse:
        """Send *body*, which does no harm when done twice, or does."""
        url = str(self.response_url)
        retries = Retries(self._clock, after_errors=True, after_losses=harmless, counted=self._counted)
        handlers: list[RetryHandler] = [retries]
        client = WebhookClient(url, proxy=self.proxy, ssl=self.ssl, logger=self._logger, retry_handlers=handlers)
        try:
            answer = client.send_dict(body)
        except (OSError, HTTPException) as lost:
            if never_left(lost):
                raise
            log.info("the answer of a response address was lost; taken as done", fault=type(lost).__name__)
            return WebhookResponse(url=url, status_code=202, body="", headers={})
        if answer.status_code >= 400:
            raise SlackApiError("A response address took nothing.", {"ok": False, "error": _reason(answer)})  # type: ignore[no-untyped-call]  # slack_sdk leaves it untyped
        return answer


def perhaps_done(fault: Exception) -> bool:
    """Whether a post may have been made although this came of it."""
    if isinstance(fault, SlackApiError):
        answer = fault.response
        status = answer.status_code if isinstance(answer, SlackResponse) else 200
        return status >= 500 or answer.get("error") in _PERHAPS_DONE
    return not never_left(fault)


def _reason(answer: WebhookResponse) -> str:
    """Slack's word for why: answered as JSON or as bare text."""
    try:
        return str(json_format.loads(answer.body)["error"])
    except (ValueError, KeyError, TypeError):
        return (answer.body or "")[:80] or f"HTTP {answer.status_code}"
