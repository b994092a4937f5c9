"""Three hosts, two schedulers, PostgreSQL restarted five times, cables pulled: every digest once, every question once.

python -m tests.torture.hosts [--seconds 150] [--seed 1]

The hosts are network namespaces on this machine (root is needed). The first answers, the second answers and schedules,
the third schedules; they share a PostgreSQL, which they reach over the bridge, and each has its own papers.db. A proxy
of ours gives Slack's requests to the first two in turn. Every few seconds something goes wrong.
"""

import argparse
import contextlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from datetime import time as wall
from pathlib import Path

from sqlalchemy import make_url

from bot.clock import SystemClock
from bot.digests.choosing import Chooser
from bot.digests.delivering import Deliverer
from bot.digests.doors import BotDigests, BotTopics
from bot.digests.posting import EVENT
from bot.manifest import manifest
from bot.memory.memory import Memory
from bot.serve.run import sample_lists
from bot.workspace.server import LocalWorkspace
from handlers.model import Subscription
from index.library import Library
from index.model import Topic
from tests import postgresql
from tests.cutting import Link
from tests.processes import ROOT, icml, looked_at, until
from tests.switchboard import SIGNING_SECRET
from tests.torture.crowd import ask
from tests.torture.namespaces import HUB, CannotBeHad, hosts
from tests.torture.verdict import counted, verdicts

ROLES = ("web", "all", "scheduler")
MERGING = Topic("merging", "Model merging", ("model merging", "task vectors", "multi-task"))
DIGESTS = 8
WEB, HEALTH = 3000, 9000  # ports in each namespace
AWAY = 8.0  # seconds for which a cable is pulled
LONG_AWAY = 60.0  # once: longer than it takes to be taken for dead
REST = 420.0  # seconds in which the last answer has to come: Slack's last retry is after five minutes


