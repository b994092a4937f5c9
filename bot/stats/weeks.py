"""The numbers of a week, from Monday to Sunday in UTC."""

from datetime import date, datetime, timedelta

from bot.memory.memory import Memory
from bot.stats.tallying import ANSWERED, DECLINED, EMPTY, QUESTIONS, SEARCHES
from handlers.model import Week

WEEK = timedelta(days=7)


def monday_of(now: datetime) -> date:
    """The Monday of the week of *now*, which is aware and in UTC."""
    return now.date() - timedelta(days=now.weekday())


def week_of(memory: Memory, workspace: str, first: date) -> Week:
    """The numbers of the week that begins at *first*."""
    last = first + WEEK - timedelta(days=1)
    found = memory.counts.between(workspace, first, last)
    picks, ignored = memory.counts.picks(workspace, first, last)
    return Week(
        first,
        searches=found.get(SEARCHES, 0),
        empty=found.get(EMPTY, 0),
        questions=found.get(QUESTIONS, 0),
        answered=found.get(ANSWERED, 0),
        declined=found.get(DECLINED, 0),
        picks=picks,
        ignored=ignored,
    )


def of_all(memory: Memory, first: date) -> Week:
    """The same over all workspaces of the memory."""
    total = Week(first)
    for workspace in memory.counts.workspaces():
        total += week_of(memory, workspace, first)
    return total
