"""What a workspace has set stays set, there and nowhere else."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from bot.memory.memory import Memory

NOW = datetime(2026, 7, 12, 9, tzinfo=UTC)


def test_what_was_never_set_is_the_default(memory):
    assert memory.settings.get("T1", "language") == ""
    assert memory.settings.get("T1", "language", "null") == "null"


def test_the_last_value_counts_and_survives_a_restart(address):
    with Memory.open(address) as memory:
        memory.settings.put("T1", "language", '"de"', NOW)
        memory.settings.put("T1", "language", '"zh — 中文 😀"', now=NOW)

    with Memory.open(address) as memory:
        assert memory.settings.get("T1", "language") == '"zh — 中文 😀"'


def test_an_empty_value_is_a_value(memory):
    memory.settings.put("T1", "language", "", NOW)

    assert memory.settings.get("T1", "language", "null") == ""


def test_settings_of_one_workspace_are_not_those_of_another(memory):
    memory.settings.put("T1", "language", "1", NOW)

    assert memory.settings.get("T2", "language", "none") == "none"


def test_threads_that_set_the_same_do_not_fail_each_other(memory):
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: memory.settings.put("T1", "n", str(number), NOW), range(40)))

    assert int(memory.settings.get("T1", "n")) in range(40)


def test_a_time_without_a_zone_is_refused(memory):
    with pytest.raises(ValueError, match="no time zone"):
        memory.settings.put("T1", "language", "1", NOW.replace(tzinfo=None))

    assert memory.settings.get("T1", "language") == ""
