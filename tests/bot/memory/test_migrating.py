"""Every earlier memory comes to the newest schema whole, or stays as it was."""

import importlib.resources
import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from bot.errors import MemoryUnavailable, NewerMemory
from bot.memory import migrating
from bot.memory.address import read
from bot.memory.database import engine_at
from bot.memory.memory import Memory
from bot.memory.migrating import VERSIONS, prepare, upgrade
from bot.memory.tables import schema
from tests.bot.memory.earlier import ANSWERED, FILES, GIVEN_UP, NOW, OPEN, OPINION, POSTED, columns, put_in
from tests.postgresql import connected

ROOT = Path(__file__).parents[3]
MIGRATIONS = importlib.resources.files("bot.memory") / "migrations"
STEPS = sorted(step.revision for step in ScriptDirectory(str(MIGRATIONS)).walk_revisions())


@pytest.fixture
def engine(address):
    """To look at the memory's tables behind its back."""
    made = engine_at(read(address))
    yield made
    made.dispose()


@pytest.fixture
def steps(tmp_path):
    """A copy of the migrations, for a step more."""
    return shutil.copytree(str(MIGRATIONS), tmp_path / "a copy, 100% like it", ignore=shutil.ignore_patterns("__*"))


def add_step(steps, body):
    lines = [
        '"""A step that is not ours."""',
        "import sqlalchemy as sa",
        "from alembic import op",
        f"revision, down_revision = '9999', {STEPS[-1]!r}",
        "def upgrade():",
        *(f"    {line}" for line in body),
    ]
    (steps / "versions" / "m9999_more.py").write_text("\n".join(lines))


def version(engine):
    with engine.connect() as connection:
        return connection.exec_driver_sql(f"SELECT version_num FROM {VERSIONS}").scalar_one()


def test_the_schema_that_the_steps_make_is_the_one_that_queries_see(memory, engine):
    def ours(thing, name, kind, _reflected, _compared_to):
        return kind != "table" or name != "memory_gate"

    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSIONS, "include_object": ours, "compare_server_default": True}
        )
        assert compare_metadata(context, schema) == []


def test_every_step_keeps_an_example_of_what_it_left_behind():
    """``python -m tests.bot.memory.earlier`` makes the newest."""
    assert sorted(file.stem for file in FILES.glob("*.json")) == STEPS


@pytest.mark.parametrize("step", STEPS)
def test_a_memory_of_every_step_comes_to_the_newest_whole(address, engine, step):
    left = json.loads((FILES / f"{step}.json").read_text("utf-8"))
    with engine.begin() as connection:
        upgrade(connection, to=step)
        put_in(connection, left["rows"])
    assert version(engine) == step

    with Memory.open(address) as memory:
        assert version(engine) == STEPS[-1]
        assert memory.events.unfinished("T1", now=NOW) == ((OPEN,), ())
        assert not any(memory.events.claim("T1", event, now=NOW) for event in (OPEN, ANSWERED, GIVEN_UP))
        assert memory.settings.get("T1", "language") == '"zh — 中文"'
        kept = step >= "0002"
        assert memory.threads.newest("T1", "C1") == (POSTED if kept else None)
        assert memory.opinions.get("T1", "answer", OPINION.about, "U1") == (OPINION if kept else None)


@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_never_edited(tmp_path, step):
    left = json.loads((FILES / f"{step}.json").read_text("utf-8"))
    engine = engine_at(read(f"sqlite:///{tmp_path}/state.db"))
    with engine.begin() as connection:
        upgrade(connection, to=step)
        assert columns(connection) == left["columns"]
    engine.dispose()


def test_a_step_that_is_added_is_taken(address, engine, steps, memory):
    memory.settings.put("T1", "language", '"de"', NOW)
    add_step(steps, ["with op.batch_alter_table('settings') as t: t.add_column(sa.Column('more', sa.Text))"])

    prepare(read(address), steps=str(steps))

    assert version(engine) == "9999"
    with engine.connect() as connection:
        assert "more" in {column["name"] for column in inspect(connection).get_columns("settings")}
    assert memory.settings.get("T1", "language") == '"de"'


