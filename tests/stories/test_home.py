"""The App Home and the shortcuts, as members use them."""

from handlers.model import GROUP

WORKSPACE = "T0LOCALTEAM"


def values(seen, action):
    actions = (block for block in seen.blocks if block["type"] == "actions")
    return [one["value"] for block in actions for one in block["elements"] if one["action_id"] == action]


def channel(workspace, name):
    return workspace.inside.state.channel_named(name).id


def typed_in_home(you, query):
    home = you.opens_home()
    you._act(home, "home.search", {"type": "plain_text_input", "action_id": "home.search"}, {"value": query})


def test_the_first_visit_shows_what_to_try_and_what_is_known(you, workspace):
    home = you.opens_home()

    assert "Three things to try" in home.shown
    assert "ICML 2026: 53 papers" in home.shown

    you.clicks("home.try.0", on=home)
    assert "MetaMerging" in you.waits_for_modal("for model merging").shown
    workspace.settled()  # the Home is drawn again after it
    assert "Your last searches" in you.home.shown


def test_the_search_box_finds_papers_in_a_modal_whose_cards_work(you):
    typed_in_home(you, "multi-task")
    found = you.waits_for_modal("1–5 of")

    you.clicks("Next", on=found)
    found = you.waits_for_modal("6–10 of")
    you.clicks("card.save", on=found, value=values(found, "card.save")[0])
    found = you.waits_for_modal("Saved: on your list")
    you.selects("Save for the group", in_="card.more", on=found)
    found = you.waits_for_modal("on the group's list")
    you.clicks("Abstract", on=found, value=values(found, "card.abstract")[0])
    assert "Next hit" in str(you.waits_for_modal("How to cite").blocks)

    home = you.opens_home()
    assert home.shown.count("1 paper.") == 2


def test_what_is_found_in_the_home_is_shared_into_a_channel_that_is_chosen(you, stranger, workspace):
    typed_in_home(you, "multi-task")
    found = you.waits_for_modal("1–5 of")
    you.clicks("Share", on=found, value=values(found, "card.share")[0])
    asks = you.waits_for_modal("A note")

    you.submits(asks, {"Channel": channel(workspace, "general"), "A note": "Look"})

    assert "Look" in stranger.waits_for("shares a paper", in_="general").shown


def test_sharing_into_a_channel_where_the_bot_is_not_says_what_to_do(you, workspace):
    typed_in_home(you, "multi-task")
    found = you.waits_for_modal("1–5 of")
    you.clicks("Share", on=found, value=values(found, "card.share")[0])

    you.submits(you.waits_for_modal("A note"), {"Channel": channel(workspace, "random")})

    assert "Invite me there" in you.waits_for("I could not share", in_="bot").shown


def test_the_lists_open_in_a_modal(you):
    typed_in_home(you, "multi-task")
    found = you.waits_for_modal("1–5 of")
    you.clicks("card.save", on=found, value=values(found, "card.save")[0])
    you.waits_for_modal("Saved: on your list")

    you.clicks("Open the list", on=you.opens_home())

    listed = you.waits_for_modal("1 paper, the newest first")
    you.clicks("Unsave", on=listed)
    assert "no papers yet" in you.waits_for_modal("no papers yet").shown


def test_a_query_without_words_is_answered_in_words(you):
    typed_in_home(you, "?!")

    you.waits_for_modal("has no words to search for")


def test_the_chosen_corpus_is_where_searches_look(you, wiring):
    home = you.opens_home()
    you.selects("ICML 2026", in_="home.corpus", on=home)

    assert you.home
    assert wiring.reading.choice(WORKSPACE, you.id, "corpus") == "icml2026"
    you.types("/icml multi-task", in_="general")
    assert "ICML 2026" in you.reads("general").last.shown
    wiring.library.rename_corpus("icml2026", "Other", "other")
    you.types("/icml multi-task", in_="general")
    assert "Other" in you.reads("general").last.shown


def test_a_name_that_is_not_to_be_shown_is_not(you, stranger):
    typed_in_home(you, "multi-task")
    found = you.waits_for_modal("1–5 of")
    you.selects("Save for the group", in_="card.more", on=found)
    you.waits_for_modal("on the group's list, by")

    you.selects([], in_="home.name", on=you.opens_home())
    you.opens_home()

    stranger.types("/icml multi-task", in_="general")
    shown = stranger.reads("general").last.shown
    assert "on the group's list" in shown
    assert "on the group's list, by" not in shown


def test_forgetting_deletes_what_is_mine_and_says_how_much(you, stranger, wiring):
    typed_in_home(you, "multi-task")
    found = you.waits_for_modal("1–5 of")
    you.clicks("card.save", on=found, value=values(found, "card.save")[0])
    found = you.waits_for_modal("Saved: on your list")
    you.selects("Save for the group", in_="card.more", on=found)
    you.waits_for_modal("on the group's list")

    you.clicks("Forget me", on=you.opens_home())

    home = you.home
    assert "1 saved paper, 1 search, 0 settings deleted" in home.shown
    assert "The group's list keeps 1 paper of yours, without your name" in home.shown
    assert "Three things to try" in home.shown
    (left,) = wiring.reading.saved(WORKSPACE, GROUP)
    assert left.member == ""


def test_papers_are_found_about_a_message_whose_words_can_be_changed(you):
    message = you.types("What about multi-task & <merging>?", in_="general")
    you.uses_shortcut("find_papers_about", on=message)
    asks = you.waits_for_modal("Find papers about")
    assert "What about multi-task & <merging>?" in str(asks.blocks)

    you.submits(asks, {"Find papers about": "multi-task"})

    assert "1–5 of" in you.waits_for_modal("for multi-task").shown


def test_papers_are_searched_for_from_anywhere(you):
    you.uses_shortcut("search_papers")
    you.submits(you.waits_for_modal("Find papers about"), {"Find papers about": "grokking"})

    you.waits_for_modal("for grokking")


def test_papers_that_a_message_names_are_saved(you, stranger, wiring):
    code = next(paper.code for paper in wiring.library.every() if paper.code)
    message = stranger.types(
        f"Read p17 and P17, {code} and https://openreview.net/forum?id=none, p99999", in_="general"
    )

    you.uses_shortcut("save_papers_mentioned", on=message)

    told = you.waits_for_modal("of this message are on your list")
    assert "2 papers" in told.shown
    assert "2 links or handles are of no paper" in told.shown
    assert "(p17)" in told.shown
    assert len(wiring.reading.saved(WORKSPACE, you.id)) == 2
    assert wiring.reading.saved(WORKSPACE, stranger.id) == ()


def test_a_message_that_names_no_papers_says_so(you):
    you.uses_shortcut("save_papers_mentioned", on=you.types("Nothing here", in_="general"))

    you.waits_for_modal("names no paper that I know")
