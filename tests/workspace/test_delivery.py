"""Envelopes come as awkwardly as Slack's: late, again, out of order, over another socket."""

import threading
from contextlib import ExitStack
from datetime import timedelta

import pytest
import websockets.sync.client as websockets
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from websockets.exceptions import InvalidStatus

from bot.clock import MovableClock
from bot.workspace.faults import (
    Broken,
    Doubled,
    FaultPlan,
    Late,
    Limited,
    LostAnswer,
    Refused,
    Reordered,
    Shares,
    Withheld,
)
from bot.workspace.server import LocalWorkspace
from tests.workspace.bolt import app_for, connected


@pytest.fixture
def clock():
    """A clock that moves only when it is moved, so that nothing times out by chance."""
    return MovableClock(runs=False)


@pytest.fixture
def heard(app):
    """The events that reach the app, acknowledged at once."""
    events = []

    def listener(body, request):
        retry = request.headers.get("x-slack-retry-num", ["0"])[0]
        events.append((body["event"]["text"], body["event_id"], retry))

    app.event("message")(listener)
    return events


def texts(heard):
    return [text for text, _, _ in heard]


def moved_until(workspace, clock, condition, *, step=1.0, most=20):
    """Move the clock in steps until *condition* holds, giving the workspace time to act on each."""
    for _ in range(most):
        with workspace.inside.state.changed:
            if workspace.inside.state.changed.wait_for(condition, 0.1):
                return
        clock.move(timedelta(seconds=step))
    pytest.fail(f"It never came to that.\n{workspace.driver.transcript()}")


def test_a_command_that_is_not_acknowledged_in_three_seconds_fails_for_the_member(app, connect, workspace, you, clock):
    go_on = threading.Event()

    @app.command("/icml")
    def slow(ack):
        go_on.wait(10)
        ack("too late")

    connect()
    you.types("/icml merging", in_="general")
    clock.move(timedelta(seconds=2.9))
    assert you.sees("general").last is None
    clock.move(timedelta(seconds=0.2))
    line = you.waits_for("operation_timeout", in_="general")
    go_on.set()
    workspace.settled()

    assert line.text == "/icml failed with the error “operation_timeout”"
    assert line.ephemeral
    assert [one.text for one in you.reads("general").messages] == [line.text]


def test_an_event_that_is_not_acknowledged_comes_again_three_times(app, connect, workspace, you, clock):
    seen = []

    @app.use
    def watches(body, request, next):
        seen.append((body["event_id"], *(request.headers[name][0] for name in RETRY)))
        next()

    connect()
    you.types("hello", in_="general")
    moved_until(workspace, clock, lambda: len(seen) == 2)
    moved_until(workspace, clock, lambda: len(seen) == 3, step=30)
    moved_until(workspace, clock, lambda: len(seen) == 4, step=60)
    moved_until(workspace, clock, lambda: workspace.inside.delivery.in_flight == 0)
    clock.move(timedelta(hours=1))
    workspace.settled()

    assert len({event_id for event_id, _, _ in seen}) == 1
    assert [number for _, number, _ in seen] == ["0", "1", "2", "3"]
    assert [reason for _, _, reason in seen] == ["", "timeout", "timeout", "timeout"]


RETRY = ("x-slack-retry-num", "x-slack-retry-reason")


def test_the_second_retry_waits_a_minute(workspace, you, clock):
    """Nobody is connected, so each attempt fails at once."""
    you.types("hello", in_="general")
    moved_until(workspace, clock, lambda: len(workspace.envelopes) == 2, step=0)
    clock.move(timedelta(seconds=59))
    assert len(workspace.envelopes) == 2
    moved_until(workspace, clock, lambda: len(workspace.envelopes) == 3)

    assert [one.retry_reason for one in workspace.envelopes] == ["", "connection_failed", "connection_failed"]


def test_an_event_can_be_sent_again_at_will(connect, heard, workspace, you):
    connect()
    you.types("hello", in_="general")
    workspace.settled()
    workspace.redelivers(workspace.envelopes[0], times=2)
    workspace.settled()

    assert texts(heard) == ["hello"] * 3
    assert [retry for _, _, retry in heard] == ["0", "1", "2"]
    assert len({event_id for _, event_id, _ in heard}) == 1


def test_each_envelope_goes_over_one_of_the_connections(app, heard, workspace, you):
    with connected(workspace, app), connected(workspace, app):
        for number in range(6):
            you.types(str(number), in_="general")
        workspace.settled()

    assert sorted(texts(heard)) == [str(number) for number in range(6)]


def test_an_eleventh_connection_is_turned_away(workspace, app):

    client = WebClient(token=workspace.app_token, base_url=workspace.api_url)
    with ExitStack() as open_ones:
        frames = []
        for _ in range(11):
            address = client.apps_connections_open(app_token=workspace.app_token)["url"]
            frames.append(open_ones.enter_context(websockets.connect(address)).recv())

    assert all('"type": "hello"' in frame for frame in frames[:10])
    assert '"reason": "too_many_websockets"' in frames[10]


def test_a_ticket_lets_in_once(workspace):

    client = WebClient(token=workspace.app_token, base_url=workspace.api_url)
    address = client.apps_connections_open(app_token=workspace.app_token)["url"]
    with websockets.connect(address) as first:
        first.recv()
        with pytest.raises(InvalidStatus), websockets.connect(address):
            pass


