"""What members think of answers is kept, one opinion each; the same on both databases."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.memory.memory import Memory
from handlers.model import Feedback

NOW = datetime(2026, 7, 12, 9, tzinfo=UTC)
YES = Feedback("answer", "C1:100.2", "U1", helpful=True)


def test_a_member_has_one_opinion_and_the_last_one_counts(address):
    with Memory.open(address) as memory:
        memory.opinions.put("T1", YES, now=NOW)
        memory.opinions.put("T1", replace(YES, helpful=False, reason="wrong paper — 错了"), now=NOW)

    with Memory.open(address) as memory:
        assert memory.opinions.get("T1", "answer", "C1:100.2", "U1") == Feedback(
            "answer", "C1:100.2", "U1", helpful=False, reason="wrong paper — 错了"
        )


def test_the_opinions_of_several_members_stand_beside_each_other(memory):
    other = replace(YES, member="U2", helpful=False)
    for given in (other, YES, replace(YES, about="C1:999.9")):
        memory.opinions.put("T1", given, now=NOW)

    assert memory.opinions.about("T1", "answer", "C1:100.2") == (YES, other)
    assert memory.opinions.about("T1", "pick", "C1:100.2") == ()
    assert memory.opinions.about("T2", "answer", "C1:100.2") == ()


def test_an_opinion_can_be_taken_back(memory):
    memory.opinions.put("T1", YES, now=NOW)
    memory.opinions.put("T2", YES, now=NOW)
    memory.opinions.take_back("T1", "answer", "C1:100.2", "U1")

    assert memory.opinions.get("T1", "answer", "C1:100.2", "U1") is None
    assert memory.opinions.get("T2", "answer", "C1:100.2", "U1") == YES


def test_a_time_without_a_zone_is_refused(memory):
    with pytest.raises(ValueError, match="no time zone"):
        memory.opinions.put("T1", YES, now=NOW.replace(tzinfo=None))
