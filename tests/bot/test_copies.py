"""Which copies of the bot live is told without any clock; two that know nothing of each other are told on."""

import os
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.app import client
from bot.copies import STANDS_STILL, Others, this_copy, unexpected
from bot.memory.copies import Copy
from bot.sending import SureClient
from bot.serve.duties import AT_REST, Duties
from bot.serve.socket import Bot
from bot.settings import read
from bot.wiring import wired
from bot.workspaces import Installed
from handlers.model import Event
from tests.processes import until

ME = Copy("me", "", "socket", "here", "1@1")
OTHER = Copy("other", "", "socket", "elsewhere", "17@4", beats=3)


def test_a_copy_whose_counter_stands_still_at_several_looks_is_dead():
    others = Others(ME)

    looks = [others.look([OTHER]) for _ in range(STANDS_STILL + 2)]

    assert [bool(living) for living, _ in looks] == [True] * (STANDS_STILL + 1) + [False]
    assert looks[-1] == ((), (OTHER,))


def test_a_copy_whose_counter_grows_lives_however_slowly():
    others = Others(ME)
    for beats in range(3 * STANDS_STILL):
        living, dead = others.look([ME, replace(OTHER, beats=beats // 3)])
        assert (len(living), len(dead)) == (1, 0)


def test_a_copy_that_wakes_up_lives_again():
    others = Others(ME)
    for _ in range(STANDS_STILL + 2):
        others.look([OTHER])

    assert others.look([replace(OTHER, beats=4)])[0]


def test_a_process_of_this_host_that_has_ended_is_dead_at_once():
    me = this_copy("me", "", "socket")
    beside = replace(me, id="beside")

    assert Others(me).look([beside]) == ((beside,), ())
    gone = replace(beside, process="4194305@1")  # above the highest number of a process
    another = replace(beside, process=f"{os.getpid()}@1")  # its number is used again
    assert Others(me).look([gone, another]) == ((), (gone, another))


@pytest.mark.parametrize(
    ("mine", "theirs", "warned"), [("", "", True), ("", "web", True), ("all", "", True), ("web", "scheduler", False)]
)
def test_copies_that_were_told_of_others_are_expected(mine, theirs, warned):
    assert bool(unexpected(replace(ME, role=mine), [replace(OTHER, role=theirs)])) == warned


# On one memory


@pytest.fixture
def place(workspace, wiring):
    """The workspace, with You as its keeper."""
    web = client(wiring, workspace.bot_token, base_url=workspace.api_url)
    return Installed(workspace.inside.state.team_id, web, frozenset({workspace.member("You").id}))


class Only:
    """Workspaces: one."""

    def __init__(self, place):
        self._place = place

    def all(self):
        return (self._place,)

    def went(self, enterprise_id, team_id):
        pass


@pytest.fixture
def duties(wiring, place):
    made = Duties(wiring, Only(place), "socket")
    made.recover()
    return made


def beats(duties, memory, other, times):
    """So many beats of ours; the other copy beats along if it is given."""
    for _ in range(times):
        if other is not None:
            memory.copies.beat(other, now=duties._wiring.clock.now())
        duties.beat()


def direct(workspace):
    return [one.text for one in workspace.member("You").sees("bot").messages]


def test_two_copies_on_one_memory_are_told_to_the_keepers_once_a_day(duties, wiring, workspace, clock):
    beats(duties, wiring.memory, OTHER, 5)
    assert [text for text in direct(workspace) if "Two copies of me" in text and "on elsewhere" in text]
    assert len(direct(workspace)) == 1

    clock.move(timedelta(days=1))
    beats(duties, wiring.memory, OTHER, 2)
    assert len(direct(workspace)) == 2


def test_a_copy_that_has_left_or_died_is_not_told_of(duties, wiring, workspace):
    wiring.memory.copies.beat(replace(OTHER, role="web"), now=wiring.clock.now())
    beats(duties, wiring.memory, None, STANDS_STILL + 3)

    assert [copy.id for copy in wiring.memory.copies.all()] == [wiring.claims.copy]


def test_more_connections_than_copies_are_told_to_the_keepers(duties, workspace):
    duties.connected(0)
    duties.connected(2)
    duties.connected(3)
    duties.beat()
    duties.beat()

    (text,) = direct(workspace)
    assert "Slack counts 2 connections with my app-level token, and I know of 1" in text


def test_as_many_connections_as_copies_are_fine(duties, wiring, workspace):
    duties.connected(2)
    beats(duties, wiring.memory, replace(OTHER, role="all"), 1)

    assert not [text for text in direct(workspace) if "connections" in text]


def test_slacks_own_greeting_is_heard(bot, workspace, wiring, home, tmp_path):
    """Another bot with a memory of its own connects with the same token."""
    settings = read(home=home, memory=f"sqlite:///{tmp_path}/own.db", keepers=workspace.member("You").id)
    with wired(settings, wiring.clock) as apart:
        second = Bot(apart, (workspace.bot_token, workspace.app_token), base_url=workspace.api_url)
        second.start()
        try:
            until(lambda: second.duties._connections)
            second.duties.beat()  # the first one came before the greeting
            assert workspace.member("You").waits_for("Slack counts 2 connections", in_="bot")
        finally:
            second.stop()


# What a dead copy had begun


def asks(workspace):
    asked = workspace.member("You").mentions("pruning", in_="general")
    return asked, Event("message", f"{asked.channel}:{asked.ts}", asked.channel, asked.ts, "", asked.author)


def test_what_a_dead_copy_had_claimed_is_answered_by_another_once(duties, wiring, workspace, place, clock):
    asked, event = asks(workspace)
    wiring.memory.copies.beat(OTHER, now=clock.now())
    assert wiring.memory.events.claim(place.workspace, event, now=clock.now(), by=OTHER.id)
    beats(duties, wiring.memory, OTHER, 2)
    clock.move(AT_REST)
    beats(duties, wiring.memory, OTHER, 2)
    you = workspace.member("You")
    assert "for pruning" not in str([one.text for one in you.sees("general").messages])

    beats(duties, wiring.memory, None, STANDS_STILL + 3)

    assert len([one for one in you.sees("general").messages if "for pruning" in one.text]) == 1
    assert you.waits_for("for pruning", in_="general").thread == asked.ts


def test_a_claim_that_is_young_is_left_alone_though_its_copy_is_not_known_yet(duties, wiring, workspace, place, clock):
    _, event = asks(workspace)
    assert wiring.memory.events.claim(place.workspace, event, now=clock.now(), by="not seen yet")
    duties.beat()

    young, _ = wiring.memory.events.unfinished(place.workspace, now=clock.now())
    assert [one.id for one in young] == [event.id]


def test_a_clock_that_jumps_makes_nobody_dead(duties, wiring, workspace, place, clock):
    _, event = asks(workspace)
    wiring.memory.copies.beat(OTHER, now=clock.now())
    assert wiring.memory.events.claim(place.workspace, event, now=clock.now(), by=OTHER.id)
    for hours in (1, -2, 24):
        clock.move(timedelta(hours=hours))
        beats(duties, wiring.memory, OTHER, 1)

    you = workspace.member("You")
    assert not [one for one in you.sees("general").messages if one.author == "icml"]
    assert {copy.id for copy in wiring.memory.copies.all()} == {OTHER.id, wiring.claims.copy}


def test_a_copy_that_wakes_up_late_finds_that_another_one_has_answered(wiring, workspace, place, clock):
    """It had claimed the question, hung for a minute, and was taken for dead."""
    asked, event = asks(workspace)
    slow = SureClient(place.client, clock, answers=event.id)
    clock.move(timedelta(minutes=1))
    quick = SureClient(place.client, clock, answers=event.id, asked_at=asked.ts)
    quick.chat_postMessage(channel=asked.channel, thread_ts=asked.ts, text="an answer")

    slow.chat_postMessage(channel=asked.channel, thread_ts=asked.ts, text="an answer")

    said = [one for one in workspace.member("You").sees("general").messages if one.text == "an answer"]
    assert len(said) == 1
