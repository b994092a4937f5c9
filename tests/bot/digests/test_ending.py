"""A bot that is told to stop in the midst of its digests ends soon; the rest goes out after the next start."""

import threading
import time as timing
from collections import Counter
from datetime import UTC, datetime

import pytest

from bot.clock import MovableClock
from bot.digests.posting import EVENT
from handlers.model import Subscription
from tests.bot.digests.conftest import MERGING, MONDAY, wanted

CHANNELS = 6
SOON = 20  # seconds; only a failure takes so long


@pytest.fixture
def clock():
    return MovableClock(MONDAY)


def standing(workspace):
    """How often each delivery stands in the channels."""
    with workspace.inside.state.lock:
        messages = [one for some in workspace.inside.state.messages.values() for one in some]
    told = [one.metadata for one in messages if one.metadata and one.metadata["event_type"] == EVENT]
    return Counter(one["event_payload"]["delivery"] for one in told)


def begun(workspace, wiring) -> list[Subscription]:
    state = workspace.inside.state
    wiring.desk.topics.put(state.team_id, MERGING)
    you = workspace.member("You").id
    channels = [state.add_channel(f"c{number}", "channel", you, {state.bot.id}).id for number in range(CHANNELS)]
    return [wiring.desk.digests.put(state.team_id, wanted(channel)) for channel in channels]


def until(true):
    end = timing.monotonic() + SOON
    while not true():
        assert timing.monotonic() < end, "it did not come to that"
        timing.sleep(0.02)


def test_a_stop_in_the_midst_ends_soon_and_the_next_start_does_the_rest(workspace, wiring, bot):
    begun(workspace, wiring)
    bot.stop()
    workspace.inside.clock.move(datetime(2026, 11, 30, 8, 1, tzinfo=UTC) - workspace.inside.clock.now())
    stuck, goes_on = threading.Event(), threading.Event()

    def hangs(step):
        if step == "post" and len(standing(workspace)) == 2:
            stuck.set()
            goes_on.wait(SOON)

    wiring.deliverer._settler._step = hangs
    bot.start()
    assert stuck.wait(SOON)
    began = timing.monotonic()
    bot.stop()
    assert timing.monotonic() - began < 10
    assert len(standing(workspace)) == 2

    wiring.deliverer._settler._step = lambda _: None
    bot.start()
    goes_on.set()
    until(lambda: len(standing(workspace)) == CHANNELS)
    until(lambda: not wiring.memory.deliveries.open(workspace.inside.state.team_id))
    assert set(standing(workspace).values()) == {1}
