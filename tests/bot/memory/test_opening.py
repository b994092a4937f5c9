"""A memory opens whole and private, or says in a sentence why it does not and stays as it was."""

import shutil
import socket
import sqlite3
import stat
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from datetime import UTC, datetime

import pytest
from sqlalchemy import make_url

from bot.errors import MemoryUnavailable, UnreadableMemory
from bot.memory.memory import Memory
from handlers.model import Event
from tests.postgresql import as_role, connected, empty_schema, role, schema_of

NOW = datetime(2026, 7, 12, 9, tzinfo=UTC)
PASSWORD = "correct-horse"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "state.db"


@pytest.fixture
def kept(file):
    """A state.db with something in it, closed."""
    with Memory.open(f"sqlite:///{file}") as memory:
        for number in range(400):
            memory.settings.put("T1", f"name {number}", "1" * 200, NOW)
    return file


def refusal(address, kind):
    with pytest.raises(kind) as refused:
        Memory.open(address)
    text = str(refused.value)
    assert text[0].isupper()
    assert text.endswith(".")
    assert "\n" not in text
    return refused.value


def test_opening_again_changes_nothing_and_forgets_nothing(address):
    for expected in (True, False, False):
        with Memory.open(address) as memory:
            assert memory.events.claim("T1", Event("message", "C1:1"), now=NOW) is expected


def test_two_memories_may_be_open_at_once(address):
    with Memory.open(address) as one, Memory.open(address) as other:
        assert one.events.claim("T1", Event("message", "C1:1"), now=NOW)
        assert not other.events.claim("T1", Event("message", "C1:1"), now=NOW)


def test_threads_that_open_a_fresh_memory_in_the_same_moment_all_succeed(address):
    together = threading.Barrier(8)

    def claim(_):
        together.wait()
        with Memory.open(address) as memory:
            return memory.events.claim("T1", Event("message", "C1:1"), now=NOW)

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(claim, range(8))) == 1


def test_threads_may_make_memories_of_their_own_at_once(tmp_path, postgresql_server):
    with ExitStack() as stack, ThreadPoolExecutor(8) as threads:
        servers = [stack.enter_context(empty_schema(postgresql_server)) for _ in range(4)]
        addresses = [*servers, *(f"sqlite:///{tmp_path}/{number}.db" for number in range(4))]
        for memory in threads.map(Memory.open, addresses):
            assert memory.events.claim("T1", Event("message", "C1:1"), now=NOW)
            memory.close()


def test_what_is_shown_of_a_memory_is_its_place_without_the_password(postgresql):
    with_password = make_url(postgresql).set(password=PASSWORD).render_as_string(hide_password=False)

    with Memory.open(with_password) as memory:
        assert PASSWORD not in f"{memory!r} {memory.place} {vars(memory)}"
        assert "database postgres" in repr(memory)


def test_state_db_is_for_its_owner_alone(file):
    with Memory.open(f"sqlite:///{file}") as memory:
        memory.settings.put("T1", "n", "1", NOW)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}

    assert modes == dict.fromkeys(["state.db", "state.db-wal", "state.db-shm", "state.db.lock"], 0o600)


def test_a_state_db_that_others_could_read_is_made_private(kept):
    kept.chmod(0o644)

    Memory.open(f"sqlite:///{kept}").close()

    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_sqlite_is_set_up_for_threads_and_power_cuts(file):
    with Memory.open(f"sqlite:///{file}") as memory:

        def asked(connection):
            names = ("journal_mode", "busy_timeout", "foreign_keys", "synchronous")
            return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

        assert memory._database.read(asked) == ["wal", 5000, 1, 2]


def damaged_head(content):
    return b"This is no database." + content[20:]


def damaged_middle(content):
    return content[:8192] + b"\xff" * 8192 + content[16384:]


