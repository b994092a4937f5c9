"""A file comes from its address once, whole, and not without end."""

import pytest

from index.errors import NotFetched
from index.fetching import pmlr
from index.fetching.download import download
from index.fetching.transport import WebTransport
from index.library import Library

LIST = b'{"title": "A Paper That Was Fetched", "abstract": "It is of merging.", "venue": "ICML", "year": 2031}\n' * 3


def fetched(site, path, folder, waits, **given):
    return download(f"{site.address}{path}", folder, transport=WebTransport(timeout=5), sleep=waits.append, **given)


def test_a_list_is_fetched_and_imported(site, tmp_path, waits):
    site.says("/lists/papers.jsonl", LIST)
    told = []

    path = fetched(
        site, "/lists/papers.jsonl", tmp_path / "cache", waits, progress=lambda *told_of: told.append(told_of)
    )

    assert path.name.endswith("-papers.jsonl")
    assert path.read_bytes() == LIST
    assert told[-1][1:] == (len(LIST), len(LIST))
    assert Library(tmp_path / "papers.db").import_files([path]).added == 1


def test_what_has_not_changed_is_not_fetched_again(site, tmp_path, waits):
    site.says("/a.jsonl", LIST, ETag='"1"')
    site.says("/a.jsonl", b"", status=304)

    first = fetched(site, "/a.jsonl", tmp_path, waits)
    again = fetched(site, "/a.jsonl", tmp_path, waits)

    assert again == first
    assert again.read_bytes() == LIST
    assert site.asked[1][1]["If-None-Match"] == '"1"'


def test_a_broken_transfer_goes_on_where_it_broke_off(site, tmp_path, waits):
    site.says("/a.jsonl", LIST, ETag='"1"', cut=50)
    site.says("/a.jsonl", LIST[50:], status=206, ETag='"1"')

    path = fetched(site, "/a.jsonl", tmp_path, waits)

    assert path.read_bytes() == LIST
    assert site.asked[1][1]["Range"] == "bytes=50-"
    assert waits == [1.0]


def test_a_file_that_changed_between_two_tries_is_fetched_from_its_start(site, tmp_path, waits):
    site.says("/a.jsonl", b"old " * 40, ETag='"1"', cut=50)
    site.says("/a.jsonl", LIST, status=200, ETag='"2"')

    assert fetched(site, "/a.jsonl", tmp_path, waits).read_bytes() == LIST


def test_a_busy_site_is_waited_for_as_long_as_it_asks(site, tmp_path, waits):
    site.says("/a.jsonl", status=429, Retry_After="7")
    site.says("/a.jsonl", status=503, Retry_After="100000")
    site.says("/a.jsonl", status=500)
    site.says("/a.jsonl", LIST)

    assert fetched(site, "/a.jsonl", tmp_path, waits).read_bytes() == LIST
    assert waits == [7.0, 60.0, 4.0]


def test_a_site_that_never_answers_is_given_up_in_words(site, tmp_path, waits):
    site.says("/a.jsonl", status=500)

    with pytest.raises(NotFetched, match=r"it says 500.*try again later"):
        fetched(site, "/a.jsonl", tmp_path, waits)
    assert waits == [1.0, 2.0, 4.0, 8.0]


@pytest.mark.parametrize(("status", "said"), [(404, "is not there"), (403, "not for everybody"), (418, "418")])
def test_a_refusal_is_said_at_once(site, tmp_path, waits, status, said):
    site.says("/a.jsonl", status=status)

    with pytest.raises(NotFetched, match=said):
        fetched(site, "/a.jsonl", tmp_path, waits)
    assert waits == []


@pytest.mark.parametrize("headers", [{}, {"Content_Length": "0"}])
def test_a_file_without_end_is_stopped(site, tmp_path, waits, headers):
    site.says("/a.jsonl", b"x" * 5000)

    with pytest.raises(NotFetched, match="far more than a list"):
        fetched(site, "/a.jsonl", tmp_path, waits, largest=1000)
    assert not list(tmp_path.glob("*.part"))


def test_a_lead_to_a_file_of_this_machine_is_not_followed(site, tmp_path, waits):
    site.says("/a.jsonl", status=302, Location="file:///etc/hostname")

    with pytest.raises(NotFetched):
        fetched(site, "/a.jsonl", tmp_path, waits)


@pytest.mark.parametrize("address", ["file:///etc/hostname", "ftp://example.org/a", "papers.jsonl", "https://"])
def test_what_is_no_web_address_is_not_asked(tmp_path, waits, address):
    with pytest.raises(NotFetched, match="no web address"):
        download(address, tmp_path, transport=WebTransport(), sleep=waits.append)


def test_a_pmlr_volume_is_its_bibliography(site, tmp_path, waits):
    site.says("/v999/bibliography.bib", b"@inproceedings{a31, title = {Fetched From PMLR}, year = {2031}}")

    path = pmlr.volume("V999", tmp_path, transport=WebTransport(), sleep=waits.append, site=site.address)

    assert path.name == "pmlr-v999.bib"
    assert Library(tmp_path / "papers.db").import_files([path]).added == 1


def test_what_is_no_volume_is_said(tmp_path, waits):
    with pytest.raises(NotFetched, match="v235"):
        pmlr.volume("icml", tmp_path, transport=WebTransport(), sleep=waits.append)
