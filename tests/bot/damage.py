"""Damaged files, each made for real, and what the bot said: ``python -m tests.bot.damage`` prints the table."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from bot.cli.library import search_command
from bot.clock import MovableClock
from bot.manifest import manifest
from bot.memory.memory import Memory
from bot.serve.run import sample_lists
from bot.serve.socket import Bot
from bot.settings import read
from bot.wiring import wired
from bot.workspace.server import LocalWorkspace
from index.errors import PaperBotError
from index.library import Library
from tests.bot.memory.earlier import fill

ROOT = Path(__file__).parents[2]
PAPERS, STATE = "papers.db", "state.db"


def truncated(file):
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def emptied(file):
    file.write_bytes(b"")


def half_written(file):
    """A third of its pages never came to the disk."""
    content = file.read_bytes()
    third = len(content) // 3 // 4096 * 4096
    file.write_bytes(content[:third] + b"\xff" * third + content[2 * third :])


def text(file):
    file.write_bytes(b"not a database, but somebody's notes\n" * 400)


def foreign(file):
    file.unlink()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")


def swapped(file):
    """The one in the place of the other."""
    shutil.copy(file.with_name(STATE if file.name == PAPERS else PAPERS), file)


def later(file):
    with closing(sqlite3.connect(file)) as other:
        if file.name == PAPERS:
            other.execute(
                "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('papers', 'm9', '')"
            )
        else:
            other.execute("UPDATE memory_version SET version_num = '9999'")
        other.commit()


def gone_but_for_its_log(file):
    shutil.copy(file, file.with_name(f"{file.name}-wal"))
    file.unlink()


DAMAGES = (truncated, emptied, half_written, text, foreign, swapped, later, gone_but_for_its_log)


@dataclass(frozen=True)
class Said:
    """What was said of a damage."""

    command: str  # by "icml search", or by "icml serve" where it does not start
    member: str = ""  # to one who searches, in the workspace
    keeper: str = ""  # to a keeper, by direct message
    kept: bool = True  # whether the file is as it was


def sound_home(home):
    """A home with the sample corpus and a memory of something, closed."""
    home.mkdir(mode=0o700)
    library = Library(home / PAPERS)
    with sample_lists() as lists:
        library.import_files(lists)
    library.close()
    with Memory.open(f"sqlite:///{home}/{STATE}") as memory:
        fill(memory)
    return home


def of_papers(home):
    """What is said where papers.db is damaged: the bot starts."""
    before = content(home / PAPERS)
    searched = searched_for("merging", home)
    clock = MovableClock()
    with LocalWorkspace(clock, manifest=manifest()) as workspace:
        you = workspace.member("You")
        settings = read(home=home, keepers=you.id, slack_bot_token=None, slack_app_token=None)
        with wired(settings, clock) as wiring:
            bot = Bot(wiring, (workspace.bot_token, workspace.app_token), base_url=workspace.api_url)
            bot.start()
            workspace.wait_connected()
            you.types("/icml merging")
            member = you.waits_for(":warning:", in_="general").shown
            keeper = you.waits_for("my library", in_="bot").shown
            bot.stop()
    return Said(searched, member, keeper, content(home / PAPERS) == before)


def searched_for(query, home):
    """What "icml search" prints, with or without papers; its process is left out."""
    done = CliRunner().invoke(search_command, [query], obj=read(home=home))
    return str(done.exception) if isinstance(done.exception, PaperBotError) else done.output


def of_state(home):
    """What is said where state.db is damaged: the bot does not start."""
    before = content(home / STATE)
    settings = read(home=home, slack_bot_token=None, slack_app_token=None)
    try:
        with wired(settings, MovableClock()):
            said = "it started"
    except PaperBotError as refusal:
        said = str(refusal)
    return Said(said, kept=content(home / STATE) == before)


def content(file):
    """The file with what lies beside it, but for what SQLite makes and takes away as it reads."""
    return [
        path.read_bytes()
        for path in (file, file.with_name(f"{file.name}-wal"))
        if path.exists() and path.stat().st_size
    ]


def icml(*words, home):
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("SLACK_", "ICML_"))}
    return subprocess.run(
        [sys.executable, "-c", "from bot.cli import main; main()", *words],
        env=clean | {"ICML_HOME": str(home)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        sound = sound_home(Path(folder) / "sound")
        for name, looks in ((PAPERS, of_papers), (STATE, of_state)):
            for damage in DAMAGES:
                home = Path(folder) / f"{name}-{damage.__name__}"
                shutil.copytree(sound, home)
                damage(home / name)
                said = looks(home)
                print(f"{name} {damage.__name__.replace('_', ' ')}: {'kept' if said.kept else 'CHANGED'}")
                for who in ("command", "member", "keeper"):
                    if getattr(said, who):
                        print(f"  {who}: {getattr(said, who)}".replace(str(home), "HOME"))


if __name__ == "__main__":
    main()
