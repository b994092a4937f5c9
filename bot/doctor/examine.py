"""All checks, in the order in which a keeper reads them."""

from collections.abc import Callable, Iterator
from contextlib import closing

from bot.clock import Clock
from bot.doctor import checks_home, checks_slack, checks_stores
from bot.doctor.examples import examples
from bot.doctor.facts import Facts
from bot.doctor.findings import Finding, warning
from bot.doctor.live import looked_at
from bot.settings import Settings
from bot.tokens import client_of
from index.errors import PaperBotError
from index.library import Library

CHECKS: tuple[Callable[[Facts], Iterator[Finding]], ...] = (
    checks_home.settings,
    checks_home.home,
    checks_home.rights,
    checks_home.space,
    checks_home.zones,
    checks_stores.library,
    checks_stores.index,
    checks_stores.meaning,
    checks_stores.memory,
    checks_stores.claims,
    checks_stores.deliveries,
    checks_home.backup,
    checks_home.copies,
    checks_slack.reach,
    checks_slack.tokens,
    checks_slack.scopes,
    checks_slack.clock,
    checks_slack.events,
    checks_slack.channels,
    checks_slack.keepers,
)


def examine(facts: Facts) -> list[Finding]:
    """What every check finds."""
    return [finding for check in CHECKS for finding in check(facts)]


def lively(settings: Settings, facts: Facts, clock: Clock) -> Iterator[Finding]:
    """What Slack says of one of each kind of message and view, made of the home's own papers."""
    token = settings.slack_bot_token
    if token is None or facts.slack is None or facts.slack.bot.fault:
        yield warning("live", "Slack can’t be asked without a bot’s token that it knows.", f"{facts.icml} init")
        return
    if facts.library.state != "whole" or not facts.library.papers:
        yield warning("live", "There are no papers to make messages of.", f"{facts.icml} import FILE")
        return
    try:
        with closing(Library(settings.papers)) as library:
            made = list(examples(library, settings.command, clock.now()))
    except PaperBotError as fault:
        yield warning("live", f"No messages could be made: {fault}", f"{facts.icml} corpora")
        return
    web = client_of(token.get_secret_value(), clock, settings.slack_api)
    yield from looked_at(made, web, clock, sorted(settings.keeper_ids))
