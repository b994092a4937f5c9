"""Who asked for a post of the bot takes it away again; so may a keeper, and nobody else."""

import time

import pytest

from bot.settings import read
from bot.wiring import wired
from bot.workspace.faults import Refused, Reordered
from tests.stories.test_cards import results_of, values

REFUSED = "Only the one who asked for this, or my keeper, can remove it."


@pytest.fixture
def wiring(home, clock, workspace):
    keeper = workspace.member("Keeper").id
    with wired(read(home=home, slack_bot_token=None, slack_app_token=None, keepers=keeper), clock) as parts:
        yield parts


@pytest.fixture
def keeper(workspace, bot):
    return workspace.member("Keeper")


def answered(you):
    you.mentions("what is SyMerge?", in_="general")
    return you.waits_for("[1]", in_="general")


def searched(you):
    you.mentions("model merging", in_="general")
    return you.waits_for("for model merging", in_="general")


def turned(you):
    first = searched(you)
    if "Next" in first.buttons:
        you.clicks("Next", on=first)
        return you.waits_for("Previous", in_="general")
    return first


def declined(you):
    you.mentions("what is the capital of France?", in_="general")
    return you.waits_for("None of the 53", in_="general")


def helped(you):
    you.mentions("help", in_="general")
    return you.waits_for("Find papers from anywhere", in_="general")


def asked_on(you):
    first = answered(you)
    you.clicks("Where is the code of SyMerge?", on=first)
    return you.waits_for("Where is the code of SyMerge?\nSyMerge", in_="general")


def shared_card(you):
    page = results_of(you)
    you.clicks("Share", on=page, value=values(page, "Share")[0])
    you.submits(you.waits_for_modal("A note"), {"A note": "For Monday"})
    return you.waits_for("shares a paper", in_="general")


def shared_answer(you):
    you.writes_to_bot("what is SyMerge?")
    told = you.waits_for("[1]", in_="bot")
    you.clicks("Share to channel", on=told)
    you.submits(you.waits_for_modal("Channel"), {"Channel": told_channel(you)})
    return you.waits_for("Shared by", in_="general")


def told_channel(you):
    return next(one.id for one in you._inside.state.channels.values() if one.name == "general")


POSTS = (answered, searched, turned, declined, helped, asked_on, shared_card, shared_answer)


def waits(come):
    end = time.monotonic() + 10
    while not come():
        assert time.monotonic() < end
        time.sleep(0.01)


def is_gone(member, post, in_="general"):
    return post.ts not in [one.ts for one in member.reads(in_).messages]


@pytest.mark.parametrize("made", POSTS)
def test_who_asked_for_a_post_removes_it_and_another_member_does_not(you, stranger, made):
    post = made(you)

    stranger.clicks("Remove", on=post)
    assert stranger.waits_for(REFUSED, in_="general").ephemeral
    assert not is_gone(stranger, post)
    stranger.uses_shortcut("remove_post", on=post)
    stranger.reads("general")
    assert not is_gone(stranger, post)

    you.clicks("Remove", on=post)
    assert is_gone(stranger, post)
    assert not [one for one in you.sees("general").messages if one.text == REFUSED]


@pytest.mark.parametrize("made", [answered, shared_card])
@pytest.mark.parametrize("way", ["button", "shortcut"])
def test_a_keeper_removes_any_post(you, keeper, made, way):
    post = made(you)

    if way == "button":
        keeper.clicks("Remove", on=post)
    else:
        keeper.uses_shortcut("remove_post", on=post)

    assert is_gone(you, post)


def test_who_asked_removes_by_the_shortcut_too(you):
    post = answered(you)

    you.uses_shortcut("remove_post", on=post)

    assert you.waits_for("Removed.", in_="general").ephemeral
    assert is_gone(you, post)


def test_the_shortcut_removes_nothing_that_others_wrote(you, keeper, workspace):
    mine = you.types("hello", in_="general")
    theirs = workspace.other_app("Digest").posts("news", in_="general")

    for one in (mine, theirs):
        keeper.uses_shortcut("remove_post", on=one)
        keeper.reads("general")

    told = [one.text for one in keeper.sees("general").messages if one.ephemeral]
    assert told == ["This is no post of mine, so I can’t remove it."] * 2
    assert not is_gone(you, mine)
    assert not is_gone(you, theirs)


def test_in_direct_messages_the_member_removes_what_they_like(you):
    you.writes_to_bot("the of")
    post = you.waits_for("no words to search for", in_="bot")

    you.uses_shortcut("remove_post", on=post)

    assert is_gone(you, post, "bot")


def test_of_two_who_remove_at_once_one_does_and_the_other_is_told_that_it_is_gone(you, keeper, workspace):
    post = answered(you)
    workspace.inside.faults.delivers("interactive", Reordered())

    you.clicks("Remove", on=post)  # arrives after the keeper's
    keeper.clicks("Remove", on=post)

    assert you.waits_for("This post is gone already.", in_="general", within=15).ephemeral
    assert is_gone(you, post)
    deletions = [
        one for one in workspace.envelopes if "message_deleted" in str(one.payload.get("event", {}).get("subtype"))
    ]
    assert len(deletions) <= 1


def test_where_the_bot_may_not_delete_it_says_what_to_do(you, workspace):
    post = answered(you)
    workspace.inside.faults.answers("chat.delete", Refused("cant_delete_message"))

    you.uses_shortcut("remove_post", on=post)

    assert "Press Remove under the post" in you.waits_for("I may not delete here", in_="general").shown


def test_what_was_removed_is_no_more_spoken_of(you, wiring, workspace):
    you.mentions("which papers are about model merging?", in_="general")
    post = you.waits_for("[5]", in_="general")
    team = workspace.inside.state.team_id

    def spoken_of():
        return wiring.memory.threads.of_thread(team, post.channel, post.thread).posts

    waits(spoken_of)
    you.clicks("Remove", on=post)

    waits(lambda: not spoken_of())


def test_a_click_in_a_post_that_is_gone_is_told_so(you, stranger, workspace):
    """The click was made while it stood there, and arrives when it does not any more."""
    post = turned(you)
    label = "Previous" if "Previous" in post.buttons else "Next"
    workspace.inside.faults.delivers("interactive", Reordered())
    stranger.clicks(label, on=post)
    you.clicks("Remove", on=post)

    assert stranger.waits_for("This message is gone", in_="general").ephemeral
    assert is_gone(stranger, post)
