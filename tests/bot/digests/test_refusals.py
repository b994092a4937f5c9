"""What one channel refuses never stops the others, is told once to who can mend it, and nobody ever guesses."""

import json
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.digests import posting, settling
from bot.workspace.faults import Broken, Limited, LostAnswer, Refused
from index.errors import UnreadableLibrary
from index.library import Library
from tests.bot.digests.conftest import wanted
from tests.bot.digests.test_delivering import Killed, killed_at
from tests.bot.digests.test_slots import begun, outcomes

MARKS = "I am not in the channel. Invite me there"


def told(office, name="You"):
    """The bot's direct messages to a member."""
    return [one.text for one in office.workspace.member(name).sees("bot").messages if one.author != name]


def due(office, **changes):
    """A digest of You's that is due now."""
    one = begun(office, by=office.workspace.member("You").id, **changes)
    office.later(hours=2, minutes=1)
    return one


def test_one_bad_channel_stops_no_other_and_is_told_once(office):
    office.workspace.creates_channel("second")
    one = due(office, picks=1)
    office.digests.put(office.team, wanted(office.channel("second"), picks=1, at=one.at))
    office.workspace.removes_bot("general")
    for _ in range(3):
        office.run()
        office.later(days=1)

    assert len(office.posts("second")) >= 2
    assert {(state, reason) for _, state, reason in outcomes(office, subscription=one.id)} == {("given_up", MARKS)}
    (said,) = told(office)
    assert f"I could not post the digest in <#{one.channel}>: {MARKS}." in said


def test_once_it_works_again_a_new_trouble_is_told_again(office):
    due(office, picks=1)
    office.workspace.removes_bot("general")
    office.run()
    office.workspace.invites_bot("general")
    office.later(days=1)
    office.run()
    office.workspace.removes_bot("general")
    office.later(days=1)
    office.run()

    assert len(told(office)) == 2


@pytest.mark.parametrize(
    ("error", "fix"),
    [
        ("is_archived", "Take it out of the archive, or stop the digest"),
        ("not_in_channel", "Invite me there"),
        ("channel_not_found", "stop the digest if it is gone"),
        ("restricted_action", "Let me post, or choose another channel"),
        ("no_permission", "Invite me there, or choose another channel"),
        ("something_new", "Slack refused it (something_new)"),
    ],
)
def test_each_refusal_comes_with_what_mends_it(office, error, fix):
    due(office)
    office.workspace.inside.faults.answers("chat.postMessage", Refused(error))
    office.run()

    assert outcomes(office)[0][1] == "given_up"
    assert fix in told(office)[0]


def test_what_was_not_posted_may_be_picked_again(office):
    due(office, picks=1)
    office.workspace.removes_bot("general")
    office.run()
    (line,) = office.ledger()
    office.workspace.invites_bot("general")
    office.later(days=1)
    office.run()

    assert office.ledger()[0].papers == line.papers
    assert len(office.posts()) == 1


def test_the_keepers_are_told_where_who_began_it_is_gone(office):
    begun(office, by="U0GONE")
    office.later(hours=2, minutes=1)
    office.workspace.removes_bot("general")
    office.made[0].run(office.client, office.team, [office.workspace.member("Member 2").id])

    assert len(told(office, "Member 2")) == 1


def test_an_archived_channel_of_the_workspace_is_given_up(office):
    due(office)
    office.workspace.archives("general")
    office.run()

    assert "the channel is archived" in outcomes(office)[0][2]


def test_where_the_history_cannot_be_read_nobody_guesses(office):
    due(office, picks=1)
    office.workspace.inside.faults.answers("chat.postMessage", LostAnswer())
    office.workspace.inside.faults.answers("conversations.history", Refused("missing_scope"))
    for _ in range(3):
        office.run()
        office.later(minutes=1)
    (line,) = office.ledger()

    assert len(office.posts()) == 1, "and it does stand there"
    assert line.state == "given_up"
    assert "can’t read the channel to see: my token lacks a scope. Install the app again" in line.reason
    assert "I lost track" in told(office)[0]
    assert len(told(office)) == 1

    office.later(days=1)
    office.run()
    assert {handle for handle, _ in office.ledger()[0].papers}.isdisjoint({handle for handle, _ in line.papers})


