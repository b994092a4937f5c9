"""What stands under an answer: the rest of it, feedback, sharing, and a status before it."""

import time
from datetime import timedelta

import pytest

from bot.errors import MemoryUnavailable
from bot.tick import tick
from bot.workspace.faults import Broken, Limited, LostAnswer, Refused, Reordered
from index.model import Paper

QUESTION = "what is SyMerge?"


@pytest.fixture
def team(workspace):
    return workspace.inside.state.team_id


@pytest.fixture
def answer(you):
    you.mentions(QUESTION, in_="general")
    return you.waits_for("[1]", in_="general")


@pytest.fixture
def remembered(wiring, team):
    """Waits until what stands in a post is in the memory: it is put there once the post has its ts."""

    def wait(answer):
        end = time.monotonic() + 5
        while answer.ts not in [
            one.ts for one in wiring.memory.threads.of_thread(team, answer.channel, answer.thread).posts
        ]:
            assert time.monotonic() < end
            time.sleep(0.01)

    return wait


def opinions(wiring, team, answer):
    about = f"{answer.channel}:{answer.ts}"
    return [(one.helpful, one.reason) for one in wiring.memory.opinions.about(team, "answer", about)]


def test_more_opens_the_rest_for_the_one_who_wants_it(you, answer, stranger):
    before = stranger.reads("general").messages
    you.clicks("More", on=answer)

    modal = you.waits_for_modal("More of the answer")
    assert "p40" in modal.shown
    assert stranger.reads("general").messages == before


def test_more_of_abstracts_that_have_changed_says_so(you, answer, wiring, monkeypatch):
    paper = type(wiring.library).paper

    def changed(library, handle):
        found = paper(library, handle)
        return Paper(found.handle, found.key, found.headline, "Quite other words. " * 99)

    monkeypatch.setattr(type(wiring.library), "paper", changed)
    you.clicks("More", on=answer)

    assert you.waits_for("have changed", in_="general").ephemeral


def test_all_papers_of_a_list_are_shown_privately_page_by_page(you, stranger):
    you.mentions("which papers are about multi-task learning?", in_="general")
    told = you.waits_for("[1]", in_="general")
    (label,) = [one for one in told.buttons if one.startswith("All ")]

    you.clicks(label, on=told)

    page = you.waits_for("1–5 of", in_="general")
    assert page.ephemeral
    assert page.thread == told.thread
    you.clicks("Next", on=page)
    assert you.waits_for("6–10 of", in_="general").ts == page.ts
    assert stranger.reads("general").last.ts == told.ts


def test_a_yes_is_noted_privately_and_a_second_click_takes_it_back(you, stranger, answer, wiring, team):
    you.clicks("👍", on=answer)
    assert you.waits_for("Noted", in_="general").ephemeral
    assert opinions(wiring, team, answer) == [(True, "")]

    you.clicks("👍", on=answer)
    you.waits_for("Taken back", in_="general")
    assert opinions(wiring, team, answer) == []
    assert stranger.reads("general").last.ts == answer.ts


def test_a_no_takes_the_place_of_a_yes_and_may_have_a_reason(you, answer, wiring, team):
    you.clicks("👍", on=answer)
    you.waits_for("Noted", in_="general")
    you.clicks("👎", on=answer)
    modal = you.waits_for_modal("This did not help")
    assert opinions(wiring, team, answer) == [(False, "")]

    you.submits(modal, {"What was wrong with it?": "I meant <@U1> & the other one"})

    assert you.waits_for("Thank you", in_="general").ephemeral
    assert opinions(wiring, team, answer) == [(False, "I meant <@U1> & the other one")]


def test_a_no_without_a_reason_stands(you, answer, wiring, team):
    you.clicks("👎", on=answer)
    you.submits(you.waits_for_modal("This did not help"))

    you.waits_for("Thank you", in_="general")
    assert opinions(wiring, team, answer) == [(False, "")]


