"""Ranking by meaning, where the extra is installed; without it everything else works."""

import pytest

from index.errors import MissingExtra
from index.library import Library
from index.search import semantic
from tests.factories import library_of

PAPERS = [
    "We prune weights of networks to make inference faster on small devices, with little loss.",
    "A study of cats and dogs in pictures, and how a network tells these animals apart in photographs.",
    "We compress networks so that telephones can run them quickly, at a small loss of accuracy.",
]


def test_without_its_packages_the_extra_says_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(semantic, "_NEEDED", ("a_package_that_nobody_has",))

    with pytest.raises(MissingExtra, match="a_package_that_nobody_has"):
        Library(tmp_path / "papers.db", semantic=True)
    assert Library(tmp_path / "papers.db").corpora() == []


needs_extra = pytest.mark.skipif(not semantic.installed(), reason="the extra “semantic” is not installed")


@needs_extra
def test_vectors_are_made_once_and_anew_for_what_changed(tmp_path):
    library = library_of(tmp_path, PAPERS)

    assert library.make_vectors() == 3
    assert library.make_vectors() == 0
    with library._store.write() as db:
        db.execute("UPDATE papers SET abstract = abstract || ' More.' WHERE number = 2")
    assert library.make_vectors() == 1


@needs_extra
def test_nearness_of_meaning_orders_what_matches_and_adds_nothing(tmp_path):
    library_of(tmp_path, PAPERS).make_vectors()
    library = Library(tmp_path / "papers.db", semantic=True)

    page = library.search("small loss networks for mobile phones")

    assert [hit.paper.handle for hit in page.hits[:2]] == ["p3", "p1"]
    assert library.search("volcano").hits == ()


@needs_extra
def test_without_vectors_words_alone_rank(tmp_path):
    plain = library_of(tmp_path, PAPERS).search("network loss")

    assert Library(tmp_path / "papers.db", semantic=True).search("network loss").hits == plain.hits
