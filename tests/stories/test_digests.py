"""Digests, topics and watches, as the members of a channel live with them from one morning to the next."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.clock import MovableClock
from bot.tick import tick
from bot.workspace import seen
from bot.workspace.methods.conversations import archive

BEFORE = datetime(2026, 7, 13, 6, 30, tzinfo=UTC)  # a Monday, 08:30 in Berlin
MORNING = timedelta(days=1)
WORKSPACE = "T0LOCALTEAM"


@pytest.fixture
def clock():
    return MovableClock(BEFORE)


@pytest.fixture
def passes(wiring, bot, clock):
    """Lets time pass; then what is due is done."""

    def passed(by=MORNING):
        now = clock.move(by)
        tick(wiring, now, bot.duties.workspaces.all())

    return passed


def option(value):
    """One of those that a menu offers, as it comes back."""
    return {"text": {"type": "plain_text", "text": value}, "value": value}


def types(member, typed, text, in_="general"):
    """What the command answers, once all that was done before has ended."""
    member.reads(in_)
    member.types(f"/icml {typed}", in_=in_)
    member.reads(in_)
    return member.waits_for(text, in_=in_)


def asks_for_set_up(member, in_="general"):
    member.clicks("Set up a digest…", on=types(member, "digest", "No digest comes here yet", in_))
    return member.waits_for_modal("Show what it would pick first")


def sets_up(member, topic="Model merging", in_="general", **more):
    form = asks_for_set_up(member, in_)
    given = {"Topic": topic, "Time zone": option("Europe/Berlin"), "Papers a day, at most": "2"}
    member.submits(form, given | more)
    member.closes(member.waits_for_modal("Set up."))


def post(member, in_="general", text="on this shelf"):
    return member.waits_for(text, in_=in_)


def ended(member, *texts):
    """What a member's modal shows, once it has one of *texts*."""

    def look():
        with member._inside.state.lock:
            stack = member._inside.state.modals[member.id]
            shown = seen.view(stack[-1]).shown if stack else ""
        return shown if any(text in shown for text in texts) else None

    return member._wait(look, f"none of {texts}", 5.0)


def posts(member, in_="general"):
    return [one for one in member.reads(in_).messages if one.metadata]


def handles(message):
    return [line.rpartition(" (")[2].partition(")")[0] for line in message.text.splitlines() if line.startswith("• ")]


def value_of(message, action, at=0):
    rows = (block for block in message.blocks if block["type"] == "actions")
    return [one["value"] for block in rows for one in block["elements"] if one["action_id"] == action][at]


def test_a_channel_sets_up_a_digest_and_has_it_the_next_mornings(you, stranger, passes):
    form = asks_for_set_up(you)
    you.selects("Multi-task", in_="A topic", on=form)
    form = you.waits_for_modal("on the shelf. First:")
    assert "it says" in form.shown
    you.submits(form, {"Time zone": option("Europe/Berlin"), "Papers a day, at most": "2"})

    told = you.waits_for_modal("Set up.")
    assert "Monday to Friday, at 09:00 (Europe/Berlin)" in told.shown
    assert "Next: Monday 13 July 2026, 09:00." in told.shown
    assert "Shelf: seen 0 of" in told.shown

    passes(timedelta(minutes=31))
    first = post(stranger)
    assert "Multi-task · Monday 13 July 2026 · 2 papers" in first.text
    assert len(handles(first)) == 2
    assert "Why: it says" in first.shown
    passes()
    second = post(you, text="Tuesday 14 July 2026")
    assert not set(handles(first)) & set(handles(second))
    assert "Seen 4 of" in second.text

    for _ in range(5):  # over the weekend, which has none
        passes()
    assert [one.text.partition(" 2026")[0].rpartition(" · ")[2] for one in posts(you)] == [
        "Monday 13 July",
        "Tuesday 14 July",
        "Wednesday 15 July",
        "Thursday 16 July",
        "Friday 17 July",
    ]


