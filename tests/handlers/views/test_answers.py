"""Answers look as agreed, whatever the papers contain, and every marker leads to its paper."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handlers.views.answers import (
    LONGEST_TEXT,
    answer_blocks,
    answer_text,
    is_still,
    more_view,
    reference,
    referred,
    within,
)
from handlers.views.reasons import reason_of, reason_view
from handlers.views.sharing import chosen, share_view, shared_blocks
from index.model import Answer, Passage, Turn
from tests.block_kit import BUDGET, faults, shown, visible
from tests.factories import paper

WORST = "<!channel> *bold* _x_ <@U1> <https://evil.example|click> `code` & > \u202e &lt;!here&gt; :tada: "
MERGING = paper(
    headline="QuietMerge: merging <without> data & noise",
    name="QuietMerge",
    abstract="We propose QuietMerge. It is 3.2× faster than LoudMerge, & gains 7.5%. It needs no data.",
    url="https://papers.example/1",
    code="https://code.example/1",
)
OTHER = paper(handle="p2", headline="Merging, again", abstract="Models are merged with few labels. It gains 2.1%.")


def passage(of, text, *bold):
    start = of.abstract.index(text)
    places = [of.abstract.index(one, start) for one in bold]
    return Passage(
        of, start, start + len(text), tuple((at, at + len(one)) for at, one in zip(places, bold, strict=True))
    )


FASTER = passage(MERGING, "It is 3.2× faster than LoudMerge, & gains 7.5%.", "3.2×", "7.5%")
ONE = Answer(
    "answer",
    passages=(FASTER, passage(MERGING, "We propose QuietMerge.")),
    more=(passage(MERGING, "It needs no data."),),
    papers=(MERGING,),
    suggestions=("Where is the code of QuietMerge?",),
)
LIST = Answer(
    "answer",
    lead="12 papers:",
    passages=(FASTER, passage(OTHER, "Models are merged with few labels.")),
    papers=(MERGING, OTHER),
    total=12,
    browse="model merging",
)
NO = Answer(
    "abstain",
    reason="None of the 53 abstracts of ICML 2026 mentions “moons”.",
    nearest=(MERGING, OTHER),
    lacks=("has “merging”, not “moons”", ""),
    suggestions=("What is p1 about?", "What is p2 about?"),
)


def test_an_answer_from_one_paper_looks_as_agreed(block_kit):
    assert shown(answer_blocks(ONE)) == block_kit


def test_a_list_looks_as_agreed(block_kit):
    assert shown(answer_blocks(LIST)) == block_kit


def test_an_honest_no_looks_as_agreed(block_kit):
    assert shown(answer_blocks(NO)) == block_kit


def test_what_a_button_asked_what_was_not_read_and_sharing_look_as_agreed(block_kit):
    blocks = answer_blocks(ONE, asked="Where is the code?", notice="I did not read 3 messages.", private=True)
    assert [
        shown(blocks),
        shown(answer_blocks(Answer("chat", lead="You’re welcome."))),
        shared_blocks(shown(blocks), "U1"),
    ] == block_kit


def test_modals_look_as_agreed(block_kit):
    place = ("C1", "1.1", "1.2")
    views = [more_view(ONE.more).to_dict(), reason_view(place).to_dict(), share_view(place).to_dict()]

    assert shown(views) == block_kit
    assert [faults(view["blocks"], "modal") for view in shown(views)] == [[], [], []]


def test_the_plain_text_alone_is_a_complete_answer():
    assert answer_text(LIST) == (
        "12 papers:\n"
        "QuietMerge: It is 3.2× faster than LoudMerge, &amp; gains 7.5%. [1]\n"
        "Models are merged with few labels. [2]\n"
        "[1] QuietMerge: merging &lt;without&gt; data &amp; noise (p1)\n"
        "[2] Merging, again (p2)"
    )
    assert answer_text(NO).endswith("• Merging, again (p2)")


def test_what_answers_by_itself_is_bold_and_the_passage_stays_word_for_word():
    words = shown(answer_blocks(ONE))[0]["elements"][0]["elements"]

    assert [one["text"] for one in words if one.get("style")] == ["QuietMerge", "3.2×", "7.5%"]
    assert FASTER.text in "".join(one["text"] for one in words)


def test_a_marker_is_the_link_to_its_paper():
    links = [one for one in shown(answer_blocks(LIST))[0]["elements"][1]["elements"][0]["elements"] if "url" in one]

    assert links == [{"type": "link", "text": "[1]", "url": "https://papers.example/1"}]


def test_no_paper_stands_below_that_is_not_cited():
    many = tuple(paper(handle=f"p{n}", abstract="x " * 700) for n in range(1, 9))
    told = Answer("answer", passages=tuple(Passage(one, 0, 1_400) for one in many), papers=many)
    blocks = shown(answer_blocks(told))

    quoted = [row["elements"][-1]["text"] for row in blocks[0]["elements"][0]["elements"]]
    listed = [part["text"].strip() for part in blocks[1]["elements"][0]["elements"] if part["text"].startswith("[")]
    assert quoted == listed == ["[1]", "[2]", "[3]"]
    assert [handle for handle, *_ in referred(reference(told.passages[3:]))] == ["p4", "p5", "p6", "p7", "p8"]


@pytest.mark.parametrize("text", [WORST, "<!channel>", "&" * 5_000, "<" * 3_000, "long " * 3_000, "\u4e2d" * 9_000])
def test_the_plain_text_rings_nobody_and_is_never_too_long(text):
    made = within(text)

    assert "<" not in made
    assert 0 < len(made) <= LONGEST_TEXT
    assert not made.rstrip("…").endswith(("&am", "&l", "&"))


@pytest.mark.parametrize("words", ["x", WORST * 60, "w" * 9_000])
@pytest.mark.parametrize("papers", [1, 3, 40])
def test_the_worst_papers_make_a_valid_message(words, papers):
    many = tuple(
        paper(handle=f"p{n}", headline=words, name=words, abstract=words, url="https://x.example", code="https://y.ex")
        for n in range(1, papers + 1)
    )
    whole = tuple(Passage(one, 0, len(words), ((0, 3), (2, len(words)))) for one in many)
    found = Answer("answer", words, whole, whole, many, suggestions=(words,) * 9, total=99, browse=words)
    none = Answer("abstain", reason=words, nearest=many, lacks=(words,) * papers, suggestions=(words,) * 9)
    for told in (found, none):
        blocks = shown(answer_blocks(told, asked=words, notice="Not all was read.", private=True))

        assert faults(blocks) == []
        assert len(visible(blocks)) <= BUDGET
        assert len(answer_text(told, asked=words)) <= LONGEST_TEXT
        assert all(block["type"] != "section" for block in blocks)
    assert faults(shown(more_view(whole).to_dict()["blocks"]), "modal") == []


def test_every_paper_of_the_sample_answers_in_a_valid_message(sample):
    for number in range(1, 54):
        for question in (
            f"what is p{number} about?",
            f"does p{number} have code?",
            f"which papers are like p{number}?",
        ):
            told = sample.ask([Turn(question)])
            blocks = shown(answer_blocks(told, private=True))

            assert faults(blocks) == []
            assert len(visible(blocks)) <= BUDGET
            for one in told.passages:
                assert one.text in visible(blocks)
                assert f"[{told.marker(one.paper)}] " in visible(blocks)


@given(st.text(min_size=1, max_size=80), st.lists(st.tuples(st.integers(-5, 90), st.integers(-5, 90)), max_size=6))
def test_whatever_is_bold_the_passage_stays_word_for_word(text, places):
    one = paper(abstract=f"Before. {text} After.")
    told = Answer("answer", passages=(Passage(one, 8, 8 + len(text), tuple(places)),), papers=(one,))
    blocks = shown(answer_blocks(told))

    assert "".join(part["text"] for part in blocks[0]["elements"][0]["elements"]) == f"{text} [1]"
    assert faults(blocks) == []


def test_a_button_finds_its_passages_again_and_knows_when_they_changed():
    ((handle, start, end, check),) = referred(reference(ONE.more))

    assert (handle, MERGING.abstract[start:end]) == ("p1", "It needs no data.")
    assert is_still(ONE.more[0], check)
    assert not is_still(Passage(replace(MERGING, abstract="Other words, " * 20), start, end), check)


def test_a_modal_knows_its_answer_again():
    view = {
        "private_metadata": reason_view(("C1", "1.1", "1.2")).private_metadata,
        "state": {"values": {"feedback.reason": {"feedback.reason": {"value": " wrong "}}}},
    }
    assert reason_of(view) == (("C1", "1.1", "1.2"), "wrong")

    view = {
        "private_metadata": share_view(("D1", "1.1", "1.2")).private_metadata,
        "state": {"values": {"share.channel": {"share.channel": {"selected_conversation": "C9"}}}},
    }
    assert chosen(view) == (("D1", "1.1", "1.2"), "C9")
