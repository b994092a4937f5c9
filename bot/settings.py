"""What the bot is told from outside: the environment, read here and nowhere else."""

import dataclasses
import os
import re
import sys
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import platformdirs
from pydantic import AliasChoices, Field, PrivateAttr, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.errors import WrongSetting
from bot.settings_file import ENVIRONMENT, Told, home_elsewhere, said_twice, told_in, unknown

_MEMBER = re.compile(r"[UW][A-Z0-9]{1,20}")


@dataclasses.dataclass(frozen=True, slots=True)
class HttpAccess:
    """What lets the bot into Slack over HTTP: for one workspace its token, for many the app's client."""

    signing_secret: str = dataclasses.field(repr=False)
    token: str = dataclasses.field(default="", repr=False)
    client: tuple[str, str] | None = dataclasses.field(default=None, repr=False)  # id and secret


_COMMAND = re.compile(r"/[a-z0-9_-]{1,31}")

FILE = "settings.env"  # in the home
WORKING_FILE = Path(".env")  # in the working folder


def _platforms_folder() -> Path:
    return Path(platformdirs.user_data_dir("icml-bot", appauthor=False))


class Settings(BaseSettings):
    """The settings. Each is an environment variable, or a line of a file.

    What the command line says comes first, then the environment, then the file ``.env`` in the working folder, then
    ``settings.env`` in the home, which ``icml init`` writes.
    """

    model_config = SettingsConfigDict(
        env_prefix="ICML_", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True
    )

    slack_bot_token: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("SLACK_BOT_TOKEN"),
        description="The bot's token (xoxb-…). With both tokens the bot is in Slack, with none in its own workspace.",
    )
    slack_app_token: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("SLACK_APP_TOKEN"),
        description="The app-level token for Socket Mode (xapp-…).",
    )
    slack_signing_secret: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("SLACK_SIGNING_SECRET"),
        description="For `icml serve --http`: by it requests are known to be Slack's.",
    )
    slack_client_id: str | None = Field(
        default=None,
        validation_alias=AliasChoices("SLACK_CLIENT_ID"),
        description="For `icml serve --http` in many workspaces, which install the app at /slack/install.",
    )
    slack_client_secret: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("SLACK_CLIENT_SECRET"),
        description="Likewise; both or neither.",
    )
    home: Path = Field(
        default_factory=_platforms_folder,
        description="The folder of papers.db, state.db and settings.env.",
    )
    command: str = Field(default="/icml", description="The command's name, as in the app's manifest.")
    memory: str = Field(
        default="",
        repr=False,  # a password may stand in it
        description="Where the bot's memory is: empty for state.db in the home, or postgresql://NAME:PASSWORD@HOST/DATABASE.",
    )
    thread_days: int = Field(
        default=90,
        ge=1,
        le=3650,
        description="For how many days I remember which papers stood in which thread; no text is kept.",
    )
    ledger_days: int = Field(
        default=730, ge=30, le=36500, description="For how many days the ledger of digests is kept."
    )
    grace_hours: float = Field(
        default=6, ge=0.25, le=23, description="For how many hours after its time a digest that was missed still comes."
    )
    corpus: str = Field(
        default="", description="Where to look when nobody says: names of corpora with commas between; empty for all."
    )
    keepers: str = Field(
        default="",
        description="Who looks after the bot: member ids (U…) with commas between. They are told of trouble, and may "
        "remove its posts and change any digest.",
    )
    backups: Path | None = Field(
        default=None, description="The folder of `icml backup`; empty for the folder backups in the home."
    )
    semantic: Annotated[bool, NoDecode] = Field(
        default=False, description="Rank by meaning beside words; needs the extra semantic, and `icml vectors`."
    )
    log: Literal["text", "json"] = Field(default="text", description="How log lines look.")
    port: int = Field(
        default=0,
        ge=0,
        le=65535,
        description="The local workspace's port, 0 for any; with --http Slack's requests come to it, 0 for 3000.",
    )
    host: str = Field(
        default="127.0.0.1", description="With --http: the address to listen on, behind a proxy that speaks HTTPS."
    )
    public_url: str = Field(
        default="",
        description="With --http in many workspaces: how browsers reach the bot, such as https://papers.example.org; "
        "needed where the app has several redirect URLs.",
    )
    role: Literal["", "web", "scheduler", "all"] = Field(
        default="",
        description="What this process does where several share one memory: web (answers), scheduler (what is due), "
        "all; empty for everything, alone.",
    )
    grace_days: int = Field(
        default=30,
        ge=0,
        le=3650,
        description="For how many days I remember a workspace that took me out; installed again in time, all is there.",
    )
    health_port: int = Field(
        default=0, ge=0, le=65535, description="Where /healthz, /readyz and /metrics answer; 0 for nowhere."
    )
    health_host: str = Field(default="127.0.0.1", description="The address that they answer on.")
    browser: Annotated[bool, NoDecode] = Field(
        default=True, description="Whether to open the local workspace's window where there is a desktop."
    )

    # Of another Web API than Slack's: a proxy, or a local workspace. Not in the documentation: nobody needs it.
    slack_api: str = Field(default="")

    display: str = Field(default="", validation_alias=AliasChoices("DISPLAY"), exclude=True)
    wayland_display: str = Field(default="", validation_alias=AliasChoices("WAYLAND_DISPLAY"), exclude=True)

    _origins: dict[str, str] = PrivateAttr(default_factory=dict)  # variable -> "line 3 of .env"

    @field_validator("slack_api")
    @classmethod
    def _is_safe(cls, value: str) -> str:
        parts = urlsplit(value)
        here = parts.hostname in {"127.0.0.1", "localhost"}
        if value and not (parts.scheme == "https" or (parts.scheme == "http" and here)):
            raise ValueError("tokens are sent there, so it should begin with https://")
        return value and value.rstrip("/") + "/"

    @field_validator("command")
    @classmethod
    def _is_command(cls, value: str) -> str:
        if not _COMMAND.fullmatch(value):
            raise ValueError("a command is a slash and up to 31 small letters, digits, - or _")
        return value

    @field_validator("keepers")
    @classmethod
    def _are_members(cls, value: str) -> str:
        for one in filter(None, map(str.strip, value.split(","))):
            if not _MEMBER.fullmatch(one):
                raise ValueError(f"“{one}” is no member id; it begins with U, and a profile's menu copies it")
        return value

    @field_validator("browser", "semantic", mode="before")
    @classmethod
    def _is_switch(cls, value: object) -> bool:
        if isinstance(value, bool):
            return value
        if str(value).lower() in {"1", "true", "yes", "on", "0", "false", "no", "off"}:
            return str(value).lower() in {"1", "true", "yes", "on"}
        raise ValueError("say yes or no")

    @property
    def tokens(self) -> tuple[str, str] | None:
        """The bot's and the app's token; None when neither is set.

        Raises:
            WrongSetting: one is set without the other, or they are swapped or of another kind.
        """
        bot, app = self.slack_bot_token, self.slack_app_token
        if bot is None and app is None:
            return None
        if bot is None or app is None:
            missing = "SLACK_BOT_TOKEN" if bot is None else "SLACK_APP_TOKEN"
            raise WrongSetting(
                f"{missing} is not set, but the other token is. Set both to connect to Slack, "
                "or neither for the local workspace."
            )
        pair = bot.get_secret_value(), app.get_secret_value()
        if pair[0].startswith("xapp-") and pair[1].startswith("xoxb-"):
            raise WrongSetting(
                f"{self.named('SLACK_BOT_TOKEN')} should begin with xoxb-, and "
                f"{self.named('SLACK_APP_TOKEN')} with xapp-: they are swapped."
            )
        for name, token, start in (("SLACK_BOT_TOKEN", pair[0], "xoxb-"), ("SLACK_APP_TOKEN", pair[1], "xapp-")):
            if not token.startswith(start):
                raise WrongSetting(
                    f"{self.named(name)} should begin with {start}. “icml init” says where to copy it from."
                )
        return pair

    def named(self, variable: str) -> str:
        """*variable*, and the line that sets it where a file does."""
        origin = self._origins.get(variable, ENVIRONMENT)
        return variable if origin == ENVIRONMENT else f"{variable} ({origin})"

    def origin(self, variable: str) -> str:
        """Where *variable* is set: a line of a file, or the environment; empty where it is not."""
        return self._origins.get(variable, "")

    @property
    def http_access(self) -> HttpAccess:
        """What Slack gave for HTTP mode.

        Raises:
            WrongSetting: something is missing, or there are a token and a client.
        """
        client, secret, signing = self.slack_client_id, self.slack_client_secret, self.slack_signing_secret
        if signing is None:
            raise WrongSetting("SLACK_SIGNING_SECRET is not set. It is under Basic Information of your app.")
        if (client is None) != (secret is None):
            missing = "SLACK_CLIENT_ID" if client is None else "SLACK_CLIENT_SECRET"
            raise WrongSetting(f"{missing} is not set, but the other is. Set both for many workspaces, or neither.")
        if client and secret:
            return HttpAccess(signing.get_secret_value(), client=(client, secret.get_secret_value()))
        token = self.slack_bot_token.get_secret_value() if self.slack_bot_token else ""
        if not token.startswith("xoxb-"):
            raise WrongSetting(
                "Over HTTP I need SLACK_BOT_TOKEN (xoxb-…) for one workspace, "
                "or SLACK_CLIENT_ID and SLACK_CLIENT_SECRET for many."
            )
        return HttpAccess(signing.get_secret_value(), token=token)

    @property
    def memory_address(self) -> str:
        return self.memory or f"sqlite:///{self.home / 'state.db'}"

    @property
    def backup_folder(self) -> Path:
        return self.backups or self.home / "backups"

    @property
    def file(self) -> Path:
        """The settings file of the home."""
        return self.home / FILE

    @property
    def has_desktop(self) -> bool:
        """Whether somebody sits before this machine."""
        return sys.platform in {"darwin", "win32"} or bool(self.display or self.wayland_display)

    @property
    def corpora(self) -> tuple[str, ...]:
        """The default corpora."""
        return tuple(name.strip() for name in self.corpus.split(",") if name.strip())

    @property
    def keeper_ids(self) -> frozenset[str]:
        """The members who look after the bot."""
        return frozenset(name.strip() for name in self.keepers.split(",") if name.strip())

    @property
    def papers(self) -> Path:
        return self.home / "papers.db"


