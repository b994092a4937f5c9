"""Judging what Slack said."""

from collections.abc import Iterator
from datetime import timedelta

from bot.doctor.facts import Facts, Slack
from bot.doctor.findings import Finding, ok, warning, wrong
from bot.manifest import OPTIONAL_SCOPES, SCOPES
from bot.tokens import VARIABLE, Answered, Kind

SKEWED = timedelta(seconds=30)
BEYOND = timedelta(minutes=5)  # Slack's own window for a request's age
_OPENS = {  # what an optional scope is for
    "files:write": "lists are not sent as files",
    "groups:history": "threads of private channels are not read",
    "groups:read": "invitations to private channels are not seen",
    "links:read": "links are not seen",
    "links:write": "links get no cards",
}
_NOT_ASKED = "There are no tokens: the bot runs in its own workspace. “icml init” connects it to Slack."
_OF_MANY = "Each workspace has a token of its own, got when the app was installed there: none was looked at."


def reach(facts: Facts) -> Iterator[Finding]:
    """Whether Slack can be reached at all."""
    slack = facts.slack
    if slack is None:
        yield ok("slack", _OF_MANY if facts.many else _NOT_ASKED)
        return
    both = [one for one in (slack.bot, slack.app) if one is not None]
    silent = next((one for one in both if not one.reached), None)
    if silent:
        yield wrong("slack", *_parted(silent.fault))
    elif any(one.said_at for one in both):
        yield ok("slack", "Slack answers.")


def tokens(facts: Facts) -> Iterator[Finding]:
    """Which of the two tokens is wrong, or whether they are swapped."""
    slack = facts.slack
    if slack is None:
        return
    if slack.swapped:
        mend = f"exchange {VARIABLE['bot']} and {VARIABLE['app']} in the settings, or: {facts.icml} init"
        yield wrong("tokens", "The two tokens are swapped.", mend)
        return
    yield from _token(slack.bot, "bot", f"{slack.bot.name} in {slack.bot.team}")
    if slack.app is not None:
        yield from _token(slack.app, "app", "it may connect by Socket Mode")


def _token(answered: Answered, kind: Kind, words: str) -> Iterator[Finding]:
    check = f"{kind} token"
    if answered.reached and answered.fault:
        says, mend = _parted(answered.fault)
        yield wrong(check, f"{VARIABLE[kind]}: {says}", mend)
    elif answered.reached:
        yield ok(check, f"Slack knows it: {words}.")


def scopes(facts: Facts) -> Iterator[Finding]:
    """Whether the app may do what its manifest asks for."""
    granted = facts.slack.bot.scopes if facts.slack and not facts.slack.bot.fault else None
    if granted is None:
        return
    missing = [scope for scope in SCOPES if scope not in granted]
    if missing:
        mend = (
            f"at api.slack.com/apps, App Manifest: put in what “{facts.icml} manifest” prints; Install App → Reinstall"
        )
        yield wrong("scopes", f"The bot’s token lacks {', '.join(missing)}.", mend)
        return
    refused = [scope for scope in OPTIONAL_SCOPES if scope not in granted]
    without = "; ".join(dict.fromkeys(_OPENS[scope] for scope in refused if scope in _OPENS))
    yield ok(
        "scopes", f"All that are needed are granted.{f' Without the optional ones, {without}.' if without else ''}"
    )


def events(facts: Facts) -> Iterator[Finding]:
    """What Slack has told of late: its subscriptions themselves can't be read with a bot's token."""
    if facts.slack is None or facts.memory.state != "whole":
        return
    told = [f"{kind} ({at:%Y-%m-%d})" for kind, at in facts.memory.told if kind in ("message", "command", "action")]
    if told:
        yield ok("events", f"Slack told in the last days of: {', '.join(told)}.")
    else:
        yield ok("events", "Slack has told of nothing in the last days; that is so where nobody asked.")


def channels(facts: Facts) -> Iterator[Finding]:
    """Whether the bot can speak where it is to post."""
    looked = facts.slack.channels if facts.slack else ()
    for channel in looked:
        name = f"#{channel.name}" if channel.name else channel.id
        if not channel.there:
            yield wrong(
                "channels", f"Slack shows no channel {name} to the bot.", f"in that channel: /invite @{_bot(facts)}"
            )
        elif channel.archived:
            yield wrong("channels", f"{name} is archived.", "unarchive it, or stop its digest in the bot’s Home")
        elif not channel.member:
            yield wrong("channels", f"The bot is not in {name}.", f"in {name}: /invite @{_bot(facts)}")
    if looked and all(one.there and one.member and not one.archived for one in looked):
        yield ok("channels", f"The bot is in all {len(looked)} channels that it posts to.")


def _bot(facts: Facts) -> str:
    return facts.slack.bot.name if facts.slack else "icml"


def clock(facts: Facts) -> Iterator[Finding]:
    """Whether this machine's clock goes as Slack's."""
    slack = facts.slack
    skew = _skew(slack) if slack else None
    if skew is None:
        return
    seconds = int(skew.total_seconds())
    if abs(skew) < SKEWED:
        yield ok("clock", "It goes as Slack’s.")
        return
    says = f"This machine’s clock is {_span(abs(seconds))} {'ahead of' if seconds > 0 else 'behind'} Slack’s."
    yield (wrong if abs(skew) >= BEYOND else warning)("clock", says, "timedatectl set-ntp true")


def _skew(slack: Slack) -> timedelta | None:
    for answered in (slack.bot, slack.app):
        if answered and answered.said_at and answered.asked_at:
            return answered.asked_at - answered.said_at
    return None


def _span(seconds: int) -> str:
    return f"{seconds} s" if seconds < 120 else f"{seconds // 60} min" if seconds < 7200 else f"{seconds // 3600} h"


def keepers(facts: Facts) -> Iterator[Finding]:
    """Whether somebody is told of trouble."""
    if facts.slack is None:
        return
    if facts.keepers:
        yield ok("keepers", f"{len(facts.keepers)} of the workspace’s members are told of trouble.")
    else:
        yield warning("keepers", "Nobody is named who is told of trouble.", f"{facts.icml} init --keepers U…")


def _parted(fault: str) -> tuple[str, str]:
    """What is wrong, and what mends it, of a sentence or two."""
    says, dot, mend = fault.partition(". ")
    return (f"{says}.", mend) if dot else (says, "try again in a few minutes")