def test_slack_s_own_time_is_kept_and_other_channels_go_on(office):
    office.workspace.creates_channel("second")
    due(office)
    office.digests.put(office.team, wanted(office.channel("second")))
    office.later(days=1)
    office.workspace.inside.faults.answers("chat.postMessage", Limited(300))
    office.run()
    office.later(seconds=290)
    office.run()
    assert sorted([len(office.posts()), len(office.posts("second"))]) == [0, 1]

    office.later(seconds=15)
    office.run()
    assert [len(office.posts()), len(office.posts("second"))] == [1, 1]


def test_many_limits_in_a_row_lose_repeat_and_reorder_nothing(office):
    due(office, picks=2, in_thread=True)
    office.workspace.inside.faults.answers("chat.postMessage", Limited(1), times=5)
    for _ in range(200):
        office.run()
        office.later(seconds=30)

    (post,) = office.posts()
    thread = office.client.conversations_replies(channel=office.channel(), ts=post["ts"], include_all_metadata=True)[
        "messages"
    ]
    assert [one["metadata"]["event_payload"]["part"] for one in thread] == [0, 1]
    assert outcomes(office) == [(30, "posted", "")]


def test_a_server_that_stays_broken_ends_in_a_line(office):
    due(office)
    office.workspace.inside.faults.answers("chat.postMessage", Broken(), times=1_000)
    for _ in range(80):
        office.run()
        office.later(minutes=5)
    tries = len([call for call in office.workspace.calls if call.method == "chat.postMessage"])

    assert office.posts() == []
    assert outcomes(office) == [(30, "given_up", "it could not be posted in time")]
    assert tries < 40, "with growing pauses"


def test_a_process_whose_lease_was_taken_over_posts_nothing(office):
    """It stands still between its claim and its post; another one settles and posts; then it goes on."""
    due(office)
    second = office.deliverer()

    def meanwhile(step):
        if step == "claimed":
            for _ in range(6):
                office.later(minutes=1)
                office.run(second)
            assert len(office.posts()) == 1

    office.run(office.deliverer(step=meanwhile))

    assert len(office.posts()) == 1
    assert outcomes(office) == [(30, "posted", "")]


def test_a_clock_that_leaps_during_a_post_lets_nobody_of_the_same_process_post_too(office):
    """Somebody asks for one now, and the clock is moved on by a day while it is on its way."""
    one = begun(office, picks=1)
    deliverer = office.deliverer()
    ticks = []

    def meanwhile(step):
        if step == "post" and not ticks:
            ticks.append(step)
            office.later(hours=1)
            office.run(deliverer)

    deliverer._settler._step = meanwhile
    line = deliverer.now(office.client, office.team, one, "U1")

    assert (line.state, line.number, len(office.posts())) == ("posted", 1, 1)


def test_what_slack_will_not_show_is_posted_as_plain_text(office):
    due(office)
    office.workspace.inside.faults.answers("chat.postMessage", Refused("invalid_blocks"))
    office.run()

    (post,) = office.posts()
    assert "Model merging" in post["text"]
    assert not post.get("blocks")


def test_a_fault_of_ours_in_one_digest_stops_no_other_and_ends_in_a_line(office, monkeypatch):
    office.workspace.creates_channel("second")
    one = due(office)
    other = office.digests.put(office.team, wanted(office.channel("second"), at=one.at))
    parts = settling.digest_parts

    def breaks(digest, command):
        if digest.subscription == one.id:
            raise ZeroDivisionError
        return parts(digest, command)

    monkeypatch.setattr(settling, "digest_parts", breaks)
    office.later(hours=22)
    for _ in range(160):
        office.run()
        office.later(minutes=5)

    assert {state for _, state, _ in outcomes(office, subscription=other.id)} == {"posted"}
    assert outcomes(office, subscription=one.id)[-1][1:] == (
        "given_up",
        "something broke on my side; my log says what",
    )


def test_what_was_stopped_meanwhile_is_not_posted(office):
    one = due(office)
    office.workspace.inside.faults.answers("chat.postMessage", Limited(10))
    office.run()
    office.digests.stop(office.team, one.id)
    office.later(minutes=1)
    office.run()

    assert office.posts() == []
    assert outcomes(office) == [(30, "given_up", "the digest was stopped")]
    assert told(office) == []


def test_restart_storms_leave_one_post(office):
    due(office, in_thread=True)
    for step in ("claimed", "take", "take", "look", "post", "posted", "look", "marked", "look", "post", "settle") * 2:
        with suppress(Killed):
            office.run(office.deliverer(step=killed_at(step)))
        office.later(seconds=50)
    office.until_settled(office.deliverer())

    assert len(office.posts()) == 1
    assert [state for _, state, _ in outcomes(office)] == ["posted"]