def test_a_pick_is_asked_about_in_its_thread_also_after_a_restart(you, bot, passes):
    sets_up(you)
    passes(timedelta(minutes=31))
    first = post(you)

    you.mentions("what is the second one about?", thread=first)
    assert handles(first)[1] in you.waits_for("[1]", in_="general", thread=first).shown
    bot.restart()
    you.mentions("compare the first one and the second one", thread=first)

    assert handles(first)[0] in you.waits_for("[2]", in_="general", thread=first).shown


def test_cards_of_a_digest_are_opened_saved_and_shared(you, stranger, workspace, passes):
    sets_up(you)
    passes(timedelta(minutes=31))
    first = post(stranger)

    stranger.clicks("Abstract", on=first, value=value_of(first, "card.abstract"))
    assert "How to cite" in stranger.waits_for_modal("How to cite").shown
    stranger.clicks("Save", on=first, value=value_of(first, "card.save"))
    stranger.waits_for("is on your list", in_="general")
    stranger.clicks("Share…", on=first, value=value_of(first, "pick.share"))
    asks = stranger.waits_for_modal("A note")
    random = workspace.inside.state.channel_named("random").id
    stranger.submits(asks, {"Channel": random, "A note": "Look"})
    assert "Invite me there" in stranger.waits_for("I could not share", in_="bot").shown


def test_what_a_member_says_of_a_pick_is_private_once_and_taken_back(you, stranger, wiring, passes):
    sets_up(you)
    passes(timedelta(minutes=31))
    first = post(stranger)
    wanted = value_of(first, "pick.less")

    stranger.clicks("Not for us", on=first, value=wanted)
    stranger.clicks("Not for us", on=first, value=wanted)
    said = stranger.waits_for("Noted: not for us:", in_="general")
    assert said.ephemeral
    assert "Noted" not in you.reads("general").shown
    (one,) = wiring.memory.opinions.of_all(WORKSPACE, "pick", "")
    assert not one.helpful

    stranger.clicks("More like this", on=first, value=value_of(first, "pick.more"))
    said = stranger.waits_for("Noted: more like", in_="general")
    (one,) = wiring.memory.opinions.of_all(WORKSPACE, "pick", "")
    assert one.helpful
    stranger.clicks("Take it back", on=said)
    assert stranger.waits_for("Taken back", in_="general").ts == said.ts
    assert not list(wiring.memory.opinions.of_all(WORKSPACE, "pick", ""))


def test_what_is_said_moves_later_picks_and_starting_over_restores_the_start_exactly(you, stranger, passes):
    sets_up(you, "Multi-task", **{"Papers a day, at most": "1"})
    start = types(you, "digest preview", "What comes").text
    passes(timedelta(minutes=31))
    first = post(you)
    before = types(you, "digest preview", "What comes, as it is now:\nTuesday").text

    for member in (you, stranger):
        member.clicks("More like this", on=first, value=value_of(first, "pick.more"))
        member.waits_for("Noted: more like", in_="general")
    after = types(you, "digest preview", "What comes, as it is now:\nTuesday").text
    assert after != before

    types(you, "digest reset", "Started over")
    again = types(you, "digest preview", "What comes, as it is now:\nTuesday").text
    names = [line for line in start.splitlines() if line.startswith("•")]
    assert [line for line in again.splitlines() if line.startswith("•")] == names


def test_a_post_that_is_deleted_while_it_is_clicked_costs_nothing(you, stranger, workspace, wiring, passes):
    sets_up(you)
    passes(timedelta(minutes=31))
    first = post(stranger)
    value, state = value_of(first, "pick.less"), workspace.inside.state

    with state.lock:  # the click and the deletion cross
        stranger.clicks("Not for us", on=first, value=value)
        next(one for one in state.messages[first.channel] if one.ts == first.ts).deleted = True
        state.bump()

    stranger.waits_for("Noted: not for us:", in_="general")
    assert len(list(wiring.memory.opinions.of_all(WORKSPACE, "pick", ""))) == 1
    passes()
    assert "Tuesday 14 July 2026" in post(you).text


