"""Stopping and trouble: each state that the bot may be brought into, reached by real processes and real losses."""

import signal
import time

import pytest
from sqlalchemy import make_url

from bot.clock import SystemClock
from bot.manifest import manifest
from bot.workspace.faults import Limited, Refused
from bot.workspace.server import LocalWorkspace
from tests.cutting import behind_a_link, linked
from tests.processes import free_port, icml, looked_at, until
from tests.switchboard import SIGNING_SECRET

pytestmark = pytest.mark.timeout(180)

IN_TIME = 10.0  # seconds in which a stop has to end, from any state


@pytest.fixture
def workspace():
    with LocalWorkspace(SystemClock(), manifest=manifest()) as one:
        one.inside.signing_secret = SIGNING_SECRET
        yield one


@pytest.fixture
def link(workspace):
    """What the bot reaches Slack by."""
    with behind_a_link(workspace) as made:
        yield made


@pytest.fixture
def sockets(workspace):
    return {
        "SLACK_BOT_TOKEN": workspace.bot_token,
        "SLACK_APP_TOKEN": workspace.app_token,
        "slack_api": workspace.api_url,
    }


@pytest.fixture
def http(workspace):
    return {
        "SLACK_BOT_TOKEN": workspace.bot_token,
        "SLACK_SIGNING_SECRET": SIGNING_SECRET,
        "slack_api": workspace.api_url,
    }


def ready(port):
    return looked_at(port, "/readyz")[0] == 200


def answers(you, text):
    return [one for one in you.sees("general").messages if text in one.text and one.author != you.name]


# Stopping


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_at_rest_it_stops_at_once(home, workspace, sockets, number):
    with icml("serve", home=home, **sockets) as running:
        running.prints("Connected to Slack")
        took, code = running.stops(number)

    assert took < 3
    assert code in (0, 130)


def test_while_slack_makes_it_wait_it_stops_in_time_and_the_next_run_answers_once(home, workspace, sockets):
    you = workspace.member("You")
    with icml("serve", home=home, **sockets) as running:
        running.prints("Connected to Slack")
        workspace.inside.faults.answers("chat.postMessage", Limited(retry_after=100))
        asked = you.mentions("pruning", in_="general")
        until(lambda: any(call.method == "chat.postMessage" for call in workspace.calls))
        took, _ = running.stops()
    assert took < IN_TIME
    assert not answers(you, "for pruning")

    with icml("serve", home=home, **sockets) as running:
        assert you.waits_for("for pruning", in_="general", within=20).thread == asked.ts
        assert len(answers(you, "for pruning")) == 1


def test_over_http_it_stops_in_time_while_slack_makes_it_wait(home, workspace, http):
    port, health = free_port(), free_port()
    you = workspace.member("You")
    with icml("serve", "--http", "--port", str(port), home=home, health_port=health, **http) as running:
        until(lambda: ready(health))
        workspace.delivers_to(f"http://127.0.0.1:{port}/slack/events")
        workspace.inside.faults.answers("chat.postMessage", Limited(retry_after=100))
        you.mentions("pruning", in_="general")
        until(lambda: any(call.method == "chat.postMessage" for call in workspace.calls))
        took, _ = running.stops(within=15)

    assert took < IN_TIME


def test_while_it_can_reach_nobody_at_its_start_it_stops_at_once(home, workspace, link, sockets):
    link.cut()
    with icml("serve", home=home, **sockets) as running:
        time.sleep(4)  # it tries, by the system's clock
        assert running.process.poll() is None
        took, _ = running.stops()

    assert took < 2


def test_a_scheduler_alone_stops_at_once(home, workspace, sockets):
    with icml("serve", "--role", "scheduler", home=home, **sockets) as running:
        running.prints("Doing what is due")
        took, code = running.stops()

    assert (took < 3, code) == (True, 0)


def test_a_storm_of_restarts_answers_what_was_asked_once(home, workspace, sockets):
    """Killed and started ten times, at different moments of its start, while one question is open."""
    you = workspace.member("You")
    with icml("serve", home=home, **sockets) as running:
        running.prints("Connected to Slack")
        workspace.inside.faults.answers("chat.postMessage", Limited(retry_after=100), times=1)
        you.mentions("pruning", in_="general")
        until(lambda: any(call.method == "chat.postMessage" for call in workspace.calls))
        running.is_killed()
    for number in range(10):
        with icml("serve", home=home, **sockets) as running:
            time.sleep(0.3 * number)
            running.is_killed()

    with icml("serve", home=home, **sockets) as running:
        running.prints("Connected to Slack")
        until(lambda: answers(you, "for pruning") or answers(you, "Please ask again"))
        running.stops()

    told = answers(you, "for pruning") + answers(you, "Please ask again")
    assert len(told) == 1


