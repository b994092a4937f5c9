"""What Slack's reference says of each Web API method: arguments, scopes, tier."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.workspace.block_schema import REFERENCE

Json = dict[str, Any]

_OF_KIND = {"channel": "channels:", "private": "groups:", "im": "im:"}
# Required in the reference, but not when something else stands in for it.
_MAY_BE_ABSENT = {
    "chat.appendStream": {"markdown_text"},
    "assistant.threads.setSuggestedPrompts": {"thread_ts"},  # agent_view has prompts without a thread
}
# The reference asks for assistant:write where chat:write is enough with agent_view.
_SCOPES_INSTEAD = {
    "assistant.threads.setSuggestedPrompts": ("assistant:write", "chat:write"),
    "assistant.threads.setTitle": ("assistant:write", "chat:write"),
}


@dataclass(frozen=True, slots=True)
class Facts:
    """One method, as the reference describes it."""

    name: str
    tier: int | str  # 1 to 4, or "special"
    scopes: tuple[str, ...]
    required: tuple[str, ...]
    known: frozenset[str]

    def needed(self, granted: frozenset[str], kinds: Iterable[str] = ()) -> str | None:
        """The scope that is missing, or None.

        Args:
            kinds: the kinds of conversation that the call is about: "channel", "private", "im".
        """
        if not self.scopes or self.name in _SCOPES_INSTEAD:
            alternatives = _SCOPES_INSTEAD.get(self.name, ())
            return alternatives[0] if alternatives and granted.isdisjoint(alternatives) else None
        prefixes = [_OF_KIND[kind] for kind in kinds]
        if prefixes and any(scope.startswith(tuple(_OF_KIND.values())) for scope in self.scopes):
            for prefix in prefixes:
                fitting = [scope for scope in self.scopes if scope.startswith(prefix)]
                if fitting and granted.isdisjoint(fitting):
                    return fitting[0]
            return None
        return None if not granted.isdisjoint(self.scopes) else ",".join(self.scopes)


@cache
def methods() -> dict[str, Facts]:
    """The methods that the local workspace offers."""
    return {
        name: Facts(
            name,
            row["tier"],
            tuple(row["bot_scopes"]),
            tuple(
                arg
                for arg, about in row["args"].items()
                if about["required"] and arg not in _MAY_BE_ABSENT.get(name, ())
            ),
            frozenset(row["args"]),
        )
        for name, row in _reference()["methods"].items()
    }


@cache
def elsewhere() -> frozenset[str]:
    """The methods that Slack has and the local workspace has not."""
    return frozenset(_reference()["other_methods"])


@cache
def _reference() -> Json:
    loaded: Json = json.loads((REFERENCE / "web-api-methods.json").read_text("utf-8"))
    return loaded