def test_a_digest_is_paused_resumed_skipped_and_stopped_by_words_and_buttons(you, stranger, passes):
    sets_up(you)
    shown = types(you, "digest", "Change…")
    you.clicks("Pause", on=shown)
    shown = you.waits_for("Paused until somebody resumes it", in_="general")
    assert "Resume" in shown.buttons
    assert "It is paused already" in types(stranger, "digest pause", "paused already").shown
    passes(timedelta(minutes=31))
    assert "on this shelf" not in you.reads("general").shown

    assert "the next comes on Tuesday 14 July 2026, 09:00" in types(stranger, "digest resume", "Resumed").shown
    passes(timedelta(hours=20))
    assert "Skipped today." in types(you, "digest skip", "Skipped today").shown
    assert "rests today anyhow" in types(stranger, "digest skip", "rests today").shown
    passes(timedelta(hours=5))
    assert "on this shelf" not in you.reads("general").shown
    assert "Paused on Thursday 16 July 2026." in types(you, "digest pause 2026-07-16", "Paused on").shown

    passes(MORNING)
    assert "Wednesday 15 July 2026" in post(you).text
    passes(MORNING)
    log = types(you, "digest log", "Ledger.")
    assert [line for line in log.text.splitlines() if "paused" in line and "Thu 16 Jul 2026" in line]

    shown = types(you, "digest", "Change…")
    you.clicks("Stop", on=shown)
    assert "Model merging does not come any more" in you.waits_for("Stopped:", in_="general").shown
    passes(MORNING)
    assert len(posts(you)) == 1


def test_a_change_holds_from_the_next_one_on(you, passes):
    sets_up(you)
    you.clicks("Change…", on=types(you, "digest", "Change…"))
    form = you.waits_for_modal("Show what it would pick first")
    assert "Europe/Berlin" in str(form.blocks)

    how = ["Cards in the thread, under a short message"]
    you.submits(form, {"Time": "10:30", "Papers a day, at most": "1", "How": how})

    assert "at 10:30 (Europe/Berlin)" in you.waits_for_modal("Changed").shown
    passes(timedelta(hours=2, minutes=1))
    first = post(you)
    assert "Why:" not in first.shown
    assert "Why: it says" in you.waits_for("Why:", in_="general", thread=first).shown


def test_what_can_not_be_is_said_at_its_field(you):
    form = asks_for_set_up(you)

    assert "Europe/Berlin" in you.looks_for_options("berlin", in_="digest.zone", on=form)
    given = {"Topic": "Model merging", "Time zone": option("Berlin"), "Days off": "24 December"}
    you.submits(form, given | {"Without": ", ".join(map(str, range(30)))})

    errors = you.modal.errors
    assert set(errors) == {"digest.zone", "digest.off", "digest.without"}
    assert errors["digest.zone"] == "Choose a time zone: type a city, such as Berlin. I know no Berlin."
    assert "Write days as 2026-12-24" in errors["digest.off"]
    given |= {"Time zone": option("Europe/Berlin"), "Days off": "2026-07-13..2026-07-14"}
    you.submits(form, given | {"Without": "robot"})
    told = you.waits_for_modal("Set up.")
    assert "Next: Wednesday 15 July 2026" in told.shown
    assert "without robot" in told.shown


def test_two_who_set_up_the_same_at_once_have_one(you, stranger, wiring):
    forms = [asks_for_set_up(one) for one in (you, stranger)]
    given = {"Topic": "Model merging", "Time zone": option("Europe/Berlin")}

    you.submits(forms[0], given)
    stranger.submits(forms[1], given)

    shown = [ended(one, "Set up.", "is here already") for one in (you, stranger)]
    assert sorted("is here already" in one for one in shown) == [False, True]
    assert len(wiring.desk.digests.of_workspace(WORKSPACE)) == 1


