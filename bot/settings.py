"""What the bot is told from outside: the environment, read here and nowhere else."""

import dataclasses
import re
import sys
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import platformdirs
from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.errors import WrongSetting

_MEMBER = re.compile(r"[UW][A-Z0-9]{1,20}")


@dataclasses.dataclass(frozen=True, slots=True)
class HttpAccess:
    """What lets the bot into Slack over HTTP: for one workspace its token, for many the app's client."""

    signing_secret: str = dataclasses.field(repr=False)
    token: str = dataclasses.field(default="", repr=False)
    client: tuple[str, str] | None = dataclasses.field(default=None, repr=False)  # id and secret


_COMMAND = re.compile(r"/[a-z0-9_-]{1,31}")


class Settings(BaseSettings):
    """The settings. Each is an environment variable, or a line of the file ``.env`` in the working folder."""

    model_config = SettingsConfigDict(
        env_prefix="ICML_", env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True
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
        default_factory=lambda: Path(platformdirs.user_data_dir("icml-bot", appauthor=False)),
        description="The folder of papers.db and state.db.",
    )
    command: str = Field(default="/icml", description="The command's name, as in the app's manifest.")
    memory: str = Field(
        default="",
        description="Where the bot's memory is: empty for state.db in the home, or postgresql://NAME:PASSWORD@HOST/DATABASE.",
    )
    thread_days: int = Field(
        default=90,
        ge=1,
        le=3650,
        description="For how many days I remember which papers stood in which thread; no text is kept.",
    )
    corpus: str = Field(
        default="", description="Where to look when nobody says: names of corpora with commas between; empty for all."
    )
    keepers: str = Field(
        default="",
        description="Who looks after the bot: member ids (U…) with commas between. They are told of trouble, and may "
        "remove its posts and change any digest.",
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
        for name, token, start in (("SLACK_BOT_TOKEN", pair[0], "xoxb-"), ("SLACK_APP_TOKEN", pair[1], "xapp-")):
            if not token.startswith(start):
                raise WrongSetting(f"{name} should begin with {start}. The README says where to copy it from.")
        return pair

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
        WrongSetting: one of them can't be used; says which, and what it should be.
    """
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]  # checked by pydantic
    except ValidationError as wrong:
        first = wrong.errors(include_input=False)[0]
        name = str(first["loc"][0]) if first["loc"] else "settings"
        words = first["msg"].removeprefix("Value error, ")
        raise WrongSetting(f"{_variable(name)}: {words}.") from None


def _variable(name: str) -> str:
    return name if name.isupper() else f"ICML_{name.upper()}"


def described() -> list[tuple[str, str, str]]:
    """Each setting's variable, its default in words, and what it is: for the documentation."""
    rows = []
    for name, field in Settings.model_fields.items():
        if field.description:
            alias = field.validation_alias
            variable = str(alias.choices[0]) if isinstance(alias, AliasChoices) else _variable(name)
            default = "the platform's data folder" if name == "home" else field.default
            rows.append((variable, str(default) if default not in (None, "") else "", field.description))
    return rows
