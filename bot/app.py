"""The Bolt app: one and the same for Slack by Socket Mode, for HTTP, and for the local workspace."""

import logging
from collections.abc import Callable
from typing import Any

from slack_bolt import App, BoltContext, Say
from slack_sdk import WebClient

from bot.clock import Clock
from bot.lanes import Lanes
from bot.retries import Retries
from bot.sending import SureClient, SureRespond
from bot.wiring import Wiring
from handlers.listeners import register

Json = dict[str, Any]

_WORDLESS = frozenset({"block_actions", "shortcut", "message_action", "view_closed"})


def build_app(wiring: Wiring, token: str, *, base_url: str | None = None) -> App:
    """An app with all listeners.

    Args:
        token: the bot's, which Slack has accepted before; Bolt asks once more and remembers who it is.
        base_url: of the Web API, ending in "/api/"; None for Slack's own.
    """
    lanes = Lanes()
    app = App(
        client=client(wiring, token, base_url=base_url),
        token_verification_enabled=True,  # else the first event waits for it before it is acknowledged
        request_verification_enabled=False,  # Socket Mode has no signatures; the HTTP transport turns it on
        raise_error_for_unhandled_request=True,  # so that it ends in handlers.errors, not in a warning and a 404
        listener_executor=lanes,
        logger=_quiet(),
    )
    app.use(_first_steps(wiring.clock, lanes))
    register(app, wiring.means, wiring.claims, wiring.opinions, wiring.desk)
    return app


def client(wiring: Wiring, token: str, *, base_url: str | None = None, patient: bool = True) -> WebClient:
    """A Web API client that waits and tries again by the bot's clock; not *patient*, it gives up after one more try."""
    retries = Retries(wiring.clock) if patient else Retries(wiring.clock, most=1)
    return WebClient(token=token, base_url=base_url or WebClient.BASE_URL, logger=_quiet(), retry_handlers=[retries])


def _first_steps(clock: Clock, lanes: Lanes) -> Callable[..., None]:
    """What comes before all listeners: the acknowledgement where it needs no words, and sure ways to answer."""

    def first_steps(context: BoltContext, body: Json, next: Callable[[], None]) -> None:  # noqa: A002 - Bolt's name
        if _needs_no_words(body):
            context.ack()  # here, since listeners may queue behind others' work
        lanes.choose(awaited=context.ack.response is None and "event" not in body)
        sure = SureClient(context.client, clock, answers=answered(body))
        context["client"] = sure
        context["say"] = Say(client=sure, channel=context.channel_id)
        context["respond"] = SureRespond(sure, clock, response_url=context.response_url)
        next()

    return first_steps


def _needs_no_words(body: Json) -> bool:
    """Whether an acknowledgement has nothing to say; the answer comes by other ways."""
    return "command" in body or body.get("type") in _WORDLESS


def answered(body: Json) -> str:
    """The id of what is answered: of a message the same, whether it comes as a mention or as a message."""
    event = body.get("event") or {}
    if event.get("type") in ("message", "app_mention") and event.get("ts"):
        return f"{event.get('channel')}:{event['ts']}"
    return str(body.get("event_id") or body.get("trigger_id") or "")


def _quiet() -> logging.Logger:
    """Bolt's and slack_sdk's DEBUG lines print whole payloads: never below INFO."""
    logger = logging.getLogger("bot.slack")
    logger.setLevel(logging.INFO)
    return logger
