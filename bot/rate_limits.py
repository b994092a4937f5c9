"""Waiting when Slack says 429, by the bot's clock."""

from slack_sdk.http_retry import HttpRequest, HttpResponse, RetryHandler, RetryState

from bot.clock import Clock

MOST_TRIES = 5
LONGEST_WAIT = 120.0  # seconds; who is told to wait longer gives up, and the member is told


class WaitsByClock(RetryHandler):
    """Tries again after the seconds that Slack's Retry-After names. slack_sdk's own handler sleeps in real time."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(max_retry_count=MOST_TRIES)
        self._clock = clock

    def _can_retry(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        return response is not None and response.status_code == 429 and _asked(response) <= LONGEST_WAIT

    def prepare_for_next_attempt(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> None:
        state.next_attempt_requested = True
        state.increment_current_attempt()
        self._clock.sleep(_asked(response) if response else 1.0)


def _asked(response: HttpResponse) -> float:
    for name, values in response.headers.items():
        if name.lower() == "retry-after":
            return float(values[0] if isinstance(values, list) else values)
    return 1.0
