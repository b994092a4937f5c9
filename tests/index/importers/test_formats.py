"""Each format gives what a person reads in it, and says what it could not take."""

from pathlib import Path

import pytest

from index.errors import UnreadableList
from index.importers.base import Choice, LeftOut, Record, Refusal
from index.importers.opening import lists_in
from index.merging import paper_of

CORPORA = Path(__file__).parents[2] / "corpora"


def only_list(path, *, accepted_only=True):
    (one,) = [found for found in lists_in(path, Choice(accepted_only)) if not found.note]
    return one.label, list(one.entries)


def records(entries):
    return [entry for entry in entries if isinstance(entry, Record)]


def told(entries, kind):
    return [(entry.position, entry.reason) for entry in entries if isinstance(entry, kind)]


def write(tmp_path, content, name="list.txt"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_nothing_of_an_ugly_bibtex_file_vanishes_without_a_word():
    label, entries = only_list(CORPORA / "ugly.bib")

    assert label == "ICML 2031"
    assert [one.local for one in records(entries)] == ["accents31", "round31", "twice31", "after31", "same31", "line31"]
    assert told(entries, LeftOut) == [(6, "a whole book or volume (@proceedings), not a paper")]
    ((line, reason),) = told(entries, Refusal)
    assert line == 27
    assert "braces" in reason


def test_bibtex_strings_names_and_links_are_understood():
    first, second, third, *_ = records(only_list(CORPORA / "ugly.bib")[1])

    assert first.authors == ('Tim Rockt{\\"a}schel', "{\\'E}va Tardos", "Anna van der Berg", "{Barnes and Noble}")
    assert (first.venue, first.year) == ("ICML", 2031)
    assert first.ids == (("openreview", "aBcDeF1234"),)
    assert second.abstract.startswith("An entry in round brackets")
    assert third.title == "A Field That Stands Twice"


def test_braces_and_commands_of_bibtex_are_gone_when_a_paper_is_shown():
    first = paper_of(records(only_list(CORPORA / "ugly.bib")[1])[0])

    assert first.title == "On the Gödel Machine of Erdős and Łukasiewicz: bold claims"
    assert first.authors == ("Tim Rocktäschel", "Éva Tardos", "Anna van der Berg", "Barnes and Noble")
    assert first.abstract.endswith("30% faster than before.")


def test_ris_lines_may_break_anywhere():
    _, entries = only_list(CORPORA / "ugly.ris")

    first, other = records(entries)
    assert first.title == "A Reference Whose Abstract Goes on Over Two Lines"
    assert first.abstract.endswith("anywhere, and that nothing is lost.")
    assert (first.authors, first.venue, first.year) == (("Ada Example", "Anna van der Berg"), "ICML", 2031)
    assert first.ids == (("doi", "10.1000/example.31"),)
    assert other.title == "Spacing as other programs write it"
    assert told(entries, Refusal) == [(14, "it has neither a title nor an abstract")]


@pytest.mark.parametrize(
    ("name", "titles", "reasons"),
    [
        (
            "openreview-v1.json",
            ["A Note of the First Interface"],
            ["a reply, not a paper", "rejected", "withdrawn"],
        ),
        (
            "openreview-v2.json",
            ["A Note of the Second Interface", "Null Where Something Should Be"],
            ["not decided yet", "desk-rejected", "a note without title and abstract, not a paper"],
        ),
        ("papercopilot.json", ["A Poster of Papercopilot"], ["withdrawn", "rejected"]),
        (
            "icml2031-virtual.json",
            ["A Paper &amp;amp; Its Poster", "A Paper Without an Abstract"],
            ["not a paper (Break)"],
        ),
    ],
)
def test_lists_of_more_than_accepted_papers_say_what_they_left_out(name, titles, reasons):
    _, entries = only_list(CORPORA / name)

    assert [one.title for one in records(entries)] == titles
    assert [reason for _, reason in told(entries, LeftOut)] == reasons


def test_whoever_wants_the_rejected_ones_gets_them():
    _, entries = only_list(CORPORA / "papercopilot.json", accepted_only=False)

    assert len(records(entries)) == 3


def test_openreview_notes_of_both_interfaces_give_the_same_fields():
    (first,) = records(only_list(CORPORA / "openreview-v1.json")[1])
    second, bare = records(only_list(CORPORA / "openreview-v2.json")[1])

    assert (first.venue, first.year, first.oral) == ("ICLR", 2031, True)
    assert (second.venue, second.year, second.oral, second.area) == ("ICML", 2031, False, "theory")
    assert first.url == "https://openreview.net/forum?id=v1AAAAAAAA"
    assert second.pdf == "https://openreview.net/pdf?id=v2AAAAAAAA"
    assert (bare.abstract, bare.authors) == ("", ())


def test_a_note_that_is_no_object_is_refused_by_its_number():
    assert told(only_list(CORPORA / "openreview-v2.json")[1], Refusal) == [(6, "it is no JSON object")]


def test_events_of_the_virtual_site_are_papers_with_their_links():
    label, entries = only_list(CORPORA / "icml2031-virtual.json")

    first, bare = records(entries)
    assert label == "ICML 2031 virtual"
    assert first.authors == ("Ada Example", "Bob Example")
    assert (first.venue, first.year, first.area, first.oral) == ("ICML", 2031, "Theory->Bandits", True)
    assert first.ids == (("icml", "2031/1"), ("openreview", "virtAAAAAA"))
    assert bare.abstract == ""


def test_an_anthology_volume_keeps_formulas_and_counts_what_has_no_title():
    label, entries = only_list(CORPORA / "2031.acl.xml")

    (paper,) = records(entries)
    assert label == "ACL 2031"
    assert paper.title == "Parsing in $O(n^2)$ Steps"
    assert paper.abstract == "We parse in $O(n^2)$ steps, which is < n cubed."
    assert paper.authors == ("Ada Example", "Plato")
    assert paper.ids == (("acl", "2031.acl-long.1"), ("doi", "10.18653/v1/2031.acl-long.1"))
    assert told(entries, Refusal) == [(2, "it has neither a title nor an abstract")]


def test_an_atom_feed_gives_preprints_without_their_version():
    (paper,) = records(only_list(CORPORA / "arxiv.atom")[1])

    assert paper.title == "A Preprint With a Broken Title"
    assert paper.ids == (("arxiv", "3101.00001"), ("doi", "10.1000/abc"))
    assert (paper.venue, paper.year, paper.area) == ("arXiv", 2031, "cs.LG")


def test_a_volume_of_posts_is_one_list():
    label, entries = only_list(CORPORA / "volume")

    (paper,) = records(entries)
    assert label == "ICML 2031"
    assert paper.title == "A Post: Quoted, With a Colon"
    assert paper.abstract == "We fold an abstract \\(as YAML does\\) over two lines é and keep what it says."
    assert paper.ids == (("openreview", "pmlrAAAAAA"), ("pmlr", "v999/example31a"))
    assert paper.code == "https://github.com/example/post"
    ((_, reason),) = told(entries, Refusal)
    assert "broken31a.md" in reason


def test_a_spreadsheets_table_survives_its_quotation_marks():
    _, entries = only_list(CORPORA / "spreadsheet.csv")

    first, second = records(entries)
    assert first.title == "A title; with a semicolon"
    assert first.authors == ("Ada Example", "Bob Example")
    assert first.abstract == 'It says "so",\nover two lines.'
    assert (second.title, second.url) == ("After it", "https://www.example.org/2")
    assert told(entries, Refusal) == [
        (4, "a quotation mark opens in this row and is never closed"),
        (7, "it has neither a title nor an abstract"),
    ]


@pytest.mark.parametrize("mark", [",", "\t", ";", "|"])
def test_the_columns_mark_is_found_out(tmp_path, mark):
    content = f"title{mark}abstract{mark}authors\nOne{mark}Words{mark}Ada Example\n"

    (paper,) = records(only_list(write(tmp_path, content, "x.dat"))[1])

    assert (paper.title, paper.abstract, paper.authors) == ("One", "Words", ("Ada Example",))


def test_a_windows_table_keeps_its_letters(tmp_path):
    content = "title,authors\r\n“Quoted” – naïve,José Example\r\n".encode("cp1252")

    (paper,) = records(only_list(write(tmp_path, content, "x.csv"))[1])

    assert (paper.title, paper.authors) == ("“Quoted” – naïve", ("José Example",))


def test_fields_by_other_names_are_understood_and_bad_links_are_not_kept():
    label, entries = only_list(CORPORA / "papers.jsonl")

    first, bare, _ = records(entries)
    assert label == "ICML 2031"
    assert (first.title, first.authors, first.year) == ("Aliases Are Understood", ("Ada Example", "Bob Example"), 2031)
    assert (first.url, first.code) == ("", "https://github.com/example/a")
    assert bare.abstract == ""
    assert [position for position, _ in told(entries, Refusal)] == [2, 4]


def test_one_large_array_is_read_without_its_broken_member(tmp_path):
    content = '[\n{"title": "One", "abstract": "a"},\n{"title": "Two" "abstract": "b"},\n{"title": "Three"}\n]'

    _, entries = only_list(write(tmp_path, content, "x.json"))

    assert [one.title for one in records(entries)] == ["One", "Three"]
    assert [position for position, _ in told(entries, Refusal)] == [2]


def test_an_array_that_breaks_off_says_so(tmp_path):
    _, entries = only_list(write(tmp_path, '[{"title": "One"}, {"title": "Tw', "x.json"))

    assert [one.title for one in records(entries)] == ["One"]
    assert len(told(entries, Refusal)) == 1


@pytest.mark.parametrize(
    "said",
    [
        "",
        "N/A",
        "TBD",
        "-",
        "...",
        "None",
        "null",
        "No abstract available.",
        "Abstract not available",
        "To be announced",
        "Coming soon!",
    ],
)
def test_what_only_holds_an_abstracts_place_is_none(tmp_path, said):
    (paper,) = records(only_list(write(tmp_path, f'{{"title": "T", "abstract": "{said}"}}', "x.jsonl"))[1])

    assert paper.abstract == ""


def test_the_format_is_known_by_content_not_by_name(tmp_path):
    for name in ("ugly.bib", "ugly.ris", "openreview-v2.json", "2031.acl.xml", "papers.jsonl", "spreadsheet.csv"):
        disguised = write(tmp_path, (CORPORA / name).read_bytes(), "download")

        assert len(records(only_list(disguised)[1])) == len(records(only_list(CORPORA / name)[1]))


def test_xml_that_is_no_list_says_what_it_is_not(tmp_path):
    with pytest.raises(UnreadableList, match="neither a volume"):
        only_list(write(tmp_path, "<?xml version='1.0'?><svg/>", "x.xml"))