# Slack is away, or has shut the door


def test_without_slack_at_its_start_it_says_so_and_ends(home, workspace, link, sockets):
    link.cut()
    with icml("serve", home=home, **sockets) as running:
        assert running.process.wait(40) == 2
        running.prints("Slack can't be reached")
        assert "Traceback" not in running.text


def test_without_names_it_says_so_and_ends(home, sockets):
    with icml("serve", home=home, **{**sockets, "slack_api": "https://slack.invalid/api/"}) as running:
        assert running.process.wait(60) == 2
        running.prints("Slack can't be reached")
        assert "Traceback" not in running.text


def test_slack_lost_in_the_middle_is_red_and_comes_back_by_itself(home, workspace, link, sockets):
    health = free_port()
    you = workspace.member("You")
    with icml("serve", home=home, health_port=health, **sockets) as running:
        until(lambda: ready(health))
        link.cut()
        until(lambda: not ready(health))
        assert "the socket is deaf" in looked_at(health, "/readyz")[1]
        assert looked_at(health, "/healthz")[0] == 200
        link.heal()
        until(lambda: ready(health), within=60)
        you.types("/icml grokking", in_="general")
        assert you.waits_for("for grokking", in_="general", within=20)
        assert running.stops()[0] < IN_TIME


def test_with_a_revoked_token_it_stays_up_for_typed_searches_and_does_not_start_again(home, workspace, sockets):
    you = workspace.member("You")
    with icml("serve", home=home, **sockets) as running:
        running.prints("Connected to Slack")
        workspace.revokes_tokens()
        you.types("/icml grokking", in_="general")
        assert you.waits_for("for grokking", in_="general", within=20)
        assert running.stops()[0] < IN_TIME
    with icml("serve", home=home, **sockets) as running:
        assert running.process.wait(30) == 2
        running.prints("This token was revoked. Install the app again")


def test_where_the_app_was_removed_it_does_not_start_and_says_what_to_do(home, workspace, sockets):
    workspace.inside.faults.answers("auth.test", Refused("account_inactive"), times=5)
    with icml("serve", home=home, **sockets) as running:
        assert running.process.wait(30) == 2
        running.prints("The app was removed from the workspace. Install it again")


# The memory is away


@pytest.fixture
def postgresql_link(postgresql):
    """A PostgreSQL behind a link: its address, and the link."""
    address = make_url(postgresql)
    folder = address.query["host"]
    with linked(f"{folder}/.s.PGSQL.5432") as link:
        through = address.set(drivername="postgresql", host="127.0.0.1", port=link.port)
        through = through.difference_update_query(["host"])
        yield through.render_as_string(hide_password=False), link


@pytest.mark.parametrize("transport", ["socket", "http"])
def test_a_memory_that_goes_is_said_to_who_asks_and_is_back_by_itself(
    home, workspace, sockets, http, postgresql_link, transport
):
    address, link = postgresql_link
    port, health = free_port(), free_port()
    you = workspace.member("You")
    words = ["serve"] if transport == "socket" else ["serve", "--http", "--port", str(port)]
    given = sockets if transport == "socket" else http
    with icml(*words, home=home, health_port=health, memory=address, **given) as running:
        until(lambda: ready(health), within=40)
        if transport == "http":
            workspace.delivers_to(f"http://127.0.0.1:{port}/slack/events")
        you.types("/icml grokking", in_="general")
        you.waits_for("for grokking", in_="general", within=20)

        link.cut()
        you.types("/icml pruning", in_="general")
        assert you.waits_for("I can't reach my memory just now", in_="general", within=20)
        assert "can't be reached" in looked_at(health, "/readyz")[1]

        link.heal()
        until(lambda: ready(health), within=60)
        you.types("/icml unlearning", in_="general")
        assert you.waits_for("for unlearning", in_="general", within=20)
        link.breaks()
        you.mentions("distillation", in_="general")
        assert you.waits_for("for distillation", in_="general", within=20)

        link.cut()
        assert running.stops()[0] < IN_TIME
        assert "Traceback" not in running.text
