"""Processes as they run for people: started, looked after, stopped, killed, and several on one memory."""

import os
import signal

import pytest

from bot.clock import SystemClock
from bot.manifest import manifest
from bot.workspace.faults import Broken
from bot.workspace.server import LocalWorkspace
from tests.processes import free_port, icml, looked_at, until
from tests.switchboard import SIGNING_SECRET

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def workspace():
    with LocalWorkspace(SystemClock(), manifest=manifest()) as one:
        one.inside.signing_secret = SIGNING_SECRET
        yield one


@pytest.fixture
def http(workspace):
    return {
        "SLACK_BOT_TOKEN": workspace.bot_token,
        "SLACK_SIGNING_SECRET": SIGNING_SECRET,
        "slack_api": workspace.api_url,
    }


@pytest.fixture
def sockets(workspace):
    return {
        "SLACK_BOT_TOKEN": workspace.bot_token,
        "SLACK_APP_TOKEN": workspace.app_token,
        "slack_api": workspace.api_url,
    }


def is_ready(port):
    return looked_at(port, "/readyz")[0] == 200


def test_over_http_it_answers_is_looked_after_and_stops_in_time(home, workspace, http):
    port, health = free_port(), free_port()
    with icml("serve", "--http", "--port", str(port), home=home, health_port=health, **http) as running:
        until(lambda: is_ready(health))
        workspace.delivers_to(f"http://127.0.0.1:{port}/slack/events")
        you = workspace.member("You")
        you.types("/icml grokking", in_="general")
        assert you.waits_for("for grokking", in_="general", within=10)
        you.mentions("pruning", in_="general")
        assert you.waits_for("for pruning", in_="general", within=10)
        assert looked_at(health, "/healthz") == (200, "alive\n")
        metrics = looked_at(health, "/metrics")[1]
        took, code = running.stops()

    assert took < 10
    assert code == 0
    assert 'icml_requests_total{kind="command"} 1.0' in metrics
    assert "grokking" not in metrics
    assert workspace.bot_token not in running.text
    assert "Traceback" not in running.text


def test_a_worker_that_is_killed_is_started_anew_and_finishes_what_it_had_begun(home, workspace, http):
    port, health = free_port(), free_port()
    with icml("serve", "--http", "--port", str(port), home=home, health_port=health, **http) as running:
        until(lambda: is_ready(health))
        workspace.delivers_to(f"http://127.0.0.1:{port}/slack/events")
        (worker,) = running.children()
        os.kill(worker, signal.SIGKILL)
        until(lambda: running.children() not in ([], [worker]) and is_ready(health))
        you = workspace.member("You")
        you.types("/icml grokking", in_="general")
        assert you.waits_for("for grokking", in_="general", within=10)


def test_without_a_secret_it_says_what_is_missing(home, http):
    with icml("serve", "--http", home=home, **{**http, "SLACK_SIGNING_SECRET": ""}) as running:
        assert running.process.wait(30) == 2
        running.prints("SLACK_SIGNING_SECRET is not set")


def test_with_a_token_that_slack_does_not_know_it_says_so(home, http):
    with icml("serve", "--http", home=home, **{**http, "SLACK_BOT_TOKEN": "xoxb-unknown"}) as running:
        assert running.process.wait(30) == 2
        running.prints("Slack does not know this token")


def test_over_a_socket_it_is_ready_and_deaf_when_the_connection_is_lost(home, workspace, sockets):
    health = free_port()
    with icml("serve", home=home, health_port=health, **sockets) as running:
        until(lambda: is_ready(health))
        workspace.inside.faults.answers("apps.connections.open", Broken(), times=1000)
        workspace.drops_connections()
        until(lambda: looked_at(health, "/readyz")[0] == 503)
        assert "the socket is deaf" in looked_at(health, "/readyz")[1]
        took, _ = running.stops()
        assert took < 10


def test_what_a_killed_process_had_begun_another_one_on_the_same_memory_finishes(home, tmp_path, workspace, http):
    """Two copies over HTTP, told of each other; the first is killed with a question claimed and unanswered."""
    ports, healths = (free_port(), free_port()), (free_port(), free_port())
    shared = {"memory": f"sqlite:///{tmp_path}/shared.db", "role": "all"}
    with (
        icml("serve", "--http", "--port", str(ports[0]), home=home, health_port=healths[0], **shared, **http) as one,
        icml("serve", "--http", "--port", str(ports[1]), home=home, health_port=healths[1], **shared, **http) as two,
    ):
        until(lambda: all(is_ready(port) for port in healths))
        workspace.delivers_to(f"http://127.0.0.1:{ports[0]}/slack/events")
        # Its post is not let through, so that the question stays open.
        workspace.inside.faults.answers("chat.postMessage", Broken(), times=3)
        you = workspace.member("You")
        asked = you.mentions("pruning", in_="general")
        until(lambda: any(call.method == "chat.postMessage" for call in workspace.calls))
        one.is_killed()
        workspace.inside.faults._calls["chat.postMessage"].clear()

        two.prints("took over what another copy had begun", within=60)
        assert you.waits_for("for pruning", in_="general", within=10).thread == asked.ts
        answers = [one for one in you.sees("general").messages if "for pruning" in one.text]
        assert len(answers) == 1
        assert "two copies" not in two.text