def test_one_now_is_posted_once_however_often_and_by_whomever_it_is_pressed(you, stranger, wiring):
    sets_up(you)
    mine, theirs = (types(one, "digest", "Change…") for one in (you, stranger))

    you.clicks("Post one now", on=mine)
    you.clicks("Post one now", on=mine)
    stranger.clicks("Post one now", on=theirs)

    stranger.waits_for("One was posted just now", in_="general")
    (one,) = posts(you)
    assert "Asked for by" in one.shown
    assert "Posted: Model merging, with 2 papers." in types(you, "digest now", "Posted:").shown
    assert len(posts(you)) == 2


def test_a_shelf_that_is_done_says_so_and_is_widened_or_begun_anew(you, passes):
    sets_up(you, **{"Papers a day, at most": "10"})
    for _ in range(4):
        types(you, "digest now", "Model merging")
    done = posts(you)[-1]
    assert "The shelf is done: this channel has had all 5 papers" in done.text
    assert {"Widen the topic…", "Another topic…"} <= set(done.buttons)

    you.clicks("Widen the topic…", on=done)
    form = you.waits_for_modal("Like these papers")
    assert "on the shelf" in form.shown
    you.submits(form, {"Words": "model merging\nfederated learning"})
    assert "1 digest goes by it from the next post on" in you.waits_for_modal("is kept").shown
    assert "with" in types(you, "digest now", "Posted:").shown

    shown = types(you, "digest reset", "Started over")
    assert "Shelf: seen 0 of" in shown.shown


def test_why_there_was_none_is_answered_in_one_sentence(you, passes):
    sets_up(you)
    assert "No slot has come since" in types(you, "digest why", "No slot").shown
    types(you, "digest pause", "Paused")
    passes(timedelta(minutes=31))

    assert "There was none on Monday 13 July 2026: paused." in types(you, "digest why", "There was none").shown
    log = types(you, "digest log", "Ledger.")
    assert "Mon 13 Jul 2026 · Model merging · due 09:00 · none: paused" in log.text


def test_a_word_without_a_digest_says_what_to_do_and_words_that_are_a_search_are_searched_for(you):
    assert "sets one up" in types(you, "digest pause", "No digest comes here yet").shown
    assert "I looked through" in types(you, "digest of papers on merging", "digest papers merging").shown
    assert "Nothing found for" in types(you, "digest now or later", "digest now later").shown


def test_only_keepers_and_who_began_it_change_it_where_that_is_chosen(you, stranger):
    sets_up(you, **{"Who may change it": "Keepers, and the one who sets it up"})
    shown = types(stranger, "digest", "Change…")

    stranger.clicks("Pause", on=shown)
    stranger.waits_for("Only keepers and the one who set up this digest may change it", in_="general")
    stranger.clicks("Change…", on=shown)
    stranger.waits_for_modal("Only keepers and the one who set up this digest")
    assert "Only keepers" in types(stranger, "digest stop", "Only keepers").shown
    assert "What comes, as it is now" in types(stranger, "digest preview", "What comes").shown
    assert "Paused" in types(you, "digest pause", "Paused").shown


def test_a_theme_plan_has_a_topic_for_each_weekday(you, passes):
    you.types("/icml topics", in_="general")
    listed = you.waits_for("Change a topic…", in_="general")
    you.clicks("New topic…", on=listed)
    you.submits(you.waits_for_modal("Like these papers"), {"Name": "Grokking", "Words": "grokking"})
    you.waits_for_modal("Grokking is kept")
    form = asks_for_set_up(you)
    you.clicks("A topic for each weekday…", on=form)
    form = you.waits_for_modal("One topic for all days…")

    you.submits(form, {"Monday": "Model merging", "Tuesday": "Grokking", "Time zone": option("Europe/Berlin")})

    assert "Model merging on Monday, Grokking on Tuesday" in you.waits_for_modal("Set up.").shown
    passes(timedelta(minutes=31))
    assert "Model merging · Monday 13 July 2026" in post(you).text
    passes()
    assert "Grokking · Tuesday 14 July 2026" in post(you, text="Grokking").text
    passes()
    assert "15 July" not in you.reads("general").shown


