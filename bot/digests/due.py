"""Which local days of a subscription are due. Pure: the time comes from outside, zones from zoneinfo."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from handlers.model import Subscription

_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)
_SECOND = timedelta(seconds=1)
LONGEST_WAIT = 370  # days that are looked ahead for the next slot


def due_days(subscription: Subscription, since: datetime, now: datetime) -> tuple[tuple[date, datetime], ...]:
    """The days whose time came after *since* and not after *now*, with the moment (in UTC), oldest first.

    Pauses are not looked at: such a day is due, and passes. Each local date is there once, whatever its clocks do.
    """
    zone = ZoneInfo(subscription.zone)
    first, last = since.astimezone(zone).date() - _DAY, now.astimezone(zone).date() + _DAY
    found = []
    for count in range((last - first).days + 1):
        day = first + count * _DAY
        moment = moment_of(subscription, day) if subscription.topic_on(day) else None
        if moment is not None and since < moment <= now:
            found.append((day, moment))
    return tuple(found)


def idle_until(subscription: Subscription, now: datetime) -> datetime:
    """A moment after *now* before which no day is due, paused or not: that of the next one, or some days from now."""
    soon = now + _WEEK
    coming = due_days(subscription, now, soon)
    return coming[0][1] if coming else soon


def next_due(subscription: Subscription, now: datetime) -> tuple[date, datetime] | None:
    """The first day after *now* that is due and not paused; None where there is none within a year."""
    zone = ZoneInfo(subscription.zone)
    today = now.astimezone(zone).date()
    for count in range(-1, LONGEST_WAIT):
        day = today + count * _DAY
        if not subscription.topic_on(day) or subscription.rests_on(day):
            continue
        moment = moment_of(subscription, day)
        if moment is not None and moment > now:
            return day, moment
    return None


def moment_of(subscription: Subscription, day: date) -> datetime | None:
    """When *day* is due, in UTC; None for a date that its zone left out (Samoa, 2011-12-30).

    A time that the clocks skip is the moment at which they are set forward; of one that comes twice, the first.
    """
    zone = ZoneInfo(subscription.zone)
    wall = datetime.combine(day, subscription.at)
    moment = wall.replace(tzinfo=zone).astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) != wall:
        moment = _change(zone, wall.replace(tzinfo=zone, fold=1).astimezone(UTC), moment)
    return moment if moment.astimezone(zone).date() == day else None


def _change(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """The first second of the offset that holds at *after*, which does not hold at *before*."""
    offset = after.astimezone(zone).utcoffset()
    while after - before > _SECOND:
        middle = before + timedelta(seconds=int((after - before).total_seconds()) // 2)
        if middle.astimezone(zone).utcoffset() == offset:
            after = middle
        else:
            before = middle
    return after
