"""The app in many workspaces: installed by OAuth, let in by what was stored then, and taken out again."""

from collections.abc import Callable, Iterable
from typing import Any

import structlog
from slack_bolt import BoltContext
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.authorize import Authorize
from slack_bolt.oauth import OAuthFlow
from slack_bolt.oauth.oauth_settings import OAuthSettings
from slack_sdk import WebClient
from slack_sdk.errors import SlackTokenRotationError
from slack_sdk.oauth.installation_store import Installation
from slack_sdk.oauth.token_rotation.rotator import TokenRotator

from bot.clock import Clock
from bot.errors import MemoryUnavailable
from bot.manifest import OPTIONAL_SCOPES, SCOPES
from bot.memory.installations import STATE_LASTS, Installations
from bot.memory.memory import Memory
from bot.workspaces import Installed, lets_in

log = structlog.get_logger(__name__)

Key = tuple[str | None, str | None]  # an organisation and a workspace, as Bolt tells them

KNOWN_FOR = 60.0  # seconds for which an installation is not looked up again
ROTATES_BEFORE = 120  # minutes before a token runs out


class ManyWorkspaces(Authorize):
    """The workspaces that installed the app; lets their requests in.

    Bolt's own authorization asks Slack who the bot is before each acknowledgement. That stands in the installation;
    and that a token was revoked, Slack tells by an event.

    Args:
        client: makes a Web API client for a token.
        app_client: the app's id and secret.
    """

    def __init__(
        self, memory: Memory, clock: Clock, client: Callable[[str], WebClient], app_client: tuple[str, str]
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # Bolt leaves it untyped
        self._memory, self._clock, self._client = memory, clock, client
        self.store: Installations = memory.installations(app_client[0])
        self._rotator = TokenRotator(client_id=app_client[0], client_secret=app_client[1], client=client(""))
        self._known: dict[Key, tuple[Installation, float]] = {}

    def __call__(
        self, *, context: BoltContext, enterprise_id: str | None, team_id: str | None, user_id: str | None, **_: Any
    ) -> AuthorizeResult | None:
        whole = bool(context.is_enterprise_install)
        found = self._installation((enterprise_id, None if whole else team_id), whole=whole)
        if found is None or not found.bot_token:
            return None
        return AuthorizeResult(
            enterprise_id=enterprise_id,
            team_id=team_id,
            bot_id=found.bot_id,
            bot_user_id=found.bot_user_id,
            bot_token=found.bot_token,
            bot_scopes=found.bot_scopes,
        )

    def all(self) -> Iterable[Installed]:
        for installation in self.store.current():
            rotated = self._rotated(installation)
            workspace, token = workspace_of(rotated), rotated.bot_token or ""
            yield Installed(workspace, self._client(token), frozenset({rotated.user_id} if rotated.user_id else ()))

    def came(self, installation: Installation) -> None:
        """Note a new installation. What is remembered of an earlier one is there again."""
        self.store.save(installation)
        self._known.clear()
        again = self._memory.departures.returned(workspace_of(installation))
        log.info("installed", workspace=workspace_of(installation), again=again)

    def went(self, enterprise_id: str | None, team_id: str | None) -> None:
        found = self.store.find_installation(enterprise_id=enterprise_id, team_id=team_id)
        self._known.clear()
        if found is not None and found.bot_token and lets_in(self._client(found.bot_token)):
            return  # told late: it was installed again since
        self.store.delete_all(enterprise_id=enterprise_id, team_id=team_id)
        self._memory.departures.left(team_id or enterprise_id or "", now=self._clock.now())
        log.info("taken out", workspace=team_id or enterprise_id)

    def _installation(self, key: Key, *, whole: bool) -> Installation | None:
        """The newest installation. One that was known a minute ago will do, and any while the memory is away."""
        known, since = self._known.get(key, (None, 0.0))
        now = self._clock.now().timestamp()
        if known is not None and 0 <= now - since < KNOWN_FOR:
            return known
        try:
            found = self.store.find_installation(enterprise_id=key[0], team_id=key[1], is_enterprise_install=whole)
        except MemoryUnavailable:
            return known
        if found is None:
            self._known.pop(key, None)
            return None
        found = self._rotated(found)
        self._known[key] = (found, now)
        return found

    def _rotated(self, installation: Installation) -> Installation:
        """The installation with a token that lasts; the same where tokens don't run out."""
        if installation.bot_refresh_token is None:
            return installation
        try:
            fresh = self._rotator.perform_token_rotation(
                installation=installation, minutes_before_expiration=ROTATES_BEFORE
            )
        except SlackTokenRotationError as refused:
            log.warning("a token could not be renewed", workspace=workspace_of(installation), error=_reason(refused))
            # Another copy of the bot may have been first: a refresh token is good once.
            return self._again(installation) or installation
        if fresh is None:
            return installation
        self.store.save(fresh)
        return fresh

    def _again(self, installation: Installation) -> Installation | None:
        return self.store.find_installation(enterprise_id=installation.enterprise_id, team_id=installation.team_id)


def workspace_of(installation: Installation) -> str:
    """The id under which the memory keeps what belongs to an installation."""
    return installation.team_id or installation.enterprise_id or ""


def _reason(refused: SlackTokenRotationError) -> str:
    return str(refused.api_error.response["error"])


class _Flow(OAuthFlow):
    """Bolt's flow; an installation ends what its workspace's leaving began."""

    def __init__(self, workspaces: ManyWorkspaces, client: WebClient, settings: OAuthSettings) -> None:
        super().__init__(client=client, logger=client._logger, settings=settings)
        self._workspaces = workspaces

    def store_installation(self, request: object, installation: Installation) -> None:
        self._workspaces.came(installation)


def oauth_flow(
    workspaces: ManyWorkspaces, memory: Memory, client: WebClient, app_client: tuple[str, str], public_url: str = ""
) -> OAuthFlow:
    """What happens at /slack/install and /slack/oauth_redirect.

    Args:
        client: without a token; its address is the Web API's.
        public_url: how browsers reach the bot; empty where the app has one redirect URL.
    """
    settings = OAuthSettings(
        client_id=app_client[0],
        client_secret=app_client[1],
        scopes=[*SCOPES, *OPTIONAL_SCOPES],
        redirect_uri=f"{public_url.rstrip('/')}/slack/oauth_redirect" if public_url else None,
        installation_store=workspaces.store,
        state_store=memory.states,
        state_expiration_seconds=STATE_LASTS,
        authorization_url=client.base_url.removesuffix("api/") + "oauth/v2/authorize",
    )
    return _Flow(workspaces, client, settings)
