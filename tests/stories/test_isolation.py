"""A second workspace of the same bot tries to see something of the first, in which every id is the same as its own."""

import json
import logging
import urllib.parse
from datetime import timedelta

import pytest

from bot.serve.health import Health, checks_of
from bot.tick import tick
from handlers.model import GROUP, Feedback
from tests.many import ONE, OTHER, rows_of
from tests.processes import looked_at, until
from tests.switchboard import SIGNING_SECRET
from tests.web import at_an_address, posted

SECRET_NOTE = "Ask the author at the poster"


@pytest.fixture
def first(installed, places):
    """The first workspace."""
    return places[0]


@pytest.fixture
def second(installed, places):
    return places[1]


@pytest.fixture
def mine(first):
    return first.member("You")


@pytest.fixture
def theirs(second, mine):
    member = second.member("You")
    assert member.id == mine.id
    return member


@pytest.fixture
def kept(mine, many):
    """What the first workspace has: a list of its own, the group's, a search, an answer in a thread."""
    mine.types("/icml multi-task", in_="general")
    page = mine.waits_for("1–5 of", in_="general")
    mine.clicks("Save", on=page)
    until(lambda: many.memory.reading_lists.count(ONE, mine.id) == 1)
    page = mine.waits_for("Saved: on your list", in_="general")
    mine.selects("Save for the group", in_="card.more", on=page)
    until(lambda: many.memory.reading_lists.count(ONE, GROUP) == 1)
    (saved,) = many.memory.reading_lists.of(ONE, mine.id)
    many.memory.reading_lists.annotate(ONE, mine.id, saved.key, note=SECRET_NOTE, tags=("poster",), done=False)
    return saved


def types(member, typed, wanted):
    member.types(f"/icml {typed}", in_="general")
    return member.waits_for(wanted, in_="general")


def signed(address, payload):
    """A crafted interaction, with Slack's signature."""
    body = urllib.parse.urlencode({"payload": json.dumps(payload)}).encode()
    return posted(f"{address}/slack/events", body, SIGNING_SECRET, kind="application/x-www-form-urlencoded")


def at_the_same_moment(first, second):
    """Let the next messages of both have the same ts."""
    ahead = max(int(one.inside.clock.now().timestamp() * 1_000_000) for one in (first, second)) + 120_000_000
    for one in (first, second):
        one.inside.state._last_ts = ahead


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("saved", "no papers yet"),
        ("saved group", "no papers yet"),
        ("saved export bibtex", "no papers yet"),
        ("saved group export csv", "no papers yet"),
        ("recent", "no"),
    ],
)
def test_lists_files_and_searches_of_the_first_are_not_there(kept, theirs, typed, wanted):
    shown = types(theirs, typed, "").shown.lower() if wanted == "no" else types(theirs, typed, wanted).shown

    assert kept.headline not in shown
    assert "multi-task" not in shown


def test_no_card_shows_where_the_first_keeps_it(kept, theirs):
    page = types(theirs, "multi-task", "1–5 of")

    assert "on your list" not in page.shown
    assert "on the group's list" not in page.shown


def test_no_home_shows_what_the_first_keeps(kept, mine, theirs):
    assert "multi-task" in mine.opens_home().shown
    home = theirs.opens_home().shown

    assert "multi-task" not in home
    assert kept.headline not in home


def test_a_button_that_carries_the_firsts_things_acts_on_the_seconds_alone(kept, installed, first, second, many):
    """A click as it was told in the first, told of the second: saving, and opening the first's lists."""
    (save,) = [
        one.payload for one in first.envelopes if one.kind == "interactive" and "card.save" in json.dumps(one.payload)
    ][:1]
    before = rows_of(many, ONE)
    crafted = {**save, "team": {"id": OTHER, "domain": "other"}, "trigger_id": "1.2.crafted"}
    del crafted["response_url"]

    assert signed(installed, crafted)[0] == 200

    until(lambda: many.memory.reading_lists.count(OTHER, kept.member) == 1)
    assert rows_of(many, ONE) == before
    (saved,) = many.memory.reading_lists.of(OTHER, kept.member)
    assert saved.note == ""


