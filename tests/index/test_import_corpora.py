"""Several corpora stand side by side, and each can be renamed, removed and built anew."""

import pytest

from index.errors import CorpusThere, ImportUnderWay, UnknownCorpus, UnknownPaper
from index.importing import only_importer
from index.library import Library
from tests.index.test_import_identity import FEDERATED, FULL, MERGING, ROUTING, bare, contents, listed


@pytest.fixture
def library(tmp_path):
    """ICML 2031 with two papers, ICLR 2031 with one of them and one more."""
    library = Library(tmp_path / "papers.db")
    other = {"title": "Routing Online", "abstract": ROUTING, "venue": "ICML", "year": 2031}
    third = {"title": "Absent Clients", "abstract": FEDERATED, "year": 2031}
    library.import_files([listed(tmp_path, "icml2031.jsonl", FULL, other)])
    library.import_files([listed(tmp_path, "iclr2031.jsonl", {**FULL, "pdf": "https://example.org/1.pdf"}, third)])
    return library


def test_a_second_conference_comes_by_import_alone(library):
    assert [(one.name, one.label, one.papers, one.year) for one in library.corpora(counted=True)] == [
        ("icml2031", "ICML 2031", 2, 2031),
        ("iclr2031", "ICLR 2031", 2, 2031),
    ]
    assert library.search("federated", corpora=["iclr2031"]).total == 1
    assert library.paper("p1").corpora == ("iclr2031", "icml2031")


def test_the_importer_may_name_the_corpus(library, tmp_path):
    library.import_files([bare(tmp_path, MERGING)], corpus="mine", label="My own list")

    assert [(one.name, one.label) for one in library.corpora()][-1] == ("mine", "My own list")


def test_removing_a_corpus_takes_what_no_other_has(library):
    assert library.remove_corpus("iclr2031") == 1

    assert library.paper("p1").corpora == ("icml2031",)
    assert library.paper("p1").pdf == ""
    with pytest.raises(UnknownPaper):
        library.paper("p3")
    assert library.search("federated").total == 0
    assert [one.name for one in library.corpora()] == ["icml2031"]


def test_a_removed_corpus_comes_again_under_new_handles(library, tmp_path):
    before = contents(library)
    library.remove_corpus("iclr2031")

    library.import_files([tmp_path / "iclr2031.jsonl"])

    assert contents(library) == before
    assert library.paper("p4").title == "Absent Clients"


def test_renaming_keeps_the_papers(library):
    corpus = library.rename_corpus("icml2031", "ICML at Home")

    assert (corpus.name, corpus.label, corpus.papers) == ("icmlathome", "ICML at Home", 2)
    assert library.paper("p1").corpora == ("iclr2031", "icmlathome")


def test_what_cannot_be_renamed_or_removed_is_said(library):
    with pytest.raises(CorpusThere):
        library.rename_corpus("icml2031", "ICLR 2031")
    with pytest.raises(UnknownCorpus, match="icml2031, iclr2031"):
        library.remove_corpus("nowhere")


def test_building_anew_gives_the_same_index(library):
    def index():
        with library._store.read() as db:
            tables = ("terms", "words", "acronyms", "titles", "shingles")
            return [db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables]

    before = index()

    assert library.rebuild() == 3
    assert index() == before


def test_a_second_importer_may_refuse_to_wait(library, tmp_path):
    with only_importer(library._store, wait=True), pytest.raises(ImportUnderWay):
        library.import_files([tmp_path / "icml2031.jsonl"], wait=False)

    assert library.import_files([tmp_path / "icml2031.jsonl"], wait=False).unchanged == 2
