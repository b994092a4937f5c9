"""What a keeper wishes of the bot's app, and how Slack is told of it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from bot.manifest import EVENTS_OF_CHANNELS, EVENTS_OF_LINKS, manifest
from bot.tokens import Kind

APPS = "https://api.slack.com/apps"
_NAME = re.compile(r"[^<>&\n]{1,35}")  # Slack's limit for an app's name
_COMMAND = re.compile(r"/[a-z0-9_-]{1,31}")
_MEMBER = re.compile(r"[UW][A-Z0-9]{1,20}")


@dataclass(frozen=True, slots=True)
class Wishes:
    """The choices of one group."""

    name: str = "icml"
    command: str = "/icml"
    edits: bool = False  # whether answers in channels follow edits of their questions
    previews: bool = False  # whether members may have cards put under links to papers

    @property
    def manifest(self) -> dict[str, Any]:
        return manifest(self.command, self.name, edits=self.edits, previews=self.previews)

    @property
    def address(self) -> str:
        """Where Slack makes the app from the manifest, which is in the address itself."""
        compact = json.dumps(self.manifest, ensure_ascii=False, separators=(",", ":"))
        return f"{APPS}?new_app=1&manifest_json={quote(compact, safe='')}"


def wishes_in(made: dict[str, Any], command: str) -> Wishes:
    """The wishes from which the manifest *made* was made.

    Raises:
        ValueError, KeyError, TypeError: it is none of ours.
    """
    told = made["settings"]["event_subscriptions"]["bot_events"]
    return Wishes(
        as_name(str(made["display_information"]["name"])),
        command,
        edits=EVENTS_OF_CHANNELS[0] in told,
        previews=EVENTS_OF_LINKS[0] in told,
    )


def as_name(typed: str) -> str:
    """The bot's name.

    Raises:
        ValueError: Slack would not take it; says why.
    """
    name = typed.strip()
    if not _NAME.fullmatch(name):
        raise ValueError("A name has 1 to 35 characters, and none of < > &.")
    return name


def as_command(typed: str) -> str:
    """The command, with the slash that may have been left out.

    Raises:
        ValueError: Slack would not take it; says why.
    """
    command = typed.strip().lower()
    command = command if command.startswith("/") else f"/{command}"
    if not _COMMAND.fullmatch(command):
        raise ValueError("A command is one word of up to 31 small letters, digits, - or _, such as /papers.")
    return command


def as_keepers(typed: str) -> tuple[str, ...]:
    """Member ids, from what was typed with commas or blanks between, each once.

    Raises:
        ValueError: one of them is none; says where to copy it.
    """
    ids = tuple(dict.fromkeys(re.split(r"[\s,;]+", typed.strip().strip(",;")))) if typed.strip(" ,;") else ()
    for one in ids:
        if not _MEMBER.fullmatch(one):
            raise ValueError(
                f"“{one}” is no member id. In Slack open the member’s profile, then ⋮, then Copy member ID: U…"
            )
    return ids


def how_to_create(wishes: Wishes, file: str) -> Iterator[str]:
    """The clicks that make the app."""
    yield "Open this address. Slack asks for the workspace and shows the manifest: Next, then Create."
    yield f"\n{wishes.address}\n"
    yield f"(Without it: {APPS}, Create New App, From a manifest, and paste {file}.)"


# The clicks that lead to each token.
CLICKS: dict[Kind, str] = {
    "app": "On the app’s page: Basic Information → App-Level Tokens → Generate Token and Scopes. Give it any name, "
    "Add Scope connections:write, Generate, Copy.",
    "bot": "On the same page: Install App → Install to Workspace → Allow. Copy the Bot User OAuth Token.",
}
KEEPERS = "Who looks after the bot? In Slack: a member’s profile → ⋮ → Copy member ID."
