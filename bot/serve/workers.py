"""gunicorn around the bot: one process that serves, with threads, and one that starts it anew should it die."""

import logging
import os
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import structlog

from bot.errors import WrongSetting
from bot.serve.health import checks_of, looked_after
from bot.serve.http import Web
from bot.settings import HttpAccess, Settings
from bot.wiring import wired

log = structlog.get_logger(__name__)

THREADS = 16  # requests are only acknowledged in them; work has threads of its own
FREE_PORT = 3000
ENDS_WITHIN = 7  # seconds until the worker is killed, of the ten that a stop may take
_NO_GUNICORN = "icml serve --http needs one more package: pip install 'icml-bot[http]'."


def serve_http(settings: Settings, access: HttpAccess, echo: Callable[[str], None]) -> None:
    """Serve until SIGTERM or Ctrl-C.

    Raises:
        WrongSetting: gunicorn is not installed.
    """
    try:
        from gunicorn.app.base import BaseApplication
    except ModuleNotFoundError:
        raise WrongSetting(_NO_GUNICORN) from None
    where = f"{settings.host}:{settings.port or FREE_PORT}"

    class Served(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
        """The one application of one worker."""

        def load_config(self) -> None:
            for name, value in _options(where, self).items():
                self.cfg.set(name, value)

        def load(self) -> Web:
            self.parts = ExitStack()
            wiring = self.parts.enter_context(wired(settings))
            self.parts.enter_context(wiring.metrics.counting_log_lines())
            self.web = Web(wiring, access, base_url=settings.slack_api or None)
            self.parts.enter_context(looked_after(wiring, checks_of(wiring, self.web.duties)))
            self.web.start()
            return self.web

    echo(f"Waiting for Slack at http://{where}/slack/events. Stop with Ctrl-C.")
    Served().run()


def _options(where: str, served: Any) -> dict[str, object]:
    return {
        "bind": where,
        "workers": 1,  # the threads of a second one would share nothing; start another process instead
        "worker_class": "gthread",
        "threads": THREADS,
        "keepalive": 75,  # the proxy before us keeps connections
        "timeout": 60,
        "graceful_timeout": ENDS_WITHIN,
        "loglevel": "warning",
        "logger_class": _logger(),
        "control_socket_disable": True,
        "worker_exit": lambda _arbiter, _worker: _end(served),
    }


def _end(served: Any) -> None:
    """Stop what the worker did; what does not end in time is finished by the next start, or another copy."""
    overdue = threading.Timer(ENDS_WITHIN - 2, lambda: os._exit(0))
    overdue.daemon = True
    overdue.start()
    web = getattr(served, "web", None)
    if web is not None:
        log.info("stopping")
        web.stop()
        served.parts.close()
    overdue.cancel()


def _logger() -> type:
    """gunicorn's logger, without handlers of its own: its lines go where ours go."""
    from gunicorn.glogging import Logger

    class Quiet(Logger):  # type: ignore[misc]  # likewise
        def setup(self, cfg: Any) -> None:
            self.error_log.propagate = True
            self.error_log.setLevel(logging.WARNING)

    return Quiet
