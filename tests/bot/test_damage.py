"""Whatever became of the files, the bot says in a sentence what it is, and changes nothing."""

import shutil
import subprocess
import sys
from datetime import timedelta

import pytest
from slack_sdk import WebClient

from bot.memory.memory import Memory
from bot.watching import look_after_library
from bot.workspaces import Installed
from handlers.model import Event
from index.library import Library
from tests.bot.damage import DAMAGES, PAPERS, ROOT, STATE, icml, of_papers, of_state, sound_home, text
from tests.bot.memory.earlier import NOW

WORKSPACE = "T0LOCALTEAM"


@pytest.fixture(scope="session")
def sound(tmp_path_factory):
    return sound_home(tmp_path_factory.mktemp("damage") / "sound")


@pytest.fixture
def home(sound, tmp_path):
    return shutil.copytree(sound, tmp_path / "home")


def is_sentence(words):
    return "\n" not in words and words.endswith(".") and "Traceback" not in words


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda one: one.__name__)
def test_where_papers_db_is_damaged_the_bot_starts_and_says_so(home, damage):
    damage(home / PAPERS)

    said = of_papers(home)

    assert said.kept
    assert is_sentence(said.command)
    assert str(home) in said.command
    assert "I can’t read my library" in said.member
    assert str(home) not in said.member, "paths are for keepers"
    assert str(home) in said.keeper
    assert is_sentence(said.keeper)
    mends = "Upgrade icml-bot" if damage.__name__ == "later" else "icml library import FILE"
    assert mends in said.command
    assert mends in said.keeper


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda one: one.__name__)
def test_where_state_db_is_damaged_the_bot_does_not_start_and_says_what_mends_it(home, damage):
    damage(home / STATE)

    said = of_state(home)

    assert said.kept
    assert is_sentence(said.command)
    assert str(home / STATE) in said.command
    assert "icml restore FILE --only memory --replace" in said.command or "place of its own" in said.command


def test_serve_ends_with_that_sentence(home):
    text(home / STATE)

    done = icml("serve", "--no-browser", home=home)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("icml: The bot's memory")
    assert is_sentence(done.stderr.strip())


def test_a_bot_without_its_library_works_again_as_soon_as_another_is_put_in(bot, wiring, you, home_of_wiring, sound):
    wiring.library.export_to(home_of_wiring / "copy.db")
    damaged = home_of_wiring / "papers.db.damaged"
    damaged.write_bytes(b"not a database" * 1000)
    damaged.replace(home_of_wiring / PAPERS)
    you.types("/icml merging")
    assert you.waits_for("can’t read my library", in_="general")
    assert "can’t read my library" in you.opens_home().shown

    Library.replace_by(home_of_wiring / "copy.db", home_of_wiring / PAPERS)

    you.types("/icml merging")
    assert you.waits_for("MetaMerging", in_="general")
    assert wiring.library.trouble == ""


@pytest.fixture
def home_of_wiring(wiring):
    return wiring.settings.home


def test_keepers_are_told_once_a_day_of_the_library_and_of_another_one(
    bot, wiring, you, workspace, clock, home_of_wiring, tmp_path
):
    installed = Installed(WORKSPACE, WebClient(workspace.bot_token, workspace.api_url), frozenset({you.id}))
    (tmp_path / "other").mkdir()
    other = Library(tmp_path / "other" / PAPERS)
    other.export_to(tmp_path / "other.db")
    other.close()

    def looks():
        look_after_library(wiring, [installed], now=clock.now())

    def told():
        return [one.shown for one in you.sees("bot").messages]

    looks()
    assert told() == []
    Library.replace_by(tmp_path / "other.db", home_of_wiring / PAPERS)
    for _ in range(3):
        looks()
    assert ["Another library" in one for one in told()] == [True]
    (home_of_wiring / PAPERS).unlink()
    for _ in range(3):
        looks()
    assert ["can’t read my library" in one for one in told()] == [False, True]
    clock.move(timedelta(days=1))
    looks()
    assert len(told()) == 3


