"""Response addresses work as Slack's do: five times, for half an hour."""

import json

import pytest
from slack_sdk.webhook import WebhookClient

from bot.workspace.faults import Broken, Limited
from tests.workspace.test_server import buttons, section


@pytest.fixture
def address(app, connect, workspace, you):
    """Where the app may answer one command."""
    given = []

    @app.command("/icml")
    def keeps(ack, command):
        given.append(command["response_url"])
        ack()

    connect()
    you.types("/icml", in_="general")
    workspace.settled(patience=0)
    return WebhookClient(given[0])


def outcome(answer):
    return answer.status_code, answer.body if answer.body == "ok" else json.loads(answer.body)["error"]


def test_an_address_may_be_used_five_times(address, you):
    assert [outcome(address.send(text=str(n))) for n in range(6)] == [(200, "ok")] * 5 + [(404, "used_url")]
    assert [one.text for one in you.sees("general").messages] == ["0", "1", "2", "3", "4"]


def test_an_address_is_dead_after_half_an_hour(address, workspace):
    workspace.moves_clock(minutes=29)
    assert outcome(address.send(text="just in time")) == (200, "ok")
    workspace.moves_clock(minutes=2)
    assert outcome(address.send(text="too late")) == (404, "expired_url")


def test_an_unknown_address_is_dead_too(workspace):
    assert outcome(WebhookClient(f"{workspace.inside.base}/hooks/commands/T1/1/a").send(text="a"))[0] == 404


def test_what_is_refused_uses_nothing_up(address):
    assert outcome(address.send(text="")) == (400, "no_text")
    assert outcome(address.send(blocks=[{"type": "bubble"}], text="a")) == (400, "invalid_blocks")
    assert outcome(address.send(text="a")) == (200, "ok")


def test_a_public_answer_comes_back_without_a_user_id(address, workspace, you, another):
    """Bolt knows its own messages by their user id, and so takes this one for another bot's."""
    address.send(text="for all", response_type="in_channel")
    event = workspace.envelopes[-1].payload["event"]

    assert another.sees("general").last.text == "for all"
    assert event["subtype"] == "bot_message"
    assert "user" not in event


def test_a_broken_or_limited_answer_shows_nothing(address, workspace, you):
    workspace.inside.faults.answers("response_url", Limited(3))
    workspace.inside.faults.answers("response_url", Broken(500))

    assert [address.send(text="a").status_code for _ in range(3)] == [429, 500, 200]
    assert len(you.sees("general").messages) == 1


def test_an_ephemeral_message_is_replaced_and_deleted_for_its_reader(app, connect, you):
    app.command("/icml")(lambda ack: ack({"text": "hits", "blocks": [section("hits"), buttons("More", "Close")]}))
    app.action("more")(lambda ack, respond: (ack(), respond(text="more hits", replace_original=True)))
    app.action("close")(lambda ack, respond: (ack(), respond(delete_original=True)))
    connect()
    you.types("/icml", in_="general")
    first = you.reads("general").last
    you.clicks("More", on=first)
    assert [one.text for one in you.reads("general").messages] == ["more hits"]

    you.types("/icml", in_="general")
    you.clicks("Close", on=you.reads("general").last)
    you.reads("general")
    assert [one.text for one in you.reads("general").messages] == ["more hits"]


def test_a_click_on_an_ephemeral_message_brings_no_message_along(app, connect, workspace, you):
    app.command("/icml")(lambda ack: ack({"text": "hits", "blocks": [buttons("Save")]}))
    app.action("save")(lambda ack: ack())
    connect()
    you.types("/icml", in_="general")
    you.clicks("Save", on=you.reads("general").last)
    workspace.settled(patience=0)
    payload = workspace.envelopes[-1].payload

    assert payload["container"]["is_ephemeral"]
    assert "message" not in payload
