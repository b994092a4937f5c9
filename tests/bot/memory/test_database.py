"""What happens when the database is busy, gone, or in two minds."""

import sqlite3
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.exc import DBAPIError

from bot.errors import MemoryUnavailable
from bot.memory import database
from bot.memory.address import read
from bot.memory.database import Database, engine_at
from bot.memory.memory import Memory
from bot.memory.tables import settings
from handlers.model import Event
from tests.postgresql import as_role, connected, role

NOW = datetime(2026, 7, 12, 9, tzinfo=UTC)
EVENT = Event("message", "C1:1")


def test_work_that_fails_is_undone_whole(memory):
    def fails(connection):
        connection.execute(settings.insert().values(workspace="T1", name="n", value="1", changed_at=NOW))
        raise KeyError("a bug")

    with pytest.raises(KeyError):
        memory._database.write(fails)

    assert memory.settings.get("T1", "n") == ""


def test_a_memory_that_another_program_holds_is_unavailable_and_then_available(tmp_path, monkeypatch):
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    with (
        Memory.open(f"sqlite:///{tmp_path}/state.db") as memory,
        closing(sqlite3.connect(tmp_path / "state.db", isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(MemoryUnavailable, match=r"can't reach my memory just now.*try again"):
            memory.events.claim("T1", EVENT, now=NOW)
        assert memory.settings.get("T1", "n") == "", "reading waits for no writer"
        other.execute("COMMIT")

        assert memory.events.claim("T1", EVENT, now=NOW)


def test_what_was_to_be_written_is_not_repeated_in_the_log(memory):
    secret = "hunter" + "2"  # else the traceback shows it, in this line

    def fails(connection):
        connection.execute(text("INSERT INTO nowhere VALUES (:value)"), {"value": secret})

    with pytest.raises(DBAPIError) as failed:
        memory._database.write(fails)

    assert "nowhere" in str(failed.value)
    assert secret not in "".join(traceback.format_exception(failed.value))


def test_threads_that_read_first_and_write_later_wait_for_each_other(tmp_path):
    """In SQLite they would fail at once, if they did not take the write lock before they read."""
    with Memory.open(f"sqlite:///{tmp_path}/state.db") as memory:
        memory.settings.put("T1", "n", "0", NOW)

        def add_one(connection):
            value = int(connection.execute(select(settings.c.value)).scalar_one())
            connection.execute(update(settings).values(value=str(value + 1)))

        with ThreadPoolExecutor(8) as threads:
            list(threads.map(lambda _: memory._database.write(add_one), range(40)))

        assert memory.settings.get("T1", "n") == "40"


def test_a_state_db_that_breaks_under_the_bot_is_unavailable(tmp_path):
    with Memory.open(f"sqlite:///{tmp_path}/state.db") as memory:
        (tmp_path / "state.db").write_bytes(b"no database at all" * 100)

        with pytest.raises(MemoryUnavailable):
            memory.events.claim("T1", EVENT, now=NOW)


def test_a_postgresql_that_was_restarted_is_found_again(postgresql):
    with role(postgresql) as (name, ruler), Memory.open(as_role(postgresql, name)) as memory:
        assert memory.events.claim("T1", EVENT, now=NOW)
        end_connections(ruler, name)

        assert not memory.events.claim("T1", EVENT, now=NOW)


def test_a_postgresql_that_is_gone_is_unavailable_until_it_is_back(postgresql):
    with role(postgresql) as (name, ruler), Memory.open(as_role(postgresql, name)) as memory:
        ruler.execute(f"ALTER ROLE {name} NOLOGIN")
        end_connections(ruler, name)
        with pytest.raises(MemoryUnavailable):
            memory.events.claim("T1", EVENT, now=NOW)
        ruler.execute(f"ALTER ROLE {name} LOGIN")

        assert memory.events.claim("T1", EVENT, now=NOW)


def end_connections(ruler, name):
    ruler.execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = %s", [name])


def test_a_transaction_that_gave_way_to_another_one_is_done_again(postgresql):
    """Distributed databases give up one of two that conflict, and leave it to the caller to try again."""
    with Memory.open(postgresql) as memory, connected(postgresql) as other:
        memory.settings.put("T1", "n", "1", NOW)
        engine = engine_at(read(postgresql)).execution_options(isolation_level="SERIALIZABLE")
        seen = []

        def add_one(connection):
            value = connection.execute(select(settings.c.value)).scalar_one()
            seen.append(value)
            if len(seen) == 1:
                other.execute("UPDATE settings SET value = '10'")
            connection.execute(update(settings).values(value=str(int(value) + 1)))

        with closing(Database(engine)) as serializable:
            serializable.write(add_one)

        assert seen == ["1", "10"]
        assert memory.settings.get("T1", "n") == "11"
