"""What goes wrong, made for real, and what the doctor says of it: ``python -m tests.bot.doctor_faults``.

Each fault starts from a sound bot: a home with the sample corpus and a memory, settings that were written by
``icml init``, and a local workspace that plays Slack. It breaks one thing. A table tells what was said.
"""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from datetime import time as clock_time
from importlib.util import find_spec
from pathlib import Path

from bot.clock import MovableClock, SystemClock
from bot.doctor.examine import examine, lively
from bot.doctor.findings import Finding
from bot.doctor.gathering import gathered
from bot.manifest import manifest
from bot.memory.memory import Memory
from bot.serve.run import sample_lists
from bot.settings import examined
from bot.settings_file import write
from bot.workspace.faults import Broken, Refused
from bot.workspace.server import LocalWorkspace
from handlers.model import Delivery, Event, Subscription
from index.library import Library
from tests.terminal import CLONE, ICML, environment

TEMPLATE = "sound"


@dataclass
class Bot:
    """A sound bot, to be broken."""

    home: Path
    folder: Path  # the working folder
    workspace: LocalWorkspace
    env: dict[str, str] = field(default_factory=dict)
    program: tuple[str, ...] = ICML
    around: Callable[[list[str]], list[str]] = list  # what the command is run within
    processes: list[subprocess.Popen] = field(default_factory=list)

    def sets(self, **values: str) -> None:
        write(self.home / "settings.env", values)

    def sql(self, file: str, *statements: str) -> None:
        with closing(sqlite3.connect(self.home / file, isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)

    def asks_doctor(self, *words: str) -> tuple[int, list[dict[str, str]], str]:
        """Run ``icml doctor``: the exit code, the findings, and all that it printed."""
        done = subprocess.run(
            self.around([*self.program, "--home", str(self.home), "doctor", "--json", *words]),
            cwd=self.folder,
            env=environment(HOME=str(self.folder), **self.env),
            capture_output=True,
            text=True,
            timeout=120,
        )
        said = done.stdout + done.stderr
        try:
            return done.returncode, json.loads(done.stdout), said
        except ValueError:
            return done.returncode, [], said

    def is_looked_at(self, *, live: bool = False) -> list[Finding]:
        """The same in this process, whose environment has no settings."""
        settings, faults = examined(home=self.home)
        facts = gathered(settings, faults, SystemClock())
        return [*examine(facts), *(lively(settings, facts, SystemClock()) if live else ())]

    def serves(self) -> None:
        """Start the bot itself, and return when it is connected."""
        known = self.workspace.inside.sockets.count
        self.processes.append(
            subprocess.Popen(
                [*ICML, "--home", str(self.home), "serve"],
                cwd=self.folder,
                env=environment(HOME=str(self.folder)),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )
        end = time.monotonic() + 40
        while self.workspace.inside.sockets.count <= known:
            assert time.monotonic() < end, "the bot did not connect"
            time.sleep(0.05)


def prepare(root: Path) -> None:
    """Make the home that every fault starts from."""
    home = root / TEMPLATE
    home.mkdir(mode=0o700)
    library = Library(home / "papers.db")
    with sample_lists() as lists:
        library.import_files(lists)
    library._store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    library.close()
    Memory.open(f"sqlite:///{home}/state.db").close()


@contextmanager
def sound(root: Path, *, lacking: tuple[str, ...] = ()) -> Iterator[Bot]:
    """A sound bot of its own.

    Args:
        lacking: scopes that its app was not given.
    """
    made = manifest()
    for scopes in made["oauth_config"]["scopes"].values():
        scopes[:] = [scope for scope in scopes if scope not in lacking]
    folder = Path(tempfile.mkdtemp(dir=root))
    home = folder / "home"
    shutil.copytree(root / TEMPLATE, home)
    home.chmod(0o700)
    with LocalWorkspace(MovableClock(), manifest=made) as workspace:
        bot = Bot(home, folder, workspace)
        bot.sets(
            SLACK_BOT_TOKEN=workspace.bot_token,
            SLACK_APP_TOKEN=workspace.app_token,
            ICML_SLACK_API=workspace.api_url,
            ICML_KEEPERS=workspace.member("You").id,
        )
        try:
            yield bot
        finally:
            for process in bot.processes:
                process.send_signal(signal.SIGTERM)
                process.wait(timeout=20)


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong."""

    name: str
    breaks: Callable[[Bot], None]
    check: str  # the line that tells of it
    state: str
    says: str  # what it says, in part
    mend: str  # in part
    words: tuple[str, ...] = ()  # options of the doctor's
    lacking: tuple[str, ...] = ()
    needs: Callable[[], str] = str  # why it can't be made here; empty if it can
    apart: bool = False  # whether the doctor must run as a process of its own


FAULTS: list[Fault] = []


def fault(check: str, state: str, says: str, mend: str, **more) -> Callable:
    def keep(breaks: Callable[[Bot], None]) -> Callable[[Bot], None]:
        FAULTS.append(Fault(breaks.__name__.replace("_", " "), breaks, check, state, says, mend, **more))
        return breaks

    return keep


def _in_file(bot: Bot, line: str) -> None:
    with (bot.home / "settings.env").open("a") as file:
        file.write(f"{line}\n")


# Settings


@fault("settings", "wrong", "ICML_KEEPER (line 6 of", "Did you mean ICML_KEEPERS?")
def a_slip_in_a_settings_name(bot):
    _in_file(bot, "ICML_KEEPER=U1")


@fault("settings", "wrong", "ICML_PORT (line 6 of", "correct that line")
def a_value_that_can_not_be_used(bot):
    _in_file(bot, "ICML_PORT=many")


@fault("settings", "wrong", "ICML_COMMAND (line 7 of", "Keep one of the two")
def two_values_in_one_file(bot):
    _in_file(bot, "ICML_COMMAND=/papers\nICML_COMMAND=/icml")


@fault("settings", "wrong", "is no setting", "Write it as NAME=value")
def a_line_that_is_none(bot):
    _in_file(bot, "keepers are U1 and U2")


# Tokens


@fault("tokens", "wrong", "The two tokens are swapped", "exchange SLACK_BOT_TOKEN and SLACK_APP_TOKEN")
def swapped_tokens(bot):
    bot.sets(SLACK_BOT_TOKEN=bot.workspace.app_token, SLACK_APP_TOKEN=bot.workspace.bot_token)


@fault("bot token", "wrong", "This token was revoked", "Install the app again")
def a_revoked_bot_token(bot):
    bot.workspace.revokes_tokens()


@fault("bot token", "wrong", "a member’s own token", "which begins with xoxb-")
def a_members_token_for_the_bots(bot):
    bot.sets(SLACK_BOT_TOKEN="xoxp-1-2-3")


@fault("app token", "wrong", "Slack does not know this token", "Basic Information → App-Level Tokens")
def an_app_token_that_was_cut(bot):
    bot.sets(SLACK_APP_TOKEN=bot.workspace.app_token[:-4])


@fault("app token", "wrong", "lacks the scope connections:write", "Make a new one that has it")
def an_app_token_without_its_scope(bot):
    bot.workspace.inside.faults.answers("apps.connections.open", Refused("missing_scope"))


@fault("app token", "wrong", "It is not set, but the other token is", "icml init")
def half_a_pair(bot):
    bot.sets(SLACK_APP_TOKEN="")


@fault("bot token", "wrong", "The app was removed from the workspace", "Install it again")
def an_app_that_was_removed(bot):
    bot.workspace.inside.faults.answers("auth.test", Refused("account_inactive"))


# Slack


@fault("scopes", "wrong", "lacks chat:write", "App Manifest", lacking=("chat:write",))
def a_missing_scope(bot):
    """The app was made from an older manifest."""


@fault("slack", "wrong", "can’t be reached (ConnectionRefusedError)", "Look at the network")
def slack_refuses_connections(bot):
    bot.sets(ICML_SLACK_API="http://127.0.0.1:9/api/")


@fault("slack", "wrong", "can’t be resolved", "DNS")
def no_dns(bot):
    bot.sets(ICML_SLACK_API="https://slack.invalid/api/")


@fault("slack", "wrong", "gave no answer that can be read", "Try again")
def slack_is_broken(bot):
    bot.workspace.inside.faults.answers("auth.test", Broken(503), times=2)


@fault("clock", "wrong", "60 min behind Slack’s", "timedatectl set-ntp true")
def a_clock_that_is_an_hour_behind(bot):
    bot.workspace.moves_clock(hours=1, seconds=2)


@fault("clock", "warning", "ahead of Slack’s", "timedatectl set-ntp true")
def a_clock_that_is_a_minute_ahead(bot):
    bot.workspace.moves_clock(minutes=-1)


@fault("keepers", "warning", "Nobody is named", "init --keepers")
def nobody_is_told_of_trouble(bot):
    bot.sets(ICML_KEEPERS="")


# The home and the machine


@fault("rights", "wrong", "settings.env (644)", "chmod 600")
def settings_that_others_can_read(bot):
    (bot.home / "settings.env").chmod(0o644)


@fault("rights", "wrong", "Others can read or change", "chmod 700")
def a_home_that_others_can_write(bot):
    bot.home.chmod(0o777)


@fault(
    "rights",
    "wrong",
    "belongs to another account",
    "chown",
    needs=lambda: "" if os.geteuid() == 0 else "root is needed",
)
def a_file_of_another_account(bot):
    os.chown(bot.home / "state.db", 65534, 65534)


def _no_namespaces() -> str:
    tried = subprocess.run(["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True)
    return "" if tried.returncode == 0 else "no mount namespaces here"


@fault("space", "wrong", "are free at", "make room", needs=_no_namespaces, apart=True)
def a_disk_that_is_full(bot):
    copy = bot.folder / "copy"
    script = f'cp -a "$0/." {copy} && mount -t tmpfs -o size=3m none "$0" && cp -a {copy}/. "$0" && exec "$@"'
    copy.mkdir()
    bot.around = lambda words: ["unshare", "--mount", "sh", "-c", script, str(bot.home), *words]


@fault("home", "wrong", "can’t be written", "mount it for writing", needs=_no_namespaces, apart=True)
def a_disk_that_is_read_only(bot):
    script = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
    bot.around = lambda words: ["unshare", "--mount", "sh", "-c", script, str(bot.home), *words]


@fault("zones", "wrong", "The time zone database lacks", "pip install --upgrade tzdata", apart=True)
def no_zone_database(bot):
    bot.env["PYTHONTZPATH"] = ""
    bot.program = (sys.executable, "-c", "import sys; sys.modules['tzdata'] = None; from bot.cli import main; main()")


@fault("copies", "warning", "2 copies of the bot serve this home", "kill ")
def two_copies_of_the_bot(bot):
    bot.serves()
    bot.serves()


# The stores


@fault("library", "wrong", "is damaged", "restore FILE")
def a_truncated_papers_db(bot):
    file = bot.home / "papers.db"
    os.truncate(file, file.stat().st_size // 2)


@fault("library", "wrong", "is an empty file", "restore FILE")
def an_empty_papers_db(bot):
    os.truncate(bot.home / "papers.db", 0)


@fault("library", "wrong", "is damaged", "restore FILE")
def a_papers_db_that_is_a_text(bot):
    (bot.home / "papers.db").write_text("Dear diary,\n" * 1000)


@fault("library", "wrong", "another program’s file", "mv ")
def a_papers_db_of_another_program(bot):
    (bot.home / "papers.db").unlink()
    bot.sql("papers.db", "CREATE TABLE songs (title TEXT)")


@fault("library", "wrong", "was made by a later version (m999_colours)", "install that version again")
def a_papers_db_of_a_later_version(bot):
    more = "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('papers', 'm999_colours', '2031')"
    bot.sql("papers.db", more)


@fault("index", "wrong", "The counts do not agree: 53 papers are noted and 52 are there", "corpora rebuild")
def a_paper_that_was_deleted_by_hand(bot):
    bot.sql("papers.db", "DELETE FROM papers WHERE number = 17")


@fault("index", "wrong", "are in the postings", "corpora rebuild")
def postings_that_were_lost(bot):
    bot.sql("papers.db", "DELETE FROM terms WHERE term IN (SELECT term FROM terms LIMIT 9)")


@fault("index", "warning", "another version of the analysis", "corpora rebuild")
def an_index_of_another_analysis(bot):
    bot.sql("papers.db", "UPDATE library SET analysis = 99")


@fault(
    "meaning",
    "warning",
    "53 papers have no vectors",
    "vectors",
    needs=lambda: "" if find_spec("onnxruntime") else "onnxruntime is not installed (extra: semantic)",
)
def ranking_by_meaning_without_vectors(bot):
    bot.sets(ICML_SEMANTIC="yes")


@fault("memory", "wrong", "is damaged", "restore FILE")
def a_state_db_with_a_broken_page(bot):
    with (bot.home / "state.db").open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 8192)


@fault("memory", "wrong", "is an empty file", "restore FILE")
def an_empty_state_db(bot):
    os.truncate(bot.home / "state.db", 0)


@fault("memory", "wrong", "was written by a later version (9999)", "install that version again")
def a_memory_of_a_later_version(bot):
    bot.sql("state.db", "UPDATE memory_version SET version_num = '9999'")


@fault("memory", "wrong", "can't be reached", "start the database")
def a_postgresql_that_is_not_there(bot):
    bot.sets(ICML_MEMORY="postgresql://icml:secret@127.0.0.1:9/icml")


@fault("memory", "wrong", "ICML_MEMORY: The memory's address is not well formed", "It looks like")
def an_address_that_is_none(bot):
    bot.sets(ICML_MEMORY="state.db")


@fault("claims", "warning", "2 things were begun and not answered", "start it again")
def claims_that_nobody_finished(bot):
    with Memory.open(f"sqlite:///{bot.home}/state.db") as memory:
        for number in (1, 2):
            memory.events.claim(
                "T1", Event("message", f"C1:{number}.0"), now=SystemClock().now() - timedelta(hours=number)
            )


def _subscribed(bot: Bot, channel: str) -> None:
    """A digest goes to *channel*, made known to memory now, so that none is due yet."""
    found = bot.workspace.driver.channel(channel)
    wanted = Subscription("s1", found.id, ((0, "merging"),), clock_time(9), "Europe/Berlin")
    with Memory.open(f"sqlite:///{bot.home}/state.db") as memory:
        memory.subscriptions.put("T1", wanted, now=SystemClock().now())


@fault("channels", "wrong", "The bot is not in #random", "in #random: /invite @icml")
def a_digest_for_a_channel_without_the_bot(bot):
    _subscribed(bot, "random")


@fault("channels", "wrong", "#old is archived", "unarchive it")
def a_digest_for_an_archived_channel(bot):
    bot.workspace.creates_channel("old")
    _subscribed(bot, "old")
    bot.workspace.archives("old")


@fault("channels", "wrong", "Slack shows no channel C", "/invite @icml")
def a_digest_for_a_private_channel_without_the_bot(bot):
    bot.workspace.creates_channel("secret", private=True)
    _subscribed(bot, "secret")
    bot.workspace.removes_bot("secret")


def _delivered(bot: Bot, state: str, reason: str = "") -> None:
    due = SystemClock().now() - timedelta(hours=3)
    line = Delivery("s1.1", "s1", "C1", due.date(), 0, "merging", due, state, reason)
    with Memory.open(f"sqlite:///{bot.home}/state.db") as memory:
        memory.deliveries.write("T1", line, held_until=due)


@fault("deliveries", "wrong", "1 digest was begun and not posted", "start it again")
def a_digest_that_hangs(bot):
    _delivered(bot, "claimed")


@fault(
    "deliveries",
    "warning",
    "1 digest of the last seven days could not be posted: the bot is not in the channel",
    "/invite it",
)
def a_digest_that_was_given_up(bot):
    _delivered(bot, "given_up", "the bot is not in the channel")


@fault("backup", "warning", "There is none, and 30 days would be lost", "icml")
def a_month_without_a_backup(bot):
    with Memory.open(f"sqlite:///{bot.home}/state.db") as memory:
        memory.members.choose("T1", "U1", "show_name", "no", now=SystemClock().now() - timedelta(days=30, hours=1))


@fault("backup", "warning", "The newest is 20 days old", "backup")
def a_backup_that_is_old(bot):
    folder = bot.home / "backups"
    folder.mkdir(mode=0o700)
    file = folder / "icml-2031.tar"
    file.touch(mode=0o600)
    file.write_text("a backup")
    then = (datetime.now(UTC) - timedelta(days=20, hours=1)).timestamp()
    os.utime(file, (then, then))


@fault("live", "wrong", "Slack does not take results", "report it", words=("--live",))
def a_message_that_slack_does_not_take(bot):
    bot.workspace.inside.faults.answers("blocks.validate", Refused("invalid_message"))


def told(one: Fault, root: Path) -> tuple[int, list[dict[str, str]], str]:
    """Break a sound bot in this way, and ask the doctor."""
    with sound(root, lacking=one.lacking) as bot:
        one.breaks(bot)
        return bot.asks_doctor(*one.words)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        prepare(root)
        with sound(root) as bot:
            code, findings, _ = bot.asks_doctor("--live")
        alarms = [one for one in findings if one["state"] != "ok"]
        print(f"A sound bot: exit code {code}, {len(findings)} lines, {len(alarms)} alarms\n")
        seen = 0
        for number, one in enumerate(FAULTS, 1):
            if missing := one.needs():
                print(f"{number:>2}. {one.name}: left out, {missing}")
                continue
            code, findings, said = told(one, root)
            lines = [it for it in findings if it["check"] == one.check and it["state"] == one.state]
            fitting = [it for it in lines if one.says in it["says"] and one.mend in it["mend"]]
            seen += bool(fitting)
            print(f"{number:>2}. {one.name}{'' if fitting else '   NOT SEEN'}")
            shown = (fitting or lines or findings)[:1]
            for it in shown:
                line = f"{it['check']}: {it['says']} → {it['mend']}".replace(folder, "…")
                print(f"      {it['state']} (exit code {code})  {line}")
            if not shown:
                print(said[-600:])
        print(f"\n{seen} of {len(FAULTS)} faults were seen.")


if __name__ == "__main__":
    assert CLONE.is_dir()
    main()
