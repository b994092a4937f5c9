"""The same workspace, with signed requests instead of Socket Mode."""

import threading
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
from slack_bolt import App
from slack_bolt.adapter.wsgi import SlackRequestHandler
from slack_sdk import WebClient


class Quiet(WSGIRequestHandler):
    def log_message(self, format, *args):
        pass


@pytest.fixture
def app(workspace):
    client = WebClient(token=workspace.bot_token, base_url=workspace.api_url)
    return App(client=client, signing_secret=workspace.signing_secret)


@pytest.fixture
def served(workspace, app):
    """The app behind an address of its own."""
    with make_server("127.0.0.1", 0, SlackRequestHandler(app), handler_class=Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        workspace.delivers_to(f"http://127.0.0.1:{server.server_port}/slack/events")
        yield
        server.shutdown()
        thread.join()


def test_commands_clicks_and_events_come_as_signed_requests(app, served, you):
    button = {"type": "button", "text": {"type": "plain_text", "text": "Save"}, "action_id": "save", "value": "p1"}
    blocks = [{"type": "actions", "elements": [button]}]
    app.command("/icml")(lambda ack: ack({"text": "hits", "blocks": blocks}))
    app.action("save")(lambda ack, respond, action: (ack(), respond(f"saved {action['value']}")))
    app.event("app_mention")(lambda say: say("you called?"))
    app.event("message")(lambda: None)

    you.types("/icml", in_="general")
    you.clicks("Save", on=you.reads("general").last)
    assert you.reads("general").last.text == "saved p1"
    you.mentions("hello", in_="general")
    assert you.reads("general").last.text == "you called?"


def test_a_request_with_another_secret_is_refused_by_the_app(served, workspace, you):
    workspace.inside.delivery.carry.__self__._secret = b"another"
    you.types("/icml", in_="general")

    assert you.reads("general").last.text == "/icml failed with the error “dispatch_failed”"


def test_an_event_that_the_app_refuses_comes_again_with_number_and_reason(app, served, workspace, you):
    retries = []

    @app.use
    def watches(request, next):
        headers = request.headers
        retries.append((headers.get("x-slack-retry-num"), headers.get("x-slack-retry-reason")))
        next()

    you.types("hello", in_="general")
    workspace.settled(patience=0)

    assert retries == [(None, None), (["1"], ["http_error"])]


def test_an_address_where_nobody_listens_fails_like_a_broken_app(workspace, you):
    workspace.delivers_to("http://127.0.0.1:9/slack/events")
    you.types("/icml", in_="general")

    assert you.reads("general").last.text == "/icml failed with the error “dispatch_failed”"