@pytest.mark.parametrize(
    ("breaks", "error"),
    [("op.execute('UPDATE nothing SET x = 1')", MemoryUnavailable), ("raise KeyError('a bug')", KeyError)],
)
def test_a_step_that_fails_leaves_the_memory_as_it_was(address, engine, steps, memory, breaks, error):
    memory.settings.put("T1", "language", '"de"', NOW)
    more = ["op.create_table('more', sa.Column('id', sa.Integer))", "op.execute('DELETE FROM settings')"]
    add_step(steps, [*more, breaks])

    with pytest.raises(error, match=r"as it was|a bug"):
        prepare(read(address), steps=str(steps))

    assert version(engine) == STEPS[-1]
    with engine.connect() as connection:
        assert "more" not in inspect(connection).get_table_names()
    with Memory.open(address) as again:
        assert again.settings.get("T1", "language") == '"de"'


def test_a_step_that_is_killed_leaves_the_memory_as_it_was(address, engine, steps, memory):
    memory.settings.put("T1", "language", '"de"', NOW)
    add_step(steps, ["op.execute('DELETE FROM settings')", "import os, signal", "os.kill(os.getpid(), signal.SIGKILL)"])
    code = (
        "import sys; from bot.memory.address import read; from bot.memory.migrating import prepare\n"
        "prepare(read(sys.argv[1]), steps=sys.argv[2])"
    )

    done = subprocess.run([sys.executable, "-c", code, address, str(steps)], cwd=ROOT, timeout=50)

    assert done.returncode == -signal.SIGKILL
    assert version(engine) == STEPS[-1]
    with Memory.open(address) as again:
        assert again.settings.get("T1", "language") == '"de"'


def test_a_step_that_finds_the_disk_full_leaves_the_memory_as_it_was(tmp_path, steps):
    address = f"sqlite:///{tmp_path}/state.db"
    with Memory.open(address) as memory:
        memory.settings.put("T1", "language", '"de"', NOW)
    add_step(
        steps,
        [
            "op.execute('DELETE FROM settings')",
            "op.execute('PRAGMA max_page_count = 1')",  # SQLite takes it for the pages that there are
            "op.execute('CREATE TABLE more AS SELECT randomblob(1000000)')",
        ],
    )

    with pytest.raises(MemoryUnavailable, match=r"full or failing\. Make room"):
        prepare(read(address), steps=str(steps))

    with Memory.open(address) as again:
        assert again.settings.get("T1", "language") == '"de"'


def test_who_finds_another_one_at_it_waits_only_so_long(address, monkeypatch):
    monkeypatch.setattr(migrating, "LONGEST_UPGRADE", 1)
    with at_it(address), pytest.raises(MemoryUnavailable, match="held by another program"):
        Memory.open(address)

    Memory.open(address).close()


@contextmanager
def at_it(address):
    """Another process, in the midst of making a memory at *address*."""
    if file := read(address).file:
        with closing(sqlite3.connect(f"{file}.lock", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            yield
        return
    with connected(address) as other:
        other.execute("CREATE TABLE memory_gate (id INTEGER PRIMARY KEY)")
        other.execute("INSERT INTO memory_gate VALUES (1)")
        with other.transaction():
            other.execute("SELECT id FROM memory_gate FOR UPDATE")
            yield


def test_a_memory_of_a_later_version_is_refused_and_left_as_it_is(address, engine):
    Memory.open(address).close()
    with engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE {VERSIONS} SET version_num = '9999'")
    engine.dispose()
    file = read(address).file
    before = file and file.read_bytes()

    with pytest.raises(NewerMemory, match="later version of the bot") as refused:
        Memory.open(address)

    assert read(address).place in str(refused.value)
    assert before == (file and file.read_bytes())
    assert version(engine) == "9999"
