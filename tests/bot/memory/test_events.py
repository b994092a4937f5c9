"""Nothing is answered twice, and nothing is swallowed; the same in SQLite and in PostgreSQL."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from itertools import chain

import pytest

from bot.memory.events import KEPT
from bot.memory.memory import Memory
from handlers.model import Event
from tests.bot.memory.starter import start_at_once

NOW = datetime(2026, 7, 12, 9, tzinfo=UTC)
QUESTION = Event("message", "C1:1700000000.000100", "C1", "1700000000.000100", "1700000000.000001", "U1")


def minutes(number):
    return timedelta(minutes=number)


def test_the_first_caller_has_the_event_and_nobody_after_it(memory):
    claims = [memory.events.claim("T1", QUESTION, now=NOW + minutes(n)) for n in range(3)]

    assert claims == [True, False, False]


def test_a_mention_and_the_message_it_stands_in_are_one(memory):
    arrived_otherwise = Event("message", QUESTION.id, "C1", QUESTION.ts, "", "U1")

    assert memory.events.claim("T1", QUESTION, now=NOW)
    assert not memory.events.claim("T1", arrived_otherwise, now=NOW)


def test_what_became_of_an_event_is_told(memory):
    states = [memory.events.state("T1", QUESTION)]
    memory.events.claim("T1", QUESTION, now=NOW)
    states += [memory.events.state("T1", QUESTION), memory.events.state("T2", QUESTION)]
    memory.events.settle("T1", QUESTION, now=NOW)

    assert [*states, memory.events.state("T1", QUESTION)] == ["", "open", "", "done"]


def test_workspaces_do_not_know_of_each_other(memory):
    memory.events.claim("T1", QUESTION, now=NOW)

    assert memory.events.claim("T2", QUESTION, now=NOW)
    memory.events.settle("T2", QUESTION, now=NOW)
    assert memory.events.unfinished("T1", now=NOW) == ((QUESTION,), ())
    assert memory.events.unfinished("T2", now=NOW) == ((), ())


def test_of_twenty_threads_one_has_the_event(memory):
    together = threading.Barrier(20)

    def claim(_):
        together.wait()
        return memory.events.claim("T1", QUESTION, now=NOW)

    with ThreadPoolExecutor(20) as threads:
        assert sum(threads.map(claim, range(20))) == 1


def test_of_four_processes_that_start_at_once_one_has_each_event(address):
    """They open a memory that is not there yet, too."""
    ids = [f"C1:{number}" for number in range(30)]

    claimed = start_at_once(4, address, *ids)

    assert sorted(chain.from_iterable(claimed)) == sorted(ids)


def test_a_claim_survives_a_restart(address):
    with Memory.open(address) as memory:
        memory.events.claim("T1", QUESTION, now=NOW)

    with Memory.open(address) as memory:
        assert not memory.events.claim("T1", QUESTION, now=NOW + minutes(1))
        assert memory.events.unfinished("T1", now=NOW + minutes(1)) == ((QUESTION,), ())


def test_a_settled_event_is_done_for_good(memory):
    memory.events.claim("T1", QUESTION, now=NOW)
    memory.events.settle("T1", QUESTION, now=NOW)
    memory.events.settle("T1", QUESTION, now=NOW + minutes(1))

    assert memory.events.unfinished("T1", now=NOW) == ((), ())
    assert not memory.events.claim("T1", QUESTION, now=NOW + minutes(1))
    assert not memory.events.resume("T1", QUESTION, now=NOW + minutes(1))
    assert not memory.events.give_up("T1", QUESTION, now=NOW + minutes(1))


def test_unfinished_events_are_parted_by_age_and_oldest_first(memory):
    ages = {"C1:1": 3, "C1:2": 9.99, "C1:3": 10, "C1:4": 600, "C1:5": 0, "C1:6": -1}
    for name, age in ages.items():
        memory.events.claim("T1", Event("message", name), now=NOW - minutes(age))

    young, old = memory.events.unfinished("T1", now=NOW)

    assert [event.id for event in young] == ["C1:2", "C1:1", "C1:5", "C1:6"]
    assert [event.id for event in old] == ["C1:4", "C1:3"]


def test_the_age_that_parts_them_can_be_chosen(memory):
    memory.events.claim("T1", QUESTION, now=NOW - minutes(3))

    assert memory.events.unfinished("T1", now=NOW, younger_than=minutes(2)) == ((), (QUESTION,))


def test_what_other_processes_may_be_at_work_on_can_be_left_out(memory):
    for name, age in {"C1:1": 0.5, "C1:2": 1, "C1:3": 10}.items():
        memory.events.claim("T1", Event("message", name), now=NOW - minutes(age))

    young, old = memory.events.unfinished("T1", now=NOW, older_than=minutes(1))

    assert [event.id for event in young] == ["C1:2"]
    assert [event.id for event in old] == ["C1:3"]


def test_an_event_comes_back_as_it_was_claimed(memory):
    memory.events.claim("T1", QUESTION, now=NOW)

    assert memory.events.unfinished("T1", now=NOW) == ((QUESTION,), ())


def test_an_interrupted_event_is_resumed_by_one_caller_once(memory):
    memory.events.claim("T1", QUESTION, now=NOW)

    assert memory.events.resume("T1", QUESTION, now=NOW + minutes(1))
    assert not memory.events.resume("T1", QUESTION, now=NOW + minutes(1))


def test_an_event_that_was_interrupted_twice_gets_an_apology_once_it_is_old(memory):
    """So an event that ends the process does not do so at every start."""
    memory.events.claim("T1", QUESTION, now=NOW)
    memory.events.resume("T1", QUESTION, now=NOW + minutes(1))

    assert memory.events.unfinished("T1", now=NOW + minutes(2)) == ((), ())
    assert memory.events.unfinished("T1", now=NOW + minutes(10)) == ((), (QUESTION,))


def test_an_event_is_given_up_by_one_caller_once(memory):
    memory.events.claim("T1", QUESTION, now=NOW)
    together = threading.Barrier(8)

    def give_up(_):
        together.wait()
        return memory.events.give_up("T1", QUESTION, now=NOW + minutes(20))

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(give_up, range(8))) == 1
    assert memory.events.unfinished("T1", now=NOW + minutes(30)) == ((), ())
    assert not memory.events.claim("T1", QUESTION, now=NOW + minutes(30))


def test_what_nobody_claimed_is_neither_resumed_nor_given_up(memory):
    memory.events.settle("T1", QUESTION, now=NOW)

    assert not memory.events.resume("T1", QUESTION, now=NOW)
    assert not memory.events.give_up("T1", QUESTION, now=NOW)
    assert memory.events.claim("T1", QUESTION, now=NOW)


def test_what_was_done_long_ago_is_forgotten_and_what_is_open_is_not(memory):
    events = {name: Event("message", name) for name in ("open", "settled", "given up", "late")}
    for event in events.values():
        memory.events.claim("T1", event, now=NOW - KEPT - minutes(60))
    memory.events.settle("T1", events["settled"], now=NOW - KEPT - minutes(1))
    memory.events.give_up("T1", events["given up"], now=NOW - KEPT - minutes(1))
    memory.events.settle("T1", events["late"], now=NOW - KEPT)

    assert memory.events.forget(before=NOW - KEPT) == 2
    assert memory.events.forget(before=NOW - KEPT) == 0
    assert {name: memory.events.claim("T1", event, now=NOW) for name, event in events.items()} == {
        "open": False,
        "settled": True,
        "given up": True,
        "late": False,
    }


def test_a_time_of_any_zone_is_the_moment_it_means(memory):
    nine_in_new_york = datetime(2026, 7, 12, 5, tzinfo=timezone(-timedelta(hours=4)))
    memory.events.claim("T1", QUESTION, now=nine_in_new_york)

    assert memory.events.unfinished("T1", now=NOW + minutes(9)) == ((QUESTION,), ())
    assert memory.events.unfinished("T1", now=NOW + minutes(10)) == ((), (QUESTION,))


@pytest.mark.parametrize(
    "call",
    [
        lambda events, naive: events.claim("T1", QUESTION, now=naive),
        lambda events, naive: events.settle("T1", QUESTION, now=naive),
        lambda events, naive: events.unfinished("T1", now=naive),
        lambda events, naive: events.resume("T1", QUESTION, now=naive),
        lambda events, naive: events.give_up("T1", QUESTION, now=naive),
        lambda events, naive: events.forget(before=naive),
    ],
    ids=["claim", "settle", "unfinished", "resume", "give up", "forget"],
)
def test_a_time_without_a_zone_is_refused(memory, call):
    with pytest.raises(ValueError, match="no time zone"):
        call(memory.events, NOW.replace(tzinfo=None))

    assert memory.events.claim("T1", QUESTION, now=NOW)
