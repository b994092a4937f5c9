"""Whatever happens to an import — a kill, a full disk, another one — the library is the old or the new one."""

import json
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from index.errors import LibraryFull
from index.library import Library
from index.model import Turn
from tests.torture.killing import ROOT, killed, state

WORDS = [
    "merging",
    "routing",
    "clients",
    "gradients",
    "kernels",
    "prompts",
    "graphs",
    "tokens",
    "bandits",
    "tasks",
    "views",
    "regret",
]


def many(path: Path, count: int, start: int = 0) -> Path:
    """A list of so many papers, each unlike the others."""
    with path.open("w") as lines:
        for number in range(start, start + count):
            text = " ".join(f"{WORDS[(number * 7 + at * at) % 12]}{(number * 31 + at) % 997}" for at in range(60))
            lines.write(
                json.dumps({"title": f"Paper {number} on {WORDS[number % 12]}", "abstract": text, "id": f"n{number}"})
                + "\n"
            )
    return path


@pytest.fixture
def library(tmp_path):
    library = Library(tmp_path / "papers.db")
    library.import_files([many(tmp_path / "old.jsonl", 30)], corpus="mine")
    yield library
    library.close()


@pytest.mark.parametrize("after", [0.0, 0.1, 0.3])
def test_a_killed_import_leaves_the_old_papers_or_the_new_ones(library, tmp_path, after):
    library.close()

    outcome = killed(tmp_path, many(tmp_path / "new.jsonl", 200, start=1000), after)

    assert outcome.papers in {30, 230}
    assert outcome.sound
    assert outcome.again.startswith("200 entries")


def test_a_full_disk_is_said_and_leaves_the_old_papers(library, tmp_path):
    pages = library._store.db.execute("PRAGMA page_count").fetchone()[0]
    library._store.db.execute(f"PRAGMA max_page_count = {pages + 20}")

    with pytest.raises(LibraryFull, match="Nothing was changed"):
        library.import_files([many(tmp_path / "new.jsonl", 600, start=1000)])

    assert state(library) == (30, True)
    assert library.search("merging").total > 0


def test_readers_see_the_old_papers_until_the_new_ones_are_all_there(library, tmp_path):
    seen = []

    def look(_source, done, _total):
        if done in {1, 50}:
            reader = threading.Thread(target=lambda: seen.append(Library(tmp_path / "papers.db").corpora()[0].papers))
            reader.start()
            reader.join()

    library.import_files([many(tmp_path / "new.jsonl", 60, start=1000)], look, corpus="mine")

    assert seen == [30, 30]
    assert library.corpora()[0].papers == 90


def test_an_import_from_another_process_waits_for_this_one(library, tmp_path):
    other = many(tmp_path / "other.jsonl", 20, start=5000)
    started = []

    def start_another(_source, done, _total):
        if done == 1:
            command = (
                "import sys; from pathlib import Path; from index.library import Library\n"
                "print(Library(Path(sys.argv[1])).import_files([Path(sys.argv[2])], corpus='mine'))"
            )
            started.append(
                subprocess.Popen(
                    [sys.executable, "-c", command, str(tmp_path / "papers.db"), str(other)],
                    cwd=ROOT,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )

    library.import_files([many(tmp_path / "new.jsonl", 60, start=1000)], start_another, corpus="mine")
    said, _ = started[0].communicate(timeout=50)

    assert "20 added" in said
    assert state(library) == (110, True)


def test_a_loaded_list_that_comes_again_leaves_no_old_text_in_results(library, tmp_path):
    path = tmp_path / "old.jsonl"
    path.write_text(
        json.dumps({"title": "Something Else", "abstract": "Entirely new words stand here now.", "id": "n0"})
    )

    report = library.import_files([path], corpus="mine")

    assert report.withdrawn >= 29
    assert library.search("entirely new words").total == 1


def test_what_sqlite_says_of_other_faults_is_not_hidden(library, tmp_path):
    with library._store.write() as db:
        db.execute("DROP TABLE shingles")

    with pytest.raises(sqlite3.OperationalError, match="shingles"):
        library.import_files([many(tmp_path / "new.jsonl", 3, start=1000)])


def test_searches_and_answers_go_on_while_another_process_imports(library, tmp_path):
    new = many(tmp_path / "new.jsonl", 120, start=1000)
    command = (
        "import sys; from pathlib import Path; from index.library import Library\n"
        "Library(Path(sys.argv[1])).import_files([Path(sys.argv[2])], corpus='mine')"
    )
    seen, faults = [], []

    def searches():
        reader = Library(tmp_path / "papers.db")
        while importer.poll() is None:
            try:
                page = reader.search("paper on merging or on graphs")
                seen.append(page.searched)
                reader.ask([Turn("Which papers are on merging?")])
            except Exception as fault:  # noqa: BLE001 - any at all is what this test is about
                faults.append(fault)
        reader.close()

    with subprocess.Popen([sys.executable, "-c", command, str(tmp_path / "papers.db"), str(new)], cwd=ROOT) as importer:
        readers = [threading.Thread(target=searches) for _ in range(2)]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()

    assert importer.returncode == 0
    assert faults == []
    assert set(seen) <= {30, 150}
    assert library.corpora()[0].papers == 150
