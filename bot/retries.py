"""When a call to Slack may be made once more, and how long to wait before that, by the bot's clock.

What decides is whether the call may have been carried out although no answer came:

- 429, or the request never left: it was not. Any call may be made again.
- A server's error, or a connection lost while waiting for the answer: perhaps. Only calls may be made again
  that do no harm when done twice; the others are looked after in :mod:`bot.sending`.
"""

from collections.abc import Callable
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from slack_sdk.http_retry import HttpRequest, HttpResponse, RetryHandler, RetryState

from bot.clock import Clock

WAITS = (0.5, 1.0, 2.0, 4.0, 8.0)  # seconds between tries
LONGEST_WAIT = 120.0  # seconds; who is told to wait longer gives up, and the member is told

# Besides those that only read. Done twice, they leave things as done once.
_HARMLESS_WRITES = frozenset({
    "apps.connections.open",
    "assistant.threads.setStatus",
    "assistant.threads.setSuggestedPrompts",
    "assistant.threads.setTitle",
    "chat.delete",  # who deletes takes "message_not_found" for done
    "chat.unfurl",
    "chat.update",
    "conversations.join",
    "conversations.open",
    "views.publish",
})  # fmt: skip
_READS = ("auth.test", "api.test", "blocks.validate", "bots.info", "team.info", "chat.getPermalink")
_READING_VERBS = ("info", "list", "history", "replies", "members", "lookupByEmail")


class Retries(RetryHandler):
    """Tries again where that can't double anything.

    slack_sdk's own handlers sleep in real time, and post again after a lost answer.

    Args:
        after_errors, after_losses: whether to try again after a server's error, and after a lost connection;
            None to tell by the method in the request's address.
        most: so many times at most.
        counted: is told of each time, with the reason.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        after_errors: bool | None = None,
        after_losses: bool | None = None,
        most: int = len(WAITS),
        counted: Callable[[str], object] = lambda _: None,
    ) -> None:
        super().__init__(max_retry_count=most)
        self.counted = counted
        self._clock = clock
        self._after_errors, self._after_losses = after_errors, after_losses

    def _can_retry(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        if response is not None and response.status_code == 429:
            return _asked(response) <= LONGEST_WAIT
        if response is None and never_left(error):
            return True
        if response is not None and response.status_code < 500:
            return False
        told = self._after_losses if response is None else self._after_errors
        return is_harmless(request.url) if told is None else told

    def prepare_for_next_attempt(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> None:
        limited = response is not None and response.status_code == 429
        self.counted("limited" if limited else "lost" if response is None else "broken")
        self._clock.sleep(_asked(response) if response is not None and limited else WAITS[state.current_attempt])
        state.next_attempt_requested = True
        state.increment_current_attempt()


def never_left(error: Exception | None) -> bool:
    """Whether the request did not reach Slack as a whole.

    urllib wraps what goes wrong until the last byte is sent, and nothing of what comes after.
    """
    return isinstance(error, URLError) and not isinstance(error, HTTPError)


def is_harmless(url: str) -> bool:
    """Whether the Web API method at *url* may be called twice."""
    method = urlsplit(url).path.rsplit("/", 1)[-1]
    return method in _HARMLESS_WRITES or method in _READS or method.rsplit(".", 1)[-1] in _READING_VERBS


def _asked(response: HttpResponse) -> float:
    """The seconds of Slack's Retry-After."""
    for name, values in response.headers.items():
        if name.lower() == "retry-after":
            return float(values[0] if isinstance(values, list) else values)
    return 1.0