def test_a_list_that_is_opened_from_the_home_is_the_seconds_own(kept, theirs):
    """What the Home's button carries is whose list it is: mine or the group's, and of no workspace."""
    home = theirs.opens_home()
    buttons = [one for block in home.blocks if block["type"] == "actions" for one in block["elements"]]
    for one in buttons:
        if one["action_id"].startswith("home.list"):
            theirs.clicks(one["action_id"], on=home)
            modal = theirs.waits_for_modal("")
            assert kept.headline not in modal.shown
            assert SECRET_NOTE not in str(modal.blocks)


def test_a_modals_metadata_of_the_first_opens_nothing_of_it(kept, installed, first, mine, second, theirs, many):
    page = types(mine, "saved", "1 paper, the newest first")
    mine.selects("My note and tags…", in_="card.more", on=page)
    theirs_before = rows_of(many, OTHER)
    modal = mine.waits_for_modal("Only you see it.")
    mine.submits(modal, {"Note": SECRET_NOTE + "!"})
    until(lambda: SECRET_NOTE + "!" in rows_of(many, ONE))
    (sent,) = [one.payload for one in first.envelopes if one.payload.get("type") == "view_submission"]
    crafted = json.loads(json.dumps(sent).replace(ONE, OTHER)) | {"trigger_id": "1.2.crafted"}

    signed(installed, crafted)

    second.settled(patience=0)
    before = [line for line in theirs_before.splitlines() if line.startswith("saved ")]
    assert [line for line in rows_of(many, OTHER).splitlines() if line.startswith("saved ")] == before


def test_a_thread_with_the_same_ids_is_another_thread(first, second, mine, theirs, many):
    at_the_same_moment(first, second)
    asked = mine.mentions("which papers are about grokking?", in_="general")
    answer = mine.waits_for("grokking", in_="general", by="icml")
    until(lambda: many.memory.threads.of_thread(ONE, asked.channel, asked.ts).posts)
    other = theirs.mentions("pruning", in_="general")
    theirs.waits_for("for pruning", in_="general")
    until(lambda: many.memory.threads.of_thread(OTHER, other.channel, other.ts).posts)
    assert (other.channel, other.ts) == (asked.channel, asked.ts)

    assert answer.thread == asked.ts
    mine_papers = [post.papers for post in many.memory.threads.of_thread(ONE, asked.channel, asked.ts).posts]
    their_papers = [post.papers for post in many.memory.threads.of_thread(OTHER, asked.channel, asked.ts).posts]
    assert mine_papers
    assert their_papers
    assert mine_papers != their_papers


def test_the_same_message_id_in_both_is_answered_in_both(first, second, mine, theirs):
    at_the_same_moment(first, second)
    asked = mine.mentions("grokking", in_="general")
    assert mine.waits_for("for grokking", in_="general").thread == asked.ts
    again = theirs.mentions("grokking", in_="general")

    assert (again.channel, again.ts) == (asked.channel, asked.ts)
    assert theirs.waits_for("for grokking", in_="general").thread == asked.ts


def test_a_deleted_question_takes_away_the_answer_of_its_own_workspace_alone(first, second, mine, theirs, many):
    at_the_same_moment(first, second)
    asked, answers = [], []
    for member, team in ((mine, ONE), (theirs, OTHER)):
        asked.append(member.writes_to_bot("grokking"))
        answers.append(member.waits_for("for grokking", in_="bot"))
        until(lambda team=team: many.memory.threads.answer_to(team, asked[-1].channel, asked[-1].ts))
    assert asked[0].ts == asked[1].ts

    theirs.deletes(asked[1])

    until(lambda: "for grokking" not in str([one.text for one in theirs.sees("bot").messages]))
    assert "for grokking" in str([one.text for one in mine.sees("bot").messages])
    assert many.memory.threads.answer_to(ONE, asked[0].channel, asked[0].ts)


def test_feedback_about_the_same_id_is_of_each_workspace(first, second, mine, theirs, many):
    about = Feedback("answer", "C1:1.2", mine.id, helpful=True)
    many.opinions.put(ONE, about)

    assert many.opinions.get(OTHER, "answer", "C1:1.2", mine.id) is None
    many.opinions.take_back(OTHER, "answer", "C1:1.2", mine.id)
    assert many.opinions.get(ONE, "answer", "C1:1.2", mine.id) == about


def test_who_is_forgotten_in_the_second_is_remembered_in_the_first(kept, mine, theirs, many):
    types(theirs, "grokking", "for grokking")
    before = rows_of(many, ONE)
    home = theirs.opens_home()

    theirs.clicks("home.forget", on=home)

    until(lambda: not many.memory.members.searches(OTHER, theirs.id))
    assert rows_of(many, ONE) == before


