"""All checks, in the order in which a keeper reads them."""

from collections.abc import Callable, Iterator

from bot.doctor import checks_home, checks_slack, checks_stores
from bot.doctor.facts import Facts
from bot.doctor.findings import Finding

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
