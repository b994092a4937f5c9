"""The load run: ``python -m tests.load --minutes 30``.

The local workspace plays Slack with a share of faults, locust its members, and the bot is ``icml serve --http``, a
process of its own under gunicorn. Meanwhile lists are imported, papers saved and the files backed up. At the end each
thing that a member asked is judged.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from urllib.parse import urlsplit

from bot.clock import SystemClock
from bot.manifest import manifest
from bot.serve.run import sample_lists
from bot.workspace.faults import FaultPlan, Shares
from bot.workspace.server import LocalWorkspace
from index.library import Library
from tests.load.report import Measured, drawn, table
from tests.processes import ROOT, free_port, icml, looked_at, until
from tests.switchboard import SIGNING_SECRET
from tests.torture.crowd import TOPICS
from tests.torture.verdict import counted, verdicts

QUESTIONS = [
    *("which papers need no data?", "what is SyMerge?", "pruning", "grokking", "which methods merge models?"),
    *("how do they measure forgetting?", "diffusion", "what do papers say about privacy?"),
]
MEMBERS = 200
SAVES_EVERY = 0.5  # seconds
IMPORTS_EVERY = 60.0
BACKS_UP_EVERY = 60.0
SAMPLES_EVERY = 2.0
REST = 420.0  # seconds in which the last answer has to come: Slack's last retry is after five minutes


def main() -> int:
    given = _arguments()
    share = given.faults / 3
    shares = Shares(limited=share, broken=share, lost_answers=share, doubled=given.faults / 2, late=given.faults / 2)
    plan = FaultPlan(shares, seed=given.seed, late_by=(0.1, 1.0))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        _furnish(home, given.papers)
        with LocalWorkspace(SystemClock(), manifest=manifest(), faults=plan) as workspace:
            workspace.inside.signing_secret = SIGNING_SECRET
            return _run(given, home, workspace)


def _run(given: argparse.Namespace, home: Path, workspace: LocalWorkspace) -> int:
    port, health = free_port(), free_port()
    settings = {
        "SLACK_BOT_TOKEN": workspace.bot_token,
        "SLACK_SIGNING_SECRET": SIGNING_SECRET,
        "slack_api": workspace.api_url,
        "health_port": health,
    }
    with icml("serve", "--http", "--port", str(port), home=home, **settings) as bot:
        until(lambda: looked_at(health, "/readyz")[0] == 200, within=60)
        workspace.delivers_to(f"http://127.0.0.1:{port}/slack/events")
        (worker,) = bot.children()
        measured = Measured(began=time.monotonic())
        over = threading.Event()
        beside = [
            threading.Thread(target=act, args=(over, measured, *more), daemon=True)
            for act, *more in (
                (_sample, worker),
                (_save, workspace),
                (_import, home),
                (_back_up, home),
            )
        ]
        for thread in beside:
            thread.start()
        asked_in = _play(given, workspace)
        over.set()
        for thread in beside:
            thread.join()
        wrong = _wait_for_the_last(workspace)
        measured.metrics = looked_at(health, "/metrics")[1]
        measured.stopped_in, _ = bot.stops(within=20)
        measured.log = bot.text
    asked = verdicts(workspace)
    ends = Counter(one.end for one in asked)
    print(table(given, workspace, asked, counted(asked), measured, asked_in))
    for one in wrong[:20]:
        print(f"  {one.end}: {one.kind} {one.words!r} got {[text[:60] for text in one.answers]}")
    if given.log:
        given.log.write_text(measured.log, "utf-8")
    if given.plot:
        drawn(measured, given.plot)
        print(f"Memory over time: {given.plot}")
    return 0 if not (ends["silence"] or ends["twice"] or measured.locked) else 1


def _furnish(home: Path, papers: Path | None) -> None:
    home.mkdir(mode=0o700)
    library = Library(home / "papers.db")
    with sample_lists() as lists:
        library.import_files([papers] if papers else lists)
    library.close()


def _play(given: argparse.Namespace, workspace: LocalWorkspace) -> float:
    """Let locust play the members; the seconds that it took."""
    members = [workspace.member(f"Member {number}").id for number in range(2, MEMBERS + 2)]
    window = urlsplit(workspace.window_url)
    told = {
        "members": members,
        "bot": workspace.inside.state.bot.id,
        "channels": {name: workspace.inside.state.channel_named(name).id for name in ("general", "random")},
        "words": TOPICS,
        "questions": QUESTIONS,
        "path": window.path,
    }
    command = [sys.executable, "-m", "locust", "--headless", "--only-summary", "--skip-log-setup"]
    command += ["-f", str(ROOT / "tests/load/locustfile.py"), "-u", str(given.rate), "-r", str(given.rate)]
    command += ["-t", f"{given.minutes * 60:.0f}s", "--host", f"{window.scheme}://{window.netloc}"]
    began = time.monotonic()
    subprocess.run(command, cwd=ROOT, env=os.environ | {"ICML_LOAD": json.dumps(told)}, check=False)
    return time.monotonic() - began


def _sample(over: threading.Event, measured: Measured, process: int) -> None:
    """Note what the bot's process holds."""
    while not over.wait(SAMPLES_EVERY):
        for line in Path(f"/proc/{process}/status").read_text("ascii").splitlines():
            if line.startswith("VmRSS:"):
                measured.memory.append((time.monotonic() - measured.began, int(line.split()[1]) / 1024))


