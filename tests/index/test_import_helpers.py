"""Helping processes change how long an import takes, and nothing else."""

import dataclasses
import json
import os
import signal

import pytest

from index.importers.base import Choice
from index.importers.opening import lists_in
from index.importing import import_lists
from index.library import Library
from index.preparing import BATCH, Preparing
from tests.index.test_import_identity import contents
from tests.index.test_import_safety import many


def lists(*paths):
    return (one for path in paths for one in lists_in(path, Choice()))


@pytest.fixture
def papers(tmp_path):
    """A long list with one entry twice, a broken one, and one that a second list has as well."""
    path = many(tmp_path / "long.jsonl", 3 * BATCH)
    lines = path.read_text().splitlines()
    again = json.loads(lines[7])
    lines[400:400] = ["{broken", json.dumps({**again, "id": "other", "venue": "ICML"})]
    path.write_text("\n".join(lines))
    return path


def everything(library):
    tables = ("terms", "words", "acronyms", "streams", "titles", "shingles", "ids", "library")
    with library._store.read() as db:
        found = {table: db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables}
    found["library"] = [row[1:] for row in [tuple(row)[1:] for row in found["library"]]]
    return found


def test_with_and_without_helpers_the_library_is_the_same(tmp_path, papers):
    found = []
    for helpers in (0, 2):
        library = Library(tmp_path / f"{helpers}.db")
        report = import_lists(library._store, lists(papers), helpers=helpers)
        found.append((dataclasses.astuple(report), contents(library), everything(library)))
        library.close()

    assert found[0] == found[1]
    assert found[0][0][0][0][3:8] == (750, 0, 1, 0, ((401, found[0][0][0][0][7][0][1]),))


def test_building_anew_gives_what_helpers_gave(tmp_path, papers):
    library = Library(tmp_path / "papers.db")
    import_lists(library._store, lists(papers), helpers=2)
    before = everything(library)

    library.rebuild()

    after = everything(library)
    assert {table: rows for table, rows in after.items() if table != "library"} == {
        table: rows for table, rows in before.items() if table != "library"
    }


def test_a_helper_that_is_killed_costs_nothing(tmp_path, papers):
    (one,) = lists(papers)
    preparing = Preparing(2)
    entries = preparing.prepared(one.entries, lambda _: False)
    first = next(entries)
    for process in preparing._processes:
        os.kill(process.pid, signal.SIGKILL)

    rest = list(entries)
    preparing.close()

    assert first.told is not None
    assert sum(entry.told is not None for entry in rest) == 3 * BATCH


def test_helpers_are_gone_after_an_import_that_broke(tmp_path, papers):
    def breaks(_source, done, _total):
        if done == BATCH:
            raise RuntimeError

    library = Library(tmp_path / "papers.db")
    with pytest.raises(RuntimeError):
        import_lists(library._store, lists(papers), breaks, helpers=2)

    assert library.corpora() == []
    assert import_lists(library._store, lists(papers), helpers=2).added == 750