def test_a_lost_library_is_not_made_up_for_by_the_sample(home):
    from bot.binding import bind
    from bot.clock import MovableClock
    from bot.serve.run import _prepared
    from bot.settings import read
    from bot.wiring import wired

    settings = read(home=home, slack_bot_token=None, slack_app_token=None)
    said = []
    with wired(settings, MovableClock()) as wiring:
        bind(wiring.memory, wiring.library, now=NOW)
    (home / PAPERS).unlink()
    with wired(settings, MovableClock()) as wiring:
        _prepared(wiring, said.append)
        assert wiring.library.corpora() == []
    assert "memory knows one" in said[0]


# Full and read-only disks: small ones, mounted where only we see them.

NO_DISKS = "no disks of our own here: unshare -rm is not allowed"


@pytest.fixture
def on_disk(home, tmp_path):
    """Runs Python on a copy of the home that lies on a small disk of its own."""
    tried = subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True)
    if tried.returncode:
        pytest.skip(NO_DISKS)

    def runs(code, *, size="4m", then=":"):
        disk = tmp_path / "disk"
        disk.mkdir(exist_ok=True)
        script = (
            f"mount -t tmpfs -o size={size} tmpfs {disk} && cp -r {home} {disk}/home && {then.format(disk=disk)} && "
            f"exec {sys.executable} -c '{code}' {disk}/home"
        )
        return subprocess.run(
            ["unshare", "-rm", "sh", "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=50
        )

    return runs


_OPENED = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from bot.memory.memory import Memory
from handlers.model import Event
from index.errors import PaperBotError
from index.library import Library
NOW = datetime(2026, 12, 1, tzinfo=UTC)
home = Path(sys.argv[1])
def tries(what):
    try:
        print(what())
    except PaperBotError as refusal:
        print(refusal)
"""


def test_on_a_disk_that_fills_up_what_is_known_is_found_and_nothing_is_lost(on_disk):
    code = _OPENED + (
        'library, memory = Library(home / "papers.db"), Memory.open(f"sqlite:///{home}/state.db")\n'
        'def claims(number): return memory.events.claim("T1", Event("command", f"full:{number}"), now=NOW)\n'
        "print(claims(0), len(library.id))\n"
        'filler = (home / "filler").open("wb", buffering=0)\n'
        "try:\n"
        ' while True: filler.write(b"x" * 4096)\n'
        "except OSError: pass\n"
        "for number in range(1, 200):\n"
        " try: claims(number)\n"
        " except PaperBotError as refusal: print(refusal); break\n"
        'print(library.search("merging").total)\n'
        'tries(lambda: library.rename_corpus("icml2026", "Other"))\n'
        'tries(lambda: library.export_to(home / "copy.db"))\n'
        'filler.close(); (home / "filler").unlink()\n'
        "print(claims(number), claims(number), claims(0))\n"
        'print(library.rename_corpus("icml2026", "Other").label)\n'
    )

    done = on_disk(code)

    said = done.stdout.splitlines()
    assert done.stderr == ""
    assert said[0] == "True 32"
    assert said[1].startswith("My disk is full or failing")
    assert int(said[2]) > 0
    assert "no room left for the library" in said[3] or said[3].startswith("Corpus")
    assert "no room left" in said[4]
    assert said[5] == "True False False", "there is room again, and what was remembered is remembered"
    assert said[6] == "Other"


_AT_WORK = """
import sys
from pathlib import Path
from bot import logs
from bot.clock import MovableClock
from bot.manifest import manifest
from bot.serve.socket import Bot
from bot.settings import read
from bot.wiring import wired
from bot.workspace.server import LocalWorkspace
logs.set_up()
home, clock = Path(sys.argv[1]), MovableClock()
settings = read(home=home, slack_bot_token=None, slack_app_token=None)
with wired(settings, clock) as wiring, LocalWorkspace(clock, manifest=manifest()) as workspace:
    bot = Bot(wiring, (workspace.bot_token, workspace.app_token), base_url=workspace.api_url)
    bot.start()
    workspace.wait_connected()
    you = workspace.member("You")
    def answered(said):
        workspace.settled(within=20)
        return [one.shown.splitlines()[0] for one in you.sees("general").messages if said in one.shown]
    filler = (home / "filler").open("wb", buffering=0)
    try:
        while True: filler.write(b"x" * 4096)
    except OSError: pass
    for number in range(40):
        you.types("/icml merging", in_="general")
        if answered("full"): break
    print(answered("full")[0])
    you.mentions("which papers are about model merging?", in_="general")
    print(len(answered("full")))
    filler.close(); (home / "filler").unlink()
    before = len(answered("merging"))
    you.types("/icml merging", in_="general")
    print(len(answered("merging")) - before)
    bot.stop()
"""


def test_a_bot_whose_disk_fills_up_says_so_and_works_again_without_a_restart_when_there_is_room(on_disk):
    done = on_disk(_AT_WORK)

    told, twice, after = done.stdout.splitlines()
    assert "My disk is full or failing, so I can’t note down that you asked. A keeper has to make room on it." in told
    assert twice == "2", "one who mentions it is told as well"
    assert after == "1"


def test_on_a_full_disk_the_bot_starts_or_says_why_not(on_disk):
    code = _OPENED + (
        'tries(lambda: Library(home / "papers.db").search("merging").total)\n'
        'tries(lambda: Memory.open(f"sqlite:///{home}/state.db"))\n'
    )
    done = on_disk(code, then="{{ dd if=/dev/zero of={disk}/filler bs=4k 2>/dev/null; true; }}")

    searched, opened = done.stdout.splitlines()
    assert done.stderr == ""
    assert searched.isdigit() or "no room left" in searched
    assert "full or failing" in opened or opened.startswith("<Memory")


def test_on_a_read_only_disk_papers_are_found_and_writing_is_refused_in_a_sentence(on_disk):
    code = _OPENED + (
        'library = Library(home / "papers.db")\n'
        'print(library.search("merging").total)\n'
        'tries(lambda: library.rename_corpus("icml2026", "Other"))\n'
        'tries(lambda: Library.replace_by(home / "papers.db", home / "papers.db"))\n'
        'tries(lambda: Memory.open(f"sqlite:///{home}/state.db"))\n'
        "from bot.backup.making import make\n"
        'memory, folder = f"sqlite:///{home}/state.db", home / "backups"\n'
        'tries(lambda: make(home / "papers.db", memory, folder, now=NOW, version="1"))\n'
    )

    done = on_disk(code, then="mount -o remount,ro {disk}")

    found, renamed, replaced, opened, backed_up = done.stdout.splitlines()
    assert done.stderr == ""
    assert int(found) > 0
    assert "can't be written" in renamed
    assert "can't be written" in replaced
    assert "can't be opened for writing" in opened
    assert "could not be written" in backed_up


def test_a_memory_that_can_not_be_written_tells_members_why(tmp_path):
    """The limit that a process may have on its files stands for a full disk, where no disk can be mounted."""
    with Memory.open(f"sqlite:///{tmp_path}/state.db"):
        pass
    code = (
        "import resource, signal; "
        + _OPENED.replace("\n", "\n", 1)
        + "memory = Memory.open(f'sqlite:///{home}/state.db')\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "tries(lambda: memory.events.claim('T1', Event('command', 'c1'), now=NOW))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, timeout=50
    )

    assert done.stdout.startswith("My disk is full or failing"), done
    with Memory.open(f"sqlite:///{tmp_path}/state.db") as memory:
        assert memory.events.claim("T1", Event("command", "c1"), now=NOW)
