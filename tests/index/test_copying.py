"""A library is copied while it is written, and replaced while it is read."""

import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from index.copying import CHECKSUM, examine, noted_checksum, sha256_of
from index.errors import LibraryFull, NoLibraryFile, UnreadableLibrary
from index.library import Library
from index.swapping import BEFORE
from tests.factories import library_of

ROOT = Path(__file__).parents[2]
MERGING = [f"Paper {number} on model merging and how it is done well." for number in range(40)]
QUANTUM = [f"Paper {number} on quantum gravity, without any models." for number in range(60)]


@pytest.fixture
def folders(tmp_path):
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    return tmp_path / "here", tmp_path / "there"


@pytest.fixture
def library(folders):
    made = library_of(folders[0], MERGING)
    yield made
    made.close()


@pytest.fixture
def other(folders):
    """A copy of another library, to be put in."""
    made = library_of(folders[1], QUANTUM)
    made.export_to(folders[1] / "copy.db")
    made.close()
    return folders[1] / "copy.db"


def files(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_copy_is_whole_private_and_has_its_checksum_beside_it(library, folders):
    file = folders[1] / "copy.db"

    made = library.export_to(file)

    assert (made.papers, made.id) == (40, library.id)
    assert made.sha256 == sha256_of(file) == noted_checksum(file)
    assert files(folders[1]) == ["copy.db", "copy.db.sha256"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in folders[1].iterdir()} == {0o600}
    said = subprocess.run(["sha256sum", "-c", "copy.db.sha256"], cwd=folders[1], capture_output=True, text=True)
    assert said.stdout == "copy.db: OK\n"


def test_a_copy_takes_the_place_of_a_library_that_is_read(library, other, folders):
    assert library.search("merging").total == 40

    put = Library.replace_by(other, library.path)

    assert put.papers == 60
    assert library.search("quantum").total == 60
    assert library.id == put.id
    assert stat.S_IMODE(library.path.stat().st_mode) == 0o600
    before = Library(folders[0] / f"papers.db{BEFORE}")
    assert before.search("merging").total == 40
    before.close()


def test_what_was_there_can_be_put_back(library, other, folders):
    Library.replace_by(other, library.path)

    Library.replace_by(folders[0] / f"papers.db{BEFORE}", library.path)

    assert library.search("merging").total == 40


def truncated(content):
    return content[: len(content) // 2]


def flipped(content):
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def nothing(_):
    return b""


def notes(_):
    return b"not a database, but somebody's notes\n" * 40


@pytest.mark.parametrize("damage", [truncated, flipped, nothing, notes])
def test_a_damaged_copy_is_refused_and_changes_nothing(library, other, folders, damage):
    other.write_bytes(damage(other.read_bytes()))
    before = files(folders[0])

    with pytest.raises(NoLibraryFile, match=r"copy\.db") as refused:
        Library.replace_by(other, library.path)

    assert str(refused.value).endswith(".")
    assert library.search("merging").total == 40
    assert files(folders[0]) == sorted({*before, "papers.db-import"})


@pytest.mark.parametrize("damage", [truncated, nothing, notes])
def test_damage_is_found_without_a_checksum_too(library, other, damage):
    other.with_name(other.name + CHECKSUM).unlink()
    other.write_bytes(damage(other.read_bytes()))

    with pytest.raises(NoLibraryFile):
        Library.replace_by(other, library.path)


def test_what_is_no_checksum_is_said(library, other):
    other.with_name(other.name + CHECKSUM).write_text("later\n")

    with pytest.raises(NoLibraryFile, match="no checksum"):
        Library.replace_by(other, library.path)


def test_a_library_that_is_in_use_is_no_copy(library, folders):
    live = folders[0] / "papers.db"
    with library._store.write() as db:
        db.execute("UPDATE library SET number = number + 1")

    with pytest.raises(NoLibraryFile, match="in use"):
        Library.replace_by(live, folders[1] / "papers.db")


def test_a_copy_of_a_later_version_is_refused(library, other):
    other.with_name(other.name + CHECKSUM).unlink()
    behind(other, "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('papers', 'm999', '')")

    with pytest.raises(UnreadableLibrary, match="later version"):
        Library.replace_by(other, library.path)

    assert library.search("merging").total == 40


def behind(file, statement):
    """Change a file behind the library's back."""
    connection = sqlite3.connect(file)
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize("content", [b"\xff" * 9000, b""])
def test_a_damaged_library_is_replaced_and_kept_aside(library, other, folders, content):
    library.close()
    library.path.write_bytes(content)
    (folders[0] / "papers.db-wal").write_bytes(b"\xfe" * 5000)

    Library.replace_by(other, library.path)

    assert library.search("quantum").total == 60
    assert (folders[0] / f"papers.db{BEFORE}").read_bytes() == content
    if not content:  # else SQLite itself throws a log away that holds nothing
        assert (folders[0] / f"papers.db{BEFORE}-wal").read_bytes() == b"\xfe" * 5000


def test_a_folder_that_is_not_there_is_a_sentence(library, folders):
    with pytest.raises(NoLibraryFile, match="can't be written"):
        library.export_to(folders[1] / "missing" / "copy.db")


def test_a_copy_is_written_while_another_process_imports(library, folders):
    with library._store.write() as db:  # as an import that goes on
        db.execute("UPDATE library SET version = version + 1")

        code = "import sys; from pathlib import Path; from index.library import Library\n"
        code += "print(Library(Path(sys.argv[1])).export_to(Path(sys.argv[2])).papers)"
        words = [sys.executable, "-c", code, str(library.path), str(folders[1] / "copy.db")]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=50)

    assert (done.stdout, done.stderr) == ("40\n", "")


def test_readers_in_threads_and_processes_see_one_library_or_the_other_through_twenty_swaps(library, other, folders):
    mine = folders[1] / "mine.db"
    library.export_to(mine)
    stop = threading.Event()
    seen, faults = set(), []

    def look():
        while not stop.is_set():
            try:
                page = library.search("paper without models or with model merging", limit=3)
                seen.add((page.searched, page.hits[0].paper.headline.split(" on ")[1][:5]))
                library.paper("p1")
            except Exception as fault:  # noqa: BLE001 - any at all is what this test is about
                faults.append(repr(fault))

    code = "import sys; from pathlib import Path; from index.library import Library\n"
    code += "library = Library(Path(sys.argv[1])); print('open', flush=True)\n"
    code += "while True: print(library.search('paper without models or with model merging').searched, flush=True)"
    words = [sys.executable, "-c", code, str(library.path)]
    process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "open\n"
    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for number in range(20):
        Library.replace_by((other, mine)[number % 2], library.path)
        if number % 5 == 0:  # an import into what was swapped in just now goes where readers look
            library_of(folders[0], [f"One more paper on tides, the one of number {number}."], label="More")
            assert not library.search("tides", limit=1).partial
    stop.set()
    for thread in threads:
        thread.join()
    process.kill()
    printed, wrong = process.communicate()

    assert faults == []
    assert wrong == ""
    assert {searched for searched, _ in seen} <= {40, 41, 60, 61}
    assert {what for _, what in seen} <= {"quant", "model", "tides"}
    assert {int(line) for line in printed.split("\n")[:-1]} <= {40, 41, 60, 61}
    assert examine_live(library) == "ok"


def examine_live(library):
    with library._store.read() as db:
        return db.execute("PRAGMA integrity_check").fetchone()[0]


def test_a_swap_that_is_killed_at_any_moment_leaves_one_library_whole(library, other, folders):
    library.close()
    code = "import sys; from pathlib import Path; from index.library import Library\n"
    code += "print('open', flush=True)\nwhile True:\n for copy in sys.argv[2:]:\n"
    code += "  Library.replace_by(Path(copy), Path(sys.argv[1]))"
    mine = folders[1] / "mine.db"
    shutil.copy(other, mine)
    library.export_to(mine)
    library.close()
    for _ in range(3):
        words = [sys.executable, "-c", code, str(library.path), str(other), str(mine)]
        with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.05)
            process.kill()
        again = Library(library.path)
        assert again.search("paper").searched in (40, 60)
        assert examine_live(again) == "ok"
        again.close()


def test_a_full_disk_leaves_the_old_copy(library, folders, tmp_path):
    """The disk is one of a few pages, by the limit that a process may have on its files."""
    target = folders[1] / "copy.db"
    library.export_to(target)
    before = target.read_bytes()
    code = (
        "import resource, signal, sys; from pathlib import Path; from index.library import Library\n"
        "library = Library(Path(sys.argv[1])); library.id\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))\n"
        "try: library.export_to(Path(sys.argv[2]))\n"
        "except Exception as fault: print(type(fault).__name__, fault)"
    )
    words = [sys.executable, "-c", code, str(library.path), str(target)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=50)

    assert done.stdout.startswith(LibraryFull.__name__), done
    assert target.read_bytes() == before
    assert files(folders[1]) == ["copy.db", "copy.db.sha256"]


def test_what_is_examined_is_not_changed(other):
    before = other.read_bytes()

    assert examine(other).papers == 60

    assert other.read_bytes() == before
    assert files(other.parent) == [
        "copy.db",
        "copy.db.sha256",
        "papers.db",
        "papers.db-gate",
        "papers.db-import",
    ]
