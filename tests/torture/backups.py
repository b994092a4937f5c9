"""Backs the bot up, again and again, while a crowd asks and its library is swapped; restores each and compares.

python -m tests.torture.backups [--seconds 30] [--acts 600] [--seed 1]

A backup holds the state of one moment when its events are the first so many that the bot ever claimed, and its posts
likewise: rows are only added while this runs, so what was there at a moment is what came first.
"""

import argparse
import logging
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

import structlog

from bot.backup.making import backups_in
from bot.clock import MovableClock
from bot.manifest import manifest
from bot.serve.run import sample_lists
from bot.serve.socket import Bot
from bot.settings import read
from bot.wiring import wired
from bot.workspace.server import LocalWorkspace
from tests.torture.crowd import ask
from tests.torture.verdict import verdicts

ROOT = Path(__file__).parents[2]
GROWING = ("events", "posts")  # tables to which rows are only added meanwhile


def main() -> int:
    given = _arguments()
    logging.disable(logging.CRITICAL)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        taken, silent = _under_load(home, given)
        whole = {table: _ids(home / "state.db", table) for table in GROWING}
        print(f"{'backup':<30}{'took':>7}{'events':>8}{'posts':>7}{'papers':>8}  restored")
        wrong = silent
        for file in backups_in(home / "backups"):
            wrong += not _restored(file, Path(folder), whole, taken[file.name])
    print(f"{len(taken)} backups, {wrong} wrong" if wrong else f"{len(taken)} backups, each one the state of a moment.")
    return 1 if wrong else 0


def _under_load(home: Path, given: argparse.Namespace) -> tuple[dict[str, float], int]:
    """The seconds that each backup took, and how many members were left in silence or answered twice."""
    clock = MovableClock()
    settings = read(home=home, slack_bot_token=None, slack_app_token=None)
    with wired(settings, clock) as wiring, LocalWorkspace(clock, manifest=manifest(settings.command)) as workspace:
        with sample_lists() as lists:
            wiring.library.import_files(lists)
        bot = Bot(wiring, (workspace.bot_token, workspace.app_token), base_url=workspace.api_url)
        bot.start()
        workspace.wait_connected()
        wanted = {"members": 40, "acts": given.acts, "seconds": given.seconds, "seed": given.seed}
        crowd = threading.Thread(target=ask, args=(workspace,), kwargs=wanted)
        crowd.start()
        taken = {}
        while True:
            start = time.perf_counter()
            made = _icml(home, "backup")
            taken[Path(made.split(": ")[0]).name] = time.perf_counter() - start
            _icml(home, "library", "export", str(home / "copy.db"))
            _icml(home, "library", "import", str(home / "copy.db"))
            if not crowd.is_alive():
                break
        crowd.join()
        workspace.settled(within=120)
        asked = verdicts(workspace)
        bad = sum(one.end in ("silence", "twice") for one in asked)
        print(f"{len(asked)} asked meanwhile, {bad} in silence or twice; the library was swapped {len(taken)} times")
        bot.stop()
    return taken, bad


def _icml(home: Path, *words: str) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("SLACK_", "ICML_"))}
    command = [sys.executable, "-c", "from bot.cli import main; main()", "--home", str(home), *words]
    done = subprocess.run(command, env=clean, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"icml {' '.join(words)} failed: {done.stderr}")
    return done.stdout


def _restored(file: Path, folder: Path, whole: dict[str, list[str]], took: float) -> bool:
    """Restore *file* into a new home, and see that it is what had come first."""
    new = folder / file.name.removesuffix(".tar.gz")
    _icml(new, "restore", str(file))
    there = {table: _ids(new / "state.db", table) for table in GROWING}
    first = all(sorted(ids) == sorted(whole[table][: len(ids)]) for table, ids in there.items())
    with closing(sqlite3.connect(new / "papers.db")) as papers:
        count = papers.execute("SELECT count(*) FROM papers").fetchone()[0]
        sound = papers.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    counts = f"{len(there['events']):>8}{len(there['posts']):>7}{count:>8}"
    print(f"{file.name:<30}{took:>6.1f}s{counts}  {'equal' if first and sound else 'WRONG'}", flush=True)
    return first and sound


def _ids(file: Path, table: str) -> list[str]:
    """The rows of *table* by what names them, in the order in which they came."""
    names = {"events": "workspace || id", "posts": "workspace || channel || ts"}
    with closing(sqlite3.connect(file)) as memory:
        return [row[0] for row in memory.execute(f"SELECT {names[table]} FROM {table} ORDER BY rowid")]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--acts", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