def truncated(content):
    return content[: len(content) // 2]


def text(content):
    return b"not a database, but somebody's notes\n" * 40


@pytest.mark.parametrize("damage", [damaged_head, damaged_middle, truncated, text])
def test_a_damaged_state_db_is_refused_and_left_as_it_is(kept, damage):
    kept.write_bytes(damage(kept.read_bytes()))
    kept.chmod(0o640)
    before = kept.read_bytes(), kept.stat()

    refused = refusal(f"sqlite:///{kept}", UnreadableMemory)

    assert str(kept) in str(refused)
    assert "backup" in str(refused)
    assert kept.read_bytes() == before[0]
    assert kept.stat() == before[1]
    assert {path.name for path in kept.parent.iterdir()} == {"state.db", "state.db.lock"}


def test_another_database_is_not_taken_for_a_memory(file):
    with closing(sqlite3.connect(file)) as papers:
        papers.execute("CREATE TABLE papers (handle TEXT)")
    before = file.read_bytes()

    assert "not the memory of this bot" in str(refusal(f"sqlite:///{file}", UnreadableMemory))
    assert file.read_bytes() == before


def test_a_table_of_somebody_else_in_postgresql_is_left_alone(postgresql):
    with connected(postgresql) as connection:
        connection.execute("CREATE TABLE events (what TEXT)")
        connection.execute("INSERT INTO events VALUES ('a concert')")

        assert "not the memory of this bot" in str(refusal(postgresql, UnreadableMemory))

        assert connection.execute("SELECT * FROM events").fetchall() == [("a concert",)]
        assert connection.execute("SELECT to_regclass('settings')").fetchone() == (None,)


def test_a_folder_that_is_missing_is_not_made(tmp_path):
    """It may be a disk that is not mounted, and the bot would begin with an empty memory."""
    refused = refusal(f"sqlite:///{tmp_path}/missing/state.db", MemoryUnavailable)

    assert f"{tmp_path}/missing/state.db" in str(refused)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_the_place_of_the_file_is_refused(file):
    file.mkdir()

    assert "can't be opened" in str(refusal(f"sqlite:///{file}", MemoryUnavailable))


def test_a_postgresql_that_does_not_answer_is_named_without_the_password():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

    refused = refusal(f"postgresql://icml:{PASSWORD}@127.0.0.1:{port}/group", MemoryUnavailable)

    assert f"PostgreSQL on 127.0.0.1:{port}, database group does not answer" in str(refused)
    assert PASSWORD not in logged(refused)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"database": "missing"}, "has no database of that name"),
        ({"username": "stranger"}, "refuses the name"),
    ],
)
def test_a_postgresql_that_refuses_is_named_without_the_password(postgresql, change, words):
    url = make_url(postgresql)
    url = url.set(password=url.password or PASSWORD, **change)

    refused = refusal(url.render_as_string(hide_password=False), MemoryUnavailable)

    assert words in str(refused)
    assert url.password not in logged(refused)


def test_an_option_that_postgresql_does_not_know_is_a_sentence_too(postgresql):
    url = make_url(postgresql).update_query_dict({"hunter2": PASSWORD})

    refused = refusal(url.render_as_string(hide_password=False), MemoryUnavailable)

    assert PASSWORD not in logged(refused)


def test_a_name_that_may_not_make_tables_is_told_so(postgresql):
    with role(postgresql) as (name, connection):
        connection.execute(f"DROP OWNED BY {name}")
        connection.execute(f"GRANT USAGE ON SCHEMA {schema_of(postgresql)} TO {name}")
        refused = refusal(as_role(postgresql, name), MemoryUnavailable)

    assert "may not make its tables" in str(refused)


def test_a_copy_of_the_folder_is_a_memory(kept, tmp_path):
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copy(kept, copy)

    with Memory.open(f"sqlite:///{copy}/state.db") as memory:
        assert memory.settings.get("T1", "name 399") == "1" * 200


def logged(error):
    """All that a log could have of it."""
    return "".join(traceback.format_exception(error)) + repr(error)
