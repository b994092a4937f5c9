"""The same paper from another list is one paper; different papers stay different, whatever they share."""

import dataclasses
import json
from pathlib import Path

import pytest

from index import rows
from index.library import Library

MERGING = (
    "Model merging combines several fine-tuned networks into a single one without any further training. We find that "
    "their task vectors interfere in a few layers only, and propose LayerPick, which merges layer by layer with "
    "weights learned from unlabelled inputs. On eight vision tasks LayerPick closes half of the gap to joint training."
)
ROUTING = (
    "Online routing sends each request to one of many language models under a budget. We cast the choice as a linear "
    "program whose dual prices are learned while requests arrive, and prove a regret bound that is sublinear in time. "
    "Experiments on three public traces show savings of forty percent at equal quality."
)
FEDERATED = (
    "Federated learning keeps the data of every client where it is. We study clients that leave for days and return "
    "with stale gradients, and show that weighting them by age loses nothing in convergence. A release of our "
    "simulator lets others repeat each of the measurements that this paper reports in its appendix."
)


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "papers.db")


def listed(tmp_path: Path, name: str, *records, **shared) -> Path:
    path = tmp_path / name
    lines = (json.dumps({**shared, **record}, ensure_ascii=False) for record in records)
    path.write_text("\n".join(lines), "utf-8")
    return path


def bare(tmp_path, *abstracts, name="bare.txt"):
    path = tmp_path / name
    path.write_text("ICML 2031 论文列表\n\n" + "\n\n".join(abstracts), "utf-8")
    return path


def counts(report):
    return (report.added, report.changed, report.merged, report.unchanged, report.refused, report.left_out)


def papers(library):
    with library._store.read() as db:
        numbers = [row[0] for row in db.execute("SELECT number FROM papers")]
        return rows.papers(db, numbers)


def contents(library):
    """All papers but for their handles."""
    return {dataclasses.replace(paper, handle="p0") for paper in papers(library).values()}


FULL = {
    "id": "1",
    "title": "LayerPick: Merging Layer by Layer",
    "authors": ["Ada Example", "Bob Example"],
    "abstract": MERGING,
    "venue": "ICML",
    "year": 2031,
    "openreview": "https://openreview.net/forum?id=aBcDeF12345",
}


def test_a_bare_abstract_gets_title_authors_and_links_of_the_organisers_list(library, tmp_path):
    edited = MERGING.replace("a few layers only", "only a few layers").replace("We find", "We show")
    library.import_files([bare(tmp_path, edited, ROUTING)])

    report = library.import_files([listed(tmp_path, "icml2031.jsonl", FULL)])

    assert counts(report) == (0, 0, 1, 0, 0, 0)
    paper = library.paper("p1")
    assert (paper.title, paper.authors) == (FULL["title"], ("Ada Example", "Bob Example"))
    assert paper.headline == FULL["title"]
    assert paper.url == "https://openreview.net/forum?id=aBcDeF12345"
    assert library.search("LayerPick").total == 1
    assert library.corpora()[0].papers == 2


def test_the_order_of_the_lists_changes_handles_only(tmp_path):
    lists = [
        bare(tmp_path, MERGING.replace("eight", "8"), ROUTING, FEDERATED),
        listed(
            tmp_path, "icml2031.jsonl", FULL, {"title": "Routing", "abstract": ROUTING, "venue": "ICML", "year": 2031}
        ),
        listed(
            tmp_path,
            "arxiv2031.jsonl",
            {
                **FULL,
                "openreview": "",
                "venue": "arXiv",
                "year": 2030,
                "arxiv": "3001.00001",
                "abstract": MERGING + " Code is out.",
            },
        ),
    ]
    found = []
    for at, order in enumerate(([0, 1, 2], [2, 1, 0], [1, 0, 2])):
        library = Library(tmp_path / f"{at}.db")
        for number in order:
            library.import_files([lists[number]], corpus="all")
        found.append(contents(library))

    assert found[0] == found[1] == found[2]
    assert len(found[0]) == 3
    (merged,) = [paper for paper in found[0] if paper.title.startswith("LayerPick")]
    assert merged.ids == (("arxiv", "3001.00001"), ("openreview", "aBcDeF12345"))
    assert (merged.venue, merged.year) == ("ICML", 2031)


def test_an_id_is_enough_where_title_and_abstract_were_rewritten(library, tmp_path):
    rewritten = {**FULL, "title": "A New Name", "abstract": ROUTING, "authors": ["A. Example"]}

    library.import_files([listed(tmp_path, "a.jsonl", FULL), listed(tmp_path, "b.jsonl", rewritten)])

    assert len(papers(library)) == 1


