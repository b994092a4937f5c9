"""Where the app is installed, by OAuth: slack_sdk's own store, on the memory's connections and in its words."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeVar

from slack_sdk.oauth.installation_store import Bot, Installation, InstallationStore
from slack_sdk.oauth.installation_store.sqlalchemy import SQLAlchemyInstallationStore
from slack_sdk.oauth.state_store import OAuthStateStore
from slack_sdk.oauth.state_store.sqlalchemy import SQLAlchemyOAuthStateStore
from sqlalchemy import delete, select

from bot.memory.database import Database
from bot.memory.tables import installations as table
from bot.memory.tables import states

STATE_LASTS = 600  # seconds from "Add to Slack" to Slack's answer

Result = TypeVar("Result")


class Installations(InstallationStore):
    """The installations of one app. The tokens in it are what lets the bot into workspaces: never to be logged.

    Args:
        client_id: the app's.
    """

    def __init__(self, database: Database, client_id: str) -> None:
        self._database, self._client_id = database, client_id

    def save(self, installation: Installation) -> None:
        self._store(lambda store: store.save(installation))

    def save_bot(self, bot: Bot) -> None:
        self._store(lambda store: store.save_bot(bot))

    def find_bot(
        self, *, enterprise_id: str | None, team_id: str | None, is_enterprise_install: bool | None = False
    ) -> Bot | None:
        return self._store(
            lambda store: store.find_bot(
                enterprise_id=enterprise_id, team_id=team_id, is_enterprise_install=is_enterprise_install
            ),
            reads=True,
        )

    def find_installation(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None = None,
        is_enterprise_install: bool | None = False,
    ) -> Installation | None:
        return self._store(
            lambda store: store.find_installation(
                enterprise_id=enterprise_id,
                team_id=team_id,
                user_id=user_id,
                is_enterprise_install=is_enterprise_install,
            ),
            reads=True,
        )

    def delete_bot(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        self._store(lambda store: store.delete_bot(enterprise_id=enterprise_id, team_id=team_id))

    def delete_installation(
        self, *, enterprise_id: str | None, team_id: str | None, user_id: str | None = None
    ) -> None:
        self._store(
            lambda store: store.delete_installation(enterprise_id=enterprise_id, team_id=team_id, user_id=user_id)
        )

    def current(self) -> tuple[Installation, ...]:
        """The newest installation of each workspace that has the app, in the order of their ids."""
        wanted = (
            select(table.c.enterprise_id, table.c.team_id)
            .where(table.c.client_id == self._client_id)
            .distinct()
            .order_by(table.c.team_id, table.c.enterprise_id)
        )
        places = self._database.read(lambda connection: connection.execute(wanted).all())
        found = [
            self.find_installation(
                enterprise_id=row.enterprise_id, team_id=row.team_id, is_enterprise_install=row.team_id is None
            )
            for row in places
        ]
        return tuple(one for one in found if one is not None and one.bot_token)

    def _store(self, use: Callable[[SQLAlchemyInstallationStore], Result], *, reads: bool = False) -> Result:
        return self._database.lend(
            lambda engine: use(SQLAlchemyInstallationStore(self._client_id, engine)), reads=reads
        )


class States(OAuthStateStore):
    """The words by which an installation that somebody began is known again. Each is good once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def issue(self, *_: object, **__: object) -> str:
        return self._database.lend(lambda engine: SQLAlchemyOAuthStateStore(STATE_LASTS, engine).issue())

    def consume(self, state: str) -> bool:
        return self._database.lend(lambda engine: SQLAlchemyOAuthStateStore(STATE_LASTS, engine).consume(state))

    def forget(self, *, before: datetime) -> int:
        """Forget those that ran out *before* then, and say how many there were."""
        old = delete(states).where(states.c.expire_at < before.astimezone(UTC).replace(tzinfo=None))
        return self._database.write(lambda connection: connection.execute(old).rowcount)
