"""Whether what was pasted is what is needed, asked of Slack at once."""

from dataclasses import dataclass

from slack_sdk.errors import SlackApiError, SlackClientError

from bot.clock import Clock
from bot.manifest import SCOPES
from bot.tokens import WHERE, Answered, Kind, ask_app, ask_bot, client_of, look_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a token can be kept, and what to say of it."""

    says: str
    good: bool
    unsure: bool = False  # Slack could not be asked


def judged(token: str, kind: Kind, clock: Clock, base_url: str = "") -> Verdict:
    """Look at *token*, then ask Slack."""
    if fault := look_of(token, kind):
        return Verdict(fault, good=False)
    answered = (ask_bot if kind == "bot" else ask_app)(token, clock, base_url)
    if answered.fault:
        return Verdict(answered.fault, good=False, unsure=not answered.reached)
    if lacks := lacking(answered, kind):
        return Verdict(lacks, good=False)
    if kind == "bot":
        return Verdict(f"Slack knows it: {answered.name} in {answered.team}.", good=True)
    return Verdict("Slack knows it.", good=True)


def lacking(answered: Answered, kind: Kind) -> str:
    """A sentence about the scopes that a token needs and has not; empty if none, or where Slack did not tell."""
    needed = SCOPES if kind == "bot" else ("connections:write",)
    missing = [] if answered.scopes is None else [one for one in needed if one not in answered.scopes]
    if not missing:
        return ""
    said = f"This token lacks {', '.join(missing)}."
    if kind == "app":
        return f"{said} Generate one that has it: {WHERE['app']}."
    return f"{said} Put the manifest in again (App Manifest), then Install App → Reinstall, and copy the new token."


def unknown_members(members: tuple[str, ...], token: str, clock: Clock, base_url: str = "") -> tuple[str, ...]:
    """Those of *members* whom the workspace does not have; where Slack can't be asked, none."""
    web, unknown = client_of(token, clock, base_url), []
    for member in members:
        try:
            web.conversations_open(users=member)
        except SlackApiError as refused:
            if refused.response["error"] in ("user_not_found", "invalid_user_id", "users_not_found"):
                unknown.append(member)
        except (SlackClientError, OSError):
            return ()
    return tuple(unknown)
