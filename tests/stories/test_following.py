"""A thread that is followed: questions need no mention there, and people talk to each other undisturbed."""

import threading

import pytest

from bot.manifest import manifest
from bot.tick import tick
from bot.workspace.server import LocalWorkspace
from tests.stories.talk import Talk, after, ask, edit, edit_in_vain, other_bot, play, restart, talk, told_again

MERGING = ask("which papers are about model merging?", "MetaMerging", "SA-Merging", "[5]")
FOLLOW = ask("follow this thread", "I follow this thread now")
STOP = ask("stop following", "don’t follow this thread any more")


def plain(text, *wanted, by="You"):
    """A question without a mention, which is answered."""

    def step(talk):
        talk.say(by, text)
        talk.hears(*wanted)

    return step


def silence(text, *, by="Member 2"):
    """Something that is not for the bot; it has said nothing once it is at rest."""

    def step(talk):
        before = len(talk.by_bot())
        talk.say(by, text)
        talk.workspace.settled(patience=0)
        assert len(talk.by_bot()) == before, talk.by_bot()[-1].shown

    return step


def stop_button(talk):
    asked = next(one for one in talk.by_bot() if "Stop following" in one.buttons)
    talk.member("Member 2").clicks("Stop following", on=asked)
    talk.workspace.settled(patience=0)
    assert "any more" in talk.by_bot()[-1].shown


def delete_plain(talk):
    talk.member("You").deletes(talk.asked[-1])
    talk.answers -= 1
    talk.waits(lambda said: len(said) == talk.answers)


STORIES = {
    "a question right after an answer": (MERGING, FOLLOW, plain("what does the second one do?", "SA-Merging")),
    "questions in turn, of two members": (
        MERGING,
        FOLLOW,
        plain("what does the first one do?", "MetaMerging"),
        plain("does it have code?", "MetaMerging", by="Member 2"),
        plain("and the third?", "METIS"),
    ),
    "with a mention as before": (MERGING, FOLLOW, talk("nice"), ask("what does the second one do?", "SA-Merging")),
    "a named paper of which nothing is told": (MERGING, FOLLOW, plain("which GPU did METIS use?", "METIS")),
    "in Chinese": (FOLLOW, plain("哪些论文是关于模型合并的？", "SyMerge")),
    "a new matter": (FOLLOW, plain("which papers are about grokking?", "[1]")),
    "after a restart": (MERGING, FOLLOW, restart, plain("what does the second one do?", "SA-Merging")),
    "told three times": (MERGING, FOLLOW, plain("what does the third one do?", "METIS"), told_again),
    "stopped in words": (MERGING, FOLLOW, STOP, silence("what does the second one do?", by="You")),
    "stopped by its button": (MERGING, FOLLOW, stop_button, silence("what does the second one do?", by="You")),
    "followed anew": (FOLLOW, STOP, FOLLOW, plain("what is SyMerge?", "[1]")),
    "an edit": (MERGING, FOLLOW, plain("what is SyMerge?", "[1]"), edit("what is FeMAM?", "multi-level")),
    "an edit of talk": (MERGING, FOLLOW, silence("nice", by="You"), edit_in_vain("what is FeMAM?")),
    "a deletion": (MERGING, FOLLOW, plain("what is SyMerge?", "[1]"), delete_plain),
    # Silence
    "a question to a person": (MERGING, FOLLOW, silence("@You what does the second one do?")),
    "after talk": (MERGING, FOLLOW, silence("nice"), silence("does it have code?", by="You")),
    "talk of people": (
        MERGING,
        FOLLOW,
        silence("have you read the second one?"),
        silence("no, is it any good?", by="You"),
        silence("shall we discuss SyMerge on Monday?"),
        silence("Does SyMerge have code?", by="You"),  # said to the other one
    ),
    "you and me": (
        MERGING,
        FOLLOW,
        silence("can you send me the slides?"),
    ),
    "no question": (MERGING, FOLLOW, silence("the second one looks good", by="You")),
    "thanks": (MERGING, FOLLOW, silence("thanks!", by="You")),
    "what no abstract tells": (MERGING, FOLLOW, silence("what is the capital of France?", by="You")),
    "the weather": (MERGING, FOLLOW, silence("is it raining?", by="You")),
    "lunch": (MERGING, FOLLOW, silence("where is lunch?", by="You")),
    "bare words": (MERGING, FOLLOW, silence("grokking", by="You")),
    "another bot": (MERGING, FOLLOW, other_bot("what does the second one do?")),
    "another thread": (MERGING, FOLLOW, lambda one: setattr(one, "root", None), silence("what is SyMerge?", by="You")),
    "not followed": (MERGING, silence("what does the second one do?", by="You")),
    "weeks later": (FOLLOW, after(89), plain("what is SyMerge?", "[1]")),
}


