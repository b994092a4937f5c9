"""Several members, and several workspaces, with one bot: clicks at once, twice, too late; each sees only their own."""

import threading
import time

import pytest

from bot.manifest import manifest
from bot.serve.socket import Bot
from bot.workspace.faults import Doubled, Reordered
from bot.workspace.server import LocalWorkspace
from handlers.model import GROUP
from tests.stories.test_cards import results_of, values

TEAM = "T0LOCALTEAM"


def answered(you):
    you.mentions("what is SyMerge?", in_="general")
    return you.waits_for("[1]", in_="general")


def listed(you):
    you.mentions("which papers are about multi-task learning?", in_="general")
    return you.waits_for("[1]", in_="general")


def searched(you):
    you.mentions("model merging", in_="general")
    return you.waits_for("for model merging", in_="general")


def shared_card(you):
    page = results_of(you)
    you.clicks("Share", on=page, value=values(page, "Share")[0])
    you.submits(you.waits_for_modal("A note"), {})
    return you.waits_for("shares a paper", in_="general")


# A post that all see, what is clicked in it, and what the one who clicked sees of it, alone.
CLICKS = {
    "the abstract of a shared card": (shared_card, "Abstract", "Paper p"),
    "saving a shared card": (shared_card, "Save", "is on your list"),
    "what is similar to a shared card": (shared_card, "Similar", "imilar to"),
    "the abstract in a search": (searched, "Abstract", "Paper p"),
    "saving in a search": (searched, "Save", "is on your list"),
    "the rest of an answer": (answered, "More", "More of the answer"),
    "a yes": (answered, "👍", "Noted"),
    "a no": (answered, "👎", "This did not help"),
    "all papers of a list": (listed, "All", "1–5 of"),
}


def pressed(label, on):
    return next(one for one in on.buttons if one.startswith(label))


def told(member, wanted):
    """Whether the member alone sees *wanted*: in a private message, or in a modal."""
    private = any(wanted in one.shown for one in member.reads("general").messages if one.ephemeral)
    modal = member.modal
    return private or (modal is not None and wanted in modal.shown)


def public(member):
    return [(one.ts, one.shown) for one in member.reads("general").messages if not one.ephemeral]


@pytest.mark.parametrize(("made", "label", "seen"), CLICKS.values(), ids=CLICKS)
def test_two_members_who_click_at_once_each_see_their_own(you, stranger, made, label, seen):
    post = made(you)
    before = public(you)
    clicking = [
        threading.Thread(target=member.clicks, args=(pressed(label, post),), kwargs={"on": post})
        for member in (you, stranger)
    ]
    for one in clicking:
        one.start()
    for one in clicking:
        one.join()

    assert told(you, seen)
    assert told(stranger, seen)
    assert public(you) == before


@pytest.mark.parametrize(("made", "label", "seen"), CLICKS.values(), ids=CLICKS)
def test_a_click_that_arrives_when_the_post_is_gone_still_does_what_it_says(
    you, stranger, workspace, made, label, seen
):
    post = made(you)
    workspace.inside.faults.delivers("interactive", Reordered())
    stranger.clicks(pressed(label, post), on=post)
    you.clicks("Remove", on=post)

    assert told(stranger, seen)
    assert post.ts not in [ts for ts, _ in public(you)]
    assert not told(stranger, "Something broke")


def test_a_double_click_on_save_saves_once(you, stranger, wiring):
    post = shared_card(you)
    stranger.clicks("Save", on=post)
    stranger.clicks("Save", on=post)

    assert told(stranger, "is on your list")
    assert len(wiring.reading.saved(TEAM, stranger.id)) == 1
    assert wiring.reading.saved(TEAM, you.id) == ()
    assert wiring.reading.saved(TEAM, GROUP) == ()


def test_two_members_who_save_for_the_group_at_once_save_once(you, stranger, wiring):
    post = shared_card(you)
    for member in (you, stranger):
        member.selects("Save for the group", in_="card.more", on=post)

    assert told(you, "group")
    assert told(stranger, "group")
    assert len(wiring.reading.saved(TEAM, GROUP)) == 1


def test_a_modal_that_is_sent_twice_shares_once(you, workspace):
    page = results_of(you)
    you.clicks("Share", on=page, value=values(page, "Share")[0])
    asks = you.waits_for_modal("A note")
    workspace.inside.faults.delivers("interactive", Doubled())

    you.submits(asks, {})

    assert len([one for one in you.reads("general").messages if "shares a paper" in one.shown]) == 1


def test_two_members_who_ask_the_same_next_question_get_one_answer(you, stranger):
    post = answered(you)
    label = pressed("Where is the code", post)
    for member in (you, stranger, you):
        member.clicks(label, on=post)

    answers = [one for one in you.reads("general").messages if one.shown.startswith("Where is the code")]
    assert len(answers) == 1


def test_what_one_member_searches_and_keeps_no_other_one_sees(you, stranger, wiring):
    page = results_of(you, "grokking")
    you.clicks("Save", on=page, value=values(page, "Save")[0])
    you.waits_for("Saved: on your list", in_="general")

    for typed in ("saved", "recent"):
        stranger.types(f"/icml {typed}", in_="general")
    seen = "\n".join(one.shown for one in stranger.reads("general").messages)
    assert "grokking" not in seen
    assert "no papers yet" in seen
    assert "grokking" not in stranger.opens_home().shown
    assert "Saved:" not in results_of(stranger, "grokking").shown


@pytest.fixture
def elsewhere(clock, wiring, bot):
    """Another workspace of the same bot, with members of the very same ids."""
    with LocalWorkspace(clock, manifest=manifest(edits=True, previews=True)) as other:
        other.inside.state.team_id = "T0ELSEWHERE"
        one = Bot(wiring, (other.bot_token, other.app_token), base_url=other.api_url)
        one.start()
        other.wait_connected()
        yield other
        one.stop()


def test_nothing_of_one_workspace_is_seen_in_another(you, workspace, elsewhere, wiring):
    page = results_of(you, "multi-task")
    you.clicks("Save", on=page, value=values(page, "Save")[0])
    you.waits_for("Saved: on your list", in_="general")
    you.selects("Save for the group", in_="card.more", on=you.reads("general").messages[0])
    you.waits_for("group", in_="general")
    you.types("/icml previews on", in_="general")
    you.waits_for("Previews are on", in_="general")
    other = elsewhere.member("You")
    assert other.id == you.id

    for typed in ("saved", "saved group", "recent", "previews", "multi-task"):
        other.types(f"/icml {typed}", in_="general")
    shown = "\n".join(one.shown for one in other.reads("general").messages)
    assert "Saved: on" not in shown
    assert "Previews are off here" in shown
    assert shown.count("no papers yet") == 2
    assert "multi-task" not in other.opens_home().shown.partition("Your list")[2]


def test_a_thread_of_one_workspace_is_not_spoken_of_in_another(you, workspace, elsewhere, wiring):
    you.mentions("which papers are about model merging?", in_="general")
    post = you.waits_for("[5]", in_="general")
    end = time.monotonic() + 10
    while not wiring.memory.threads.of_thread(TEAM, post.channel, post.thread).posts:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert wiring.memory.threads.of_thread("T0ELSEWHERE", post.channel, post.thread).posts == ()


def test_the_same_ids_in_two_workspaces_are_two_events(you, workspace, elsewhere):
    you.mentions("grokking", in_="general")
    elsewhere.member("You").mentions("grokking", in_="general")

    assert you.waits_for("for grokking", in_="general")
    assert elsewhere.member("You").waits_for("for grokking", in_="general")
