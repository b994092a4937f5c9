"""How log lines are made: one way for our own and for the libraries', secrets always redacted."""

import logging
import re
import sys
from typing import Literal

import structlog
from structlog.typing import EventDict, WrappedLogger

_SECRETS = re.compile(
    r"\b(?:xox[a-z]|xapp|xwfp)-[A-Za-z0-9-]+"  # Slack's tokens
    r"|(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"  # name:password of an address
    r"|https://hooks\.slack\.com/\S+"  # response addresses: who has one can post
)
REDACTED = "[redacted]"


def redacted(text: str) -> str:
    """*text* without tokens, passwords in addresses, and response addresses."""
    return _SECRETS.sub(REDACTED, text)


def set_up(look: Literal["text", "json"] = "text") -> None:
    """Send all log lines to standard error, in one *look*."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if look == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                _redact,
                renderer,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for chatty in ("apscheduler", "uvicorn", "slack_bolt", "slack_sdk", "bot.slack", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


def _redact(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    return {name: redacted(value) if isinstance(value, str) else value for name, value in line.items()}
