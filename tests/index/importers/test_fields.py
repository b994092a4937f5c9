"""Names, ids, years and links are understood in the spellings that lists use."""

import pytest

from index.importers.fields import web_address, year_of
from index.importers.identifiers import ids_of
from index.importers.labels import stem_of, venue_year
from index.importers.people import bibtex_names, names_of
from index.importers.venues import short_venue


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("Ada Example, Bob Example", ("Ada Example", "Bob Example")),
        ("Example, Ada; Example, Bob", ("Ada Example", "Bob Example")),
        ("Example, Ada and Example, Bob and others", ("Ada Example", "Bob Example")),
        ("Ada Example, Bob Example and Carol Third", ("Ada Example", "Bob Example", "Carol Third")),
        ("van der Wilk, Mark", ("Mark van der Wilk",)),
        ("Plato, Aristotle, Kant", ("Plato", "Aristotle", "Kant")),
        (
            [
                "Example, Ada",
                {"fullname": "Bob Example"},
                {"given": "Ludwig", "prefix": "van", "family": "Third"},
                None,
            ],
            ("Ada Example", "Bob Example", "Ludwig van Third"),
        ),
        ("Martin Example, Jr., Ada Example", ("Martin Example, Jr.", "Ada Example")),
        ("Ada Example, Bob Example, et al.", ("Ada Example", "Bob Example")),
        (None, ()),
        (7, ()),
    ],
)
def test_names_in_any_punctuation(given, names):
    assert names_of(given) == names


def test_bibtex_names_keep_what_stands_in_braces():
    assert bibtex_names("{Simon and Schuster} and King, Jr., Martin and others") == (
        "{Simon and Schuster}",
        "Martin King, Jr.",
    )


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ("https://openreview.net/forum?id=aBc-_12345", (("openreview", "aBc-_12345"),)),
        ("https://openreview.net/pdf?id=aBcDeF1234", (("openreview", "aBcDeF1234"),)),
        ("http://arxiv.org/pdf/2401.00001v3.pdf", (("arxiv", "2401.00001"),)),
        ("https://doi.org/10.1000/Some.Thing", (("doi", "10.1000/some.thing"),)),
        ("https://aclanthology.org/2020.acl-main.1.pdf", (("acl", "2020.acl-main.1"),)),
        ("http://proceedings.mlr.press/v97/mao19a/mao19a.pdf", (("pmlr", "v97/mao19a"),)),
        ("https://proceedings.mlr.press/v97/mao19a.html", (("pmlr", "v97/mao19a"),)),
        ("https://icml.cc//virtual/2024/poster/35005", (("icml", "2024/35005"),)),
        ("https://example.org/paper?id=aBcDeF1234", ()),
    ],
)
def test_ids_are_found_in_links(link, found):
    assert ids_of([link]) == found


@pytest.mark.parametrize(
    ("given", "year"),
    [
        (2031, 2031),
        ("2031-07-06", 2031),
        ("ICML 2031", 2031),
        (2031.0, 2031),
        ("12031", None),
        (True, None),
        (float("nan"), None),
        ("", None),
        (float("inf"), None),
    ],
)
def test_years(given, year):
    assert year_of(given) == year


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("https://example.org/a", "https://example.org/a"),
        ("www.example.org", "https://www.example.org"),
        ("javascript:alert(1)", ""),
        ("https://example.org/a b", ""),
        ("data:text/html,x", ""),
        ("ftp://example.org/a", ""),
        ('https://example.org/"><b>', ""),
    ],
)
def test_only_web_addresses_are_kept(given, kept):
    assert web_address(given) == kept


def test_venues_and_files_have_the_names_that_people_use():
    assert short_venue("Proceedings of the 43rd International Conference on Machine Learning") == "ICML"
    assert short_venue("Workshop at the International Conference on Machine Learning") != "ICML"
    assert venue_year("ICML 2031", 2031) == "ICML 2031"
    assert stem_of("lists/icml2031.jsonl.gz") == "icml2031"
