"""Results look as agreed, whatever a paper contains."""

import pytest

from handlers.views.notices import corpora_blocks, greeting, help_blocks, help_text
from handlers.views.results import asked_for, hint, results, results_text
from index.model import Hit, Snippet
from tests.block_kit import BUDGET, faults, shown, visible
from tests.factories import corpus, hit, page, paper

WORST = "<!channel> *bold* _x_ <@U1> <https://evil.example|click> `code` & > \u202e &lt;!here&gt; :tada: "


def test_a_page_looks_as_agreed(block_kit):
    first = Hit(
        paper(headline="Model <merging> & more", code="https://github.com/x/y"),
        1.0,
        Snippet((("We ", False), ("merge", True), (".", False))),
    )
    second = hit(
        handle="p2",
        name="SyMerge",
        authors=("A. Author", "B. Author"),
        venue="ICML",
        year=2026,
        url="https://x.example/1",
    )

    assert shown(results("merging", page(first, second, total=12, full=7))) == block_kit


def test_one_hit_shows_its_whole_abstract(block_kit):
    assert shown(results("p1", page(hit(abstract="A whole abstract. " * 3)))) == block_kit


def test_near_papers_look_as_agreed(block_kit):
    assert shown(results("merging moons", page(hit(), total=0, full=0, partial=True))) == block_kit


def test_nothing_found_looks_as_agreed(block_kit):
    assert shown(results("moons", page(total=0, partial=True))) == block_kit


def test_help_greeting_and_corpora_look_as_agreed(block_kit):
    _, greeted = greeting("/icml", [corpus()])
    assert [
        shown(help_blocks("/icml")),
        shown(greeted),
        shown(corpora_blocks([corpus(), corpus(name="x", label="X", papers=1)])),
    ] == block_kit


def test_paper_text_can_never_ring_link_or_format():
    told = page(hit(headline=WORST, abstract=WORST * 5, snippet=WORST), hit(handle="p2", name=WORST, authors=(WORST,)))

    assert "<" not in results_text(told)
    assert all(block["type"] in {"rich_text", "actions"} for block in shown(results(WORST, told)))


@pytest.mark.parametrize("query", ["x", "x" * 400, WORST * 40])
def test_a_page_of_the_longest_papers_is_a_valid_message(query):
    worst = hit(
        headline="t" * 5000,
        snippet="a" * 600,
        name="n" * 500,
        authors=("w" * 300,) * 90,
        venue="v" * 400,
        abstract="b " * 9000,
    )
    for told in (page(*[worst] * 5, total=5000, offset=10, understood=query), page(worst, understood=query)):
        blocks = results(query, told) + hint("/icml")

        assert faults(blocks) == []
        assert len(visible(shown(blocks))) <= BUDGET


def test_every_paper_of_the_sample_is_a_valid_message(sample):
    for number in range(1, 54):
        one = sample.paper(f"p{number}")
        told = sample.search(one.headline, limit=5)

        assert faults(results(one.headline, told)) == []
        assert faults(results(one.handle, sample.search(one.handle))) == []


def test_a_page_button_carries_what_was_asked():
    blocks = shown(results('"a" & <b>', page(hit(), hit(), total=9, offset=5)))

    *_, turning = [block for block in blocks if block["type"] == "actions"]
    carried = [asked_for(one["value"]) for one in turning["elements"] if one["action_id"].startswith("results.page")]
    assert carried == [('"a" & <b>', 0, False), ('"a" & <b>', 10, False)]


def test_the_plain_text_alone_is_a_complete_answer():
    told = results_text(page(hit(headline="Model merging, well"), total=12, full=1))

    assert told == "1–1 of 12 papers for merging, 1 with all of it · ICML 2026 Model merging, well (p1)"


def test_help_says_how_to_ask_in_threads():
    assert "no slash commands there" in help_text("/icml")
