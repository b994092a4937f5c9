"""A library is brought here when it has changed, and memory's papers are those of the one that is here."""

import functools
import http.server
import json
import threading

import pytest
from click.testing import CliRunner

from bot.binding import bind, in_words, known_library
from bot.cli.carrying import library_group
from bot.memory.memory import Memory
from bot.pulling import Source, pull
from bot.settings import read
from handlers.model import GROUP, Posted, SavedPaper
from index.errors import NoLibraryFile, NotFetched
from index.fetching.transport import WebTransport
from index.library import Library
from tests.bot.memory.earlier import NOW
from tests.factories import library_of, record

MERGING = [record(f"Paper {number} on model merging, done well.", number, title=f"T{number}") for number in range(1, 6)]
# The same papers, but two, in another order: so their handles are others.
LATER = [record(f"Paper {number} on model merging, done well.", number, title=f"T{number}") for number in (5, 4, 3)]


@pytest.fixture
def published(tmp_path):
    """A folder where a library is published."""
    (tmp_path / "theirs").mkdir()
    (tmp_path / "published").mkdir()
    library = library_of(tmp_path / "theirs", MERGING)
    library.export_to(tmp_path / "published" / "papers.db")
    yield library, tmp_path / "published"
    library.close()


@pytest.fixture
def papers(tmp_path):
    (tmp_path / "home").mkdir()
    return tmp_path / "home" / "papers.db"


@pytest.fixture
def address(published):
    """The address at which that folder is served."""
    handler = functools.partial(Quiet, directory=str(published[1]))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files, and prints nothing of it."""

    def log_message(self, *_):
        pass


def never(seconds):
    raise AssertionError(f"waited {seconds} s")


def source(place, sleep=never):
    return Source(str(place), WebTransport(), sleep)


def total(papers):
    library = Library(papers)
    found = library.search("merging").searched
    library.close()
    return found


@pytest.mark.parametrize("kind", ["folder", "file", "folder's address", "file's address"])
def test_a_library_is_pulled_once_and_again_when_it_has_changed(published, papers, kind, request):
    library, folder = published
    place = request.getfixturevalue("address") if "address" in kind else f"{folder}/"
    place += "papers.db" if "file" in kind else ""

    assert pull(source(place), papers).papers == 5
    assert pull(source(place), papers) is None
    library_of(library.path.parent, [record("One more paper on merging that came later.", 9)], label="More")
    library.export_to(folder / "papers.db")
    assert pull(source(place), papers).papers == 6

    assert total(papers) == 6
    assert not list(papers.parent.glob("fetched/*.db"))


def test_what_is_not_there_any_more_is_pulled_again(published, papers):
    pull(source(published[1]), papers)
    papers.unlink()

    assert pull(source(published[1]), papers).papers == 5


def test_two_files_that_do_not_fit_are_looked_at_again_and_then_refused(published, papers, address):
    checksum = published[1] / "papers.db.sha256"
    right = checksum.read_text()
    waits = []

    def is_finished_meanwhile(seconds):
        waits.append(seconds)
        if len(waits) == 2:
            checksum.write_text(right)

    for place in (published[1], address):
        checksum.write_text("0" * 64 + "  papers.db\n")
        with pytest.raises(NoLibraryFile, match="does not fit its checksum"):
            pull(source(place, lambda _: None), papers)
    assert not papers.exists()

    assert pull(source(address, is_finished_meanwhile), papers).papers == 5


def test_a_source_that_is_none_is_a_sentence(published, papers, address):
    (published[1] / "papers.db.sha256").unlink()

    with pytest.raises(NoLibraryFile, match="icml library export"):
        pull(source(published[1]), papers)
    with pytest.raises(NotFetched, match="404"):
        pull(source(address), papers)
    assert not papers.exists()


@pytest.fixture
def memory(tmp_path, papers):
    with Memory.open(f"sqlite:///{papers.parent}/state.db") as opened:
        yield opened


def saved(paper, member="U1"):
    return SavedPaper(paper.key, paper.handle, paper.headline, member, NOW)


def test_after_another_library_is_put_in_memory_binds_its_papers_by_key_and_reports_the_rest(
    published, papers, memory, tmp_path
):
    pull(source(published[1]), papers)
    old = Library(papers)
    assert not bind(memory, old, now=NOW).another
    every = old.every()
    for paper in every:
        memory.reading_lists.save("T1", "U1", saved(paper))
    memory.reading_lists.save("T2", GROUP, saved(every[4], "U9"))
    memory.threads.put("T1", Posted("C1", "1.1", "1.1", "", ((every[0].handle, every[0].key),), old.id), now=NOW)
    (tmp_path / "others").mkdir()
    other = library_of(tmp_path / "others", LATER)
    other.export_to(tmp_path / "other.db")

    done = CliRunner().invoke(
        library_group, ["import", str(tmp_path / "other.db"), "--json"], obj=read(home=papers.parent)
    )

    told = json.loads(done.output)
    assert told["papers"] == 3
    assert told["bound"] == "3 of 5 papers on reading lists are in it, and 0 of 1 papers that stand in threads."
    assert sorted(told["lost"]) == ["T1", "T2"]
    handles = {one.headline: one.handle for one in memory.reading_lists.of("T1", "U1")}
    assert handles == {"T1": "", "T2": "", "T3": "p3", "T4": "p2", "T5": "p1"}
    assert memory.reading_lists.of("T2", GROUP)[0].handle == "p1"
    assert known_library(memory) == other.id
    again = Library(papers)
    assert not bind(memory, again, now=NOW).another, "bound once"
    for library in (old, other, again):
        library.close()


def test_a_paper_that_comes_back_has_its_handle_again(published, papers, memory, tmp_path):
    mine = published[0]
    bind(memory, mine, now=NOW)
    for paper in mine.every():
        memory.reading_lists.save("T1", "U1", saved(paper))
    (tmp_path / "others").mkdir()
    other = library_of(tmp_path / "others", LATER)

    first, second = bind(memory, other, now=NOW), bind(memory, mine, now=NOW)

    assert [len(one.lost) for one in (first, second)] == [2, 0]
    assert in_words(second) == "5 of 5 papers on reading lists are in it."
    assert {one.handle for one in memory.reading_lists.of("T1", "U1")} == {f"p{number}" for number in range(1, 6)}
    other.close()


def test_the_commands_say_what_they_did(published, papers, tmp_path):
    def runs(*words):
        return CliRunner().invoke(library_group, [str(word) for word in words], obj=read(home=papers.parent)).output

    assert "5 papers" in runs("pull", published[1])
    assert "Nothing was changed" in runs("pull", published[1])
    assert "The checksum is beside it." in runs("export", tmp_path / "mine.db")
    assert "kept as papers.db.before" in runs("import", tmp_path / "mine.db")
