"""What a member keeps: lists, notes, last searches, files; and that nobody else sees it."""

import pytest


def found(you, query="multi-task"):
    you.types(f"/icml {query}", in_="general")
    return you.reads("general").last


def button_values(message, action):
    actions = (block for block in message.blocks if block["type"] == "actions")
    return [one["value"] for block in actions for one in block["elements"] if one["action_id"] == action]


def saves(you, how_many, query="multi-task"):
    page = found(you, query)
    for value in button_values(page, "card.save")[:how_many]:
        you.clicks("card.save", on=page, value=value)
    you.reads("general")


def option(value):
    """One of those that the menu offers, as it comes back."""
    return {"text": {"type": "plain_text", "text": value}, "value": value}


def shows(you, typed, text):
    you.reads("general")  # what was clicked before is done
    you.types(f"/icml {typed}", in_="general")
    shown = you.reads("general").last
    assert text in shown.shown
    return shown


def test_a_list_has_pages_and_loses_what_is_taken_off(you):
    saves(you, 5)
    page = found(you)
    you.clicks("Next", on=page)
    page = you.waits_for("6–10 of", in_="general")
    you.clicks("card.save", on=page, value=button_values(page, "card.save")[0])
    first = shows(you, "saved", "1–5 of 6 papers")
    assert first.ephemeral

    you.clicks("Next", on=first)
    last = you.waits_for("6–6 of 6 papers", in_="general")
    you.clicks("Unsave", on=last)

    left = you.waits_for("5 papers, the newest first", in_="general")
    assert left.ts == first.ts


def test_a_note_tags_and_a_done_mark_stand_beside_a_paper(you, stranger):
    saves(you, 1)
    listed = shows(you, "saved", "1 paper, the newest first")

    you.selects("My note and tags…", in_="card.more", on=listed)
    asks = you.waits_for_modal("Only you see it.")
    you.submits(
        asks, {"Note": "Ask for *the* code", "Tags, with spaces between them": "merging, vision", "Done": ["Read"]}
    )
    you.reads("general")

    again = shows(you, "saved", "Ask for *the* code")
    assert "tags: merging, vision" in again.shown
    assert "read" in again.shown
    you.selects("My note and tags…", in_="card.more", on=again)
    assert "merging vision" in str(you.waits_for_modal("Only you see it.").blocks)
    assert "Ask for" not in stranger.reads("general").shown


def test_a_note_beside_a_paper_that_was_taken_off_meanwhile_says_so(you):
    saves(you, 1)
    listed = shows(you, "saved", "1 paper, the newest first")
    you.clicks("Unsave", on=listed)
    you.waits_for("no papers yet", in_="general")
    # The menu of an older copy of the list, as it may stand in another window.
    saves(you, 1)
    listed = shows(you, "saved", "1 paper, the newest first")
    you.selects("My note and tags…", in_="card.more", on=listed)
    asks = you.waits_for_modal("Only you see it.")
    you.clicks("Unsave", on=listed)
    you.waits_for("no papers yet", in_="general")

    you.submits(asks, {"Note": "too late"})

    assert "not on that list any more" in you.waits_for("nothing to note", in_="bot").shown


@pytest.mark.parametrize(
    ("form", "file", "has"),
    [
        ("bibtex", "saved.bib", "@"),
        ("ris", "saved.ris", "TY  - "),
        ("csv", "saved.csv", "handle,title"),
        ("md", "saved.md", "- **"),
    ],
)
def test_a_list_is_sent_as_a_file_to_the_member_alone(you, stranger, workspace, form, file, has):
    saves(you, 2)

    assert file in shows(you, f"saved export {form}", "2 papers as").shown

    (sent,) = you.reads("bot").last.files
    assert sent["name"] == file
    assert has in workspace.inside.uploads[sent["id"]]["bytes"].decode("utf-8-sig")
    assert not stranger.reads("bot").shown
    assert not any(one.files for one in stranger.reads("general").messages)


def test_an_empty_list_is_not_sent(you):
    assert "no papers yet" in shows(you, "saved export bibtex", "Your list").shown
    assert "no papers yet" in shows(you, "saved group export csv", "The group's list").shown


def test_the_last_searches_are_run_again_and_are_nobody_elses(you, stranger):
    found(you, "multi-task")
    found(you, "learning")
    listed = shows(you, "recent", "Your last searches")
    assert listed.buttons == ["learning", "multi-task"]

    you.clicks("multi-task", on=listed)

    (again,) = [one for one in you.reads("general").messages if one.ts == listed.ts]
    assert "for multi-task" in again.shown
    assert "not searched yet" in shows(stranger, "recent", "You have").shown


def test_random_shows_a_paper_and_random_forests_are_searched_for(you):
    assert "1 paper for p" in shows(you, "random", "1 paper for").shown
    you.types("/icml random forests", in_="general")
    assert "random forests" in you.waits_for("forest", in_="general").shown


def test_privacy_says_what_is_kept(you):
    assert "90 days" in shows(you, "privacy", "What I keep").shown


def test_a_search_is_narrowed_sorted_and_taken_wide_again(you):
    page = found(you, "learning")
    before = page.shown

    offered = you.looks_for_options("", in_="Narrow or sort", on=page)
    assert offered[0] == "Newest first"
    assert any(one.startswith("With code (") for one in offered)
    you.selects(option("has:code"), in_="Narrow or sort", on=page)

    narrowed = you.waits_for("with code", in_="general")
    assert narrowed.ts == page.ts
    assert "Without has:code" in you.looks_for_options("without", in_="Narrow or sort", on=narrowed)
    you.selects(option("-has:code"), in_="Narrow or sort", on=narrowed)
    assert you.reads("general").last.shown == before


def test_a_paper_that_left_the_library_is_named_on_the_list_and_taken_off(you, wiring):
    saves(you, 1)
    wiring.library.remove_corpus("icml2026")
    listed = shows(you, "saved", "not in my library any more")

    you.clicks("Take off the list", on=listed)

    you.waits_for("no papers yet", in_="general")


def test_an_old_card_says_that_its_paper_is_gone(you, wiring):
    page = found(you)
    wiring.library.remove_corpus("icml2026")

    you.clicks("card.save", on=page, value=button_values(page, "card.save")[0])
    assert "No paper has the handle" in you.waits_for("No paper", in_="general").shown
    you.clicks("Abstract", on=page, value=button_values(page, "card.abstract")[0])
    assert "No paper has the handle" in you.waits_for_modal("No paper").shown


def test_cards_of_before_a_restart_still_work(you, bot):
    page = found(you)
    bot.restart()

    you.clicks("card.save", on=page, value=button_values(page, "card.save")[0])

    assert you.waits_for("Saved: on your list", in_="general").ts == page.ts


def test_nothing_that_a_member_types_or_keeps_is_logged(you, caplog):
    caplog.set_level("DEBUG")
    saves(you, 1, "multi-task")
    listed = shows(you, "saved", "1 paper, the newest first")
    you.selects("My note and tags…", in_="card.more", on=listed)
    you.submits(you.waits_for_modal("Only you see it."), {"Note": "zebra secret"})
    you.reads("general")

    assert "multi-task" not in caplog.text
    assert "zebra" not in caplog.text
