"""The Slack workspaces that the bot is in: the one of a token, or all that installed the app by OAuth."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any, Protocol

import structlog
from slack_bolt import App, BoltContext
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.clock import Clock
from bot.memory.memory import Memory

log = structlog.get_logger(__name__)

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Installed:
    """A workspace that the bot is in."""

    workspace: str  # opaque, as on every row of the memory
    client: WebClient = field(repr=False)
    keepers: frozenset[str] = frozenset()  # who is told of trouble there
    called: tuple[str, str] = ("", "")  # the workspace, and the bot in it


class Workspaces(Protocol):
    """Where scheduled work and recovery go, and who is told that one left."""

    def all(self) -> Iterable[Installed]:
        """Those that have the app now; may ask the memory."""
        ...

    def went(self, enterprise_id: str | None, team_id: str | None) -> None:
        """Slack says that the app was taken out, or its token revoked: now, or before it was installed again."""
        ...


class OneWorkspace:
    """The workspace of one bot token."""

    def __init__(self, one: Installed, memory: Memory, clock: Clock) -> None:
        self._one, self._memory, self._clock = one, memory, clock
        memory.departures.returned(one.workspace)

    def all(self) -> Iterable[Installed]:
        return (self._one,)

    def went(self, enterprise_id: str | None, team_id: str | None) -> None:
        if not lets_in(self._one.client):
            self._memory.departures.left(self._one.workspace, now=self._clock.now())
            log.error("taken out of the workspace, or the token was revoked; install the app again")


def lets_in(client: WebClient) -> bool:
    """Whether Slack takes the token of *client*; True when it can't be asked."""
    try:
        client.auth_test()
    except SlackApiError:
        return False
    except (OSError, HTTPException) as unknown:
        log.warning("can't ask whether the app is still installed", fault=type(unknown).__name__)
    return True


def register(app: App, workspaces: Workspaces) -> None:
    """Listen for the end of an installation. To be called before the other listeners are registered."""

    def revoked(event: Json, context: BoltContext) -> None:
        if (event.get("tokens") or {}).get("bot"):
            workspaces.went(context.enterprise_id, context.team_id)

    def uninstalled(context: BoltContext) -> None:
        workspaces.went(context.enterprise_id, context.team_id)

    app.event("tokens_revoked")(revoked)
    app.event("app_uninstalled")(uninstalled)