def read(**given: object) -> Settings:
    """The settings, with what the command line gave on top.

    Raises:
        WrongSetting: one of them can't be used; says which, where it stands, and what it should be.
    """
    settings, faults = examined(**given)
    if faults:
        more = f" There are {len(faults) - 1} more; “icml doctor” lists them." if len(faults) > 1 else ""
        raise WrongSetting(faults[0] + more)
    return settings


def examined(**given: object) -> tuple[Settings, tuple[str, ...]]:
    """The settings as far as they can be used, and a sentence about each that can't."""
    said: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    faults: list[str] = []
    environment, working = _environment(), _lines(WORKING_FILE, faults)
    home = Path(said.get("home") or _first([*environment, *working], "ICML_HOME") or _platforms_folder())
    of_home = _lines(home / FILE, faults)
    faults += unknown([*environment, *working, *of_home], _KNOWN)
    faults += [*said_twice(working), *said_twice(of_home), *home_elsewhere(of_home, home)]
    origins: dict[str, str] = {}
    values: dict[str, Any] = {}
    for told in (*environment, *working, *of_home):
        if told.value and told.name in _KNOWN and told.name not in origins:
            origins[told.name] = told.where
            if told.where != ENVIRONMENT:  # which pydantic reads by itself
                values[_KNOWN[told.name]] = told.value
    settings, wrong = _usable(values | said | {"home": home}, origins)
    settings._origins = origins
    return settings, (*faults, *wrong)


