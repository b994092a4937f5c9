"""A digest is posted once, whatever happens to its process, to Slack and to the clock."""

import pytest

from bot.workspace.faults import Broken, Limited, LostAnswer, Refused
from tests.bot.digests.conftest import wanted


class Killed(BaseException):
    """The process ends here."""


def killed_at(step, times=1):
    left = [times]

    def steps(name):
        if name == step and left[0]:
            left[0] -= 1
            raise Killed

    return steps


def test_a_digest_comes_at_its_time_and_once(office):
    office.digests.put(office.team, wanted(office.channel()))
    office.run()
    assert office.posts() == []

    office.later(hours=2, minutes=1)
    office.run()
    office.run()

    (post,) = office.posts()
    assert "Model merging" in post["text"]
    (line,) = office.ledger()
    assert (line.state, line.ts, len(line.papers)) == ("posted", post["ts"], 2)


@pytest.mark.parametrize("step", ["claim", "claimed", "post", "posted", "marked", "settle"])
def test_a_process_that_ends_at_any_step_leaves_one_post(office, step):
    office.digests.put(office.team, wanted(office.channel()))
    office.later(hours=2, minutes=1)
    with pytest.raises(Killed):
        office.run(office.deliverer(step=killed_at(step)))

    office.until_settled(office.deliverer())

    assert len(office.posts()) == 1
    assert [line.state for line in office.ledger()] == ["posted"]


@pytest.mark.parametrize("step", ["look", "posted", "marked"])
def test_also_when_the_next_one_ends_too(office, step):
    office.digests.put(office.team, wanted(office.channel()))
    office.later(hours=2, minutes=1)
    with pytest.raises(Killed):
        office.run(office.deliverer(step=killed_at("posted")))
    second = office.deliverer(step=killed_at(step))
    for _ in range(4):
        office.later(minutes=2)
        try:
            office.run(second)
        except Killed:
            break

    office.until_settled(office.deliverer())

    assert len(office.posts()) == 1


@pytest.mark.parametrize(
    "fault",
    [LostAnswer(), Broken(503), Broken(503, done=True), Broken(500, done=True), Limited(30), Refused("fatal_error")],
)
def test_whatever_slack_answers_it_stands_there_once(office, fault):
    office.digests.put(office.team, wanted(office.channel()))
    office.later(hours=2, minutes=1)
    office.workspace.inside.faults.answers("chat.postMessage", fault, times=2)

    office.until_settled()

    assert len(office.posts()) == 1
    assert [line.state for line in office.ledger()] == ["posted"]
