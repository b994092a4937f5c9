"""What a subscription may be. What can't be is refused at once, in words."""

from zoneinfo import available_timezones

from rapidfuzz import process

from bot.errors import WrongSchedule
from handlers.model import Subscription

MOST_PICKS = 10


def checked(subscription: Subscription) -> Subscription:
    """*subscription* as it is, if it can be.

    Raises:
        WrongSchedule: its zone, days, time or number of picks can't be; says which and what to do.
    """
    zones = available_timezones()
    if subscription.zone not in zones:
        near = [name for name, _, _ in process.extract(subscription.zone, sorted(zones), limit=3)]
        ends = [name for name in sorted(zones) if name.casefold().endswith("/" + subscription.zone.casefold())]
        raise WrongSchedule(
            f"I know no time zone “{subscription.zone}”. Say it as Europe/Berlin is said; near it are "
            f"{', '.join((ends or near)[:3])}."
        )
    days = [day for day, _ in subscription.plan]
    if not days:
        raise WrongSchedule("A digest needs at least one day of the week.")
    if len(set(days)) != len(days) or not set(days) <= set(range(7)):
        raise WrongSchedule("Each day of the week can have one topic. Choose one for each.")
    if subscription.at.tzinfo is not None:
        raise WrongSchedule("Say the time as it stands on the wall, such as 09:00, and the zone beside it.")
    if not 1 <= subscription.picks <= MOST_PICKS:
        raise WrongSchedule(f"A digest has 1 to {MOST_PICKS} papers, not {subscription.picks}.")
    if any(pause.last is not None and pause.last < pause.first for pause in subscription.pauses):
        raise WrongSchedule("A pause ends on the day it begins, or later.")
    return subscription