@pytest.fixture
def workspace(clock):
    with LocalWorkspace(clock, manifest=manifest(edits=True)) as one:
        yield one


@pytest.fixture
def thread(workspace, bot, clock, you, stranger):
    return Talk(workspace, bot, clock)


@pytest.mark.parametrize("steps", STORIES.values(), ids=STORIES)
def test_a_followed_thread(thread, steps):
    play(thread, steps)


def test_of_what_people_say_to_each_other_nothing_is_kept_nor_logged(thread, wiring, home, caplog, capfd):
    play(thread, (MERGING, FOLLOW))
    before = claims_in(wiring)
    play(thread, (silence("is the zebra-striped budget ok?"), silence("where is the zebra-striped budget?", by="You")))

    kept = b"".join(file.read_bytes() for file in home.glob("state.db*"))
    assert b"zebra" not in kept
    assert "zebra" not in caplog.text + "".join(capfd.readouterr())
    assert claims_in(wiring) == before


def claims_in(wiring):
    from sqlalchemy import select

    from bot.memory.tables import events

    return wiring.memory._database.read(lambda connection: len(connection.execute(select(events)).all()))


def test_a_fault_over_what_was_not_said_to_the_bot_is_silent(thread, wiring, monkeypatch):
    play(thread, (MERGING, FOLLOW))
    monkeypatch.setattr(type(wiring.library), "ask", lambda *_, **__: 1 / 0)

    play(thread, (silence("what does the second one do?", by="You"),))


def test_in_direct_messages_there_is_nothing_to_follow(you, bot):
    you.writes_to_bot("follow this thread")

    assert you.waits_for("I answer whatever you write", in_="bot")


def test_a_followed_thread_is_forgotten_in_time(thread, wiring, clock):
    play(thread, (FOLLOW,))
    tick(wiring, clock.move(after_days(91)), ())

    play(thread, (silence("what is SyMerge?", by="You"),))


def after_days(days):
    from datetime import timedelta

    return timedelta(days=days)


def test_without_the_events_it_says_what_is_missing(you, clock, wiring):
    from bot.serve.socket import Bot

    with LocalWorkspace(clock, manifest=manifest()) as plain_one:
        one = Bot(wiring, (plain_one.bot_token, plain_one.app_token), base_url=plain_one.api_url)
        one.start()
        try:
            member = plain_one.member("You")
            member.mentions("follow this thread", in_="general")
            assert "my app lacks the events" in member.waits_for("I follow this thread now", in_="general").shown
        finally:
            one.stop()


@pytest.mark.parametrize("in_", ["general", "bot"])
def test_an_edit_while_the_answer_takes_long_changes_it_once_it_is_there(
    you, workspace, wiring, clock, monkeypatch, in_
):
    """However long the first answer takes."""
    begun, goes_on = threading.Event(), threading.Event()
    ask_library = type(wiring.library).ask

    def slow(library, turns, **more):
        if "SyMerge" in turns[-1].text:
            begun.set()
            goes_on.wait(30)
        return ask_library(library, turns, **more)

    monkeypatch.setattr(type(wiring.library), "ask", slow)
    bot_id = workspace.inside.state.bot.id
    asked = you.mentions("what is SyMerge?", in_=in_) if in_ != "bot" else you.writes_to_bot("what is SyMerge?")
    assert begun.wait(5)
    you.edits(asked, f"<@{bot_id}> what is FeMAM?")
    for _ in range(12):
        clock.move(after_days(0.0005))  # 43 s each: far beyond any patience
        workspace.settled(patience=0, quiet=0.02)
    goes_on.set()

    told = you.waits_for("multi-level", in_=in_)
    workspace.settled(patience=0)
    assert len([one for one in you.sees(in_).in_thread(asked).messages if one.author == "icml"]) == 1
    assert told.edited or told.blocks


def test_an_edit_of_what_could_not_be_answered_is_answered(you, workspace):
    asked = you.mentions("the of", in_="general")
    you.waits_for("no words to search for", in_="general")

    you.edits(asked, f"<@{workspace.inside.state.bot.id}> what is FeMAM?")

    assert you.waits_for("multi-level", in_="general").thread == asked.ts