def test_a_topic_shows_what_it_picks_and_leaves_out_and_is_not_removed_while_it_is_used(you, stranger):
    you.types("/icml topics", in_="general")
    listed = you.waits_for("for all channels", in_="general")
    assert "Model merging" in listed.shown
    you.clicks("New topic…", on=listed)
    form = you.waits_for_modal("Like these papers")
    you.submits(form, {"Name": "!!", "Words": ""})
    assert set(you.modal.errors) == {"topic.label", "topic.words"}
    you.submits(form, {"Name": "Like it", "Words": "", "Like these papers": "p40, nine"})
    assert "is no handle" in you.modal.errors["topic.like"]
    you.submits(form, {"Name": "Like it", "Words": "", "Like these papers": "p40 p99999"})
    form = you.waits_for_modal("No paper has the handle p99999")
    you.submits(form, {"Name": "Like it", "Words": "", "Like these papers": "p40"})
    assert "on its shelf" in you.waits_for_modal("Like it is kept").shown

    sets_up(you, "Like it", **{"Who may change it": "Keepers, and the one who sets it up"})
    listed = types(you, "topics", "Like it")
    you.selects("Like it", in_="Change a topic…", on=listed)
    form = you.waits_for_modal("on the shelf")
    assert "p40" in str(form.blocks)
    you.clicks("Remove this topic", on=form)
    assert "Stop that digest or give it another topic first" in you.waits_for_modal("is the topic of a digest").shown
    stranger.selects("Like it", in_="Change a topic…", on=types(stranger, "topics", "Like it"))
    stranger.submits(stranger.waits_for_modal("on the shelf"), {"Words": "grokking"})
    stranger.waits_for_modal("Only keepers and the one who set up this digest")


def test_who_began_a_digest_hears_once_that_its_channel_was_archived(you, stranger, workspace, passes):
    sets_up(you)
    state = workspace.inside.state
    with state.lock:
        archive(workspace.inside, state.channel_named("general"), state.people[you.id])
    passes(timedelta(minutes=31))
    passes()

    told = [one for one in you.reads("bot").messages if "archived" in one.shown]
    assert len(told) == 1
    assert not stranger.reads("bot").shown


def test_the_home_lists_the_digests_of_my_channels_and_what_i_wait_for(you, stranger, workspace, passes):
    sets_up(you)
    page = types(you, "zebra crossings", "zebra")
    you.clicks("Tell me of new ones", on=page)
    you.waits_for("Done: when new papers match", in_="general")
    you.clicks("Tell me of new ones", on=page)
    you.waits_for("You wait for “zebra crossings” already", in_="general")

    home = you.opens_home()
    assert "Model merging" in home.shown
    assert "Next: Monday 13 July 2026, 09:00. (Europe/Berlin)" in home.shown
    assert "zebra crossings" in home.shown
    you.clicks("Open", on=home)
    told = you.waits_for_modal("Shelf: seen 0 of")
    you.clicks("Ledger", on=told)
    you.clicks("Back", on=you.waits_for_modal("No slot has come yet"))
    you.clicks("Pause", on=you.waits_for_modal("Shelf: seen 0 of"))
    you.waits_for_modal("Paused until somebody resumes it")
    with workspace.inside.state.lock:
        workspace.inside.state.channel_named("general").members.discard(stranger.id)
    assert "Model merging" not in stranger.opens_home().shown
    assert "zebra" not in stranger.home.shown
    you.clicks("End", on=you.opens_home())
    you.waits_for_modal("This watch has ended")
    assert "What you wait for" not in you.opens_home().shown


