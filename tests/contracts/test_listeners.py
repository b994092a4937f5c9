"""Everything that can be pressed has a listener, and every listener answers in time, however slow the library is."""

import dataclasses
import json
import re
import threading
from pathlib import Path

import pytest
from slack_bolt import BoltRequest, BoltResponse

from bot.app import build_app
from bot.manifest import SHORTCUTS
from handlers.views import digest_setup
from handlers.views.place import Place, Pressed, carried
from tests.contracts.every_view import messages, views

AT_ONCE = 2.0  # seconds; Slack waits for three


def pressable(node):
    """The action_ids in a payload, with the kinds of their elements."""
    if isinstance(node, dict):
        if "action_id" in node:
            yield node["action_id"], node["type"]
        for inner in node.values():
            yield from pressable(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from pressable(inner)


def everything(papers):
    for _, _, blocks in messages(papers):
        yield [block.to_dict() for block in blocks]
    for _, view in views(papers):
        yield view


# What only stands in a form: it is read when the form is sent.
FILLED_IN = {"sharing.note", "sharing.channel", "note", "tags", "done", "search.query"}
_OF_DIGEST = ("days", "at", "picks", "corpora", "without", "off", "how", "who", "plan", "zone")
FILLED_IN |= {f"digest.{name}" for name in _OF_DIGEST}
FILLED_IN |= {f"topic.{name}" for name in ("label", "words", "like", "without", "corpora", "code")}


@pytest.fixture
def papers(sample):
    return sample.every()[:5]


@pytest.fixture
def app(wiring, workspace):
    made = build_app(wiring, workspace.bot_token, base_url=workspace.api_url)
    yield made
    made.listener_runner.listener_executor.shutdown()


def listener_of(app, payload):
    """The name of the function that would answer *payload*."""
    request = BoltRequest(mode="socket_mode", body=payload)
    for listener in app._listeners:
        if listener.matches(req=request, resp=BoltResponse(status=200)):
            return listener.ack_function.__name__
    return None


def click(action_id, kind="button", **more):
    action = {"action_id": action_id, "type": kind, "block_id": "b", "action_ts": "1.2", **more}
    return {
        "type": "block_actions",
        "user": {"id": "U1"},
        "team": {"id": "T1"},
        "trigger_id": "1.2",
        "actions": [action],
        "container": {"type": "message", "message_ts": "1.2", "channel_id": "C1", "is_ephemeral": True},
    }


def sent(callback_id, **values):
    metadata = json.dumps({"paper": "p1", "place": dataclasses.asdict(Place()), "origin": {"channel": "C1"}})
    view = {"id": "V1", "type": "modal", "callback_id": callback_id, "private_metadata": metadata}
    state = {name: {name: value} for name, value in values.items()}
    return {
        "type": "view_submission",
        "user": {"id": "U1"},
        "team": {"id": "T1"},
        "view": view | {"state": {"values": state}},
    }


def sent_whole(callback_id, metadata, **values):
    """Likewise, of a modal with metadata of its own; fields by the end of their ids."""
    payload = sent(callback_id)
    prefix = callback_id.partition(".")[0]
    state = {f"{prefix}.{name}": {f"{prefix}.{name}": value} for name, value in values.items()}
    payload["view"] |= {"private_metadata": metadata, "state": {"values": state}}
    return payload


def chosen(value):
    return {"selected_option": {"value": value}}


SENT = {
    "digest.form": sent_whole(
        "digest.form",
        digest_setup.packed(digest_setup.Opening("", "C1")),
        topic=chosen("merging"),
        days={"selected_options": [{"value": "0"}]},
        at={"selected_time": "09:00"},
        zone=chosen("Europe/Berlin"),
        picks=chosen("3"),
    ),
    "topic.form": sent_whole("topic.form", '{"name": ""}', label={"value": "Merging"}, words={"value": "merging"}),
    "sharing": sent("sharing", **{"sharing.note": {"value": "x"}}),
    "list.note": sent("list.note", note={"value": "x"}, tags={"value": ""}, done={"selected_options": []}),
    "search.modal": sent("search.modal", **{"search.query": {"value": "merging"}}),
}


def test_every_action_has_a_listener_of_its_own(app, papers):
    found = {one for payload in everything(papers) for one in pressable(payload)}
    pressed = {(action_id, kind) for action_id, kind in found if action_id not in FILLED_IN}

    assert len(pressed) > 20
    assert {one for one in pressed if listener_of(app, click(*one)) in (None, "_old_button")} == set()


def test_every_modal_that_is_sent_has_a_listener(app, papers):
    sending = {view["callback_id"] for _, view in views(papers) if view.get("submit")}

    assert sending == set(SENT)
    assert [name for name, payload in SENT.items() if listener_of(app, payload) is None] == []


def test_every_shortcut_of_the_manifest_has_a_listener(app):
    for _, kind, callback_id, _ in SHORTCUTS:
        payload = {"type": "message_action" if kind == "message" else "shortcut", "callback_id": callback_id}
        assert listener_of(app, payload | {"trigger_id": "1", "user": {"id": "U1"}}) is not None


class Stalled:
    """A library on a storage that does not answer until it is let go."""

    def __init__(self, library) -> None:
        self._library, self.go_on = library, threading.Event()

    def __getattr__(self, name):
        self.go_on.wait(30)
        return getattr(self._library, name)


def test_what_is_pressed_and_sent_is_acknowledged_before_the_library_answers(wiring, workspace, papers):
    stalled = Stalled(wiring.library)
    app = build_app(stalled_wiring(wiring, stalled), workspace.bot_token, base_url=workspace.api_url)
    value = carried(Pressed("p1", Place("search", "merging", 0)))
    clicks = [
        click(action_id, value=value, selected_option={"value": "group p1"})
        for action_id in ("card.abstract", "card.save", "card.similar", "card.share", "card.more", "abstract.next")
    ]
    try:
        for payload in [*clicks, *SENT.values()]:
            answered = threading.Event()

            def dispatch(payload=payload, answered=answered):
                assert app.dispatch(BoltRequest(mode="socket_mode", body=payload)).status == 200
                answered.set()

            threading.Thread(target=dispatch, daemon=True).start()
            assert answered.wait(AT_ONCE), payload
    finally:
        stalled.go_on.set()
        app.listener_runner.listener_executor.shutdown()


def stalled_wiring(wiring, library):
    return dataclasses.replace(wiring, library=library)


def test_no_listener_logs_what_it_was_told():
    """A query or a note in a log line would be there for whoever reads the log."""
    for file in Path("handlers").rglob("*.py"):
        for line in re.findall(r"log\.\w+\(.*", file.read_text("utf-8")):
            assert not re.search(r"query|note\b|text=|value", line), (file, line)
