"""A venue's notes come through OpenReview's own client, page by page."""

import json

import pytest

from index.errors import NotFetched
from index.fetching import openreview
from index.library import Library

VENUE = "ICML.cc/2031/Conference"


def note(number):
    return {
        "id": f"note{number:06}",
        "forum": f"note{number:06}",
        "invitations": [f"{VENUE}/-/Submission"],
        "signatures": [f"{VENUE}/Submission{number}"],
        "readers": ["everyone"],
        "writers": [],
        "content": {
            "title": {"value": f"Number {number} of the Venue"},
            "abstract": {"value": f"It says what number {number} has to say."},
            "venue": {"value": "ICML 2031 poster"},
            "venueid": {"value": VENUE},
        },
    }


def answer(*numbers):
    return json.dumps({"notes": [note(number) for number in numbers], "count": len(numbers)}).encode()


@pytest.fixture
def fetch(site, tmp_path, waits):
    pytest.importorskip("openreview", reason="needs the extra “openreview”")

    def run(name=VENUE, page=2):
        return openreview.venue(
            name,
            tmp_path / "fetched",
            sleep=waits.append,
            second=site.address,
            first=f"{site.address}/first",
            page=page,
        )

    return run


def test_all_pages_are_one_list(site, fetch, tmp_path):
    site.says("/notes", answer(1, 2), Content_Type="application/json")
    site.says("/notes", answer(3), Content_Type="application/json")

    path = fetch()

    assert path.name == "openreview-ICML.cc-2031-Conference.jsonl"
    assert Library(tmp_path / "papers.db").import_files([path]).added == 3


def test_a_break_between_pages_is_gone_on_after(site, fetch, waits, tmp_path):
    site.says("/notes", answer(1, 2), Content_Type="application/json")
    site.says("/notes", b"{}", status=404, Content_Type="application/json")
    with pytest.raises(NotFetched):
        fetch()
    site.says("/notes", answer(3), Content_Type="application/json")
    site.answers["/notes"].pop(0)

    path = fetch()

    assert len(path.read_text().splitlines()) == 3
    assert "offset=2" in site.asked[-1][0]


def test_a_venue_of_the_first_interface_is_found_there(site, fetch):
    site.says("/notes", answer(), Content_Type="application/json")
    site.says("/first/notes", answer(1), Content_Type="application/json")

    assert len(fetch().read_text().splitlines()) == 1


def test_a_venue_that_is_not_there_is_said(site, fetch):
    site.says("/notes", answer(), Content_Type="application/json")
    site.says("/first/notes", answer(), Content_Type="application/json")

    with pytest.raises(NotFetched, match="no notes of"):
        fetch()


def test_what_is_no_venue_is_said(tmp_path, waits):
    with pytest.raises(NotFetched, match="Venues look like"):
        openreview.venue("icml 2026", tmp_path, sleep=waits.append)
