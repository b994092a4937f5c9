"""What is switched on for channels and threads; the same in SQLite and in PostgreSQL."""

from datetime import UTC, datetime, timedelta

from bot.clock import MovableClock
from bot.remembering import BotPlaces

NOW = datetime(2026, 7, 12, 9, tzinfo=UTC)


def test_a_switch_is_off_until_it_is_turned_on_and_is_of_one_place(memory):
    places = BotPlaces(memory.settings, MovableClock(NOW))

    assert not places.is_on("T1", "previews", "C1")
    assert places.turn("T1", "previews", "C1", on=True)
    assert not places.turn("T1", "previews", "C1", on=True)
    assert places.is_on("T1", "previews", "C1")
    assert not places.is_on("T1", "previews", "C2")
    assert not places.is_on("T2", "previews", "C1")
    assert not places.is_on("T1", "followed", "C1")
    assert places.turn("T1", "previews", "C1", on=False)
    assert not places.is_on("T1", "previews", "C1")


def test_old_switches_of_one_kind_are_forgotten(memory):
    clock = MovableClock(NOW, runs=False)
    places = BotPlaces(memory.settings, clock)
    places.turn("T1", "followed", "C1:1.2", on=True)
    places.turn("T1", "follow_d", "C1:1.2", on=True)
    clock.move(timedelta(days=2))
    places.turn("T2", "followed", "C1:3.4", on=True)

    assert memory.settings.forget("followed:", before=NOW + timedelta(days=1)) == 1
    assert not places.is_on("T1", "followed", "C1:1.2")
    assert places.is_on("T1", "follow_d", "C1:1.2")
    assert places.is_on("T2", "followed", "C1:3.4")
