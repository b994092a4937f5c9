"""What the app's manifest tells Slack: name, commands, shortcuts, scopes, events."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest's answers to what the workspace asks. Without a manifest everything is allowed."""

    given: Json | None = None

    def _at(self, *path: str, default: Any = None) -> Any:
        node: Any = self.given or {}
        for step in path:
            node = node.get(step) if isinstance(node, dict) else None
        return default if node is None else node

    @property
    def bot_name(self) -> str:
        return str(self._at("features", "bot_user", "display_name", default="icml"))

    @property
    def commands(self) -> list[Json]:
        return list(self._at("features", "slash_commands", default=[]))

    @property
    def shortcuts(self) -> list[Json]:
        return list(self._at("features", "shortcuts", default=[]))

    @property
    def scopes(self) -> frozenset[str] | None:
        """The bot's scopes, required and optional; None for all there are."""
        if self.given is None:
            return None
        scopes = self._at("oauth_config", "scopes", default={})
        return frozenset([*scopes.get("bot", []), *scopes.get("bot_optional", [])])

    @property
    def home_tab(self) -> bool:
        return self.given is None or bool(self._at("features", "app_home", "home_tab_enabled", default=False))

    @property
    def unfurl_domains(self) -> list[str]:
        return list(self._at("features", "unfurl_domains", default=[]))

    def has_command(self, command: str) -> bool:
        return self.given is None or any(one["command"] == command for one in self.commands)

    def escapes(self, command: str) -> bool:
        """Whether Slack writes members and channels in the command's text as ids."""
        return any(one["command"] == command and one.get("should_escape") for one in self.commands)

    def hears(self, event: Json) -> bool:
        """Whether the app is subscribed to this event."""
        if self.given is None:
            return True
        subscribed = self._at("settings", "event_subscriptions", "bot_events", default=[])
        return any(name in subscribed for name in _names(event))


def _names(event: Json) -> Iterator[str]:
    kind = event["type"]
    if kind != "message":
        yield kind
        return
    kinds = {"channel": "channels", "group": "groups", "im": "im", "mpim": "mpim"}
    yield f"message.{kinds[event['channel_type']]}"
