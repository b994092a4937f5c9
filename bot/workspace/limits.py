"""Slack's limits on how often a method may be called."""

import math
from collections import defaultdict, deque
from datetime import datetime, timedelta
from typing import Any

from bot.clock import Clock
from bot.workspace import facts
from bot.workspace.block_schema import limits

Json = dict[str, Any]

_MINUTE = timedelta(minutes=1)
_POSTS = {"chat.postMessage", "chat.postEphemeral"}
_POST_EVERY = timedelta(seconds=1)


class RateLimits:
    """Counts calls by the workspace's clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._calls: dict[str, deque[datetime]] = defaultdict(deque)
        self._posts: dict[str, datetime] = {}

    def wait(self, method: str, arguments: Json) -> int:
        """Count one call, and say after how many whole seconds it may be tried again; 0 if it may go on."""
        now = self._clock.now()
        if method in _POSTS and (left := self._until_next_post(str(arguments.get("channel")), now)):
            return left
        about = facts.methods().get(method)
        if about is None or not isinstance(about.tier, int):
            return 0
        most = limits()["platform"][f"tier_{about.tier}_per_minute"]["value"]
        calls = self._calls[method]
        while calls and now - calls[0] >= _MINUTE:
            calls.popleft()
        if len(calls) >= most:
            return _seconds(calls[0] + _MINUTE - now)
        calls.append(now)
        return 0

    def _until_next_post(self, channel: str, now: datetime) -> int:
        last = self._posts.get(channel)
        if last is not None and now - last < _POST_EVERY:
            return _seconds(last + _POST_EVERY - now)
        self._posts[channel] = now
        return 0


def _seconds(left: timedelta) -> int:
    return max(1, math.ceil(left.total_seconds()))
