"""A member opens, saves, shares and follows a paper from its card."""

from datetime import timedelta

import pytest


def results_of(you, query="multi-task", in_="general"):
    you.types(f"/icml {query}", in_=in_)
    return you.reads(in_).last


def values(message, label):
    return [
        one["value"]
        for block in message.blocks
        if block["type"] == "actions"
        for one in block["elements"]
        if one.get("text", {}) and one["type"] == "button" and one["text"]["text"] == label
    ]


def test_an_abstract_opens_and_leads_to_the_next_hit_and_back(you):
    page = results_of(you)
    first, *_ = values(page, "Abstract")

    you.clicks("Abstract", on=page, value=first)
    shown = you.waits_for_modal("How to cite")
    assert "Previous hit" not in str(shown.blocks)
    assert "@inproceedings{" in shown.shown or "@misc{" in shown.shown
    assert "Related papers" in shown.shown

    you.clicks("Next hit", on=shown)
    onwards = you.waits_for_modal("Previous hit")
    assert onwards.title != shown.title

    you.clicks("Previous hit", on=onwards)
    assert you.modal.title == shown.title


def test_a_hit_beyond_the_page_is_reached_from_the_modal(you):
    page = results_of(you)
    last = values(page, "Abstract")[-1]
    you.clicks("Abstract", on=page, value=last)
    shown = you.waits_for_modal("How to cite")

    you.clicks("Next hit", on=shown)

    you.waits_for_modal("Previous hit")
    assert you.modal.title != shown.title


def test_a_related_paper_opens_in_the_same_modal(you):
    page = results_of(you)
    you.clicks("Abstract", on=page, value=values(page, "Abstract")[0])
    shown = you.waits_for_modal("Related papers")

    you.clicks("abstract.open", on=shown)

    assert you.modal.title != shown.title
    assert "How to cite" in you.modal.shown


def test_saving_shows_that_it_worked_and_twice_is_once(you, stranger):
    page = results_of(you)
    wanted = values(page, "Save")[0]

    you.clicks("Save", on=page, value=wanted)
    you.clicks("Save", on=page, value=wanted)

    saved = you.waits_for("Saved: on your list", in_="general")
    assert saved.ts == page.ts
    assert saved.buttons.count("Unsave") == 1
    you.types("/icml saved", in_="general")
    assert "1 paper, the newest first" in you.waits_for("Your list, which only you can see", in_="general").shown
    stranger.types("/icml saved", in_="general")
    assert "no papers yet" in stranger.waits_for("Your list", in_="general").shown
    assert "Saved:" not in results_of(stranger).shown


def test_what_is_saved_is_taken_off_again(you):
    page = results_of(you)
    you.clicks("Save", on=page, value=values(page, "Save")[0])
    saved = you.waits_for("Saved: on your list", in_="general")

    you.clicks("Unsave", on=saved)

    you.reads("general")
    assert "Unsave" not in you.waits_for("for multi-task", in_="general").buttons


def test_what_is_saved_for_the_group_is_on_everybodys_cards_with_the_name(you, stranger):
    page = results_of(you)
    handle = page.shown.partition("(p")[2].partition(")")[0]

    you.selects("Save for the group", in_="card.more", on=page)
    assert "is on the group's list" in you.waits_for("Saved", in_="general").shown

    theirs = results_of(stranger)
    assert "Saved: on the group's list, by" in theirs.shown
    stranger.types("/icml saved group", in_="general")
    listed = stranger.waits_for("The group's list: 1 paper", in_="general")
    assert f"p{handle}" in listed.shown


def test_two_members_who_save_the_same_for_the_group_save_it_once(you, stranger):
    mine, theirs = results_of(you), results_of(stranger)

    you.selects("Save for the group", in_="card.more", on=mine)
    you.waits_for("is on the group's list", in_="general")
    stranger.selects("Save for the group", in_="card.more", on=theirs)

    assert "It is saved already" in stranger.waits_for("is on the group's list", in_="general").shown


def test_the_modal_saves_too(you):
    page = results_of(you)
    you.clicks("Abstract", on=page, value=values(page, "Abstract")[0])
    shown = you.waits_for_modal("How to cite")

    you.clicks("Save", on=shown)
    again = you.waits_for_modal("Saved: on your list")
    you.clicks("Unsave", on=again)

    assert "Saved:" not in you.modal.shown


@pytest.mark.parametrize("from_modal", [False, True])
def test_a_paper_is_shared_with_a_note_for_all_to_see_and_taken_back(you, stranger, from_modal):
    page = results_of(you)
    if from_modal:
        you.clicks("Abstract", on=page, value=values(page, "Abstract")[0])
        you.clicks("Share…", on=you.waits_for_modal("How to cite"))
    else:
        you.clicks("Share", on=page, value=values(page, "Share")[0])
    asks = you.waits_for_modal("A note")

    you.submits(asks, {"A note": "For Monday <!channel>"})

    shared = stranger.waits_for("shares a paper", in_="general")
    assert "For Monday" in shared.shown
    assert "<!channel>" not in shared.text
    assert {"Abstract", "Save", "Similar", "Remove"} <= set(shared.buttons)

    stranger.clicks("Save", on=shared)
    assert "is on your list" in stranger.waits_for("Saved", in_="general").shown
    stranger.clicks("Remove", on=shared)
    stranger.waits_for("Only the one who asked for this, or my keeper, can remove it", in_="general")
    you.clicks("Remove", on=shared)
    you.reads("general")
    assert "shares a paper" not in stranger.reads("general").shown


