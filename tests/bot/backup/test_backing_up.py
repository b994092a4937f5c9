"""What is backed up comes back, row for row, wherever it goes."""

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tarfile
import threading
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import Column, MetaData, Table, Text

from bot.backup import archive, rows
from bot.backup.home import alone, at_work
from bot.backup.making import backups_in
from bot.backup.restoring import verify
from bot.cli.backing_up import backup_command, restore_command
from bot.errors import BackupFailed, HomeInUse, HomeNotEmpty, UnreadableMemory, UnusableBackup
from bot.memory.memory import Memory
from bot.memory.tables import schema
from bot.settings import read
from index.library import Library
from tests.bot.backup.conftest import KINDS, NOW, Place
from tests.factories import library_of

ROOT = Path(__file__).parents[3]


def files(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("to", KINDS)
@pytest.mark.parametrize("of", KINDS)
def test_what_is_backed_up_comes_back_row_for_row(place_of, of, to):
    here, there = place_of(of, "here"), place_of(to, "there")
    here.fill()

    made = here.backup()
    done = there.restore(made.file)

    assert there.said() == here.said()
    assert done.aside == ()
    assert made.manifest.rows["saved"] == 2
    assert (made.manifest.papers, made.without_papers) == (1, "")
    with Memory.open(there.memory) as memory:
        assert memory.reading_lists.count("T1", "U1") == 1


def test_a_backup_is_one_private_file_and_leaves_nothing_beside_it(here):
    made = here.backup()

    folder = here.home / "backups"
    assert made.file.name == "icml-20261130T221500Z.tar.gz"
    assert files(folder) == [".lock", made.file.name]
    assert stat.S_IMODE(made.file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    with tarfile.open(made.file) as tar:
        assert tar.getnames() == ["manifest.json", "memory.jsonl", "papers.db"]
        assert all(one.mode == 0o600 for one in tar.getmembers())


def test_what_is_restored_is_private_and_leaves_nothing_beside_it(here, there):
    there.restore(here.backup().file)

    modes = {name: stat.S_IMODE((there.home / name).stat().st_mode) for name in files(there.home)}
    assert modes["papers.db"] == modes["state.db"] == 0o600
    assert set(modes) <= {"papers.db", "state.db", "home.lock", "papers.db-gate"}


def test_two_backups_of_one_second_have_two_names(here):
    assert here.backup().file.name != here.backup().file.name
    assert len(backups_in(here.home / "backups")) == 2


def test_older_backups_go_when_so_many_are_to_be_kept_and_nothing_else_does(here):
    for minute in range(4):
        last = here.backup(now=NOW + timedelta(minutes=minute))
    (here.home / "backups" / "icml-notes.txt").touch()

    made = here.backup(now=NOW + timedelta(minutes=9), keep=2)

    assert backups_in(here.home / "backups") == [last.file, made.file]
    assert len(made.removed) == 3
    assert (here.home / "backups" / "icml-notes.txt").exists()


def test_a_memory_that_is_not_there_is_not_made_by_a_backup(there):
    with pytest.raises(BackupFailed, match="nothing to keep"):
        there.backup()

    assert files(there.home) == []


def test_a_damaged_memory_is_not_backed_up_and_the_earlier_backups_stay(here):
    before = here.backup().file
    state = here.home / "state.db"
    state.write_bytes(state.read_bytes()[: state.stat().st_size // 2])

    with pytest.raises(UnreadableMemory, match="damaged"):
        here.backup(keep=1)

    assert backups_in(here.home / "backups") == [before]


def test_a_damaged_library_is_left_out_and_said(here, there):
    here.papers.write_bytes(b"no library")

    made = here.backup()

    assert "damaged" in made.without_papers
    there.restore(made.file)
    assert not there.papers.exists()
    with pytest.raises(UnusableBackup, match="no papers"):
        there.restore(made.file, only="papers")


def test_one_backup_is_made_at_a_time(here):
    import fcntl

    here.backup()
    with (here.home / "backups" / ".lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(HomeInUse, match="under way"):
            here.backup()


def test_what_a_killed_backup_left_goes_with_the_next(here):
    left = here.home / "backups" / ".unfinished"
    left.mkdir(parents=True)
    (left / "archive").write_bytes(b"half")

    here.backup()

    assert not left.exists()


def test_tokens_of_installations_are_left_out_unless_they_are_asked_for(here, there, monkeypatch):
    """A table with a token in it, as an installation's is."""
    made = MetaData()
    for table in schema.tables.values():
        table.to_metadata(made)
    installations = Table(
        "installations", made, Column("team_id", Text, primary_key=True), Column("bot_token", Text), Column("at", Text)
    )
    monkeypatch.setattr(rows, "schema", made)
    with closing(sqlite3.connect(here.home / "state.db")) as connection:
        connection.execute("CREATE TABLE installations (team_id TEXT PRIMARY KEY, bot_token TEXT, at TEXT)")
        connection.execute("INSERT INTO installations VALUES ('T1', 'xoxb-secret', 'now')")
        connection.commit()
    assert rows.is_secret(installations)

    without, whole = here.backup(with_secrets=False), here.backup()

    assert "installations" not in without.manifest.rows
    assert whole.manifest.rows["installations"] == 1
    assert b"xoxb-secret" not in extracted(without.file)
    assert b"xoxb-secret" in extracted(whole.file)


def extracted(file):
    with tarfile.open(file) as tar:
        return tar.extractfile("memory.jsonl").read()


def test_a_home_with_something_in_it_is_left_alone_until_it_may_be_replaced(here, place_of):
    there = place_of("sqlite", "there")
    there.fill(["Another library's only paper, on quantum merging."] * 1)
    file, before = here.backup().file, there.said()

    with pytest.raises(HomeNotEmpty, match=r"papers\.db and .*state\.db is there already.*--replace"):
        there.restore(file)
    assert there.said() == before

    done = there.restore(file, replace=True)

    assert there.said() == here.said()
    aside = there.home / "before-restore-20261130T221500Z"
    assert done.aside == (aside / "state.db", aside / "papers.db")
    with Memory.open(f"sqlite:///{aside}/state.db") as memory:
        assert memory.reading_lists.count("T1", "U1") == 1
    kept = Library(aside / "papers.db")
    assert kept.search("quantum").total == 1
    kept.close()


def test_a_postgresql_with_something_in_it_is_backed_up_before_it_is_replaced(here, place_of):
    there = place_of("postgresql", "there")
    there.fill()
    with Memory.open(there.memory) as memory:
        memory.settings.put("T1", "more", "1", NOW)
    file = here.backup().file
    with pytest.raises(HomeNotEmpty, match="PostgreSQL"):
        there.restore(file)

    done = there.restore(file, replace=True)

    assert there.said() == here.said()
    kept = next(path for path in done.aside if path.suffix == ".gz")
    assert verify(kept).rows["settings"] == 2


def test_only_the_papers_are_put_back_while_the_bot_works(here):
    file = here.backup().file
    with Memory.open(here.memory) as memory:
        memory.settings.put("T1", "later", "1", NOW)
    here.papers.write_bytes(b"")

    with at_work(here.home):
        done = here.restore(file, only="papers", replace=True)

    assert here.said()[0][0] == 1
    assert done.memory == ""
    with Memory.open(here.memory) as memory:
        assert memory.settings.get("T1", "later") == "1"


def test_only_the_memory_is_put_back(here, there):
    there.restore(here.backup().file, only="memory")

    assert (there.home / "state.db").exists()
    assert not there.papers.exists()


def test_no_restore_under_a_running_bot_and_no_start_under_a_restore(here, there):
    file = here.backup().file
    with at_work(there.home), at_work(there.home), pytest.raises(HomeInUse, match="Stop it first"):
        there.restore(file)
    with alone(there.home), pytest.raises(HomeInUse, match="under way"), at_work(there.home):
        pass
    assert not there.papers.exists()


def cut(content):
    return content[: len(content) * 2 // 3]


def flipped(content):
    return content[: len(content) // 2] + bytes([content[len(content) // 2] ^ 4]) + content[len(content) // 2 + 1 :]


def nothing(_):
    return b""


def notes(_):
    return b"not a backup, but somebody's notes\n" * 40


@pytest.mark.parametrize("damage", [cut, flipped, nothing, notes])
def test_a_damaged_backup_is_refused_before_anything_is_touched(here, there, damage):
    file = here.backup().file
    file.write_bytes(damage(file.read_bytes()))

    for refuses in (verify, there.restore):
        with pytest.raises(UnusableBackup, match=r"icml-2026.*Nothing was changed") as refused:
            refuses(file)
        assert str(refused.value).endswith(".")
    assert set(files(there.home)) <= {"home.lock"}


def rewritten(file, change, **members):
    """A backup with the manifest changed, and whatever *members* say."""
    with tarfile.open(file) as tar:
        content = {one.name: tar.extractfile(one).read() for one in tar}
    manifest = json.loads(content["manifest.json"])
    change(manifest)
    content["manifest.json"] = json.dumps(manifest).encode()
    content |= {name.replace("_", "."): more for name, more in members.items()}
    folder = file.parent / "rewritten"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    with tarfile.open(file, "w:gz") as tar:
        for name, one in content.items():
            (folder / name).write_bytes(one)
            tar.add(folder / name, name)
    return file


@pytest.mark.parametrize("change", [{"form": 2, "made_by": "9.9"}, {"memory_version": "9999", "made_by": "9.9"}])
def test_a_backup_of_a_later_version_says_which_version_to_install(here, there, change):
    file = rewritten(here.backup().file, lambda manifest: manifest.update(change))

    with pytest.raises(UnusableBackup, match=r"later version of icml-bot \(9\.9\)\. Install that version"):
        there.restore(file)

    assert set(files(there.home)) <= {"home.lock"}


@pytest.mark.parametrize(
    "line",
    ['["too", "few"]', '{"table": "nowhere", "columns": []}', "no JSON", '{"table": "events", "columns": ["x"]}\n[1]'],
)
def test_rows_that_do_not_fit_are_refused(here, there, line):
    changed = (line + "\n").encode()

    def checksum(manifest):
        manifest["files"]["memory.jsonl"] = {"sha256": sha256(changed), "size": len(changed)}

    file = rewritten(here.backup().file, checksum, memory_jsonl=changed)

    with pytest.raises(UnusableBackup, match="no whole backup"):
        there.restore(file)


def sha256(content):
    import hashlib

    return hashlib.sha256(content).hexdigest()


@pytest.mark.parametrize("name", ["../evil", "/tmp/evil", "more.txt"])
def test_names_and_links_in_an_archive_lead_nowhere(here, there, tmp_path, name):
    file = here.backup().file
    with tarfile.open(file) as tar:
        content = {one.name: tar.extractfile(one).read() for one in tar}
    with tarfile.open(file, "w:gz") as tar:
        for known, one in content.items():
            (tmp_path / "one").write_bytes(one)
            tar.add(tmp_path / "one", known)
        tar.add(tmp_path / "one", name)

    with pytest.raises(UnusableBackup, match="is not what it should be"):
        there.restore(file)

    assert not (tmp_path / "evil").exists()


def test_a_backup_taken_under_load_is_the_memory_of_one_moment(place_of, kind_of_memory):
    """Each transaction writes one number in two tables: a backup has the two equal, whenever it was taken."""
    here, there = place_of(kind_of_memory, "here"), place_of("sqlite", "there")
    here.fill()
    stop, taken = threading.Event(), []
    with Memory.open(here.memory) as memory:

        def writes():
            number = 0
            while not stop.is_set():
                number += 1

                def both(connection, number=number):
                    for name in ("one", "other"):
                        connection.execute(
                            schema.tables["settings"]
                            .insert()
                            .values(workspace=name, name=f"{number:06}", value="1", changed_at=NOW)
                        )

                memory._database.write(both)
                taken.append(number)

        writer = threading.Thread(target=writes)
        writer.start()
        made = []
        while len(made) < 3:
            before = len(taken)
            made.append((before, here.backup(), len(taken)))
        stop.set()
        writer.join()

    for before, backup, after in made:
        shutil.rmtree(there.home)
        there.restore(backup.file)
        with Memory.open(there.memory) as memory:
            count = {
                name: memory._database.read(lambda connection, name=name: numbers(connection, name))
                for name in ("one", "other")
            }
        assert count["one"] == count["other"]
        assert count["one"] == [f"{number:06}" for number in range(1, len(count["one"]) + 1)]
        assert before <= len(count["one"]) <= after + 1
    assert made[-1][2] > made[0][0], "it was written all the while"


@pytest.fixture(params=KINDS)
def kind_of_memory(request):
    return request.param


def numbers(connection, workspace):
    table = schema.tables["settings"]
    wanted = table.select().where(table.c.workspace == workspace).order_by(table.c.name)
    return [row.name for row in connection.execute(wanted)]


# Restores into a copy of a home again and again, each time killed one step later, until one comes to its end. What is
# slow, and touches nothing, is done once: taking the backup out.
_RESTORE = """
import os, shutil, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from bot.backup import home, restoring

file, pristine, into = map(Path, sys.argv[1:])
left = 0

def stops():
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)

def stopping(real):
    def stopped(*given):
        stops()
        real(*given)
        stops()
    return stopped

(into / "ready").mkdir(parents=True)
ready = restoring.staged(file, into / "ready")

def taken_out(_, folder):
    shutil.copytree(ready.folder, folder, dirs_exist_ok=True)
    return restoring.Staged(folder, ready.manifest)

restoring.staged = taken_out
home._to_disk, Path.replace = stopping(home._to_disk), stopping(Path.replace)
for step in range(1, 100):
    target = into / f"{step:02}"
    shutil.copytree(pristine, target)
    child = os.fork()
    if not child:
        left = step
        restoring.restore(file, target, f"sqlite:///{target}/state.db", now=datetime(2026, 12, 1, tzinfo=UTC),
                          version="0.1.0", replace=True)
        os._exit(0)
    if os.waitpid(child, 0)[1] == 0:
        break
"""


@pytest.fixture
def killed(here, place_of, tmp_path):
    """A home as it was before, and what restores left of it that were killed between any two steps, in order."""
    before = place_of("sqlite", "before")
    before.fill(["Quantum papers are what was here before it all."])
    with closing(sqlite3.connect(before.home / "state.db")) as killed_bot:  # its log is not empty
        killed_bot.execute("PRAGMA wal_autocheckpoint = 0")
        killed_bot.execute("INSERT INTO settings VALUES ('T1', 'in the log', '1', '2026-11-30 00:00:00.000000')")
        killed_bot.commit()
        shutil.copytree(before.home, tmp_path / "pristine")
    into = tmp_path / "killed"
    words = [sys.executable, "-c", _RESTORE, str(here.backup().file), str(tmp_path / "pristine"), str(into)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=50)
    assert done.stderr == ""
    homes = [Place(home, f"sqlite:///{home}/state.db") for home in sorted(into.glob("[0-9]*"))]
    return before, homes


def test_a_restore_that_is_killed_between_any_two_steps_leaves_all_of_the_old_or_all_of_the_new(here, killed):
    before, homes = killed
    old, new = before.said(), here.said()
    assert any("in the log" in line for line in old[1])
    outcomes = []
    for place in homes:
        with at_work(place.home):
            said = place.said()
        assert said in (old, new)
        outcomes.append(said == new)
        if said == new:
            aside = place.home / "before-restore-20261201T000000Z"
            assert {"state.db", "papers.db"} <= set(files(aside))
    assert outcomes == sorted(outcomes), "first the old, and from one moment on the new"
    assert outcomes.count(False) >= 3
    assert outcomes.count(True) >= 10


def test_the_next_command_ends_a_restore_that_was_killed(here):
    """As a kill leaves it: the journal stands, and the new file waits."""
    waiting = here.home / "papers.db.restored-1"
    here.papers.rename(waiting)
    here.papers.write_bytes(b"the old one")
    move = {"new": str(waiting), "place": str(here.papers), "aside": str(here.home / "aside" / "papers.db")}
    (here.home / "restoring.json").write_text(json.dumps([move]))

    done = icml("search", "merging", "--json", home=here.home)

    assert json.loads(done.stdout)["total"] == 1
    assert not (here.home / "restoring.json").exists()
    assert (here.home / "aside" / "papers.db").read_bytes() == b"the old one"


def icml(*words, home, **more):
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("SLACK_", "ICML_"))}
    return subprocess.run(
        [sys.executable, "-c", "from bot.cli import main; main()", *words],
        env=clean | {"ICML_HOME": str(home)} | more,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_the_commands_say_what_they_did(here, tmp_path):
    made = runs(backup_command, here, tmp_path / "kept", "--keep", "3")
    (file,) = backups_in(tmp_path / "kept")
    verified = runs(restore_command, here, "--verify", file)
    done = runs(restore_command, here, file, "--replace")
    told = runs(backup_command, here, tmp_path / "kept", "--json")

    assert f"{file}: " in made.output
    assert "1 papers. It was read back and is whole." in made.output
    assert "is whole" in verified.output
    assert "What was there is kept as" in done.output
    assert json.loads(told.output)["rows"]["saved"] == 2


def runs(command, place, *words):
    return CliRunner().invoke(command, [str(word) for word in words], obj=read(home=place.home))


def test_what_can_not_be_done_is_one_sentence_and_exit_code_2(here):
    refused = icml("restore", str(here.backup().file), home=here.home)

    assert refused.returncode == 2
    assert refused.stderr.startswith("icml: ")
    assert "--replace" in refused.stderr


def test_a_backup_without_its_library_is_exit_code_1(here):
    here.papers.write_bytes(b"no library")

    done = runs(backup_command, here)

    assert done.exit_code == 1
    assert "The library is not in it" in done.output


def test_a_full_disk_is_a_sentence_and_leaves_the_earlier_backups(here):
    before = here.backup().file
    code = (
        "import resource, signal, sys; from datetime import UTC, datetime; from pathlib import Path\n"
        "from bot.backup.making import make\n"
        "home = Path(sys.argv[1])\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)\n"
        "memory, folder = f'sqlite:///{home}/state.db', home / 'backups'\n"
        "try: make(home / 'papers.db', memory, folder, now=datetime.now(UTC), version='1')\n"
        "except Exception as fault: print(type(fault).__name__, fault)"
    )
    for room in (100, 60_000):
        words = [sys.executable, "-c", code, str(here.home), str(room)]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=50)
        full = "BackupFailed The backup could not be written", "MemoryUnavailable The disk of the bot's memory"
        assert done.stdout.startswith(full), done
        assert "Make room" in done.stdout

    assert backups_in(here.home / "backups") == [before]
    assert files(here.home / "backups") == [".lock", before.name]


def test_a_backup_of_an_earlier_memory_comes_back_in_the_newest_form(here, there, monkeypatch):
    from tests.bot.memory.earlier import FILES, put_in
    from tests.bot.memory.test_migrating import STEPS

    for step in STEPS:
        shutil.rmtree(there.home, ignore_errors=True)
        (here.home / "state.db").unlink()
        earlier(here, step, json.loads((FILES / f"{step}.json").read_text("utf-8"))["rows"], put_in)

        made = here.backup()
        there.restore(made.file)

        assert made.manifest.memory_version == step
        with Memory.open(there.memory) as memory:
            assert memory.settings.get("T1", "language") == '"zh — 中文"'
            assert memory.reading_lists.count("T1", "U1") == (1 if step >= "0003" else 0)


def earlier(place, step, given, put_in):
    from bot.memory.address import read
    from bot.memory.database import engine_at
    from bot.memory.migrating import upgrade

    for left in ("-wal", "-shm"):
        (place.home / f"state.db{left}").unlink(missing_ok=True)
    engine = engine_at(read(place.memory), foreign_keys=False)
    with engine.begin() as connection:
        upgrade(connection, to=step)
        put_in(connection, given)
    engine.dispose()


def test_an_archive_knows_its_files_by_their_content(here):
    made = here.backup()

    assert archive.checked(made.file) == made.manifest
    assert library_of(here.home, []).id == made.manifest.library
