"""What a paper is does not depend on the order in which lists tell of it."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.linking import authors_agree, likeness, same, shingles, sketch, title_print
from index.merging import combined, packed, unpacked
from tests.factories import paper
from tests.index.test_import_identity import FEDERATED, MERGING, ROUTING

TOLD = st.builds(
    lambda title, abstract, authors, venue, year, url, ids: paper(
        handle="p0",
        key="k",
        headline=title or "A headline",
        title=title,
        abstract=abstract,
        authors=tuple(authors),
        venue=venue,
        year=year,
        url=url,
        ids=tuple(sorted(set(ids))),
    ),
    st.sampled_from(["", "One Title", "one title", "Another"]),
    st.sampled_from(["", MERGING, MERGING + " More.", ROUTING]),
    st.lists(st.sampled_from(["Ada Example", "A. Example", "Bob Example"]), max_size=3),
    st.sampled_from(["", "ICML", "arXiv", "ICML Workshop"]),
    st.sampled_from([None, 2030, 2031]),
    st.sampled_from(["", "https://example.org/1", "https://example.org/2"]),
    st.lists(st.sampled_from([("doi", "10.1/a"), ("openreview", "abc"), ("arxiv", "1")]), max_size=2),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(TOLD, min_size=1, max_size=4))
def test_every_order_gives_the_same_paper(told):
    found = {combined(order) for order in itertools.permutations(told)}

    assert len(found) == 1
    (one,) = found
    assert set(one.ids) == {external for each in told for external in each.ids}
    assert bool(one.title) == any(each.title for each in told)
    assert bool(one.abstract) == any(each.abstract for each in told)


@given(TOLD)
def test_what_is_stored_of_a_source_comes_back(told):
    assert replace(unpacked(packed(told)), handle="p0") == told


def test_the_published_venue_wins_over_a_preprint():
    preprint = paper(
        title="A", venue="arXiv", year=2030, url="https://arxiv.org/abs/1", area="cs.LG", code="https://x.org"
    )
    published = paper(title="A", venue="ICML", year=2031)

    assert (combined([preprint, published]).venue, combined([preprint, published]).year) == ("ICML", 2031)
    assert combined([preprint, published]).url == "https://arxiv.org/abs/1"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Erdős and the GAN: k-Means", "ERDOS AND THE GAN  K-means"),
        ("Multi-View Learning", "Multi\u2011view learning"),
        ("Über naïve Modelle", "Uber naive modelle"),
    ],
)
def test_titles_that_a_person_reads_as_equal_have_one_print(one, other):
    assert title_print(one) == title_print(other)


def test_texts_of_two_papers_share_next_to_nothing():
    assert likeness(paper(abstract=MERGING), paper(abstract=ROUTING)) == 0.0
    assert 0.5 < likeness(paper(abstract=MERGING), paper(abstract=MERGING.replace("eight", "8"))) < 1.0
    assert not set(sketch(MERGING)) & set(sketch(FEDERATED))
    assert len(shingles("Too few words to be known by.")) == 0


@pytest.mark.parametrize(
    ("some", "others", "agree"),
    [
        (["Ada Example", "Bob Other"], ["A. Example"], True),
        (["Ada Example"], ["Carol Third"], False),
        (["José Núñez"], ["Jose Nunez"], True),
        ([], ["Ada Example"], None),
    ],
)
def test_authors_agree_by_their_family_names(some, others, agree):
    assert authors_agree(some, others) is agree


def test_one_abstract_under_two_titles_is_one_paper_only_with_its_authors():
    one = paper(title="Part One of the Work", abstract=MERGING, authors=("Ada Example",))

    assert same(one, replace(one, title="A Name Given Later"), one_list=False)
    assert not same(one, replace(one, title="A Name Given Later", authors=("Carol Third",)), one_list=False)
