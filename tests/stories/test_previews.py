"""Links to papers become cards, where the members of a channel want that and nowhere else."""

import pytest

from bot.manifest import manifest
from bot.workspace.events import happened
from bot.workspace.faults import Refused
from bot.workspace.server import LocalWorkspace


@pytest.fixture
def workspace(clock):
    with LocalWorkspace(clock, manifest=manifest(previews=True)) as one:
        yield one


@pytest.fixture
def links(wiring, tmp_path):
    """Two papers with addresses of OpenReview and arXiv."""
    rows = (
        "title,abstract,url\n"
        "Merging Moons,We merge moons <!channel> loudly with much care and few words.,https://openreview.net/forum?id=MoonMoon01\n"
        "Quiet Planets,We keep planets quiet for a long time and show that it holds.,https://arxiv.org/abs/2601.01234\n"
    )
    (tmp_path / "demo2031.csv").write_text(rows, "utf-8")
    wiring.library.import_files([tmp_path / "demo2031.csv"])
    return ["https://openreview.net/forum?id=MoonMoon01", "https://arxiv.org/abs/2601.01234"]


@pytest.fixture
def on(you, links):
    you.types("/icml previews on", in_="general")
    you.waits_for("Previews are on here", in_="general")
    return links


def cards(member, in_="general"):
    return [one for message in member.reads(in_).messages for one in message.attachments]


def asked_of(workspace):
    return [one for one in workspace.calls if one.method == "chat.unfurl"]


def test_links_stay_as_they_are_until_a_member_turns_previews_on(you, links, workspace):
    you.types(f"see {links[0]}", in_="general")

    workspace.settled(patience=0)
    assert cards(you) == []
    assert asked_of(workspace) == []


def test_a_link_to_a_known_paper_becomes_its_card_for_all(you, stranger, on):
    you.types(f"see {on[0]} tonight", in_="general")

    shown = stranger.waits_for("Merging Moons", in_="general")
    (card,) = shown.attachments
    assert "We merge moons <!channel> loudly" in shown.shown
    assert {block["type"] for block in card["blocks"]} == {"section", "actions"}
    assert card["blocks"][0]["text"]["type"] == "plain_text"
    assert card["blocks"][0]["text"]["emoji"] is False


def test_the_buttons_of_a_card_under_a_link_work_for_each_alone(you, stranger, on):
    you.types(f"see {on[1]}", in_="general")
    shown = stranger.waits_for("Quiet Planets", in_="general")

    stranger.clicks("Save", on=shown)
    assert stranger.waits_for("is on your list", in_="general").ephemeral
    stranger.clicks("Abstract", on=shown)
    assert "planets quiet" in stranger.waits_for_modal("How to cite").shown
    stranger.clicks("Similar", on=shown)
    assert stranger.waits_for("imilar to", in_="general").ephemeral
    assert not [one for one in you.reads("general").messages if "is on your list" in one.text]


def test_each_paper_has_one_card_in_a_message_and_unknown_ones_have_none(you, on, workspace):
    you.types(
        f"{on[0]} {on[0]} https://arxiv.org/pdf/2601.01234 {on[1]} https://arxiv.org/abs/2999.99999", in_="general"
    )

    you.waits_for("Quiet Planets", in_="general")
    assert len(cards(you)) == 2


def test_an_unknown_link_alone_asks_nothing_of_slack(you, on, workspace):
    you.types("https://arxiv.org/abs/2999.99999 and https://icml.cc/virtual/2026/poster/1", in_="general")

    workspace.settled(patience=0)
    assert asked_of(workspace) == []


def test_more_than_three_papers_have_three_cards(you, on, wiring, tmp_path):
    rows = "title,abstract,url\n" + "".join(
        f"Star {n},We count star number {n} with care.,https://openreview.net/forum?id=StarStar0{n}\n" for n in range(5)
    )
    (tmp_path / "more2031.csv").write_text(rows, "utf-8")
    wiring.library.import_files([tmp_path / "more2031.csv"])
    you.types(" ".join(f"https://openreview.net/forum?id=StarStar0{n}" for n in range(5)), in_="general")

    you.waits_for("Star 2", in_="general")
    assert len(cards(you)) == 3


def test_a_link_in_a_thread_has_its_card_there(you, on):
    root = you.types("reading group", in_="general")
    you.types(on[0], in_="general", thread=root)

    assert you.waits_for("Merging Moons", in_="general").thread == root.ts


def test_what_is_told_twice_is_unfolded_once(you, on, workspace):
    you.types(on[0], in_="general")
    you.waits_for("Merging Moons", in_="general")
    (told,) = [one for one in workspace.envelopes if "link_shared" in str(one.payload.get("event", {}).get("type"))]

    workspace.redelivers(told, times=2)
    workspace.settled(patience=0)

    assert len(asked_of(workspace)) == 1


def test_previews_are_of_one_channel_and_any_member_turns_them_off(you, stranger, on, workspace):
    you.types(on[0], in_="random")
    stranger.types("/icml previews off", in_="general")
    assert stranger.waits_for("Previews are off here", in_="general").ephemeral
    you.types(on[1], in_="general")

    workspace.settled(patience=0)
    assert cards(you) + cards(you, "random") == []
    you.types("/icml previews", in_="general")
    assert "Previews are off" in you.waits_for("previews on", in_="general").shown


def test_previews_outlive_a_restart(you, on, bot, workspace):
    bot.restart()
    workspace.wait_connected()
    you.types(on[0], in_="general")

    assert you.waits_for("Merging Moons", in_="general")


@pytest.mark.parametrize("error", ["missing_scope", "cannot_unfurl_url", "cannot_find_message"])
def test_who_only_posts_a_link_is_told_of_no_fault(you, on, workspace, error):
    workspace.inside.faults.answers("chat.unfurl", Refused(error))
    before = you.reads("general").messages

    you.types(on[0], in_="general")

    workspace.settled(patience=0)
    assert len(you.sees("general").messages) == len(before) + 1


def test_nor_of_an_unforeseen_one(you, on, workspace, wiring, monkeypatch):
    monkeypatch.setattr(type(wiring.library), "paper_at", lambda *_: 1 / 0)
    before = you.reads("general").messages

    you.types(on[0], in_="general")

    workspace.settled(patience=0)
    assert len(you.sees("general").messages) == len(before) + 1


def test_a_link_that_is_only_typed_belongs_to_no_channel(you, on, workspace):
    """Slack tells of it before the message is sent, with COMPOSER in place of a channel."""
    told = {"type": "link_shared", "channel": "COMPOSER", "message_ts": "U1-2", "unfurl_id": "U1-2"}
    told |= {"source": "composer", "user": you.id, "links": [{"url": on[0], "domain": "openreview.net"}]}
    with workspace.inside.state.lock:
        happened(workspace.inside, told)

    workspace.settled(patience=0)
    assert asked_of(workspace) == []


def test_previews_of_is_a_search(you):
    you.types("/icml previews of merging", in_="general")

    assert you.waits_for("merging", in_="general").shown.startswith(("No paper", "Nothing", "1", "2", "3", "6"))
