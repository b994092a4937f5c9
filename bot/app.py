"""The Bolt app: one and the same for Slack by Socket Mode, for HTTP, and for the local workspace."""

import logging
from concurrent.futures import ThreadPoolExecutor

from slack_bolt import App
from slack_sdk import WebClient

from bot.rate_limits import WaitsByClock
from bot.wiring import Wiring
from handlers.listeners import register

LISTENERS = 16  # threads that work on what members ask; an acknowledgement never waits for more than a few of them


def build_app(wiring: Wiring, token: str, *, base_url: str | None = None) -> App:
    """An app with all listeners.

    Args:
        token: the bot's, which Slack has accepted before; Bolt asks once more and remembers who it is.
        base_url: of the Web API, ending in "/api/"; None for Slack's own.
    """
    app = App(
        client=client(wiring, token, base_url=base_url),
        token_verification_enabled=True,  # else the first event waits for it before it is acknowledged
        request_verification_enabled=False,  # Socket Mode has no signatures; the HTTP transport turns it on
        listener_executor=ThreadPoolExecutor(LISTENERS, thread_name_prefix="listener"),
        logger=_quiet(),
    )
    register(app, wiring.library, wiring.claims, command=wiring.settings.command)
    return app


def client(wiring: Wiring, token: str, *, base_url: str | None = None) -> WebClient:
    """A Web API client that waits out rate limits by the bot's clock."""
    made = WebClient(token=token, base_url=base_url or WebClient.BASE_URL, logger=_quiet())
    made.retry_handlers.append(WaitsByClock(wiring.clock))
    return made


def _quiet() -> logging.Logger:
    """Bolt's and slack_sdk's DEBUG lines print whole payloads: never below INFO."""
    logger = logging.getLogger("bot.slack")
    logger.setLevel(logging.INFO)
    return logger