def test_a_lost_connection_is_made_anew_by_the_unchanged_handler(connect, heard, workspace, you):
    connect(ping_interval=0.2)
    workspace.drops_connections()
    workspace.wait_connected()
    you.types("still there?", in_="general")
    workspace.settled()

    assert texts(heard) == ["still there?"]


def test_a_connection_that_went_dead_in_silence_is_made_anew(connect, heard, workspace, you):
    connect(ping_interval=0.2)
    workspace.silences_connections()
    workspace.wait_connected()
    you.types("still there?", in_="general")
    workspace.settled()

    assert texts(heard) == ["still there?"]


def test_a_refresh_moves_the_app_to_a_new_connection(connect, heard, workspace, you):
    connect()
    workspace.refreshes_connections()
    with workspace.inside.state.changed:
        opened = lambda: [one.method for one in workspace.calls].count("apps.connections.open") == 2
        assert workspace.inside.state.changed.wait_for(opened, 5)
    workspace.wait_connected()
    you.types("still there?", in_="general")
    workspace.settled()

    assert texts(heard) == ["still there?"]


def test_a_doubled_event_comes_twice_with_the_same_id(connect, heard, workspace, you):
    workspace.inside.faults.delivers("events_api", Doubled())
    connect()
    you.types("hello", in_="general")
    workspace.settled()

    assert texts(heard) == ["hello", "hello"]
    assert len({event_id for _, event_id, _ in heard}) == 1


def test_a_reordered_event_comes_after_the_next_one(connect, heard, workspace, you):
    workspace.inside.faults.delivers("events_api", Reordered())
    connect()
    you.types("first", in_="general")
    you.types("second", in_="general")
    workspace.settled()

    assert texts(heard) == ["second", "first"]


def test_a_late_command_is_answered_though_the_member_saw_the_time_out(app, connect, workspace, you, clock):
    workspace.inside.faults.delivers("slash_commands", Late(4))
    app.command("/icml")(lambda ack, respond: (ack(), respond("here")))
    connect()
    you.types("/icml", in_="general")
    clock.move(timedelta(seconds=3.5))
    you.waits_for("operation_timeout", in_="general")
    clock.move(timedelta(seconds=1))

    assert you.waits_for("here", in_="general")


def test_a_withheld_command_ends_with_the_time_out(app, connect, workspace, you, clock):
    workspace.inside.faults.delivers("slash_commands", Withheld())
    app.command("/icml")(lambda ack: ack("never"))
    connect()
    you.types("/icml", in_="general")
    clock.move(timedelta(seconds=3.5))

    assert you.waits_for("operation_timeout", in_="general")


def test_a_limited_call_says_when_to_come_again(workspace, client, you):
    workspace.inside.faults.answers("chat.postMessage", Limited(2))

    with pytest.raises(SlackApiError) as limited:
        client.chat_postMessage(channel="#general", text="a")

    assert limited.value.response.status_code == 429
    assert limited.value.response.headers["Retry-After"] == "2"
    assert you.sees("general").last is None
    assert client.chat_postMessage(channel="#general", text="a")["ok"]


def test_an_answer_may_be_lost_after_the_post_was_made(workspace, client, you):
    """slack_sdk's client tries once more after a lost connection, so the post stands there twice: beware."""
    workspace.inside.faults.answers("chat.postMessage", LostAnswer())
    client.chat_postMessage(channel="#general", text="a")

    assert [one.text for one in you.sees("general").messages] == ["a", "a"]
    client.retry_handlers.clear()
    workspace.inside.faults.answers("chat.postMessage", LostAnswer())
    with pytest.raises(OSError, match="Remote end closed connection"):
        client.chat_postMessage(channel="#general", text="b")
    assert you.sees("general").last.text == "b"


def test_a_server_may_be_broken_and_a_call_refused(workspace, client):
    workspace.inside.faults.answers("users.list", Broken(502))
    workspace.inside.faults.answers("users.list", Refused("fatal_error"))

    for status in (502, 200):
        with pytest.raises(SlackApiError) as refused:
            client.users_list()
        assert refused.value.response.status_code == status


def test_the_same_seed_makes_the_same_faults():
    def draws(seed):
        plan = FaultPlan(Shares(late=0.1, doubled=0.1, limited=0.1, broken=0.1), seed=seed)
        return [(plan.for_envelope("events_api"), plan.for_call("chat.postMessage")) for _ in range(200)]

    assert draws(1) == draws(1)
    assert draws(1) != draws(2)
    faults = [type(fault).__name__ for pair in draws(1) for fault in pair if fault]
    assert {"Late", "Doubled", "Limited", "Broken"} == set(faults)
    assert 40 < len(faults) < 140


def test_nothing_but_events_is_doubled_by_draw():
    plan = FaultPlan(Shares(doubled=1.0))

    assert plan.for_envelope("events_api") == Doubled()
    assert plan.for_envelope("slash_commands") is None


def test_planned_losses_of_sockets_happen():
    plan = FaultPlan(lost_sockets=3, over=50)

    assert sum(plan.loses_socket_now() for _ in range(50)) == 3


def test_workspaces_do_not_disturb_each_other(clock):
    with LocalWorkspace(clock) as one, LocalWorkspace(clock) as other:
        app = app_for(one)
        app.command("/icml")(lambda ack: ack("from one"))
        with connected(one, app):
            one.member("You").types("/icml", in_="general")
            assert one.member("You").reads("general").last.text == "from one"

        assert other.calls == []
        assert one.window_url != other.window_url
