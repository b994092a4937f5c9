"""Each kind of fault that others' users met, and what becomes of it here.

``python -m tests.mutations`` takes the guards out one by one, and shows that the story of each then fails.
"""

import json
import threading
from datetime import timedelta

import pytest

from bot.errors import MemoryUnavailable
from bot.serve import socket
from bot.workspace.faults import Broken, Doubled, Limited, LostAnswer, Refused, Withheld
from handlers.messages import message_event
from handlers.model import Event

HOSTILE = "<!channel> <!here> <@{you}> *all* &amp; `now` <https://example.org|free> :tada:"


@pytest.fixture
def fails(workspace):
    """Plans what goes wrong with the next calls of a method: ``fails("response_url", Limited(), Broken())``."""

    def plan(method, *faults):
        for fault in faults:
            workspace.inside.faults.answers(method, fault)

    return plan


@pytest.fixture
def tells_twice(workspace):
    """A workspace that tells of a mention also as a message, as for an app that hears all messages."""
    workspace.inside.manifest.given["settings"]["event_subscriptions"]["bot_events"].append("message.channels")


@pytest.fixture
def words_for(bot):
    """Everything that the bot has said to a member, or to all, once all its work has ended."""

    def said(member, channel="general"):
        bot.stop()
        return [one for one in member.reads(channel).messages if one.author not in ("You", "Member 2")]

    return said


# The same thing told again


@pytest.mark.parametrize("restarts", [False, True])
def test_a_mention_that_is_a_message_too_and_comes_again_is_answered_once(
    you, workspace, bot, tells_twice, restarts, words_for
):
    you.mentions("grokking", in_="general")
    you.waits_for("for grokking", in_="general")
    workspace.settled()
    told = [one for one in workspace.envelopes if one.kind == "events_api" and "grokking" in str(one.payload)]
    assert {one.payload["event"]["type"] for one in told} == {"app_mention", "message"}
    if restarts:
        bot.restart()
        workspace.wait_connected()

    for one in told:
        workspace.redelivers(one, times=3)

    assert len(words_for(you)) == 1


def test_two_copies_at_the_same_moment_are_answered_once(you, workspace, words_for):
    workspace.inside.faults.delivers("events_api", Doubled(), times=4)
    for word in ("grokking", "pruning"):
        you.mentions(word, in_="general")
        you.waits_for(f"for {word}", in_="general")

    assert len(words_for(you)) == 2


# Acknowledged late


@pytest.fixture
def slow_searches(wiring, monkeypatch):
    """Searches that take as long as the test wants."""
    go_on = threading.Event()
    search = type(wiring.library).search

    def slow(*arguments, **options):
        assert go_on.wait(30)
        return search(*arguments, **options)

    monkeypatch.setattr(type(wiring.library), "search", slow)
    yield go_on
    go_on.set()


def test_acknowledgements_do_not_queue_behind_slow_searches(workspace, bot, slow_searches):
    """More commands and mentions than the bot has threads, and none of them can end yet."""
    members = [workspace.member(f"Member {number}") for number in range(2, 42)]
    for number, member in enumerate(members):
        if number % 2:
            member.mentions("merging", in_="general")
        else:
            member.types("/icml merging", in_="general")

    with workspace.inside.state.changed:
        assert workspace.inside.state.changed.wait_for(lambda: not workspace.inside.delivery.in_flight, 5)
    took = [one.acknowledged_after_ms for one in workspace.envelopes]
    slow_searches.set()

    assert None not in took
    assert max(took) < 500
    for member in members:
        member.waits_for("for merging", in_="general", within=20)


# Codes in the text of papers and members


def elements(node):
    """All objects of a payload."""
    if isinstance(node, dict):
        yield node
    for one in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from elements(one)


def assert_rings_nobody(message):
    for code in ("<!channel", "<!here", "<!everyone", "<@U", "<@W", "<!subteam"):
        assert code not in message.text
    for one in elements(message.blocks):
        assert one.get("type") not in ("user", "usergroup", "broadcast", "channel", "emoji")
        assert one.get("type") != "mrkdwn" or "<!" not in one["text"]


