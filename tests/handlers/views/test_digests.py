"""How digests stand, the modals and the lists look as agreed."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from handlers.model import Delivery, Digest, Pause, Subscription, Watch
from handlers.views import digest_setup, topics
from handlers.views.coming import Coming, coming_blocks
from handlers.views.dates import weekdays
from handlers.views.digest_setup import Form, setup_modal
from handlers.views.digest_words import Standing, line_words, next_words, why_none
from handlers.views.digests import coming, digest_status, digest_status_text, ledger
from handlers.views.place import OldButton
from handlers.views.topics import Draft, Shelved, topic_list, topic_modal
from handlers.views.watches import wanted, watch_button, watch_list
from index.model import LeftOut, Pick, Picked, Reason, Snippet, Topic
from tests.block_kit import shown
from tests.factories import corpus, paper

MONDAY = date(2026, 7, 13)
NINE = datetime(2026, 7, 13, 9, tzinfo=UTC)
MERGING = Topic("merging", "Model merging", ("model merging",))
DAILY = Subscription("s1", "C1", tuple((day, "merging") for day in range(5)), time(9), "UTC", by="U1")
LABELS = {"merging": "Model merging", "grok": "Grokking"}
POSTED = Delivery("d1", "s1", "C1", MONDAY, 0, "merging", NINE, "posted", papers=(("p1", "k1"),), posted_at=NINE)
PICKED = Picked(
    (Pick(paper(), 1.0, (Reason("words", ("merging",)),), Snippet((("We merge.", False),))),),
    61,
    18,
    (LeftOut(paper(handle="p9"), "it shares only “model”"),),
)


def standing(*pauses, **changes):
    given = {"today": MONDAY, "next_at": NINE + timedelta(1), "seen": 18, "total": 61, "newest": POSTED}
    subscription = Subscription("s1", "C1", DAILY.plan, DAILY.at, DAILY.zone, by="U1", pauses=pauses)
    return Standing(subscription, LABELS, **given | changes)


def test_how_digests_stand_looks_as_agreed(block_kit):
    made = digest_status([standing(), standing(Pause(MONDAY))], "C1", "/icml", said="Paused.", warning="Not here.")

    assert [
        digest_status_text([standing()], "/icml"),
        shown(made),
        shown(digest_status([], "C1", "/icml")),
    ] == block_kit


def test_what_comes_and_the_ledger_look_as_agreed(block_kit):
    digest = Digest("", "s1", MERGING, MONDAY, PICKED.picks, 61, 19)
    lines = [POSTED, line("passed", "paused"), line("given_up", "the channel is archived")]

    assert [
        shown(coming([digest], "s1")),
        shown(ledger(lines, LABELS, "s1", why="That is why.", offset=10, more=True)),
    ] == block_kit


def test_the_modals_look_as_agreed(block_kit):
    known = [corpus(), corpus(name="x", label="X")]
    daily = Form(DAILY, [MERGING], known, digest_setup.Opening("s1", "C1"), PICKED)
    weekly = Form(DAILY, [MERGING], known, digest_setup.Opening("", "C1", by_weekday=True), problem="Not so.")
    draft = Draft("merging", "Model merging", ("model merging",), ("p1",), ("robot",), ("x",), has_code=True)

    assert [
        setup_modal(daily).to_dict(),
        setup_modal(weekly).to_dict(),
        topic_modal(draft, known, topics.Opening("merging"), PICKED).to_dict(),
    ] == block_kit


def test_the_lists_and_the_home_look_as_agreed(block_kit):
    watches = [Watch("w1", "U1", "model merging")]

    assert [
        shown(topic_list([Shelved(MERGING, 61, ["C1"])], "/icml")),
        shown(topic_list([], "/icml")),
        shown(watch_list(watches, "/icml")),
        shown(watch_list([], "/icml")),
        shown(coming_blocks(Coming([standing()], watches))),
    ] == block_kit


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (range(7), "every day"),
        (range(5), "Monday to Friday"),
        ((3, 0), "Monday and Thursday"),
        ((0, 1, 3), "Monday, Tuesday and Thursday"),
        ((6,), "Sunday"),
        ((), ""),
    ],
)
def test_weekdays_are_said_shortly(days, words):
    assert weekdays(days) == words


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (standing(), "Next: Tuesday 14 July 2026, 09:00."),
        (standing(Pause(MONDAY)), "Paused until somebody resumes it."),
        (standing(Pause(MONDAY, MONDAY)), "Skipped today. Next: "),
        (standing(Pause(MONDAY, date(2026, 7, 20))), "Paused until Monday 20 July 2026. Next: "),
        (standing(next_at=None), "It does not come again as it is now."),
    ],
)
def test_when_it_comes_next_is_said_with_pauses(now, words):
    assert next_words(now).startswith(words)


def line(state, reason="", **changes):
    given = {"number": 0, "papers": ()}
    given |= changes
    return Delivery("d2", "s1", "C1", MONDAY, given["number"], "merging", NINE, state, reason, given["papers"])


@pytest.mark.parametrize(
    ("one", "says"),
    [
        (None, "No slot has come since this digest began."),
        (POSTED, "There was one: that of Monday 13 July 2026 has 1 paper."),
        (line("claimed"), "That of Monday 13 July 2026 is under way."),
        (line("passed", "paused"), "There was none on Monday 13 July 2026: paused. Next: "),
        (line("passed"), "There was none on Monday 13 July 2026: no reason is noted."),
        (line("given_up", "I can't."), "That of Monday 13 July 2026 could not be posted: I can't. Next"),
        (line("posted", "The shelf is done."), "There was none on Monday 13 July 2026: The shelf is done. Next"),
    ],
)
def test_why_there_was_none_is_one_sentence(one, says):
    assert says in why_none(one, standing())


def test_a_line_tells_what_was_meant_and_what_came_of_it():
    assert line_words(POSTED, LABELS) == "Mon 13 Jul 2026 · Model merging · due 09:00 · there at 09:00, 1 paper: p1"
    by_hand = line_words(line("passed", "no paper", number=2), LABELS)
    assert by_hand == "Mon 13 Jul 2026 · Model merging · asked for by hand · none: no paper"


def test_a_watch_button_carries_its_query_or_is_not_there():
    (button,) = watch_button(' "model  merging" ', ["icml2026"])

    assert wanted(button.value) == ('"model merging"', ("icml2026",))
    assert watch_button("x" * 2_000) == watch_button(" ") == []
    with pytest.raises(OldButton):
        wanted("merging")
