"""A modal never waits for ever: whatever happens, it says what happened."""

import re

import pytest

from bot.workspace.faults import Refused
from index.errors import UnknownPaper
from tests.stories.test_cards import results_of, values
from tests.stories.test_digests import asks_for_set_up, option, sets_up, types
from tests.stories.test_home import typed_in_home

DOORS = ("paper", "paper_at", "paper_with_key", "search", "related", "corpora", "facets", "pick", "themes")


def abstract(you):
    page = results_of(you)
    you.clicks("Abstract", on=page, value=values(page, "Abstract")[0])
    return you.waits_for_modal("How to cite")


def listed(you):
    typed_in_home(you, "multi-task")
    return you.waits_for_modal("1–5 of")


def saved(you):
    page = results_of(you)
    you.clicks("Save", on=page, value=values(page, "Save")[0])
    return you.waits_for("Saved: on your list", in_="general")


def search_in(you, home):
    box = {"type": "plain_text_input", "action_id": "home.search"}
    you._act(home, "home.search", box, {"value": "merging"})


def topic(you):
    you.clicks("New topic…", on=types(you, "topics", "for all channels"))
    return you.waits_for_modal("Like these papers")


def digest_in_home(you):
    sets_up(you)
    return you.opens_home()


DIGEST = {"Topic": "Model merging", "Time zone": option("Europe/Berlin")}

# What stands before, and what is done then.
WAYS = {
    "an abstract": (results_of, lambda you, on: you.clicks("Abstract", on=on, value=values(on, "Abstract")[0])),
    "the next hit": (abstract, lambda you, on: you.clicks("Next hit", on=on)),
    "a related paper": (abstract, lambda you, on: you.clicks("abstract.open", on=on)),
    "saving in a modal": (abstract, lambda you, on: you.clicks("Save", on=on)),
    "saving for the group in a modal": (abstract, lambda you, on: you.clicks("abstract.group", on=on)),
    "sharing": (results_of, lambda you, on: you.clicks("Share", on=on, value=values(on, "Share")[0])),
    "sharing from a modal": (abstract, lambda you, on: you.clicks("Share…", on=on)),
    "searching in the Home": (lambda you: you.opens_home(), search_in),
    "trying in the Home": (lambda you: you.opens_home(), lambda you, on: you.clicks("home.try.0", on=on)),
    "a list in the Home": (
        lambda you: saved(you) and you.opens_home(),
        lambda you, on: you.clicks("Open the list", on=on),
    ),
    "a note": (saved, lambda you, on: you.selects("My note and tags…", in_="card.more", on=on)),
    "the search shortcut": (
        lambda you: you.uses_shortcut("search_papers") or you.waits_for_modal("Find papers"),
        lambda you, on: you.submits(on, {"search.query": "merging"}),
    ),
    "saving what a message names": (
        lambda you: you.types("see p3", in_="general"),
        lambda you, on: you.uses_shortcut("save_papers_mentioned", on=on),
    ),
    "the next page in a modal": (listed, lambda you, on: you.clicks("Next", on=on)),
    "similar papers in a modal": (listed, lambda you, on: you.clicks("Similar", on=on, value=values(on, "Similar")[0])),
    "setting up a digest": (
        lambda you: types(you, "digest", "No digest comes here yet"),
        lambda you, on: you.clicks("Set up a digest…", on=on),
    ),
    "what a digest would pick": (asks_for_set_up, lambda you, on: you.clicks("digest.form.look", on=on)),
    "a digest that is set up": (asks_for_set_up, lambda you, on: you.submits(on, DIGEST)),
    "a digest in the Home": (digest_in_home, lambda you, on: you.clicks("Open", on=on)),
    "a new topic": (
        lambda you: types(you, "topics", "for all channels"),
        lambda you, on: you.clicks("New topic…", on=on),
    ),
    "what a topic picks": (topic, lambda you, on: you.clicks("topic.look", on=on)),
    "a topic that is kept": (topic, lambda you, on: you.submits(on, {"Name": "Grokking", "Words": "grokking"})),
    "saving in a list in a modal": (listed, lambda you, on: you.clicks("Save", on=on, value=values(on, "Save")[0])),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_after_an_unforeseen_fault_a_modal_says_so_with_the_reference(you, wiring, monkeypatch, capfd, way):
    before, act = way
    on = before(you)
    for door in DOORS:
        monkeypatch.setattr(type(wiring.library), door, lambda *_, **__: 1 / 0)

    act(you, on)

    shown = you.waits_for_modal("Something broke on my side", within=15).shown
    assert "One moment" not in shown
    (reference,) = re.findall(r"tell my keeper ([0-9a-f]{6})\.", shown)
    assert reference in "".join(capfd.readouterr())


@pytest.mark.parametrize("way", ["an abstract", "sharing", "a note", "saving what a message names"])
def test_a_view_that_slack_refuses_leaves_no_modal_waiting(you, workspace, way):
    before, act = WAYS[way]
    on = before(you)
    workspace.inside.faults.answers("views.update", Refused("invalid_arguments"))

    act(you, on)

    assert you.waits_for_modal("Something broke on my side", within=15)


def test_a_paper_that_is_gone_is_told_in_the_modal(you, wiring, monkeypatch):
    page = results_of(you)

    def gone(_, handle):
        raise UnknownPaper(handle)

    monkeypatch.setattr(type(wiring.library), "paper", gone)
    you.clicks("Abstract", on=page, value=values(page, "Abstract")[0])

    assert "p" in you.waits_for_modal("Not possible").shown


def test_where_nothing_can_be_put_upon_a_modal_it_says_so_itself(you, workspace, wiring, monkeypatch):
    found = listed(you)
    workspace.inside.faults.answers("views.push", Refused("expired_trigger_id"))
    monkeypatch.setattr(type(wiring.library), "search", lambda *_, **__: 1 / 0)

    you.clicks("Next", on=found)

    assert you.waits_for_modal("Something broke on my side", within=15)
