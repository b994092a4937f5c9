"""Lists of abstracts come in whole, once, and with a report that adds up."""

import sqlite3

import pytest

from index.errors import UnreadableLibrary, UnreadableList
from index.library import Library

LIST = """ICML 2026 论文列表

Model merging combines several fine-tuned models into a single one without any training at all.

Too short.

Federated learning trains a model over many clients while their data stays where they are, always.
"""


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "papers.db")


def write(tmp_path, text, name="list.txt"):
    file = tmp_path / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def test_the_sample_lists_add_up(sample_home):
    library = Library(sample_home / "papers.db")

    assert [(corpus.label, corpus.name, corpus.papers) for corpus in library.corpora()] == [
        ("ICML 2026", "icml2026", 53)
    ]


def test_a_report_names_what_was_refused_and_why(library, tmp_path):
    report = library.import_files([write(tmp_path, LIST)])

    (one,) = report.lists
    assert (one.read, one.added, len(one.refused)) == (3, 2, 1)
    assert one.refused[0].position == 5
    assert "too short" in one.refused[0].reason


def test_a_second_import_changes_nothing(library, tmp_path):
    file = write(tmp_path, LIST)
    library.import_files([file])
    before = library.corpora()

    report = library.import_files([file])

    assert (report.added, report.changed, report.merged, report.unchanged) == (0, 0, 0, 2)
    assert library.corpora() == before


def test_an_abstract_that_comes_twice_is_one_paper(library, tmp_path):
    report = library.import_files([write(tmp_path, LIST), write(tmp_path, LIST, "again.txt")])

    assert (report.added, report.merged) == (2, 2)
    assert library.corpora()[0].papers == 2


@pytest.mark.parametrize("content", [b"", b"  \n\n ", b"\x00\x01\x02\xff\xfe\x00PK\x03\x04" * 40, b"Only a heading"])
def test_what_is_no_list_is_refused_in_one_sentence_and_nothing_changes(library, tmp_path, content):
    library.import_files([write(tmp_path, LIST)])
    before = library.corpora()

    with pytest.raises(UnreadableList) as refusal:
        library.import_files(
            [write(tmp_path, LIST.replace("Model", "Other"), "b.txt"), write(tmp_path, content, "a.txt")]
        )

    assert "a.txt" in str(refusal.value)
    assert library.corpora() == before


def test_a_missing_file_or_a_folder_is_said(library, tmp_path):
    with pytest.raises(UnreadableList, match="no file"):
        library.import_files([tmp_path / "nowhere.txt"])


def test_a_failed_import_leaves_everything_as_it_was(library, tmp_path):
    library.import_files([write(tmp_path, LIST)])

    def breaks(*_):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        library.import_files([write(tmp_path, LIST.replace("Model", "Another"), "b.txt")], breaks)

    assert library.corpora()[0].papers == 2
    assert library.search("merging").total == 1


def test_handles_are_never_used_again(library, tmp_path):
    library.import_files([write(tmp_path, LIST)])
    with library._store.write() as db:
        db.execute("DELETE FROM papers WHERE number = 2")

    library.import_files([write(tmp_path, LIST.replace("Federated", "Distributed"), "b.txt")])

    assert library.paper("p3").abstract.startswith("Distributed")


@pytest.mark.parametrize(
    "content", [b"not a database, but long enough to look like a file of one" * 20, b"SQLite format 3\0" + b"x" * 900]
)
def test_a_damaged_library_is_said_and_left_alone(tmp_path, content):
    file = tmp_path / "papers.db"
    file.write_bytes(content)

    with pytest.raises(UnreadableLibrary, match="left as it is"):
        Library(file)

    assert file.read_bytes() == content


def test_a_library_of_a_later_version_is_refused(library, tmp_path):
    with sqlite3.connect(tmp_path / "papers.db") as later:
        later.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('papers', 'm999_later', '')"
        )
    later.close()

    with pytest.raises(UnreadableLibrary, match="later version"):
        Library(tmp_path / "papers.db")


def test_files_of_the_home_are_for_their_owner_alone(library, tmp_path):
    assert (tmp_path / "papers.db").stat().st_mode & 0o777 == 0o600
