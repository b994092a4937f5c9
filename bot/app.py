"""The Bolt app: one and the same for Slack by Socket Mode, for HTTP, and for the local workspace."""

import logging
from collections.abc import Callable
from typing import Any

from slack_bolt import App, BoltContext, Say
from slack_bolt.authorization.authorize import Authorize
from slack_bolt.oauth import OAuthFlow
from slack_sdk import WebClient

from bot.lanes import Lanes
from bot.retries import Retries
from bot.sending import SureClient, SureRespond
from bot.wiring import Wiring
from bot.workspaces import Workspaces
from bot.workspaces import register as listen_for_departures
from handlers.listeners import register

Json = dict[str, Any]

NOT_INSTALLED = "I am not installed in this workspace any more. Somebody who manages its apps can install me again."

_KINDS = frozenset({
    *("app_mention", "message", "app_home_opened", "member_joined_channel", "tokens_revoked", "app_uninstalled"),
    *("block_actions", "block_suggestion", "view_submission", "view_closed", "shortcut", "message_action"),
})  # fmt: skip
_WORDLESS = frozenset({"block_actions", "shortcut", "message_action", "view_closed"})


def build_app(
    wiring: Wiring,
    token: str | None,
    *,
    base_url: str | None = None,
    signing_secret: str = "",
    authorize: Authorize | None = None,
    oauth_flow: OAuthFlow | None = None,
    workspaces: Workspaces | None = None,
) -> App:
    """An app with all listeners.

    Args:
        token: the bot's, which Slack has accepted before; Bolt asks once more and remembers who it is. None with
            *authorize*.
        base_url: of the Web API, ending in "/api/"; None for Slack's own.
        signing_secret: for HTTP, where requests have to be Slack's; Socket Mode has no signatures.
        authorize: says whose a request is, where there are many workspaces; with *oauth_flow*, by which they come.
        workspaces: are told when the app is taken out of one.
    """
    lanes = Lanes()
    app = App(
        client=client(wiring, token, base_url=base_url),
        token_verification_enabled=True,  # else the first event waits for it before it is acknowledged
        request_verification_enabled=bool(signing_secret),
        signing_secret=signing_secret,
        authorize=authorize,  # type: ignore[arg-type]  # it takes an Authorize too, and asks it as it is
        oauth_flow=oauth_flow,
        user_facing_authorize_error_message=NOT_INSTALLED,
        raise_error_for_unhandled_request=True,  # so that it ends in handlers.errors, not in a warning and a 404
        listener_executor=lanes,
        logger=_quiet(),
    )
    app.use(_first_steps(wiring, lanes))
    if workspaces is not None:
        listen_for_departures(app, workspaces)
    register(app, wiring.means, wiring.claims, wiring.opinions, wiring.desk)
    return app


def client(wiring: Wiring, token: str | None, *, base_url: str | None = None, patient: bool = True) -> WebClient:
    """A Web API client that waits and tries again by the bot's clock; not *patient*, it gives up after one more try."""
    counted = wiring.metrics.retried
    retries = Retries(wiring.clock, counted=counted) if patient else Retries(wiring.clock, most=1, counted=counted)
    return WebClient(token=token, base_url=base_url or WebClient.BASE_URL, logger=_quiet(), retry_handlers=[retries])


def _first_steps(wiring: Wiring, lanes: Lanes) -> Callable[..., None]:
    """What comes before all listeners: the acknowledgement where it needs no words, and sure ways to answer."""
    clock = wiring.clock

    def first_steps(context: BoltContext, body: Json, next: Callable[[], None]) -> None:  # noqa: A002 - Bolt's name
        if _needs_no_words(body):
            context.ack()  # here, since listeners may queue behind others' work
        wiring.metrics.requested(_kind(body))
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


def _kind(body: Json) -> str:
    """What Slack tells, in one of few words."""
    if "command" in body:
        return "command"
    kind = str((body.get("event") or {}).get("type") if "event" in body else body.get("type"))
    return kind if kind in _KINDS else "other"


def _quiet() -> logging.Logger:
    """Bolt's and slack_sdk's DEBUG lines print whole payloads, its INFO line of a wrong signature too."""
    logger = logging.getLogger("bot.slack")
    logger.setLevel(logging.WARNING)
    return logger
