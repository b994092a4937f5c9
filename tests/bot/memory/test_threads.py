"""Which papers stood where is remembered, across restarts and for a while; the same on both databases."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.memory.memory import Memory
from handlers.model import Posted, ThreadContext

NOW = datetime(2026, 7, 12, 9, tzinfo=UTC)
FIRST = Posted("C1", "100.1", "100.2", "100.1", (("p3", "k3"), ("p1", "doi:10.1/ä")), "L1")
SECOND = Posted("C1", "100.1", "100.4", "100.3")


def test_the_posts_of_a_thread_come_back_oldest_first_with_their_papers_in_order(memory):
    memory.threads.put("T1", SECOND, now=NOW)
    memory.threads.put("T1", FIRST, now=NOW)
    memory.threads.put("T1", replace(FIRST, thread_ts="200.1", ts="200.2"), now=NOW)

    context = memory.threads.of_thread("T1", "C1", "100.1")

    assert context == ThreadContext((FIRST, SECOND))
    assert context.questions == {"100.1", "100.3"}


def test_it_survives_a_restart_and_is_there_for_another_process(address):
    with Memory.open(address) as memory:
        memory.threads.put("T1", FIRST, now=NOW)

        with Memory.open(address) as another:
            assert another.threads.of_thread("T1", "C1", "100.1") == ThreadContext((FIRST,))


def test_the_answer_to_a_question_is_found(memory):
    memory.threads.put("T1", FIRST, now=NOW)

    assert memory.threads.answer_to("T1", "C1", "100.1") == FIRST
    assert memory.threads.answer_to("T1", "C1", "100.3") is None
    assert memory.threads.answer_to("T1", "C2", "100.1") is None


def test_what_an_edit_changed_takes_the_place_of_what_was(memory):
    memory.threads.put("T1", FIRST, now=NOW)
    changed = replace(FIRST, papers=(("p9", "k9"),))
    memory.threads.put("T1", changed, now=NOW)

    assert memory.threads.of_thread("T1", "C1", "100.1").posts == (changed,)


def test_the_newest_post_of_a_channel_is_known(memory):
    for post in (SECOND, FIRST):
        memory.threads.put("T1", post, now=NOW)

    assert memory.threads.newest("T1", "C1") == SECOND
    assert memory.threads.newest("T1", "C9") is None


def test_what_was_taken_away_is_forgotten(memory):
    for post in (SECOND, FIRST):
        memory.threads.put("T1", post, now=NOW)
    memory.threads.remove("T1", "C1", SECOND.ts)
    memory.threads.remove("T1", "C1", SECOND.ts)

    assert memory.threads.of_thread("T1", "C1", "100.1").posts == (FIRST,)


def test_workspaces_do_not_know_of_each_other(memory):
    memory.threads.put("T1", FIRST, now=NOW)
    memory.threads.remove("T2", "C1", FIRST.ts)

    assert memory.threads.of_thread("T2", "C1", "100.1") == ThreadContext()
    assert memory.threads.of_thread("T1", "C1", "100.1") == ThreadContext((FIRST,))


def test_what_is_older_than_its_time_is_forgotten(memory):
    memory.threads.put("T1", FIRST, now=NOW - timedelta(days=91))
    memory.threads.put("T1", SECOND, now=NOW - timedelta(days=89))

    assert memory.threads.forget(before=NOW - timedelta(days=90)) == 1
    assert memory.threads.forget(before=NOW - timedelta(days=90)) == 0
    assert memory.threads.of_thread("T1", "C1", "100.1").posts == (SECOND,)


def test_a_time_without_a_zone_is_refused(memory):
    with pytest.raises(ValueError, match="no time zone"):
        memory.threads.put("T1", FIRST, now=NOW.replace(tzinfo=None))
    with pytest.raises(ValueError, match="no time zone"):
        memory.threads.forget(before=NOW.replace(tzinfo=None))