def test_what_a_workspace_or_a_member_has_chosen_is_its_own(mine, many, clock):
    many.memory.settings.put(ONE, "corpus", '"icml2026"', clock.now())
    many.memory.members.choose(ONE, mine.id, "corpus", "icml2026", now=clock.now())

    assert many.memory.settings.get(OTHER, "corpus") == ""
    assert many.memory.members.choice(OTHER, mine.id, "corpus") == ""


def test_keepers_are_of_one_workspace(installed, mine, many, web):
    """An id of the settings would be somebody else's in the other workspace, so each has who installed it."""
    assert many.desk.keepers == frozenset()
    keepers = {one.workspace: one.keepers for one in web.workspaces.all()}
    assert keepers == {ONE: frozenset({mine.id}), OTHER: frozenset({mine.id})}


def test_every_call_for_a_workspace_carries_its_own_token(first, second, mine, theirs):
    for member in (mine, theirs):
        member.mentions("grokking", in_="general")
        member.waits_for("for grokking", in_="general")

    first.inside.bot_token = "xoxb-of-nobody"  # whoever calls with the first's token is nobody now
    calls = len(second.calls)
    mine.mentions("pruning", in_="general")
    theirs.mentions("unlearning", in_="general")
    theirs.waits_for("for unlearning", in_="general")
    first.settled(within=20, patience=0)

    posted_there = [one.arguments.get("text", "") for one in second.calls[calls:] if one.method == "chat.postMessage"]
    assert posted_there
    assert not [text for text in posted_there if "pruning" in text]


def test_a_workspace_that_did_not_install_the_app_is_let_in_nowhere(kept, installed, first, many):
    before = rows_of(many)
    (command,) = [one.payload for one in first.envelopes if one.kind == "slash_commands"][:1]
    crafted = {**command, "team_id": "T0THIRD", "text": "saved", "trigger_id": "9.9.crafted"}
    del crafted["response_url"]

    status, said = posted(
        f"{installed}/slack/events",
        urllib.parse.urlencode(crafted).encode(),
        SIGNING_SECRET,
        kind="application/x-www-form-urlencoded",
    )

    assert (status, "not installed" in said) == (200, True)
    assert rows_of(many) == before


def test_what_is_forged_without_slacks_secret_is_refused(kept, installed, first, many):
    before = rows_of(many)
    (command,) = [one.payload for one in first.envelopes if one.kind == "slash_commands"][:1]
    body = urllib.parse.urlencode({**command, "trigger_id": "9.9.forged"}).encode()

    assert posted(f"{installed}/slack/events", body, "guessed", kind="application/x-www-form-urlencoded")[0] == 401
    assert rows_of(many) == before


def test_metrics_and_logs_name_no_member_channel_or_query(kept, theirs, many, web, caplog, capsys):
    with caplog.at_level(logging.INFO):
        theirs.mentions("which papers need quokkas?", in_="general")
        theirs.waits_for("", in_="general", by="icml")
        types(theirs, "unlearning", "for unlearning")
    with at_an_address(Health(many, checks_of(many, web.duties))) as health:
        metrics = looked_at(int(health.rpartition(":")[2]), "/metrics")[1]

    assert 'icml_searches_total{outcome="found"}' in metrics
    channel = theirs.sees("general").messages[-1].channel
    ours = [line.getMessage() for line in caplog.records if line.name.startswith(("bot", "handlers", "index"))]
    written = metrics + "\n".join(ours) + "".join(capsys.readouterr())
    for told in ("multi-task", "quokkas", "unlearning", theirs.id, channel, kept.headline, SECRET_NOTE):
        assert told not in written
    assert ONE not in metrics
    assert OTHER not in metrics


def test_what_is_forgotten_with_time_is_so_in_each_alone(kept, first, second, theirs, many, clock):
    types(theirs, "grokking", "for grokking")
    many.memory.departures.left(OTHER, now=clock.now())
    clock.move(timedelta(days=31))
    before = [line for line in rows_of(many, ONE).splitlines() if not line.startswith(("events ", "posts "))]

    tick(many, clock.now(), ())

    assert rows_of(many, OTHER) == ""
    after = [line for line in rows_of(many, ONE).splitlines() if not line.startswith(("events ", "posts "))]
    assert after == before