@dataclass
class Yard:
    """Where it happens."""

    workspace: LocalWorkspace
    server: Path  # PostgreSQL's folder
    made: list
    started: float
    copies: list
    again: list  # how each copy is started

    def says(self, words):
        print(f"{time.monotonic() - self.started:6.1f} s  {words}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=150.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    try:
        with hosts(3) as made:
            return _run(given, made)
    except CannotBeHad as reason:
        print(f"skipped: {reason}")
        return 0


def _run(given: argparse.Namespace, made: list) -> int:
    programs = postgresql._programs()
    if programs is None:
        raise CannotBeHad(postgresql.NONE_HERE)
    with contextlib.ExitStack() as stack:
        address, server = stack.enter_context(_lasting_postgresql(programs))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        papers = _papers(folder / "papers.db")
        workspace = stack.enter_context(LocalWorkspace(SystemClock(), manifest=manifest()))
        workspace.inside.signing_secret = SIGNING_SECRET
        slack = _gate_to_slack(stack, workspace)
        database = Link(f"{server}/.s.PGSQL.5432", host=HUB)
        stack.callback(database.cut)
        through = address.set(drivername="postgresql", host=HUB, port=database.port).difference_update_query(["host"])
        settings = {
            "SLACK_BOT_TOKEN": workspace.bot_token,
            "SLACK_SIGNING_SECRET": SIGNING_SECRET,
            "slack_api": workspace.api_url,
            "memory": through.render_as_string(hide_password=False),
            "host": "0.0.0.0",
            "health_host": "0.0.0.0",
            "health_port": HEALTH,
        }
        subscriptions = _subscribe(stack, workspace, address, papers, given.seconds)
        yard = Yard(workspace, server, made, time.monotonic(), [], [])
        for host, role in zip(made, ROLES, strict=True):
            _forward(stack, host, slack)
            home = folder / host.name
            home.mkdir(mode=0o700)
            shutil.copy(papers, home / "papers.db")

            def start(host=host, role=role, home=home):
                words = ("serve", "--http", "--port", str(WEB), "--role", role)
                return stack.enter_context(icml(*words, home=home, within=host.within, **settings))

            yard.again.append(start)
            yard.copies.append(start())
        for host in made:
            until(lambda host=host: looked_at(HEALTH, "/readyz", host.address)[0] == 200, within=90)
        balancer = Link([(host.address, WEB) for host in made[:2]])
        stack.callback(balancer.cut)
        workspace.delivers_to(f"http://127.0.0.1:{balancer.port}/slack/events")
        yard.says("three hosts are ready: " + ", ".join(ROLES))
        asking = threading.Thread(
            target=ask,
            args=(workspace,),
            kwargs={"members": 60, "acts": int(given.seconds * 3), "seconds": given.seconds, "seed": given.seed},
        )
        asking.start()
        _disturb(yard, programs, given)
        asking.join()
        return _judged(yard, subscriptions)


def _papers(file: Path) -> Path:
    library = Library(file)
    with sample_lists() as lists:
        library.import_files(lists)
    library._store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    library.close()
    return file


def _gate_to_slack(stack: contextlib.ExitStack, workspace: LocalWorkspace) -> int:
    """Let the workspace be reached from the bridge, under the one address that it has for everybody."""
    port = int(workspace.inside.base.split(":")[2].split("/")[0])
    gate = Link(("127.0.0.1", port), host=HUB)
    stack.callback(gate.cut)
    workspace._server.config.app._port = gate.port
    workspace.inside.base = workspace.inside.base.replace(f":{port}/", f":{gate.port}/")
    return gate.port


def _forward(stack: contextlib.ExitStack, host, port: int) -> None:
    """In the namespace, loopback's *port* leads over the cable to the workspace."""
    command = [*host.within, sys.executable, "-m", "tests.cutting", str(port), f"{HUB}:{port}"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    stack.callback(process.kill)
    assert process.stdout.readline() == "ready\n"


@contextlib.contextmanager
def _lasting_postgresql(programs: Path):
    """A server that keeps what it has promised, over restarts: its address, and its folder."""
    folder, owner = Path(tempfile.mkdtemp(prefix="icml-postgresql-")), postgresql._owner()
    if owner:
        shutil.chown(folder, owner)
    try:
        postgresql._run(programs / "initdb", "-D", f"{folder}/cluster", *postgresql._NEW, owner=owner)
        options = f"-c unix_socket_directories={folder} -c listen_addresses='' -c max_connections=200"
        control = (programs / "pg_ctl", "-D", f"{folder}/cluster", "-s", "-w")
        postgresql._run(*control, "-l", f"{folder}/log", "-o", options, "start", owner=owner)
        try:
            yield make_url(f"postgresql+psycopg://postgres@/postgres?host={folder}"), folder
        finally:
            postgresql._run(*control, "-m", "immediate", "stop", owner=owner)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _subscribe(stack, workspace, address, papers, seconds) -> dict[str, str]:
    """Digests that fall due while things go wrong: by the id of each subscription, its channel."""
    clock, team, state = SystemClock(), workspace.inside.state.team_id, workspace.inside.state
    library = Library(papers)
    stack.callback(library.close)
    memory = stack.enter_context(Memory.open(address.render_as_string(hide_password=False)))
    chooser = Chooser(memory, library)
    topics = BotTopics(memory, chooser, clock)
    topics.put(team, MERGING)
    deliverer = Deliverer(memory, chooser, clock, name="yard", command="/icml")
    digests = BotDigests(memory, chooser, deliverer, topics, clock)
    first = clock.now() + timedelta(minutes=2)
    minutes = max(1, int(seconds // 60))
    made = {}
    for number in range(DIGESTS):
        channel = state.add_channel(f"digest{number}", "channel", workspace.member("You").id, {state.bot.id})
        due = first + timedelta(minutes=number % minutes)
        days = tuple((day, "merging") for day in range(7))
        one = digests.put(team, Subscription("", channel.id, days, wall(due.hour, due.minute), "UTC", picks=2))
        made[one.id] = channel.id
    return made


def _disturb(yard: Yard, programs: Path, given: argparse.Namespace) -> None:
    """Five restarts of PostgreSQL, cables pulled, processes killed; in a drawn order, evenly over the time."""
    draws = random.Random(given.seed)
    todo = [lambda way=way: _restart(yard, programs, way) for way in ("fast", "immediate", "fast", "immediate", "fast")]
    todo += [lambda host=host: _pull(yard, host, AWAY) for host in yard.made]
    todo += [lambda number=number: _kill(yard, number) for number in (0, 1, 2)]
    draws.shuffle(todo)
    todo.insert(len(todo) // 2, lambda: _pull(yard, yard.made[0], LONG_AWAY))
    end = yard.started + given.seconds
    for number, act in enumerate(todo):
        time.sleep(max(0.5, (end - time.monotonic()) / (len(todo) - number) - AWAY / 2))
        act()


def _restart(yard: Yard, programs: Path, way: str) -> None:
    control = (programs / "pg_ctl", "-D", f"{yard.server}/cluster", "-s", "-w", "-l", f"{yard.server}/log")
    postgresql._run(*control, "-m", way, "restart", owner=postgresql._owner())
    yard.says(f"PostgreSQL restarted ({way})")


def _pull(yard: Yard, host, seconds: float) -> None:
    host.cut()
    yard.says(f"{host.name} ({ROLES[host.number - 1]}) has lost its cable")
    time.sleep(seconds)
    host.heal()
    yard.says(f"{host.name} has it again, after {seconds:.0f} s")


def _kill(yard: Yard, number: int) -> None:
    yard.copies[number].is_killed()
    yard.copies[number] = yard.again[number]()
    yard.says(f"{yard.made[number].name} ({ROLES[number]}) was killed and started again")


def _judged(yard: Yard, subscriptions: dict[str, str]) -> int:
    """Wait for the last answers, and count."""
    end = time.monotonic() + REST
    while True:
        asked = verdicts(yard.workspace)
        digests = {one: _posts(yard, channel) for one, channel in subscriptions.items()}
        silent = [one for one in asked if one.end == "silence"]
        if (not silent and all(digests.values())) or time.monotonic() > end:
            break
        time.sleep(1)
    time.sleep(5)
    asked = verdicts(yard.workspace)
    digests = {one: _posts(yard, channel) for one, channel in subscriptions.items()}
    for kind, ends in counted(asked).items():
        print(f"  {kind}s: " + ", ".join(f"{number} {end}" for end, number in sorted(ends.items())))
    posts = Counter(digests.values())
    print(f"  digests: {posts[1]} of {len(digests)} stand there once" + _rest(posts))
    wrong = [one for one in asked if one.end in ("silence", "twice")]
    for one in wrong[:20]:
        print(f"  {one.end}: {one.kind} {one.words!r} got {[text[:60] for text in one.answers]}")
    took = [copy.stops(within=15)[0] for copy in yard.copies if copy.process.poll() is None]
    print(f"  stopped in {max(took):.1f} s at most; it was {datetime.now(UTC):%Y-%m-%d %H:%M} UTC")
    well = not wrong and posts[1] == len(digests)
    print("Every digest once, every question once." if well else "Something went wrong.")
    return 0 if well else 1


def _rest(posts: Counter) -> str:
    return "".join(f", {number} {times} times" for times, number in sorted(posts.items()) if times != 1)


def _posts(yard: Yard, channel: str) -> int:
    with yard.workspace.inside.state.lock:
        return sum(
            (one.metadata or {}).get("event_type") == EVENT and not one.deleted
            for one in yard.workspace.inside.state.messages[channel]
        )


if __name__ == "__main__":
    sys.exit(main())
