"""A memory that is away for a moment loses no claim, and gives none twice."""

import pytest

from bot.claims import BotClaims
from bot.errors import MemoryUnavailable
from bot.memory.database import Database
from handlers.model import Event

QUESTION = Event("message", "C1:1700000000.000100", "C1", "1700000000.000100", "", "U1")


class Quick:
    """A clock whose sleepers don't wait."""

    def __init__(self, clock):
        self._clock = clock

    def now(self):
        return self._clock.now()

    def sleep(self, seconds):
        self._clock.now()


@pytest.fixture
def claims(wiring):
    return BotClaims(wiring.memory.events, Quick(wiring.clock))


@pytest.fixture
def fails(monkeypatch):
    """Lets the next writes fail: before they are done, or after."""
    write = Database.write

    def plan(*moments):
        left = list(moments)

        def failing(database, work):
            moment = left.pop(0) if left else ""
            if moment == "before":
                raise MemoryUnavailable
            done = write(database, work)
            if moment == "after":
                raise MemoryUnavailable
            return done

        monkeypatch.setattr(Database, "write", failing)

    return plan


@pytest.mark.parametrize("moments", [("before",), ("after",), ("before", "after", "before"), ("after", "after")])
def test_a_claim_whose_answer_is_lost_is_still_ours_once(claims, fails, moments):
    fails(*moments)

    assert [claims.take("T1", QUESTION) for _ in range(3)] == [True, False, False]


def test_a_claim_that_another_copy_has_is_not_ours_however_the_answer_is_lost(claims, wiring, fails):
    assert wiring.claims.take("T1", QUESTION)
    fails("before", "after")

    assert not claims.take("T1", QUESTION)


def test_two_threads_whose_answers_are_lost_share_one_claim(claims, fails):
    fails("after", "after")

    assert [claims.take("T1", QUESTION), claims.take("T1", QUESTION)] == [True, False]


def test_a_memory_that_stays_away_is_said(claims, fails):
    fails(*["before"] * 4)

    with pytest.raises(MemoryUnavailable):
        claims.take("T1", QUESTION)


def test_what_was_answered_is_marked_after_a_moment_without_memory(claims, wiring, fails):
    assert claims.take("T1", QUESTION)
    fails("before", "before")

    claims.settle("T1", QUESTION)

    assert wiring.memory.events.unfinished("T1", now=wiring.clock.now()) == ((), ())