def test_a_watch_tells_once_of_new_papers_after_an_import(you, stranger, wiring, passes, tmp_path):
    you.clicks("Tell me of new ones", on=types(you, "zebra crossings", "zebra"))
    you.waits_for("Done: when new papers match", in_="general")
    new = tmp_path / "new.txt"
    abstract = "Zebra crossings confuse detectors of pedestrians. We present StripeNet, which sees them at night. " * 3
    new.write_text(f"# More 2026\n\n{abstract}\n", "utf-8")
    wiring.library.import_files([new])
    passes(timedelta(minutes=1))
    passes(timedelta(minutes=1))

    told = [one for one in you.reads("bot").messages if "zebra crossings" in one.shown]
    assert len(told) == 1
    assert "1 new paper matches" in told[0].shown
    assert not stranger.reads("bot").shown
    you.clicks("End this watch", on=told[0])
    you.waits_for("This watch has ended", in_="bot")
    assert "You wait for nothing yet" in types(you, "watches", "You wait for nothing").shown


def test_an_honest_no_offers_to_tell_when_a_paper_answers(you, wiring):
    root = you.mentions("which papers use quantum annealing for zebras?")
    told = you.waits_for("None of the", in_="general", thread=root)

    you.clicks("Tell me of new ones", on=told)

    you.waits_for("Done: when new papers match", in_="general")
    (watch,) = wiring.desk.watches.of(WORKSPACE, you.id)
    assert "annealing" in watch.query
    assert "which" not in watch.query


def test_buttons_of_a_post_that_was_deleted_or_of_a_digest_that_was_stopped_say_so(you, stranger, wiring, passes):
    sets_up(you)
    passes(timedelta(minutes=31))
    first = post(stranger)
    shown = types(stranger, "digest", "Change…")
    types(you, "digest stop", "Stopped")

    stranger.clicks("Not for us", on=first, value=value_of(first, "pick.less"))
    stranger.waits_for("This digest was stopped", in_="general")
    stranger.clicks("Pause", on=shown)
    stranger.clicks("Preview", on=shown)
    stranger.reads("general")
    assert not list(wiring.memory.opinions.of_all(WORKSPACE, "pick", ""))
    assert wiring.desk.digests.of_workspace(WORKSPACE) == ()


def test_a_digest_whose_corpus_has_gone_is_shown_all_the_same_and_its_setter_hears_of_it(you, wiring, passes):
    sets_up(you)
    (one,) = wiring.desk.digests.of_workspace(WORKSPACE)
    wiring.desk.digests.put(WORKSPACE, replace(one, corpora=("icml2026",)))
    wiring.library.rename_corpus("icml2026", "Other", "other")

    assert "it can't be counted now" in types(you, "digest", "Change…").shown
    assert "it can't be counted now" in you.opens_home().shown
    assert "Model merging: 5 papers" in types(you, "topics", "for all channels").shown
    passes(timedelta(minutes=31))
    passes()
    assert len([one for one in you.reads("bot").messages if "There is no corpus" in one.text]) == 1


def test_forgetting_ends_what_i_wait_for(you, wiring):
    you.clicks("Tell me of new ones", on=types(you, "zebra crossings", "zebra"))
    you.waits_for("Done: when new papers match", in_="general")

    you.clicks("Forget me", on=you.opens_home())

    assert "1 watch deleted" in you.home.shown
    assert wiring.desk.watches.of(WORKSPACE, you.id) == ()


def test_nothing_of_digests_is_logged_in_words(you, passes, caplog):
    caplog.set_level("DEBUG")
    sets_up(you, Without="zebra secret")
    passes(timedelta(minutes=31))
    post(you)

    assert "zebra" not in caplog.text
