"""Writers of one process share commits: quick together, and each for itself when something goes wrong."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import event, select
from sqlalchemy.exc import IntegrityError

from bot.errors import MemoryUnavailable
from bot.memory import together
from bot.memory.database import insert
from bot.memory.memory import Memory
from bot.memory.tables import departures as table
from handlers.model import Event
from tests.bot.memory.earlier import NOW


@pytest.fixture
def memory(tmp_path):
    with Memory.open(f"sqlite:///{tmp_path}/state.db") as opened:
        yield opened


@pytest.fixture
def commits(memory):
    """How often the file was committed."""
    count = []
    event.listen(memory._database._engine, "commit", lambda _: count.append(1))
    return count


def puts(name):
    return lambda connection: connection.execute(insert(connection, table).values(workspace=name, left_at=NOW))


def there(memory):
    return set(memory._database.read(lambda connection: connection.execute(select(table.c.workspace)).scalars().all()))


def all_at_once(memory, works):
    """Let each of *works* be written by a thread of its own, all of them waiting for the same turn; what came of it."""
    turn = memory._database._together
    with ThreadPoolExecutor(len(works)) as threads:
        with turn._turn:
            going = [threads.submit(memory._database.write, work) for work in works]
            while len(turn._waiting) < len(works):
                pass
        return [one.exception() or one.result() for one in going]


def test_writers_who_wait_together_are_committed_together(memory, commits):
    all_at_once(memory, [puts(f"T{number}") for number in range(20)])

    assert len(commits) == 1
    assert len(there(memory)) == 20


def test_a_write_that_fails_takes_no_other_with_it(memory):
    def breaks(connection):
        puts("half")(connection)
        raise ZeroDivisionError

    memory._database.write(puts("T0"))
    came = all_at_once(memory, [puts("T1"), breaks, puts("T0"), puts("T2")])

    assert there(memory) == {"T0", "T1", "T2"}
    assert isinstance(came[1], ZeroDivisionError)
    assert isinstance(came[2], IntegrityError)


def test_when_sqlite_undoes_the_whole_everybody_is_told(memory):
    def loses(connection):
        connection.exec_driver_sql("ROLLBACK")
        connection.exec_driver_sql("INSERT INTO nothing VALUES (1)")

    came = all_at_once(memory, [puts("T1"), loses, puts("T2")])

    assert there(memory) == set()
    assert all(isinstance(one, Exception) for one in came)


def test_of_two_hundred_claims_by_fifty_threads_each_is_one_callers(memory):
    claimed = [Event("message", f"C1:{number}") for number in range(200)]
    with ThreadPoolExecutor(50) as threads:
        firsts = list(
            threads.map(lambda one: memory.events.claim("T1", one, now=NOW), [one for one in claimed for _ in range(3)])
        )

    assert sum(firsts) == 200


def test_who_gets_no_turn_in_time_is_told_and_has_written_nothing(memory, monkeypatch):
    monkeypatch.setattr(together, "LONGEST_WAIT", 0.05)
    with memory._database._together._turn, pytest.raises(MemoryUnavailable):
        memory._database.write(puts("T1"))

    memory._database.write(puts("T2"))
    assert there(memory) == {"T2"}


def test_what_others_code_writes_is_in_turn_too(memory):
    inside = threading.Event()
    go_on = threading.Event()

    def slowly(engine):
        inside.set()
        assert go_on.wait(5)

    with ThreadPoolExecutor(2) as threads:
        lent = threads.submit(memory._database.lend, slowly)
        assert inside.wait(5)
        writing = threads.submit(memory._database.write, puts("T1"))
        assert there(memory) == set()
        go_on.set()
        lent.result(5)
        writing.result(5)
    assert there(memory) == {"T1"}
