"""What memory keeps of topics, subscriptions, deliveries and watches, on each database."""

from dataclasses import replace
from datetime import timedelta

import pytest

from handlers.model import Feedback
from tests.bot.memory.earlier import DELIVERY, NOW, SUBSCRIPTION, TOPIC, WATCH

LATER = NOW + timedelta(minutes=5)
CONTENTS = '{"papers": [{"handle": "p1", "key": "k1"}]}'


def written(memory, line=DELIVERY, workspace="T1", by="one"):
    return memory.deliveries.write(workspace, line, CONTENTS, held_by=by, held_until=LATER)


def test_a_topic_comes_back_as_it_was_put(memory):
    memory.topics.put("T1", TOPIC, replace(TOPIC, name="a", label="A"), now=NOW)

    assert memory.topics.one("T1", "merging") == TOPIC
    assert [topic.label for topic in memory.topics.all("T1")] == ["A", TOPIC.label]
    assert memory.topics.all("T2") == ()


def test_a_subscription_comes_back_as_it_was_put_and_can_be_stopped_once(memory):
    memory.subscriptions.put("T1", SUBSCRIPTION, now=NOW)

    assert memory.subscriptions.one("T1", "s1") == SUBSCRIPTION
    assert memory.subscriptions.running("T1", "C1") == (SUBSCRIPTION,)
    assert memory.subscriptions.running("T1", "C2") == memory.subscriptions.running("T2") == ()
    assert memory.subscriptions.stop("T1", "s1", now=LATER)
    assert not memory.subscriptions.stop("T1", "s1", now=LATER)
    assert memory.subscriptions.running("T1") == ()


def test_a_slot_has_one_line_whoever_writes_it(memory):
    assert written(memory)
    assert not written(memory, replace(DELIVERY, id="other"))
    assert written(memory, replace(DELIVERY, id="next", number=1))
    assert written(memory, workspace="T2")

    assert [line.id for line in memory.deliveries.ledger("T1", subscription="s1")] == ["next", DELIVERY.id]
    assert memory.deliveries.next_number("T1", "s1", DELIVERY.day) == 2
    assert memory.deliveries.newest_day("T1", "s1") == DELIVERY.day


def test_of_two_that_read_the_same_claim_one_gets_its_lease(memory):
    written(memory)
    (claim,) = memory.deliveries.open("T1")
    until = LATER + timedelta(minutes=1)

    assert memory.deliveries.take("T1", claim, held_by="two", held_until=until, again=True)
    assert not memory.deliveries.take("T1", claim, held_by="three", held_until=until)
    assert (memory.deliveries.read("T1", DELIVERY.id).held_by, memory.deliveries.read("T1", DELIVERY.id).tries) == (
        "two",
        1,
    )


def test_what_is_claimed_is_had_until_it_is_given_up_with_nothing_posted(memory):
    written(memory)
    assert memory.deliveries.had("T1", "C1") == {"k1"}

    assert memory.deliveries.give_up("T1", DELIVERY.id, "archived")
    assert not memory.deliveries.give_up("T1", DELIVERY.id, "archived")

    assert memory.deliveries.had("T1", "C1") == frozenset()
    assert not memory.deliveries.settle("T1", DELIVERY.id, ts="1.1", now=LATER)


def test_what_stands_there_in_part_stays_had(memory):
    written(memory)
    memory.deliveries.mark_part("T1", DELIVERY.id, 0, "1.1")
    memory.deliveries.mark_part("T1", DELIVERY.id, 0, "1.2")
    memory.deliveries.give_up("T1", DELIVERY.id, "archived")

    assert memory.deliveries.parts("T1", DELIVERY.id) == {0: "1.1"}
    assert memory.deliveries.had("T1", "C1") == {"k1"}


def test_old_lines_go_and_what_was_had_stays(memory):
    written(memory)
    memory.deliveries.settle("T1", DELIVERY.id, ts="1.1", now=LATER)
    written(memory, replace(DELIVERY, id="open", number=1))

    memory.deliveries.forget(before=NOW + timedelta(days=1))

    assert [line.id for line in memory.deliveries.ledger("T1")] == ["open"]
    assert memory.deliveries.had("T1", "C1") == {"k1"}


def test_a_watch_is_begun_once_and_ended_by_its_member_alone(memory):
    assert memory.watches.begin("T1", WATCH, now=NOW)
    assert not memory.watches.begin("T1", WATCH, now=NOW)
    memory.watches.looked("T1", WATCH.id, after=60)
    memory.watches.looked("T1", WATCH.id, after=50)

    assert memory.watches.of("T1", "U1") == (replace(WATCH, after=60),)
    assert not memory.watches.end("T1", "U2", WATCH.id)
    assert memory.watches.end("T1", "U1", WATCH.id)
    assert memory.watches.of("T1") == ()


@pytest.mark.parametrize("again", [False, True])
def test_a_notice_is_claimed_once_until_it_is_taken_back(memory, again):
    assert memory.notices.claim("T1", "x", now=NOW)
    if again:
        memory.notices.take_back("T1", "x")

    assert memory.notices.claim("T1", "x", now=NOW) is again


def test_opinions_of_a_subscription_are_found_and_forgotten_together(memory):
    for about in ("s1:k_1", "s1:k2", "s10:k3", "s_:k4"):
        memory.opinions.put("T1", Feedback("pick", about, "U1", helpful=True), now=NOW)

    assert [one.about for one in memory.opinions.of_all("T1", "pick", "s1:")] == ["s1:k2", "s1:k_1"]
    memory.opinions.forget_all("T1", "pick", "s_:")
    memory.opinions.forget_all("T1", "pick", "s1:")
    assert [one.about for one in memory.opinions.of_all("T1", "pick", "s")] == ["s10:k3"]