def test_codes_in_a_paper_ring_nobody_and_stand_there_as_they_are(you, wiring, tmp_path):
    hostile = HOSTILE.format(you=you.id)
    papers = tmp_path / "hostile.json"
    papers.write_text(
        json.dumps([{"title": f"Quokka {hostile}", "abstract": f"Quokka wisdom. We ring {hostile} in this paper."}])
    )
    wiring.library.import_files([papers])

    you.types("/icml quokka", in_="general")
    private = you.waits_for("for quokka", in_="general")
    you.mentions("quokka wisdom", in_="general")
    shared = you.waits_for("for quokka wisdom", in_="general")

    for answer in (private, shared):
        assert_rings_nobody(answer)
        assert "<!here>" in "".join(str(one.get("text", "")) for one in elements(answer.blocks))


def test_codes_in_a_question_ring_nobody(you, stranger):
    you.types("/icml merging <!channel> <!here> *bold*", in_="general")
    assert_rings_nobody(you.waits_for("merging", in_="general"))

    you.mentions(f"merging <!channel> <@{stranger.id}>", in_="general")
    assert_rings_nobody(stranger.waits_for("merging", in_="general", by="icml"))


# A post that Slack refuses


@pytest.mark.parametrize("error", ["msg_blocks_too_long", "invalid_blocks", "restricted_action"])
def test_who_asked_in_a_channel_gets_a_word_when_slack_refuses_the_answer(you, stranger, fails, error, words_for):
    fails("chat.postMessage", Refused(error))

    you.mentions("grokking", in_="general")

    assert you.waits_for("Something broke on my side", in_="general", within=20).ephemeral
    assert not words_for(stranger)


def test_who_typed_gets_a_word_when_slack_refuses_the_answer(you, fails):
    fails("response_url", Broken(400))

    you.types("/icml grokking", in_="general")

    assert you.waits_for("Something broke on my side", in_="general", within=20).ephemeral


def test_who_typed_is_told_in_the_channel_when_the_response_address_is_gone(you, fails):
    fails("response_url", Broken(404), Broken(404))

    you.types("/icml grokking", in_="general")

    assert you.waits_for("Something broke on my side", in_="general", within=20).ephemeral


def test_who_typed_where_the_bot_is_not_is_told_directly_when_the_response_address_is_gone(you, fails):
    fails("response_url", Broken(404), Broken(404))

    you.types("/icml grokking", in_="random")

    assert you.waits_for("Something broke on my side", in_="bot")


# Slack is slow, broken, or its answer is lost

PASSING = {
    "limited": Limited(),
    "broken": Broken(),
    "a bad gateway": Broken(502),
    "lost": LostAnswer(),
}


@pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING)
def test_a_typed_search_is_answered_once_whatever_happens_to_the_answer(you, fails, fault, words_for):
    fails("response_url", fault)

    you.types("/icml grokking", in_="general")
    you.waits_for("for grokking", in_="general")

    assert len(words_for(you)) == 1


@pytest.mark.parametrize(
    "fault",
    [*PASSING.values(), Broken(504, done=True), Refused("internal_error")],
    ids=[*PASSING, "broken and posted", "an internal error"],
)
def test_a_mention_is_answered_once_whatever_happens_to_the_answer(you, stranger, fails, fault, words_for):
    fails("chat.postMessage", fault)

    you.mentions("grokking", in_="general")
    you.waits_for("for grokking", in_="general")

    assert len(words_for(you)) == 1
    assert len(words_for(stranger)) == 1


def test_a_mention_is_answered_once_also_when_everything_goes_wrong_in_turn(you, fails, words_for):
    fails("chat.postMessage", Limited(), Broken(), LostAnswer())
    fails("conversations.replies", Limited(), Broken(), LostAnswer())

    you.mentions("grokking", in_="general")
    you.waits_for("for grokking", in_="general", within=10)

    assert len(words_for(you)) == 1


def test_when_nobody_can_look_a_lost_answer_counts_as_given(you, fails, words_for):
    fails("chat.postMessage", LostAnswer())
    fails("conversations.replies", Refused("missing_scope"))

    you.mentions("grokking", in_="general")
    you.waits_for("for grokking", in_="general")

    assert len(words_for(you)) == 1


@pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING)
def test_an_apology_comes_once_too(you, wiring, fails, monkeypatch, fault, words_for):
    monkeypatch.setattr(type(wiring.library), "search", lambda *_, **__: 1 / 0)
    fails("chat.postEphemeral", fault)

    you.mentions("grokking", in_="general")
    you.waits_for("Something broke on my side", in_="general")

    assert len(words_for(you)) == 1


