"""Counts are sums a day, the same on SQLite and PostgreSQL, and tell of nobody."""

import json
import threading
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.memory.deliveries import CLAIMED
from bot.memory.tables import counts
from handlers.model import GROUP, Delivery, Feedback, SavedPaper

DAY = date(2026, 7, 13)  # a Monday
NOW = datetime(2026, 7, 14, 9, tzinfo=UTC)
SUNDAY = DAY + timedelta(days=6)


def test_what_is_added_is_summed_over_days_and_kept_apart_by_workspace(memory):
    memory.counts.add("T1", DAY, {"searches": 1, "empty": 1})
    memory.counts.add("T1", DAY, {"searches": 2})
    memory.counts.add("T1", SUNDAY, {"searches": 4})
    memory.counts.add("T1", DAY + timedelta(days=7), {"searches": 8})
    memory.counts.add("T2", DAY, {"searches": 16})

    assert memory.counts.between("T1", DAY, SUNDAY) == {"searches": 7, "empty": 1}
    assert memory.counts.workspaces() == ("T1", "T2")


def test_no_count_is_lost_when_many_add_at_once(memory):
    def adds():
        for _ in range(20):
            memory.counts.add("T1", DAY, {"searches": 1, "empty": 1, "questions": 1})

    threads = [threading.Thread(target=adds) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert memory.counts.between("T1", DAY, DAY) == {"searches": 80, "empty": 80, "questions": 80}


def test_only_old_counts_are_forgotten(memory):
    memory.counts.add("T1", DAY, {"searches": 1})
    memory.counts.add("T1", SUNDAY, {"searches": 2})

    memory.counts.forget(before=datetime(2026, 7, 14, tzinfo=UTC))

    assert memory.counts.between("T1", DAY, SUNDAY) == {"searches": 2}


def test_there_is_no_place_for_a_member_or_a_query():
    assert {column.name for column in counts.columns} == {"workspace", "day", "name", "number"}


@pytest.fixture
def posted(memory):
    """A digest with three picks, posted on Tuesday; and what a watch found, which is no digest."""
    papers = tuple((f"p{n}", f"k{n}") for n in (1, 2, 3))
    contents = json.dumps({"papers": [{"handle": handle, "key": key} for handle, key in papers]})
    for id_, subscription, where in (("s1.1", "s1", "C1"), ("watch:w1.1", "watch:w1", "U9")):
        line = Delivery(id_, subscription, where, DAY, 0, "merging", NOW, CLAIMED, papers=papers)
        memory.deliveries.write("T1", line, contents, held_until=NOW)
        memory.deliveries.settle("T1", line, ts="1.0", now=NOW)
    return memory


def save(memory, owner, key, at):
    memory.reading_lists.save("T1", owner, SavedPaper(key, "p1", "A headline", "U1", at))


def test_a_pick_that_nobody_saved_or_judged_since_is_ignored(posted):
    assert posted.counts.picks("T1", DAY, SUNDAY) == (3, 3)

    save(posted, GROUP, "k1", NOW + timedelta(hours=1))
    save(posted, "U2", "k2", NOW - timedelta(hours=1))  # before it was picked
    posted.opinions.put("T1", Feedback("pick", "s1:k3", "U1", helpful=False), now=NOW)
    assert posted.counts.picks("T1", DAY, SUNDAY) == (3, 1)

    assert posted.counts.picks("T1", DAY + timedelta(days=7), SUNDAY + timedelta(days=7)) == (0, 0)
    assert posted.counts.picks("T2", DAY, SUNDAY) == (0, 0)
