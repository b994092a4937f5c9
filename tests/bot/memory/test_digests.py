"""What memory keeps of topics, subscriptions, deliveries and watches, on each database."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.memory.deliveries import CaughtUp, HadSince
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
    assert written(memory, replace(DELIVERY, id="next", number=1, papers=()))
    assert written(memory, workspace="T2")

    assert [line.id for line in memory.deliveries.ledger("T1", subscription="s1")] == ["next", DELIVERY.id]
    assert memory.deliveries.next_number("T1", "s1", DELIVERY.day) == 2
    assert memory.deliveries.days("T1", "s1", until=DELIVERY.due_at) == (DELIVERY.day, {DELIVERY.day})


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


def test_what_stands_there_in_part_stays_had(memory):
    written(memory)
    memory.deliveries.mark_part("T1", DELIVERY.id, 0, "1.1")
    memory.deliveries.mark_part("T1", DELIVERY.id, 0, "1.2")
    memory.deliveries.give_up("T1", DELIVERY.id, "archived")

    assert memory.deliveries.parts("T1", DELIVERY.id) == {0: "1.1"}
    assert memory.deliveries.had("T1", "C1") == {"k1"}


def test_what_perhaps_stands_there_stays_had(memory):
    written(memory)
    memory.deliveries.give_up("T1", DELIVERY.id, "unreadable", stands=True)

    assert memory.deliveries.had("T1", "C1") == {"k1"}


def test_what_was_given_up_and_stands_there_after_all_is_posted_and_had(memory):
    written(memory)
    memory.deliveries.give_up("T1", DELIVERY.id, "too late")

    assert memory.deliveries.settle("T1", DELIVERY, ts="1.1", now=LATER)
    assert not memory.deliveries.settle("T1", DELIVERY, ts="1.2", now=LATER)

    line = memory.deliveries.read("T1", DELIVERY.id).delivery
    assert (line.state, line.ts, line.reason) == ("posted", "1.1", "")
    assert memory.deliveries.had("T1", "C1") == {"k1"}


def test_two_digests_of_a_channel_never_have_the_same_paper(memory):
    other = replace(DELIVERY, id="s2.2026-07-12.0", subscription="s2")
    assert written(memory)

    with pytest.raises(HadSince):
        written(memory, other)
    assert memory.deliveries.read("T1", other.id) is None

    assert written(memory, replace(other, channel="C2"))


def test_a_channel_catches_up_with_one_digest(memory):
    late = '{"papers": [], "late": true}'
    other = replace(DELIVERY, id="s2.2026-07-12.0", subscription="s2", papers=())
    first = replace(DELIVERY, papers=())
    before = DELIVERY.due_at - timedelta(hours=1)

    def write(line, since):
        return memory.deliveries.write("T1", line, late, held_until=LATER, beside=since)

    assert write(first, before)
    assert not write(first, before)
    with pytest.raises(CaughtUp):
        write(other, before)
    assert write(other, DELIVERY.due_at)


def test_lines_that_a_wrong_clock_wrote_go_and_posts_stay(memory):
    ahead = [
        replace(
            DELIVERY,
            id=str(n),
            day=DELIVERY.day + timedelta(days=n),
            state="passed",
            papers=(),
            due_at=DELIVERY.due_at + timedelta(days=n),
        )
        for n in (1, 400)
    ]
    posted = replace(ahead[1], id="posted", day=DELIVERY.day + timedelta(days=401), state="claimed")
    written(memory)
    memory.deliveries.write_passed("T1", ahead)
    written(memory, posted)
    assert memory.deliveries.days("T1", "s1", until=NOW + timedelta(hours=2))[0] == DELIVERY.day

    memory.deliveries.forget_ahead("T1", after=DELIVERY.due_at + timedelta(days=2))

    assert {line.id for line in memory.deliveries.ledger("T1")} == {DELIVERY.id, "1", "posted"}


def test_what_is_on_its_way_stays_had_when_the_rest_is_forgotten(memory):
    written(memory)
    done = replace(DELIVERY, id="done", number=1, papers=(("p2", "k2"),))
    written(memory, done)
    memory.deliveries.settle("T1", done, ts="1.1", now=LATER)

    memory.deliveries.forget_had("T1", "C1")

    assert memory.deliveries.had("T1", "C1") == {"k1"}


def test_old_lines_go_and_what_was_had_stays(memory):
    written(memory)
    memory.deliveries.settle("T1", DELIVERY, ts="1.1", now=LATER)
    written(memory, replace(DELIVERY, id="open", number=1, papers=()))

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
