"""What is told around a hit: why it matched, what is related to it, what all hits are."""

import pytest

from index.errors import EmptyQuery, UnknownPaper
from index.library import Library
from tests.factories import library_of, record

CODE = "https://github.com/x/y"


@pytest.fixture
def library(tmp_path):
    return library_of(
        tmp_path,
        [
            record(
                "We merge fine-tuned models without data.",
                1,
                title="Model merging",
                authors=("Ada Lee",),
                venue="ICML",
                year=2026,
                area="Theory->Learning",
                code=CODE,
            ),
            record(
                "Task vectors of fine-tuned models are averaged and rescaled.",
                2,
                title="Task vectors",
                authors=("Bo Chen", "Ada Park"),
                venue="ICML",
                year=2024,
                area="Theory->Learning",
            ),
            record(
                "Federated clients average their models.",
                3,
                title="Federated averaging",
                authors=("Lee Ann",),
                venue="NeurIPS",
                year=2024,
                oral=True,
            ),
        ],
    )


def handles(hits):
    return [hit.paper.handle for hit in hits]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("models author:lee", {"p1", "p3"}),
        ('models author:"ada lee"', {"p1"}),
        ("models author:chen", {"p2"}),
        ("models year:2024", {"p2", "p3"}),
        ("models year:2025..", {"p1"}),
        ("models venue:neurips", {"p3"}),
        ("models -venue:icml", {"p3"}),
        ("models is:oral", {"p3"}),
        ("models has:code", {"p1"}),
        ("models code:github.com/x", {"p1"}),
        ("models title:vectors", {"p2"}),
        ("models area:theory", {"p1", "p2"}),
        ("models in:icml2026", {"p1", "p2", "p3"}),
        ("year:2024", {"p2", "p3"}),
    ],
)
def test_filters_keep_what_passes(library, query, found):
    assert set(handles(library.search(query).hits)) == found


def test_a_hit_says_where_which_words_matched(library):
    (first, *_) = library.search("merging models lee").hits

    assert dict(first.why) == {"title": ("model", "merging"), "abstract": ("merge", "models"), "authors": ("lee",)}


def test_facets_count_all_hits(library):
    facets = library.facets("models")

    assert facets.venues == (("ICML", 2), ("NeurIPS", 1))
    assert facets.years == (("2024", 2), ("2026", 1))
    assert facets.areas == (("Theory->Learning", 2),)
    assert facets.with_code == 1


def test_facets_of_no_answer_are_empty(library):
    assert library.facets("blockchain").venues == ()
    with pytest.raises(EmptyQuery):
        library.facets("the")


def test_related_papers_share_the_matter_and_leave_the_paper_out(sample):
    merging = {"p3", "p13", "p20", "p40", "p48"}

    for handle in sorted(merging):
        found = handles(sample.related(handle, limit=4))
        assert handle not in found
        assert len(set(found) & merging) >= 3


def test_an_unknown_paper_has_nothing_related(library):
    with pytest.raises(UnknownPaper):
        library.related("p99")


def test_a_default_corpus_is_looked_in_unless_the_query_says_otherwise(tmp_path):
    library_of(tmp_path, [record("Merging of models in the first list, which is long enough.", 1)], label="ICML 2024")
    library_of(tmp_path, [record("Merging of trees in the other list, which is long enough.", 2)], label="ICML 2026")
    library = Library(tmp_path / "papers.db", default=["icml2026"])

    assert handles(library.search("merging").hits) == ["p2"]
    assert set(handles(library.search("merging in:all").hits)) == {"p1", "p2"}
    assert handles(library.search("merging in:icml2024").hits) == ["p1"]
    assert handles(library.search("merging", corpora=["icml2024"]).hits) == ["p1"]
    assert handles(library.search("p1").hits) == ["p1"]
