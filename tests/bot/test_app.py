"""What the app does with everything that Slack may send, whether a feature is there for it or not."""

import json
import logging
import threading
from pathlib import Path

import pytest
from slack_bolt import BoltRequest

from bot.app import build_app

SAMPLES = Path(__file__).parents[1] / "workspace/reference/payload-samples"


def sample(name):
    return json.loads((SAMPLES / f"{name}.json").read_text("utf-8"))


EVENTS, INTERACTIONS, FRAMES = (sample(name) for name in ("events", "interactivity", "socket_mode"))
OTHERS = {
    "a global shortcut": {"type": "shortcut", "callback_id": "old", "trigger_id": "1", "user": {"id": "U1"}},
    "options of a select": {"type": "block_suggestion", "action_id": "old", "block_id": "b", "value": "a"},
    "a step of a workflow": {
        "type": "event_callback",
        "event": {"type": "function_executed", "function": {"callback_id": "old"}, "inputs": {}},
    },
    "a kind that is not there yet": {"type": "something_new"},
    "a command that another version had": {"command": "/old", "text": "", "trigger_id": "1", "user_id": "U1"},
}
PAYLOADS = {
    **EVENTS,
    **INTERACTIONS,
    **{f"socket mode {at}": frame["payload"] for at, frame in enumerate(FRAMES["envelopes"]) if "payload" in frame},
    **OTHERS,
}


@pytest.fixture
def app(wiring, workspace):
    made = build_app(wiring, workspace.bot_token, base_url=workspace.api_url)
    yield made
    made.listener_runner.listener_executor.shutdown()


@pytest.mark.parametrize("name", PAYLOADS)
def test_every_payload_is_acknowledged_without_noise(app, caplog, name):
    with caplog.at_level(logging.WARNING):
        answer = app.dispatch(BoltRequest(mode="socket_mode", body=PAYLOADS[name]))
        app.listener_runner.listener_executor.shutdown()

    assert answer.status == 200
    assert not [line.getMessage() for line in caplog.records if line.name != "handlers.errors"]


def test_options_that_nobody_offers_are_none(app):
    answer = app.dispatch(BoltRequest(mode="socket_mode", body=OTHERS["options of a select"]))

    assert json.loads(answer.body) == {"options": []}


def test_an_old_command_is_told_so(app):
    answer = app.dispatch(BoltRequest(mode="socket_mode", body=OTHERS["a command that another version had"]))

    assert "I don't know this command" in answer.body


def test_what_slack_waits_for_does_not_queue_behind_work(app):
    """Options of a select are given although every worker is busy."""
    go_on = threading.Event()
    app.command("/slow")(lambda ack: (ack(), go_on.wait(30)))
    app.options("late")(lambda ack: ack(options=[]))
    try:
        for number in range(30):
            command = {"command": "/slow", "text": "", "trigger_id": str(number), "user_id": "U1"}
            assert app.dispatch(BoltRequest(mode="socket_mode", body=command)).status == 200
        payload = {"type": "block_suggestion", "action_id": "late", "block_id": "b", "value": "a"}
        answer = app.dispatch(BoltRequest(mode="socket_mode", body=payload))
    finally:
        go_on.set()

    assert answer.status == 200
    assert json.loads(answer.body) == {"options": []}