def _usable(values: dict[str, Any], origins: dict[str, str]) -> tuple[Settings, list[str]]:
    """The settings, with defaults in the place of those that can't be used, and what is wrong with these."""
    faults: list[str] = []
    while True:
        try:
            return Settings(**values), faults
        except ValidationError as wrong:
            first = wrong.errors(include_input=False)[0]
            name = str(first["loc"][0])
            words = first["msg"].removeprefix("Value error, ")
            origin = origins.get(_variable(name), ENVIRONMENT)
            faults.append(f"{_variable(name)}{'' if origin == ENVIRONMENT else f' ({origin})'}: {words}.")
            values = values | {name: Settings.model_fields[name].get_default(call_default_factory=True)}


def _environment() -> list[Told]:
    return [Told(name.upper(), value, ENVIRONMENT) for name, value in os.environ.items()]  # noqa: TID251 - the one place


def _lines(file: Path, faults: list[str]) -> tuple[Told, ...]:
    try:
        return told_in(file)
    except WrongSetting as fault:
        faults.append(str(fault))
        return ()


def _first(told: list[Told], name: str) -> str:
    return next((one.value for one in told if one.name == name and one.value), "")


def _variable(name: str) -> str:
    return name if name.isupper() else f"ICML_{name.upper()}"


def _aliased(name: str) -> str:
    """The variable of the field *name*."""
    alias = Settings.model_fields[name].validation_alias
    return str(alias.choices[0]) if isinstance(alias, AliasChoices) else _variable(name)


# Each variable, and the name by which pydantic takes its value.
_KNOWN = {
    _aliased(name): _aliased(name) if field.validation_alias else name for name, field in Settings.model_fields.items()
}


def described() -> list[tuple[str, str, str]]:
    """Each setting's variable, its default in words, and what it is: for the documentation."""
    rows = []
    for name, field in Settings.model_fields.items():
        if field.description:
            default = "the platform's data folder" if name == "home" else field.default
            rows.append((_aliased(name), str(default) if default not in (None, "") else "", field.description))
    return rows