def test_what_is_posted_is_what_was_claimed_whatever_became_of_the_picks(office):
    one = due(office)
    with pytest.raises(Killed):
        office.run(office.deliverer(step=killed_at("post")))
    (claim,) = office.memory.deliveries.open(office.team)
    for _, key in claim.delivery.papers:
        office.digests.say(office.team, one.id, key, "U1", more=False)
    office.topics.put(office.team, replace(office.topics.one(office.team, "merging"), words=("diffusion",)))

    office.until_settled(office.deliverer())

    (post,) = office.posts()
    assert all(f"({handle})" in post["text"] for handle, _ in claim.delivery.papers)


def test_a_settled_line_keeps_its_papers_and_nobody_s_name(office):
    one = begun(office)
    office.digests.post_now(office.team, one.id, "U0ASKED", office.client)
    (line,) = office.ledger()

    kept = office.memory.deliveries.read(office.team, line.id)
    assert len(line.papers) == 2
    assert "U0ASKED" not in kept.contents
    assert "snippet" not in json.dumps(json.loads(kept.contents))
    assert office.clock.now() - line.posted_at < timedelta(minutes=1)


def test_what_a_clock_in_the_future_posted_is_found_again(office):
    due(office)
    office.workspace.inside.faults.answers("chat.postMessage", LostAnswer())
    ahead = timedelta(days=30)

    class Ahead:
        def now(self):
            return office.clock.now() + ahead

        sleep = office.clock.sleep

    wrong = office.deliverer(clock=Ahead())
    office.run(wrong)
    for _ in range(3):
        office.later(minutes=1)
        office.run(wrong)

    assert len(office.posts()) == 1


def test_a_post_is_found_behind_what_was_written_since(office):
    due(office)
    office.workspace.inside.faults.answers("chat.postMessage", LostAnswer())
    office.run()
    for number in range(450):
        office.workspace.member("You").types(f"message {number}", in_="general")
    office.later(minutes=1)
    office.run()

    assert [state for _, state, _ in outcomes(office)] == ["posted"]
    assert len([call for call in office.workspace.calls if call.method == "chat.postMessage"]) == 1


def test_a_channel_that_is_too_long_to_be_read_to_the_post_is_no_guess(office, monkeypatch):
    monkeypatch.setattr(posting, "PAGE", 20)
    due(office)
    office.workspace.inside.faults.answers("chat.postMessage", LostAnswer())
    office.run()
    for number in range(210):
        office.workspace.member("You").types(f"message {number}", in_="general")
    office.later(minutes=1)
    office.run()

    assert outcomes(office)[0][1] == "given_up"
    assert "too much was written there since" in outcomes(office)[0][2]


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (UnreadableLibrary("My library is damaged."), "My library is damaged."),
        (ZeroDivisionError(), "something broke on my side; my log says what"),
    ],
)
def test_what_hinders_a_digest_for_a_while_makes_it_late_and_for_long_is_its_reason(office, monkeypatch, fault, reason):
    due(office, picks=1)
    pick = Library.pick

    def breaks(*_, **__):
        raise fault

    for hindered in (timedelta(hours=1), timedelta(hours=8)):
        monkeypatch.setattr(Library, "pick", breaks)
        office.run()
        office.later(hours=hindered / timedelta(hours=1))
        office.run()
        monkeypatch.setattr(Library, "pick", pick)
        office.run()
        office.later(hours=24 - hindered / timedelta(hours=1))

    assert [state for _, state, _ in outcomes(office)] == ["posted", "passed"]
    assert outcomes(office)[1][2] == reason
    assert "It comes late: I could not make it at 09:00." in office.posts()[0]["text"]


@pytest.mark.parametrize("apart", [1, 7, 10, 13, 19])
def test_two_that_look_in_turn_never_take_a_digest_from_each_other_for_ever(office, apart):
    """A third one ended in the midst; the two look every twenty seconds, so many seconds apart."""
    due(office)
    with pytest.raises(Killed):
        office.run(office.deliverer(step=killed_at("post")))
    second = office.deliverer()
    for _ in range(15):  # five minutes
        office.run()
        office.later(seconds=apart)
        office.run(second)
        office.later(seconds=20 - apart)

    assert outcomes(office) == [(30, "posted", "")]
    assert len(office.posts()) == 1
