"""Every earlier papers.db comes to the newest schema whole, or stays as it was."""

import os
import shutil
import signal
import sqlite3
from contextlib import closing

import pytest
from sqlite_utils import Database

from index import database
from index.errors import UnreadableLibrary
from index.library import Library
from index.schema import migrations
from tests.factories import library_of
from tests.index.earlier import FILES, PAPERS, STEPS, columns, put_in


def test_every_step_is_known_and_the_newest_keeps_an_example_of_what_it_left_behind():
    """``python -m tests.index.earlier`` makes it. The steps before m003 never stood alone: no file has only them."""
    assert set(STEPS) == database.KNOWN_MIGRATIONS
    assert sorted(file.stem for file in FILES.glob("*.sql")) == STEPS[2:]


@pytest.mark.parametrize("step", STEPS[2:])
def test_a_library_of_every_step_comes_to_the_newest_whole(tmp_path, step):
    put_in(tmp_path / "papers.db", step)

    library = Library(tmp_path / "papers.db")

    assert [paper.abstract for paper in library.every()] == [one.abstract for one in PAPERS]
    assert [hit.paper.handle for hit in library.search("merging").hits] == ["p1"]
    assert library.search("federated").hits[0].paper.ids == (("arxiv", "2601.00001"),)
    (tmp_path / "fresh").mkdir()
    fresh = library_of(tmp_path / "fresh", PAPERS)
    with library._store.read() as mine, fresh._store.read() as theirs:
        assert columns(mine) == columns(theirs)
    library.close()
    fresh.close()


@pytest.mark.parametrize("step", STEPS[2:])
def test_a_step_is_never_edited(tmp_path, step):
    """Until the first release it may be, and its example is then made anew."""
    put_in(tmp_path / "left.db", step)
    later = STEPS[STEPS.index(step) + 1 :]
    with Database(tmp_path / "made.db", execute_plugins=False) as made:
        migrations.apply(made, stop_before=later)
        with closing(sqlite3.connect(tmp_path / "left.db")) as left:
            assert columns(made) == columns(left)


@pytest.fixture
def file(tmp_path):
    """A library that lacks the newest step."""
    put_in(tmp_path / "papers.db", STEPS[-2])
    return tmp_path / "papers.db"


def tables(file):
    with closing(sqlite3.connect(file)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        return names, connection.execute("SELECT count(*) FROM papers").fetchone()[0]


def test_a_step_that_is_missing_is_taken_when_the_file_is_opened(file):
    Library(file).close()

    assert "marks" in tables(file)[0]


def failing(how):
    """The newest step, which *how* ends in its midst."""

    def steps(db):
        db.execute("CREATE TABLE marks (term TEXT)")
        db.execute("DELETE FROM papers")
        how(db)

    return steps


def runs_out_of_room(db):
    db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")
    db.execute("CREATE TABLE more AS SELECT randomblob(1000000)")


def has_a_bug(_):
    raise KeyError("a bug")


@pytest.mark.parametrize(("how", "error"), [(runs_out_of_room, Exception), (has_a_bug, KeyError)])
def test_a_step_that_fails_leaves_the_library_as_it_was(file, monkeypatch, how, error):
    before = tables(file)
    monkeypatch.setattr(migrations._migrations[-1], "fn", failing(how))

    with pytest.raises(error, match=r"room left|a bug"):
        Library(file)

    assert tables(file) == before
    monkeypatch.undo()
    Library(file).close()
    assert tables(file)[1] == 3


def test_a_step_that_is_killed_leaves_the_library_as_it_was(file, monkeypatch):
    before = tables(file)
    monkeypatch.setattr(migrations._migrations[-1], "fn", failing(lambda _: os.kill(os.getpid(), signal.SIGKILL)))
    child = os.fork()
    if not child:
        Library(file)
        os._exit(1)

    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    assert tables(file) == before


def test_a_library_of_a_later_version_is_refused_and_left_as_it_is(tmp_path):
    library = library_of(tmp_path, PAPERS)
    library.close()
    with closing(sqlite3.connect(library.path)) as connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('papers', 'm9', '')"
        )
        connection.commit()
    before = shutil.copy(library.path, tmp_path / "before.db").read_bytes()

    with pytest.raises(UnreadableLibrary, match="later version"):
        Library(library.path)

    assert library.path.read_bytes() == before