def test_members_do_not_take_back_each_others_feedback(you, stranger, answer, wiring, team):
    you.clicks("👍", on=answer)
    you.waits_for("Noted", in_="general")
    stranger.clicks("👍", on=answer)
    stranger.waits_for("Noted", in_="general")

    assert opinions(wiring, team, answer) == [(True, ""), (True, "")]


def test_a_question_on_a_button_is_asked_once_for_all_who_click(you, stranger, workspace):
    you.mentions(QUESTION, in_="general")
    first = you.waits_for("[1]", in_="general")

    you.clicks("Where is the code of SyMerge?", on=first)
    stranger.clicks("Where is the code of SyMerge?", on=first)

    def heard():
        return [one.text for member in (you, stranger) for one in member.sees("general").messages if one.ephemeral]

    with workspace.inside.state.changed:
        assert workspace.inside.state.changed.wait_for(heard, 5)
    said = [one for one in you.reads("general").messages if one.text.startswith("Where is the code of SyMerge?")]
    assert [one.thread for one in said] == [first.thread]
    assert ["asked already" in one for one in heard()] == [True]


def test_a_private_answer_is_shared_with_its_citations_and_asked_about_after_a_restart(you, stranger, workspace, bot):
    you.writes_to_bot("which papers are about model merging?")
    private = you.waits_for("[5]", in_="bot")
    you.clicks("Share to channel", on=private)
    modal = you.waits_for_modal("Share this answer")

    you.submits(modal, {"Channel": workspace.driver.channel("general").id})

    you.waits_for("Shared in", in_="bot")
    shared = stranger.waits_for("[5]", in_="general")
    assert "SA-Merging" in shared.shown
    assert "Shared by" in shared.shown
    assert shared.buttons == ["Remove"]
    assert you.waits_for("Shared in", in_="bot").ephemeral

    bot.restart()
    workspace.wait_connected()
    stranger.mentions("what does the second one do?", in_="general", thread=shared)
    assert "p20" in stranger.waits_for("[1]", in_="general", thread=shared).shown


def test_sharing_where_the_bot_is_not_says_what_to_do(you, workspace):
    you.writes_to_bot(QUESTION)
    you.clicks("Share to channel", on=you.waits_for("[1]", in_="bot"))

    you.submits(you.waits_for_modal("Share"), {"Channel": workspace.driver.channel("random").id})

    assert you.waits_for("Invite me there", in_="bot")


def test_what_everybody_reads_already_has_no_share_button(answer):
    assert "Share to channel" not in answer.buttons


def test_a_direct_question_shows_a_status_at_once_and_is_answered_also_without_one(you, workspace):
    workspace.inside.faults.answers("assistant.threads.setStatus", Refused("missing_scope"))
    you.writes_to_bot(QUESTION)
    you.waits_for("[1]", in_="bot")
    you.writes_to_bot("what is FeMAM?")
    you.waits_for("multi-level", in_="bot")

    told = [one.arguments["status"] for one in workspace.calls if one.method == "assistant.threads.setStatus"]
    assert told == ["is looking through 53 abstracts…"] * 2


def test_a_direct_message_outside_of_threads_leans_on_the_last_one(you, remembered):
    you.writes_to_bot(QUESTION)
    remembered(you.waits_for("[1]", in_="bot"))

    asked = you.writes_to_bot("does it have code?")

    assert you.waits_for("aim-skku", in_="bot", thread=asked)


def test_where_no_thread_can_be_read_what_stood_in_it_is_known_all_the_same(you, workspace, remembered):
    root = you.mentions("which papers are about model merging?", in_="general")
    remembered(you.waits_for("[5]", in_="general"))
    workspace.inside.faults.answers("conversations.replies", Refused("missing_scope"))

    you.mentions("what does the second one do?", in_="general", thread=root)

    told = you.waits_for("I can’t read this thread", in_="general")
    assert "p20" in told.shown