def test_ids_that_differ_in_case_only_are_two_papers(library, tmp_path):
    other = {
        "title": "Routing Online",
        "abstract": ROUTING,
        "openreview": "https://openreview.net/forum?id=aBcDeF12345".lower().replace("abcdef", "abcDEF"),
    }

    library.import_files([listed(tmp_path, "a.jsonl", FULL, other)])

    assert len(papers(library)) == 2


@pytest.mark.parametrize("authors", [["Carol Other"], ["Ada Example", "Bob Example"], []])
def test_two_papers_with_one_title_stay_two(library, tmp_path, authors):
    other = {"title": FULL["title"], "abstract": FEDERATED, "authors": authors}

    library.import_files([listed(tmp_path, "a.jsonl", FULL), listed(tmp_path, "b.jsonl", other)])

    assert len(papers(library)) == 2


def test_two_papers_of_one_title_without_abstracts_are_told_apart_by_their_authors(library, tmp_path):
    one = {"title": "Reinforcement Learning", "authors": ["Ada Example"]}
    two = {"title": "Reinforcement Learning", "authors": ["Carol Other"]}

    report = library.import_files([listed(tmp_path, "a.jsonl", one, two)])

    assert (report.added, report.without_abstract) == (2, 2)


def test_a_title_in_another_spelling_is_the_same_paper(library, tmp_path):
    first = {
        "title": "Erd\\H{o}s and the {GAN}: $k$-means, Revisited",
        "authors": ["Example, Ada"],
        "abstract": MERGING,
    }
    second = {"title": "Erdős and the GAN: k-Means, revisited", "authors": ["Ada Example"], "abstract": ""}

    library.import_files([listed(tmp_path, "a.jsonl", first), listed(tmp_path, "b.jsonl", second)])

    assert len(papers(library)) == 1


def test_an_id_given_to_everything_in_a_list_does_not_make_it_one_paper(library, tmp_path):
    many = [
        {
            "title": f"Paper of the kind {word}",
            "abstract": text,
            "authors": [f"Ada {word}"],
            "doi": "10.1000/proceedings",
        }
        for word, text in (("Alpha", MERGING), ("Beta", ROUTING), ("Gamma", FEDERATED))
    ]
    for one, title in zip(many, ("Weight Surgery", "Cheaper Requests", "Absent Clients"), strict=True):
        one["title"] = title

    library.import_files([listed(tmp_path, "a.jsonl", *many)])

    assert len(papers(library)) == 3


def test_two_papers_found_to_be_one_keep_the_older_handle_and_the_other_leads_there(library, tmp_path):
    by_doi = {"title": "A Working Title", "abstract": "", "authors": ["Ada Example"], "doi": "10.1000/1"}
    by_forum = {"title": "Another Name Altogether", "abstract": MERGING, "openreview": "aBcDeF12345"}
    library.import_files([listed(tmp_path, "a.jsonl", by_doi), listed(tmp_path, "b.jsonl", by_forum)])

    library.import_files([listed(tmp_path, "c.jsonl", {**FULL, "doi": "10.1000/1"})])

    assert library.paper("p2") == library.paper("p1")
    assert library.paper("p1").title == FULL["title"]
    assert library.search("LayerPick").total == 1
    assert library.paper_with_key("doi:10.1000/1") == library.paper("p1")


def test_a_key_that_a_paper_once_had_still_finds_it(library, tmp_path):
    library.import_files([bare(tmp_path, MERGING)])
    earlier = library.paper("p1").key

    library.import_files([listed(tmp_path, "a.jsonl", FULL)])

    assert earlier.startswith("text:")
    assert library.paper("p1").key == "openreview:aBcDeF12345"
    assert library.paper_with_key(earlier) == library.paper("p1")


def test_short_abstracts_are_one_only_when_they_are_equal(library, tmp_path):
    texts = [{"abstract": "Merging of models of kind one."}, {"abstract": "Merging of models of kind two."}]

    library.import_files([listed(tmp_path, "a.jsonl", *texts)])

    assert len(papers(library)) == 2


def test_changed_papers_change_and_vanished_ones_are_withdrawn(library, tmp_path):
    gone = {"id": "2", "title": "Routing Online", "abstract": ROUTING}
    path = listed(tmp_path, "a.jsonl", FULL, gone)
    library.import_files([path])

    listed(tmp_path, "a.jsonl", {**FULL, "abstract": FEDERATED})
    report = library.import_files([path])

    assert counts(report) == (0, 1, 0, 0, 0, 0)
    assert report.withdrawn == 1
    assert library.paper("p1").abstract.startswith("Federated learning")
    assert library.search("interfere").hits == () or library.search("interfere").partial
    assert library.paper("p2").withdrawn
    assert library.corpora(counted=True)[0].withdrawn == 1