def test_sharing_works_where_the_bot_is_no_member(you, workspace):
    page = results_of(you, in_="random")
    you.clicks("Share", on=page, value=values(page, "Share")[0])
    you.submits(you.waits_for_modal("A note"), {})

    assert not you.waits_for("shares a paper", in_="random").ephemeral


def test_sharing_from_an_answer_that_is_too_old_says_what_to_do(you, workspace, clock):
    page = results_of(you, in_="random")
    you.clicks("Share", on=page, value=values(page, "Share")[0])
    asks = you.waits_for_modal("A note")
    clock.move(timedelta(minutes=31))

    you.submits(asks, {})

    assert "Invite me there" in you.waits_for("I could not share", in_="bot").shown


def test_similar_papers_come_to_the_member_alone(you, stranger):
    page = results_of(you)
    you.clicks("Similar", on=page, value=values(page, "Similar")[0])

    found = you.waits_for("similar to", in_="general")
    assert found.ephemeral
    assert found.ts != page.ts
    you.clicks("Save", on=found, value=values(found, "Save")[1])
    assert you.waits_for("Saved: on your list", in_="general").ts == found.ts


def test_a_search_is_narrowed_and_taken_wide_again(you):
    page = results_of(you, "learning")
    offered = you.looks_for_options("code", in_="Narrow or sort", on=page)
    assert any(option.startswith("With code") for option in offered)
    assert you.looks_for_options("zzz", in_="Narrow or sort", on=page) == []


def test_a_card_in_a_thread_is_for_all_and_answers_each_alone(you, stranger):
    you.mentions("model merging", in_="general")
    answer = stranger.waits_for("MetaMerging", in_="general")

    stranger.clicks("Save", on=answer, value=values(answer, "Save")[0])

    told = stranger.waits_for("is on your list", in_="general")
    assert told.ephemeral
    assert "Unsave" not in you.waits_for("MetaMerging", in_="general").buttons


def test_the_one_who_asked_removes_the_answer(you, stranger):
    you.mentions("model merging", in_="general")
    answer = you.waits_for("MetaMerging", in_="general")
    stranger.clicks("Remove", on=answer)
    stranger.waits_for("Only the one who asked", in_="general")

    you.clicks("Remove", on=answer)

    you.reads("general")
    assert "MetaMerging" not in stranger.reads("general").shown


def shared(you):
    page = results_of(you)
    you.clicks("Share", on=page, value=values(page, "Share")[0])
    you.submits(you.waits_for_modal("A note"), {})
    return you.waits_for("shares a paper", in_="general")


def test_a_shared_card_is_spoken_of_in_its_thread_after_a_restart(you, stranger, workspace, bot):
    card = shared(you)
    handle = values(card, "Abstract")[0].partition('"paper":"')[2].partition('"')[0]
    you.reads("general")
    bot.restart()
    workspace.wait_connected()

    stranger.mentions("does it have code?", in_="general", thread=card)

    assert handle in stranger.waits_for("code", in_="general", thread=card, by="icml").shown


def test_a_card_that_is_shared_in_a_thread_is_one_of_those_that_stand_there(you, stranger, workspace, bot):
    root = you.mentions("which papers are about multi-task learning?", in_="general")
    listed = you.waits_for("[1]", in_="general")
    you.clicks(next(one for one in listed.buttons if one.startswith("All ")), on=listed)
    page = you.waits_for("1–5 of", in_="general")
    you.clicks("Share", on=page, value=values(page, "Share")[4])
    you.submits(you.waits_for_modal("A note"), {})
    card = you.waits_for("shares a paper", in_="general")
    assert card.thread == root.ts
    handle = values(card, "Abstract")[0].partition('"paper":"')[2].partition('"')[0]
    you.reads("general")
    bot.restart()
    workspace.wait_connected()

    stranger.mentions("does it have code?", in_="general", thread=root)

    workspace.settled()
    assert handle in stranger.sees("general").in_thread(root).last.shown


def test_where_the_bot_is_no_member_a_card_is_shared_by_the_response_address(you, workspace, wiring):
    page = results_of(you, in_="random")
    you.clicks("Share", on=page, value=values(page, "Share")[0])
    you.submits(you.waits_for_modal("A note"), {})

    card = you.waits_for("shares a paper", in_="random")

    (tried,) = [one.answer for one in workspace.calls if one.method == "chat.postMessage"]
    assert tried["error"] == "not_in_channel"
    assert [one.ts for one in you.sees("random").messages if "shares a paper" in one.shown] == [card.ts]