def test_of_two_quick_edits_the_last_one_counts_whichever_is_told_first(you, workspace):
    asked = you.writes_to_bot(QUESTION)
    you.waits_for("[1]", in_="bot")
    workspace.inside.faults.delivers("events_api", Reordered())
    you.edits(asked, "what is FeMAM?")
    you.edits(asked, "what is SVC?")

    you.waits_for("training-free", in_="bot")
    workspace.settled(patience=0.5)
    assert "training-free" in you.sees("bot").in_thread(asked).last.shown


def test_no_text_of_members_is_kept_and_threads_are_forgotten_in_time(wiring, team, answer, clock, home, remembered):
    remembered(answer)
    kept = b"".join(file.read_bytes() for file in home.glob("state.db*"))
    assert b"what is SyMerge" not in kept

    tick(wiring, clock.now() + timedelta(days=89), ())
    assert wiring.memory.threads.of_thread(team, answer.channel, answer.thread).posts
    tick(wiring, clock.now() + timedelta(days=91), ())
    assert not wiring.memory.threads.of_thread(team, answer.channel, answer.thread).posts


@pytest.mark.parametrize("fault", [Limited(), Broken(), Broken(504, done=True), LostAnswer()])
def test_an_answer_edit_or_deletion_that_meets_a_fault_is_made_once(you, workspace, remembered, fault):
    faults = workspace.inside.faults
    faults.answers("chat.postMessage", fault)
    asked = you.writes_to_bot(QUESTION)
    remembered(you.waits_for("[1]", in_="bot"))

    faults.answers("chat.update", fault)
    you.edits(asked, "what is FeMAM?")
    you.waits_for("multi-level", in_="bot")
    workspace.settled(patience=0)
    assert len(you.sees("bot").in_thread(asked).messages) == 1

    faults.answers("chat.delete", fault)
    you.deletes(asked)
    with workspace.inside.state.changed:
        assert workspace.inside.state.changed.wait_for(lambda: not you.sees("bot").in_thread(asked).messages, 10)


def test_no_apology_follows_an_answer_that_could_not_be_remembered(you, workspace, wiring, monkeypatch):
    def fails(*_):
        raise MemoryUnavailable

    monkeypatch.setattr(type(wiring.means.threads), "put", fails)
    root = you.mentions("which papers are about model merging?", in_="general")
    you.waits_for("[5]", in_="general")
    you.mentions("what does the second one do?", in_="general", thread=root)

    assert you.waits_for("p20", in_="general", thread=root)
    you.waits_for("SA-Merging: This work", in_="general", thread=root)
    workspace.settled()
    assert [one for one in you.sees("general").messages if "memory" in one.text] == []


def test_a_fault_while_answering_is_told_where_it_was_asked(you, wiring, monkeypatch):
    monkeypatch.setattr(type(wiring.library), "ask", lambda *_, **__: 1 / 0)

    asked = you.writes_to_bot(QUESTION)
    assert you.waits_for("Something broke on my side", in_="bot").thread == asked.ts
    asked = you.mentions(QUESTION, in_="general")
    assert you.waits_for("Something broke on my side", in_="general").ephemeral


def test_paper_text_in_an_answer_rings_nobody_and_stands_as_it_is(you, wiring, tmp_path):
    hostile = "We propose LoudName, <!channel> <@U1> *all* &amp; `now` :tada: for merging moons and other planets. "
    (tmp_path / "more.txt").write_text(f"# Demo 2031\n\n{hostile}It is a method with code.\n", "utf-8")
    wiring.library.import_files([tmp_path / "more.txt"])

    you.mentions("what does LoudName do?", in_="general")

    told = you.waits_for("other planets", in_="general")
    assert "<" not in told.text
    assert {block["type"] for block in told.blocks} <= {"rich_text", "actions", "context_actions"}