def test_a_paper_without_ids_follows_its_list_by_its_title(library, tmp_path):
    path = listed(tmp_path, "a.jsonl", {"title": "Routing Online", "abstract": ROUTING, "authors": ["Ada Example"]})
    library.import_files([path])

    listed(tmp_path, "a.jsonl", {"title": "Routing Online", "abstract": FEDERATED, "authors": ["Ada Example"]})
    report = library.import_files([path])

    assert counts(report) == (0, 1, 0, 0, 0, 0)
    assert library.paper("p1").abstract.startswith("Federated")
    assert not library.paper("p1").withdrawn
    assert len(papers(library)) == 1


def test_a_withdrawn_paper_comes_back_with_its_list(library, tmp_path):
    path = listed(tmp_path, "a.jsonl", FULL, {"title": "Routing Online", "abstract": ROUTING})
    library.import_files([path])
    whole = path.read_bytes()
    listed(tmp_path, "a.jsonl", FULL)
    library.import_files([path])
    path.write_bytes(whole)

    report = library.import_files([path])

    assert counts(report) == (0, 1, 0, 1, 0, 0)
    assert not library.paper("p2").withdrawn


def test_what_another_list_still_has_is_not_withdrawn(library, tmp_path):
    path = listed(tmp_path, "icml2031.jsonl", FULL, {"title": "Routing Online", "abstract": ROUTING})
    library.import_files([path, bare(tmp_path, MERGING)])

    listed(tmp_path, "icml2031.jsonl", {"title": "Routing Online", "abstract": ROUTING})
    library.import_files([path])

    assert not library.paper("p1").withdrawn
    assert library.paper("p1").title == ""


def test_a_list_that_is_cut_off_withdraws_nothing(library, tmp_path):
    path = tmp_path / "a.json"
    path.write_text(json.dumps([FULL, {"title": "Routing Online", "abstract": ROUTING}]))
    library.import_files([path])

    path.write_text(path.read_text()[:-60])
    report = library.import_files([path])

    assert (report.withdrawn, report.refused) == (0, 1)
    assert not library.paper("p2").withdrawn


def test_a_dry_run_reports_and_keeps_nothing(library, tmp_path):
    path = listed(tmp_path, "a.jsonl", FULL)

    report = library.import_files([path], dry_run=True)

    assert (report.added, report.dry_run) == (1, True)
    assert library.corpora() == []
    assert library.import_files([path]).added == 1
    assert library.paper("p1").title == FULL["title"]


def test_many_imports_of_one_list_do_not_let_the_library_grow(library, tmp_path):
    path = listed(tmp_path, "a.jsonl", FULL, {"title": "Routing Online", "abstract": ROUTING})
    tables = ("papers", "sources", "ids", "titles", "shingles", "memberships", "terms", "words", "acronyms")

    def sizes():
        with library._store.read() as db:
            return [db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables]

    library.import_files([path])
    before = sizes()
    for text in (FEDERATED, MERGING, FEDERATED, MERGING):
        listed(tmp_path, "a.jsonl", {**FULL, "abstract": text}, {"title": "Routing Online", "abstract": ROUTING})
        library.import_files([path])

    assert sizes()[:2] == before[:2]
    assert sizes()[6:] == before[6:]
    assert sizes()[4] == before[4]


def test_two_files_of_one_name_are_told_apart_by_what_they_hold(library, tmp_path):
    for folder, record in (
        ("a", FULL),
        ("b", {**FULL, "title": "Routing Online", "abstract": ROUTING, "openreview": ""}),
    ):
        (tmp_path / folder).mkdir()
        listed(tmp_path / folder, "papers.jsonl", {**record, "id": "1"})

    report = library.import_files([tmp_path / "a" / "papers.jsonl", tmp_path / "b" / "papers.jsonl"])

    assert counts(report) == (2, 0, 0, 0, 0, 0)
    assert report.withdrawn == 0


@pytest.mark.parametrize("content", ["[]", '{"papers": []}', '[{"title": ""}]'])
def test_a_list_without_papers_leaves_no_empty_corpus(library, tmp_path, content):
    path = tmp_path / "empty.json"
    path.write_text(content)

    report = library.import_files([path])

    assert (report.added, report.exit_code) == (0, 2)
    assert library.corpora() == []


def test_the_exit_code_says_how_it_went(library, tmp_path):
    path = listed(tmp_path, "a.jsonl", FULL)
    assert library.import_files([path]).exit_code == 0

    path.write_text(path.read_text() + "\n{broken")
    assert library.import_files([path]).exit_code == 1