def test_no_apology_follows_an_answer_when_the_memory_fails_between_them(you, wiring, monkeypatch, words_for):
    def fails_to_settle(*_):
        raise MemoryUnavailable

    monkeypatch.setattr(type(wiring.claims), "settle", fails_to_settle)

    you.mentions("grokking", in_="general")
    you.types("/icml pruning", in_="general")
    you.waits_for("for grokking", in_="general")
    you.waits_for("for pruning", in_="general")

    assert len(words_for(you)) == 2


# A run that was stopped


def test_what_was_posted_but_not_noted_before_a_stop_is_not_posted_again(
    you, workspace, bot, wiring, monkeypatch, words_for
):
    with monkeypatch.context() as stopped_in_between:
        stopped_in_between.setattr(type(wiring.claims), "settle", lambda *_: None)
        you.mentions("grokking", in_="general")
        you.waits_for("for grokking", in_="general")
        workspace.settled()

    bot.restart()
    workspace.wait_connected()

    assert len(words_for(you)) == 1
    assert not any(wiring.memory.events.unfinished(workspace.inside.state.team_id, now=wiring.clock.now()))


def test_a_bot_starts_whatever_the_question_does_that_it_left(you, workspace, bot, wiring, monkeypatch):
    with monkeypatch.context() as stopped_in_between:
        stopped_in_between.setattr(type(wiring.claims), "take", lambda *_: False)
        asked = you.mentions("grokking", in_="general")
        workspace.settled(patience=0)
    event = message_event({"channel": asked.channel, "ts": asked.ts, "user": you.id})
    assert wiring.claims.take(workspace.inside.state.team_id, event)
    monkeypatch.setattr(type(wiring.library), "search", lambda *_, **__: 1 / 0)

    bot.restart()
    workspace.wait_connected()

    assert you.waits_for("Something broke on my side", in_="general").thread == asked.ts


def test_a_command_of_a_stopped_run_gets_an_apology_also_where_the_bot_is_not(you, workspace, bot, wiring):
    channel = workspace.driver.channel("random").id
    event = Event("command", "command:1", channel=channel, member=you.id)
    assert wiring.claims.take(workspace.inside.state.team_id, event)

    bot.restart()
    workspace.wait_connected()

    assert you.waits_for("Please ask again", in_="bot")


# Connections


@pytest.mark.parametrize("loss", ["drops_connections", "silences_connections"])
def test_a_lost_connection_is_made_anew(you, workspace, bot, monkeypatch, loss):
    monkeypatch.setattr(socket, "LOOKS_EVERY", 0.25)
    bot.restart()
    workspace.wait_connected()

    getattr(workspace, loss)()
    workspace.wait_connected()
    you.types("/icml grokking", in_="general")

    assert you.waits_for("for grokking", in_="general")


def test_a_connection_is_asked_for_until_slack_gives_one(you, workspace, bot, fails, monkeypatch):
    monkeypatch.setattr(socket, "LOOKS_EVERY", 0.25)
    bot.restart()
    workspace.wait_connected()
    fails("apps.connections.open", *[Broken()] * 3, *[LostAnswer()] * 3, Refused("internal_error"))

    workspace.drops_connections()
    workspace.wait_connected(20)
    you.types("/icml grokking", in_="general")

    assert you.waits_for("for grokking", in_="general")


def test_a_dead_connection_is_noticed_in_less_than_a_minute():
    """slack_sdk gives a connection up after four pings without an answer, at the look after that."""
    assert 6 * socket.LOOKS_EVERY < 60


def test_an_event_that_came_while_nobody_was_connected_is_answered_later(you, workspace, bot, clock, words_for):
    workspace.inside.faults.delivers("events_api", Withheld())
    you.mentions("grokking", in_="general")
    clock.move(timedelta(seconds=4))  # Slack waits three, and tells it again

    assert you.waits_for("for grokking", in_="general")
    assert len(words_for(you)) == 1


def test_with_a_revoked_token_a_typed_search_is_still_answered(you, workspace):
    """Mentions can't be: nothing may be said in a channel any more. The bot stays up for what can."""
    workspace.revokes_tokens()
    you.mentions("grokking", in_="general")
    you.types("/icml grokking", in_="general")

    assert you.waits_for("for grokking", in_="general").ephemeral
