"""The library as a whole: every paper of a query, some paper, the paper of an address, the newest first."""

import pytest

from index.errors import EmptyCorpus, EmptyQuery, UnknownCorpus
from tests.factories import library_of, record


@pytest.fixture
def library(tmp_path):
    made = library_of(
        tmp_path,
        [
            record("Merging models of vision.", 1, title="Merging old", year=2020, code="https://x.example/Code/"),
            record("Merging models of speech.", 2, title="Merging new", year=2026, ids=(("arxiv", "2601.00001"),)),
            record("Merging models of text.", 3, title="Merging undated"),
            record("Pruning.", 4, title="Pruning", year=2026),
        ],
    )
    yield made
    made.close()


def handles(papers):
    return [paper.handle for paper in papers]


def test_every_paper_of_a_query_is_given_or_every_paper(library):
    assert handles(library.every()) == ["p1", "p2", "p3", "p4"]
    assert handles(library.every("merging speech"))[0] == "p2"
    assert sorted(handles(library.every("merging"))) == ["p1", "p2", "p3"]
    assert handles(library.every("p4")) == ["p4"]
    assert library.every("blockchain") == []
    assert len(library.every(corpora=["icml2026"])) == 4


def test_what_can_not_be_looked_for_is_refused(library, tmp_path):
    with pytest.raises(EmptyQuery):
        library.every("?!")
    with pytest.raises(UnknownCorpus):
        library.every(corpora=["none"])
    (tmp_path / "empty").mkdir()
    empty = library_of(tmp_path / "empty", [])
    with pytest.raises(EmptyCorpus):
        empty.handle_at(0)
    empty.close()


def test_the_newest_stand_first_and_those_without_a_year_last(library):
    page = library.search("merging", newest=True)

    assert [hit.paper.handle for hit in page.hits] == ["p2", "p1", "p3"]
    assert page.total == 3
    assert [hit.paper.handle for hit in library.search("merging", newest=True, offset=2, limit=1).hits] == ["p3"]
    assert [hit.paper.handle for hit in library.search("year:2020..2026", newest=True).hits] == ["p2", "p4", "p1"]


def test_chance_comes_from_outside_and_goes_round(library):
    assert [library.handle_at(at) for at in (0, 3, 4, 4_000_000_001)] == ["p1", "p4", "p1", "p2"]


def test_a_paper_is_found_by_its_address(library):
    assert library.paper_at("https://arxiv.org/abs/2601.00001v2").handle == "p2"
    assert library.paper_at("http://www.x.example/code").handle == "p1"
    assert library.paper_at("https://x.example/other") is None
