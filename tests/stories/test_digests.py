"""Daily papers: set up in a channel, posted in the morning, asked about, judged, paused and told of."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from bot.clock import MovableClock
from bot.digests.posting import EVENT
from bot.tick import tick
from index.importers.base import PaperList
from index.importing import import_lists
from tests.factories import record

MONDAY = datetime(2026, 11, 30, 6, tzinfo=UTC)  # 07:00 in Berlin
BERLIN = {"text": {"type": "plain_text", "text": "Europe/Berlin"}, "value": "Europe/Berlin"}
NAME = "model-merging-here"


@pytest.fixture
def clock():
    return MovableClock(MONDAY)


@pytest.fixture
def goes_on(workspace, bot, wiring, clock):
    """Time passes, and what is due then is done."""

    def later(**by):
        clock.move(timedelta(**by))
        tick(wiring, clock.now(), bot.duties.workspaces.all())

    return later


def shows(you, typed, text, *, in_="general"):
    """What a command shows."""
    you.types(f"/icml {typed}", in_=in_)
    return you.waits_for(text, in_=in_)


def has_topic(you, name="Model merging here", words="model merging"):
    listed = shows(you, "topics", "for all channels")
    you.clicks("New topic…", on=listed)
    you.submits(you.waits_for_modal("One a line"), {"Name": name, "Words": words})
    return you.waits_for_modal("is kept")


def sets_up(you, *, in_="general", **filled):
    you.clicks("Set up a digest…", on=shows(you, "digest", "No digest comes here yet", in_=in_))
    form = you.waits_for_modal("Days off")
    you.submits(form, {"Topic": NAME, "Time zone": BERLIN, "Papers a day, at most": "2"} | filled)
    return you.waits_for_modal("Next:")


def posts(workspace, channel="general"):
    state = workspace.inside.state
    told = state.messages[state.channel_named(channel).id]
    return [one for one in told if (one.metadata or {}).get("event_type") == EVENT and not one.thread_ts]


@pytest.fixture
def digest(you, goes_on):
    """A digest of two papers on model merging, every workday at nine in Berlin."""
    has_topic(you)
    sets_up(you)
    return goes_on


def test_a_digest_is_set_up_and_comes_the_next_morning(you, goes_on, workspace):
    assert "papers on its shelf" in has_topic(you).shown
    assert "Next: Monday 30 November 2026, 09:00" in sets_up(you).shown
    goes_on(minutes=5)
    assert posts(workspace) == []

    goes_on(hours=2)
    goes_on(hours=2)

    post = you.waits_for("Model merging here · Monday 30 November 2026", in_="general")
    assert "Why: it has" in post.shown
    assert "Seen 2 of" in post.shown
    assert len(posts(workspace)) == 1
    goes_on(days=1)
    assert you.waits_for("Tuesday 1 December 2026", in_="general")
    assert len({handle for one in posts(workspace) for handle in re.findall(r"\(p\d+\)", one.text)}) == 4


def test_the_second_pick_can_be_asked_about_also_after_a_restart(you, bot, digest, workspace):
    digest(hours=2, minutes=5)
    post = you.waits_for("Seen 2 of", in_="general")
    second = re.findall(r"\((p\d+)\)", posts(workspace)[0].text)[1]
    bot.restart()
    workspace.wait_connected()

    you.mentions("what is the second one about?", in_="general", thread=post)

    workspace.settled()
    assert f"({second})" in you.reads("general").in_thread(post).last.shown


def test_the_form_shows_what_it_would_pick_and_says_what_is_wrong(you, digest):
    status = shows(you, "digest", "Monday to Friday, at 09:00")
    you.clicks("Change…", on=status)
    form = you.waits_for_modal("Days off")

    you.clicks("Show what it would pick first", on=form)

    assert "on the shelf" in you.waits_for_modal("First:").shown
    you.submits(you.modal, {"Days off": "next week"})
    assert "is no day that I can read" in str(you.modal.errors)


def test_it_is_paused_resumed_skipped_and_stopped(you, digest, workspace):
    status = shows(you, "digest", "Next: Monday")
    you.clicks("Pause", on=status)
    assert you.waits_for("Paused until somebody resumes it", in_="general")
    digest(hours=3)
    assert posts(workspace) == []

    shows(you, "digest resume", "Resumed: the next comes on")
    digest(days=1)
    assert len(posts(workspace)) == 1
    shows(you, "digest skip", "today")
    shows(you, "digest log", "Ledger. ")

    shows(you, "digest stop", "Stopped: ")
    digest(days=1)
    assert len(posts(workspace)) == 1


def test_one_is_posted_now_and_counts_as_had(you, digest, workspace):
    status = shows(you, "digest", "Next: Monday")

    you.clicks("Post one now", on=status)
    you.waits_for("Posted: Model merging here", in_="general")

    assert len(posts(workspace)) == 1
    digest(hours=2, minutes=5)
    handles = [set(re.findall(r"\((p\d+)\)", one.text)) for one in posts(workspace)]
    assert len(handles) == 2
    assert not handles[0] & handles[1]


def test_why_there_was_none_is_answered_by_the_ledger(you, digest):
    shows(you, "digest pause 2026-11-30..2026-12-02", "Paused until Wednesday 2 December 2026")
    digest(hours=3)

    shown = shows(you, "digest log", "Ledger. ").shown

    assert "That of Monday 30 November 2026 brought no paper, because: paused" in shown
    assert "Next: Thursday 3 December 2026, 09:00" in shown


def test_what_comes_is_shown_before(you, digest, workspace):
    shown = shows(you, "digest preview", "What comes, as it is now").shown

    digest(hours=2, minutes=5)
    assert all(handle in shown for handle in re.findall(r"\(p\d+\)", posts(workspace)[0].text))


def test_a_word_on_a_pick_is_private_and_taken_back(you, stranger, digest):
    digest(hours=2, minutes=5)
    post = you.waits_for("Seen 2 of", in_="general")
    value = next(
        one["value"]
        for block in post.blocks
        for one in block.get("elements", ())
        if one.get("action_id") == "pick.more"
    )

    you.clicks("pick.more", on=post, value=value)

    said = you.waits_for("Noted: more like", in_="general")
    assert "Noted: more like" not in stranger.sees("general").shown
    you.clicks("Take it back", on=said)
    you.waits_for("Taken back: ", in_="general")


def test_a_reset_begins_as_at_the_start(you, digest, workspace):
    digest(hours=2, minutes=5)
    shows(you, "digest reset", "Started over")
    digest(days=1)

    first, second = (re.findall(r"\(p\d+\)", one.text) for one in posts(workspace))
    assert first == second


def test_a_shelf_ends_with_a_word_and_ways_on(you, digest, workspace):
    digest(hours=2, minutes=5)
    for _ in range(4):
        digest(days=1)
    last = you.waits_for("it is done: widen it, or another topic?", in_="general")
    number = len(posts(workspace))
    for _ in range(5):
        digest(days=1)

    assert len(posts(workspace)) <= number + 1
    you.clicks("Widen the topic…", on=last)
    assert you.waits_for_modal("One a line")


def test_only_keepers_and_who_began_it_may_change_one_that_says_so(you, stranger, goes_on):
    has_topic(you)
    sets_up(you, **{"Who may change it": "keepers"})

    shows(stranger, "digest stop", "Only keepers and the one who set up this digest may change it")
    shows(you, "digest stop", "Stopped: ")


def test_an_archived_channel_is_told_to_who_began_it_once(you, digest, workspace):
    workspace.inside.state.channel_named("general").is_archived = True

    digest(hours=2, minutes=5)
    for _ in range(3):
        digest(days=1)

    told = [one for one in you.reads("bot").messages if "I could not post the digest" in one.shown]
    assert len(told) == 1
    assert "archive" in told[0].shown


def test_a_plan_gives_each_weekday_its_topic(you, goes_on, workspace):
    has_topic(you)
    has_topic(you, "Federated here", "federated learning")
    you.clicks("Set up a digest…", on=shows(you, "digest", "No digest comes here yet"))
    you.clicks("A topic for each weekday…", on=you.waits_for_modal("Days off"))
    form = you.waits_for_modal("One topic for all days")
    you.submits(form, {"Monday": NAME, "Tuesday": "federated-here", "Time zone": BERLIN})
    you.waits_for_modal("Next: Monday")

    goes_on(hours=3)
    goes_on(days=1)
    goes_on(days=1)

    assert [one.text.split(" · ")[0] for one in posts(workspace)] == ["Model merging here", "Federated here"]


def test_a_topic_in_use_stays(you, digest):
    listed = shows(you, "topics", "Model merging here: ")
    you.selects("Model merging here", in_="topic.edit", on=listed)
    form = you.waits_for_modal("Remove this topic")

    you.clicks("Remove this topic", on=form)

    assert "is the topic of a digest" in you.waits_for_modal("Stop that digest").shown


def test_a_watch_tells_of_a_new_paper_once(you, goes_on, wiring):
    none = shows(you, "zebrafish locomotion", "zebrafish")
    you.clicks("Tell me of new ones", on=none)
    you.waits_for("when new papers match", in_="general")
    assert "zebrafish" in shows(you, "watches", "You have 1 watch").shown

    paper = record(
        "We study zebrafish locomotion with a small network that sees the whole tank at once.",
        title="Zebrafish locomotion",
    )
    import_lists(wiring.library._store, [PaperList("new", "ICML 2027", [paper])])
    goes_on(minutes=1)
    goes_on(minutes=1)

    told = [one for one in you.reads("bot").messages if "Zebrafish locomotion" in one.shown]
    assert len(told) == 1
    you.clicks("End this watch", on=told[0])
    you.waits_for("This watch has ended", in_="bot")
