"""Red with the reason when something is wrong; numbers without anybody's words."""

import logging
from datetime import timedelta

import pytest

from bot.clock import MovableClock
from bot.errors import WrongSetting
from bot.scheduler import Scheduler
from bot.serve import health
from bot.serve.health import Health, disk_has_room, is_on_time, looked_after, memory_answers, served
from bot.settings import read
from bot.wiring import wired
from tests.processes import free_port, looked_at, until


@pytest.fixture
def looks(wiring):
    """Looks at an address of a health with these checks."""

    def at(path, *checks):
        with served(Health(wiring, checks), "127.0.0.1", 0) as port:
            return looked_at(port, path)

    return at


def test_alive_and_ready(looks, wiring):
    assert looks("/healthz") == (200, "alive\n")
    assert looks("/readyz", memory_answers(wiring.memory), disk_has_room(wiring.settings.home)) == (200, "ready\n")
    assert looks("/other")[0] == 404


def test_every_reason_is_told(looks):
    assert looks("/readyz", lambda: "the one", lambda: "", lambda: "the other") == (503, "the one\nthe other\n")
    assert looks("/healthz", lambda: "the one")[0] == 200


def test_a_full_disk_is_a_reason(looks, wiring, monkeypatch):
    monkeypatch.setattr(health, "LEAST_SPACE", 1 << 60)

    status, reasons = looks("/readyz", disk_has_room(wiring.settings.home))

    assert status == 503
    assert "the disk of the home is full" in reasons


def test_a_memory_that_cannot_be_read_is_a_reason(home, clock):
    with wired(read(home=home), clock) as parts:
        check = memory_answers(parts.memory)
        assert check() == ""
        state = home / "state.db"
        for file in home.glob("state.db*"):
            file.unlink()
        parts.memory.close()
        state.mkdir()

        assert check() == f"the memory ({state}) can't be reached"


def test_a_scheduler_whose_ticks_fail_is_late(wiring):
    def fails(_):
        raise ZeroDivisionError

    for tick, reason in ((fails, "the scheduler is late"), (lambda _: None, "")):
        ticks = Scheduler(MovableClock(), tick, every=timedelta(seconds=0.05))
        ticks.start()
        try:
            check = is_on_time(ticks, "the scheduler")
            until(lambda check=check, reason=reason: check().startswith(reason) if reason else not check())
            assert reason in check()
        finally:
            ticks.stop()


def test_what_was_done_is_counted_without_words(looks, wiring):
    wiring.library.search("grokking")
    wiring.library.search("zzzzzz")
    wiring.metrics.retried("limited")
    wiring.metrics.requested("command")

    status, numbers = looks("/metrics")

    assert status == 200
    assert 'icml_searches_total{outcome="found"} 1.0' in numbers
    assert 'icml_searches_total{outcome="empty"} 1.0' in numbers
    assert "icml_search_seconds_count 2.0" in numbers
    assert 'icml_retries_total{reason="limited"} 1.0' in numbers
    assert 'icml_requests_total{kind="command"} 1.0' in numbers
    assert "grokking" not in numbers


def test_log_lines_of_faults_are_counted(wiring, caplog):
    with wiring.metrics.counting_log_lines():
        logging.getLogger("bot.any").error("something broke")
        logging.getLogger("bot.any").info("all is well")

    assert wiring.metrics.lines.labels("error")._value.get() == 1


def test_nothing_listens_unless_a_port_is_set_and_an_address_in_use_is_said(home, clock):
    with wired(read(home=home), clock) as parts, looked_after(parts, ()) as port:
        assert port == 0
    taken = free_port()
    with wired(read(home=home, health_port=taken), clock) as parts, looked_after(parts, ()) as port:
        assert port == taken
        with pytest.raises(WrongSetting, match="nothing can listen on"), looked_after(parts, ()):
            pass
