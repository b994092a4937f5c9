"""Digests and what watches find look as agreed, and are messages that Slack takes, whatever the papers."""

from datetime import date

import pytest

from handlers.model import Digest, Watch
from handlers.views.digest import digest_parts, watch_parts
from handlers.views.picks import Judged, judged, judging, reasons_text
from handlers.views.place import OldButton
from index.model import Pick, Reason, Snippet, Topic
from tests.block_kit import BUDGET, faults, shown, visible
from tests.factories import hit, paper
from tests.handlers.views.test_results import WORST

TOPIC = Topic("model-merging", "Model merging", ("model merging",))
DAY = date(2026, 7, 14)
WHY = (Reason("words", ("merging", "task vectors")), Reason("oral"))


def pick(*reasons, snippet="We merge models.", **changes):
    return Pick(paper(**changes), 1.0, reasons or WHY, Snippet(((snippet[:3], False), (snippet[3:], True))))


def digest(*picks, **changes):
    given = {"total": 61, "seen": 18}
    return Digest("d1", "s1", TOPIC, DAY, picks, **given | changes)


def longest(handle):
    return pick(
        *[
            Reason(kind, ("w" * 300,) * 9, handle="p123456789", count=9_999)
            for kind in ("words", "saved", "liked", "area")
        ],
        handle=handle,
        headline="t" * 5000,
        name="n" * 500,
        authors=("w" * 300,) * 90,
        venue="v" * 400,
        year=2026,
        url="https://x.example/" + "y" * 2_000,
        code="https://x.example/" + "z" * 2_000,
        snippet="a " * 5_000,
    )


def test_a_digest_looks_as_agreed(block_kit):
    second = pick(
        Reason("saved", handle="p17", count=3),
        Reason("new"),
        handle="p2",
        name="SyMerge",
        authors=("A. Author", "B. Author"),
        venue="ICML",
        year=2026,
        url="https://x.example/1",
    )

    assert [(text, shown(blocks)) for text, blocks in digest_parts(digest(pick(), second), "/icml")] == block_kit


def test_cards_in_the_thread_look_as_agreed(block_kit):
    made = digest_parts(digest(pick(), in_thread=True, note="Late: I was not running at nine.", asked_by="U1"), "/icml")

    assert [(text, shown(blocks)) for text, blocks in made] == block_kit


def test_days_without_a_paper_look_as_agreed(block_kit):
    done = digest(seen=61)
    empty = digest(note="Every paper left on the shelf is without code.")

    assert [(text, shown(blocks)) for one in (done, empty) for text, blocks in digest_parts(one, "/icml")] == block_kit


def test_what_a_watch_finds_looks_as_agreed(block_kit):
    made = watch_parts(Watch("w1", "U1", "model merging"), [hit(), hit(handle="p2")], "/icml")

    assert [(text, shown(blocks)) for text, blocks in made] == block_kit


def test_the_text_alone_tells_all_picks_wherever_the_cards_stand():
    picks = [pick(handle=f"p{number}") for number in range(1, 11)]
    for in_thread in (False, True):
        (text, _), *_ = digest_parts(digest(*picks, in_thread=in_thread), "/icml")

        assert all(f"(p{number}): it says “merging” and “task vectors”; an oral" in text for number in range(1, 11))
        assert "Seen 18 of 61" in text


def handles_in(parts):
    rows = (row for _, blocks in parts for row in shown(blocks) if row["type"] == "actions")
    return [judged(one["value"]).handle for row in rows for one in row["elements"] if one["action_id"] == "pick.more"]


@pytest.mark.parametrize("in_thread", [False, True])
@pytest.mark.parametrize("number", range(1, 11))
def test_the_longest_papers_are_split_into_messages_that_slack_takes(number, in_thread):
    picks = [longest(f"p{at}") for at in range(number)]
    parts = digest_parts(digest(*picks, seen=61, in_thread=in_thread, note="n" * 900, asked_by="U1"), "/icml")

    for text, blocks in parts:
        assert faults(blocks) == []
        assert len(visible(shown(blocks))) <= BUDGET
        assert 0 < len(text) <= 3_900
    assert handles_in(parts) == [f"p{at}" for at in range(number)]
    assert bool(handles_in(parts[:1])) is not in_thread
    assert all(f"(p{at})" in parts[0][0] for at in range(number))


@pytest.mark.parametrize("number", [0, 1, 20])
def test_the_longest_finds_of_a_watch_are_messages_that_slack_takes(number):
    worst = hit(headline="t" * 5000, name="n" * 500, authors=("w" * 300,) * 9, venue="v" * 400, snippet="a" * 600)
    parts = watch_parts(Watch("w1", "U1", "q" * 5_000), [worst] * number, "/icml")

    for text, blocks in parts:
        assert faults(blocks) == []
        assert len(visible(shown(blocks))) <= BUDGET
        assert 0 < len(text) <= 3_900
    ends = [
        one for _, blocks in parts for row in shown(blocks) for one in row.get("elements", ()) if "action_id" in one
    ]
    assert [one["action_id"] for one in ends].count("watch.end") == 1


def test_text_of_papers_can_never_ring_link_or_format():
    worst = pick(Reason("words", (WORST,)), headline=WORST, name=WORST, authors=(WORST,), snippet=WORST)
    for text, blocks in digest_parts(digest(worst, note=WORST), "/icml") + watch_parts(
        Watch("w1", "U1", WORST), [hit(headline=WORST, snippet=WORST)], "/icml"
    ):
        assert "<" not in text
        assert {block["type"] for block in shown(blocks)} <= {"rich_text", "actions"}


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (Reason("example", handle="p3"), "it is like p3, an example of this topic"),
        (Reason("liked", handle="p3"), "it is like p3, and this channel wanted more like that"),
        (Reason("saved", handle="p17", count=3), "it is like p17, which 3 members saved to the group's list"),
        (Reason("saved", handle="p17", count=1), "it is like p17, which one of you saved to the group's list"),
        (Reason("area", ("Optimization",)), "its area is Optimization"),
        (Reason("area"), "it is what this topic asks for"),
        (Reason("new"), "new in the library"),
    ],
)
def test_reasons_are_words(reason, said):
    assert reasons_text([reason]) == said


def test_a_button_that_carries_something_else_says_so():
    assert judged(judging(Judged("s1", "p1"))) == Judged("s1", "p1")
    for value in ("", "p1", "[]", '{"digest": "s1"}'):
        with pytest.raises(OldButton):
            judged(value)