def _save(over: threading.Event, measured: Measured, workspace: LocalWorkspace) -> None:
    """A member saves what they found, and another one takes off what they saved."""
    member = workspace.member("Member 2")
    while not over.wait(SAVES_EVERY):
        with workspace.inside.state.lock:
            shown = workspace.inside.state.messages[workspace.driver.channel("random").id][-200:]
            ours = [one.ts for one in shown if one.seen_by == member.id and not one.deleted]
        if not ours:
            member.types("/icml merging", in_="random")
            continue
        (message,) = [one for one in member.sees("random").messages if one.ts == ours[-1]] or [None]
        for label in ("Save", "Unsave"):
            if message is not None and label in message.buttons:
                member.clicks(label, on=message)
                measured.saves += 1
                break


def _import(over: threading.Event, measured: Measured, home: Path) -> None:
    """Lists come in while members search."""
    number = 0
    while not over.wait(IMPORTS_EVERY if number else 5.0):
        number += 1
        papers = [
            {"title": f"On merging quokkas, part {number}.{one}", "abstract": f"We merge model {one} of day {number}."}
            for one in range(200)
        ]
        file = home / "more.json"
        file.write_text(json.dumps(papers), "utf-8")
        with icml("import", str(file), "--corpus", "more", home=home) as running:
            measured.imports.append(running.process.wait(300))


def _back_up(over: threading.Event, measured: Measured, home: Path) -> None:
    """Both files are copied while they are written."""
    while not over.wait(BACKS_UP_EVERY if measured.backups else 10.0):
        for name in ("papers.db", "state.db"):
            with closing(connect(home / name)) as source, closing(connect(home / f"{name}.copy")) as copy:
                source.backup(copy)
                measured.backups.append(copy.execute("PRAGMA quick_check(1)").fetchone()[0])


def _wait_for_the_last(workspace: LocalWorkspace) -> list:
    """What is wrong once everything had its time to come."""
    end = time.monotonic() + REST
    while True:
        wrong = [one for one in verdicts(workspace) if one.end in ("silence", "twice")]
        if not [one for one in wrong if one.end == "silence"] or time.monotonic() > end:
            return wrong
        time.sleep(2)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--rate", type=int, default=50, help="things that members do in a second")
    parser.add_argument("--faults", type=float, default=0.02, help="share of calls, and of envelopes, with a fault")
    parser.add_argument("--papers", type=Path, help="a list to search in; else the sample corpus")
    parser.add_argument("--plot", type=Path, help="a PNG of the memory over time; needs the extra bench")
    parser.add_argument("--log", type=Path, help="a file for what the bot logged")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
