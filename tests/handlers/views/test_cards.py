"""Cards, their buttons and the modals behind them look as agreed, whatever a paper contains."""

import json
from datetime import UTC, datetime

import pytest

from bot.workspace.blocks import view_violations
from handlers.model import Mark, SavedPaper
from handlers.views import origin, place
from handlers.views.abstract import abstract_modal
from handlers.views.buttons import buttons
from handlers.views.home import Kept, asking, home, mentioned
from handlers.views.narrowing import BEST, NEWEST, after, filters_of, narrow_id, narrow_options, narrowed
from handlers.views.origin import Opened, Origin
from handlers.views.place import GROUPS, MINE, SEARCH, OldButton, Place, Pressed
from handlers.views.privacy import privacy, privacy_text
from handlers.views.reading_list import Shelved, note_modal, reading_list, reading_list_text, recent, recent_text
from handlers.views.results import results, similar, similar_text
from handlers.views.shared_cards import share_modal, shared, shared_text
from index.model import Facets
from tests.block_kit import BUDGET, faults, shown, visible
from tests.factories import corpus, hit, page, paper
from tests.handlers.views.test_results import WORST

NOW = datetime(2026, 7, 12, 9, tzinfo=UTC)
FULL = paper(
    title="Merging <b>",
    headline="Merging <b>",
    authors=("A. Author", "B. Author"),
    venue="ICML",
    year=2026,
    area="Theory",
    url="https://x.example/1",
    pdf="https://x.example/1.pdf",
    code="https://x.example/code",
    oral=True,
    ids=(("openreview", "abc"),),
)
HUGE = paper(
    headline=WORST * 60,
    title=WORST * 60,
    name="n" * 500,
    authors=(WORST, *("w" * 300,) * 90),
    venue="v" * 400,
    area="a" * 400,
    abstract=WORST * 400,
    url="https://x.example/" + "u" * 1_000,
)
MARK = Mark(mine=True, group=True, by="U2")
ORIGIN = Origin("C1", "1.2", "https://hooks.example/" + "x" * 120, private=True)


def as_view(view):
    return json.loads(json.dumps(view.to_dict()))


def saved(**changes):
    given = {"key": "k1", "handle": "p1", "headline": "A headline", "member": "U1", "saved_at": NOW}
    return SavedPaper(**given | changes)


def test_private_cards_look_as_agreed(block_kit):
    told = page(hit(), hit(handle="p2"), total=12, full=7)
    assert shown(results("merging", told, {"p2": MARK}, newest=True)) == block_kit


def test_the_abstract_looks_as_agreed(block_kit):
    opened = Opened("p1", Place(SEARCH, "merging", 3), ORIGIN)
    view = abstract_modal(FULL, opened, MARK, [hit(handle="p9", headline="Near")], before="p3", after="p4")
    assert as_view(view) == block_kit


def test_lists_look_as_agreed(block_kit):
    entries = [
        Shelved(saved(note="for Monday", tags=("a", "b"), done=True), FULL),
        Shelved(saved(key="gone", handle="p7", headline="Gone"), None),
    ]
    assert [
        shown(reading_list(entries, 12, 5, {"p1": MARK}, "/icml", of_group=True)),
        shown(reading_list([], 0, 0, {}, "/icml", of_group=False)),
        shown(recent(["merging", "pruning"], "/icml", "recent.search")),
        shown(recent([], "/icml", "recent.search")),
        shown(privacy()),
    ] == block_kit


def test_sharing_and_notes_look_as_agreed(block_kit):
    opened = Opened("p1", Place(MINE), ORIGIN)
    assert [
        as_view(share_modal(FULL, opened)),
        shown(shared(FULL, "U1", "for Monday")),
        as_view(note_modal(saved(note="n", tags=("t",), done=True), opened, of_group=False)),
    ] == block_kit


def test_the_menu_that_narrows_looks_as_agreed(block_kit):
    facets = Facets((("Theory", 9), ("Vision", 3)), (("ICML", 12),), (("2026", 9), ("2025", 3)), 4)
    assert narrow_options('merging area:"x y"', facets, "", newest=False) == block_kit


WORST_PLACES = [
    Place(),
    Place(SEARCH, '"' * 1_500, 9_999, newest=True),
    Place(SEARCH, WORST * 14, 5),
    Place(GROUPS, "", 5),
]


@pytest.mark.parametrize("where", WORST_PLACES)
def test_no_paper_makes_an_invalid_card_or_modal(where):
    for one in (HUGE, FULL, paper(abstract="", url="", title="")):
        for mark in (MARK, Mark()):
            opened = Opened(one.handle, where, ORIGIN)
            related = [hit(headline=one.headline, handle=f"p{at}") for at in (5, 6, 7)]
            for view in (
                abstract_modal(one, opened, mark, related, "p1", "p2"),
                share_modal(one, opened),
                note_modal(saved(headline=one.headline, note="n" * 500), opened, of_group=True),
            ):
                assert [str(fault) for fault in view_violations(as_view(view))] == []
            assert faults([buttons(one, where, mark)]) == []
        message = shown(shared(one, "U1", WORST * 5))
        assert faults(message) == []
        assert len(visible(message)) <= BUDGET


