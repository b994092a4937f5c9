"""Whatever is given to an importer, it never breaks: it takes, or refuses in words."""

import pytest
from hypothesis import HealthCheck, given, settings

from tests.index.importers import hostile

FEW = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@FEW
@given(hostile.BYTES)
def test_random_bytes_are_taken_or_refused(content):
    hostile.given_to_all(content)


@FEW
@given(hostile.JSON)
def test_random_json_is_taken_or_refused(content):
    hostile.given_to_all(content)


@FEW
@given(hostile.BIBTEX)
def test_random_bibtex_is_taken_or_refused(content):
    hostile.given_to_all(content)


@FEW
@given(hostile.OTHERS)
def test_random_tables_references_posts_and_xml_are_taken_or_refused(content):
    hostile.given_to_all(content)


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "content",
    [
        b"[" * 200_000,
        b'{"a":' * 100_000,
        b"@article{x, title = " + b"{" * 50_000,
        b'@article{x, title = "' + b'{"' * 20_000,
        b'title,abstract\n"' + b"a\n" * 50_000,
        b"---\ntitle: x\nabstract: " + b"[" * 5_000 + b"\n---\n",
        b"<collection>" + b"<paper>" * 50_000,
        b"TY  - CONF\n" + b"AU  - x\n" * 20_000,
        b'{"year": ' + b"9" * 10_000 + b', "title": "x"}',
    ],
    ids=["brackets", "objects", "braces", "quotes", "unclosed", "yaml", "xml", "ris", "digits"],
)
def test_what_is_deep_or_long_costs_no_more_than_its_length(content):
    hostile.given_to_all(content)