def test_the_fullest_pages_are_valid_messages():
    worst = [
        hit(
            handle=f"p{at}",
            **{name: getattr(HUGE, name) for name in ("headline", "name", "authors", "venue", "abstract", "url")},
            snippet="s" * 600,
        )
        for at in range(5)
    ]
    marks = {f"p{at}": MARK for at in range(5)}
    full = [
        Shelved(saved(headline="h" * 900, note=WORST * 9, tags=("t" * 200,), done=True, member="U2"), one.paper)
        for one in worst
    ]
    for query in ("x" * 1_500, "short", WORST * 10):
        for blocks in (
            results(query, page(*worst, total=5000, offset=10, understood=query), marks, newest=True),
            results(query, page(*worst, total=5000, offset=10, understood=query), asked_by="U1"),
            similar(HUGE, worst, marks),
            reading_list(full, 500, 5, marks, "/icml", of_group=True),
        ):
            assert faults(blocks) == []
            assert len(visible(shown(blocks))) <= BUDGET


def test_texts_alone_are_complete_and_never_ring():
    for text in (
        similar_text(HUGE, [hit(headline=WORST)]),
        shared_text(paper(headline=WORST), WORST),
        reading_list_text([Shelved(saved(headline=WORST), None)], 1, "/icml", of_group=True),
        recent_text([WORST], "/icml"),
        privacy_text(),
    ):
        assert "<" not in text
    assert similar_text(FULL, []).endswith("none")


@pytest.mark.parametrize("where", WORST_PLACES)
def test_a_button_carries_its_place_or_leaves_it_out(where):
    read = place.read(place.carried(Pressed("p17", where, wanted=False)))

    assert read.handle == "p17"
    assert not read.wanted
    assert read.place in (where, Place())
    assert origin.unpacked(origin.packed(Opened("p17", where, ORIGIN))).origin == ORIGIN


@pytest.mark.parametrize("old", ["", "p17", "[]", "{}", '{"paper": null, "at": "x"}', '{"query": "x"}', "null"])
def test_an_old_button_says_why_not(old):
    with pytest.raises(OldButton, match="another version"):
        place.read(old)
    with pytest.raises(OldButton):
        origin.unpacked(old)


def test_the_menu_narrows_sorts_and_takes_back():
    query, newest = narrowed(narrow_id('merging "a b"', newest=False))
    assert (query, newest) == ('merging "a b"', False)
    assert after(query, NEWEST, newest=False) == (query, True)
    assert after(query, BEST, newest=True) == (query, False)
    assert after(query, "has:code", newest=True) == (f"{query} has:code", True)
    assert after('x has:code -area:"a b" y', '--area:"a b"', newest=False) == ("x has:code y", False)
    assert filters_of('x has:code -area:"a b" has:code') == ["has:code", '-area:"a b"']
    assert narrow_id("x" * 300, newest=False) == ""
    with pytest.raises(OldButton):
        narrowed("results.page:x")


def test_the_menu_offers_only_what_fits_and_what_was_typed():
    facets = Facets((("A" * 90, 2), ('with "quotes"', 2), ("Theory", 1)), (), (), 4)
    offered = narrow_options("merging has:code", facets, "", newest=True)
    said = json.dumps(offered)

    assert "A" * 60 not in said
    assert "quotes" not in said
    assert [group["label"]["text"] for group in offered["option_groups"]] == ["Sort", "Take back", "Area"]
    assert narrow_options("merging", facets, "theo", newest=False)["option_groups"][0]["label"]["text"] == "Area"
    assert narrow_options("merging", Facets((), (), (), 0), "zzz", newest=False) == {"options": []}


def test_the_home_looks_as_agreed(block_kit):
    kept = Kept([saved(), saved(handle="p2")], [saved()], ["merging"], "icml2026", shows_name=False)
    assert [
        as_view(home(Kept(), [])),
        as_view(home(kept, [corpus()], "Done.")),
        as_view(asking("merging")),
        shown(mentioned(["A headline (p1)"], 2)),
        shown(mentioned([], 0)),
    ] == block_kit


def test_a_home_with_many_corpora_and_long_names_is_valid():
    many = [corpus(name=f"{'n' * 70}{at}", label=WORST * 5) for at in range(150)]
    kept = Kept([saved(headline=WORST * 20)] * 5, [], [WORST * 2] * 20)
    assert [str(one) for one in view_violations(as_view(home(kept, many, "x")))] == []
    assert [str(one) for one in view_violations(as_view(asking("x" * 9_000)))] == []
