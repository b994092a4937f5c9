"""The bot over HTTP: in one workspace by its token, and in several that installed it."""

import json
import logging
import time
from datetime import timedelta

import pytest

from bot.errors import MemoryUnavailable
from bot.memory.database import Database
from bot.settings import HttpAccess
from bot.tick import tick
from handlers.model import Event
from tests.many import ONE, OTHER, rows_of
from tests.processes import until
from tests.switchboard import CLIENT, SIGNING_SECRET, switched
from tests.web import Browser, installs, posted, serving


@pytest.fixture
def single(wiring, workspace):
    """The bot over HTTP in one workspace: its address."""
    workspace.inside.signing_secret = SIGNING_SECRET
    with serving(wiring, HttpAccess(SIGNING_SECRET, token=workspace.bot_token), workspace.api_url) as (_, address):
        workspace.delivers_to(f"{address}/slack/events")
        yield address


# One workspace


def test_commands_mentions_clicks_and_modals_work_as_over_a_socket(single, workspace):
    you = workspace.member("You")
    you.types("/icml multi-task", in_="general")
    first = you.waits_for("1–5 of", in_="general")
    you.clicks("Next", on=first)
    assert you.waits_for("6–10 of", in_="general")
    you.mentions("grokking", in_="general")
    assert you.waits_for("for grokking", in_="general").thread
    assert you.opens_home() is not None


def test_a_query_may_hold_the_word_payload(single, workspace):
    """Bolt's adapter takes such a form for another kind."""
    you = workspace.member("You")
    you.types("/icml payload encryption", in_="general")

    assert you.waits_for("payload", in_="general").ephemeral


def test_requests_are_acknowledged_in_time(single, workspace):
    members = [workspace.member(f"Member {number}") for number in range(2, 12)]
    for member in members:
        member.types("/icml merging", in_="general")
    for member in members:
        member.waits_for("for merging", in_="general")

    took = [one.acknowledged_after_ms for one in workspace.envelopes]
    assert None not in took
    assert max(took) < 1_000


BODY = json.dumps({"type": "url_verification", "challenge": "a word of Slack's"}).encode()


def test_slack_finds_the_address_by_its_challenge(single):
    assert posted(f"{single}/slack/events", BODY, SIGNING_SECRET) == (200, '{"challenge": "a word of Slack\'s"}')


@pytest.mark.parametrize(
    ("secret", "age"), [("another secret", 0), (SIGNING_SECRET, 5 * 60 + 2), (SIGNING_SECRET, -5 * 60 - 2)]
)
def test_what_is_not_signed_by_slack_or_is_told_again_later_is_refused(single, secret, age, caplog):
    with caplog.at_level(logging.DEBUG):
        status, _ = posted(f"{single}/slack/events", BODY, secret, moment=time.time() - age)

    assert status == 401
    assert "a word of Slack's" not in caplog.text


@pytest.mark.parametrize("body", [b"\xff\xfe", b"{", b"payload=%7B", b"[" * 100_000, b"{" + b'"a":[' * 100_000])
def test_a_body_that_nobody_can_read_is_refused_without_noise(single, body, caplog):
    with caplog.at_level(logging.WARNING):
        status, _ = posted(f"{single}/slack/events", body, SIGNING_SECRET)

    assert status in (400, 401, 200)
    assert not [line for line in caplog.records if line.exc_info]


def test_only_the_address_of_events_takes_anything(single):
    assert posted(f"{single}/slack/other", BODY, SIGNING_SECRET)[0] == 404
    assert posted(f"{single}/slack/install", BODY, SIGNING_SECRET)[0] == 404


def test_a_stopped_run_is_finished_by_the_next(wiring, workspace):
    you = workspace.member("You")
    asked = you.mentions("pruning", in_="general")
    left = Event("message", f"{asked.channel}:{asked.ts}", channel=asked.channel, ts=asked.ts, member=you.id)
    assert wiring.claims.take(workspace.inside.state.team_id, left)

    with serving(wiring, HttpAccess(SIGNING_SECRET, token=workspace.bot_token), workspace.api_url):
        assert you.waits_for("for pruning", in_="general").thread == asked.ts


# Many workspaces


def test_a_workspace_installs_the_app_and_is_answered(address, board, places):
    one, other = places
    assert installs(address, board, one)[0] == 200

    you = one.member("You")
    you.types("/icml grokking", in_="general")
    you.waits_for("for grokking", in_="general")
    you.mentions("pruning", in_="general")
    assert you.waits_for("for pruning", in_="general").thread
    stranger = other.member("You")
    stranger.types("/icml grokking", in_="general")
    assert stranger.waits_for("I am not installed in this workspace", in_="general")


def test_slack_is_not_asked_who_the_bot_is_before_each_acknowledgement(installed, board, places):
    board.methods.clear()
    you = places[0].member("You")
    you.types("/icml grokking", in_="general")
    you.waits_for("for grokking", in_="general")

    assert "auth.test" not in board.methods


def test_an_installation_that_nobody_began_or_in_another_browser_is_refused(address, board, places):
    code = board.code_for(places[0])
    assert Browser().gets(f"{address}/slack/oauth_redirect?code={code}&state=made-up")[0] == 400
    cookie = "slack-app-oauth-state=made-up"
    assert Browser().gets(f"{address}/slack/oauth_redirect?code={code}&state=made-up", cookie)[0] == 401


def test_no_token_stands_in_a_log_line(address, board, places, caplog, capsys):
    with caplog.at_level(logging.DEBUG):
        installs(address, board, places[0])
        you = places[0].member("You")
        you.types("/icml grokking", in_="general")
        you.waits_for("for grokking", in_="general")

    written = caplog.text + "".join(capsys.readouterr())
    assert "installed" in written
    for secret in (places[0].bot_token, CLIENT[1], SIGNING_SECRET):
        assert secret not in written


def test_who_took_the_app_out_and_installs_it_in_time_finds_all_again(installed, board, places, many, clock, web):
    one, _ = places
    you = one.member("You")
    you.types("/icml grokking", in_="general")
    you.clicks("Save", on=you.waits_for("for grokking", in_="general"))
    until(lambda: many.memory.reading_lists.count(ONE, you.id) == 1)

    one.uninstalls_app()
    one.settled(patience=0)
    until(lambda: not [place for place in web.workspaces.all() if place.workspace == ONE])
    you.types("/icml grokking", in_="general")
    assert you.waits_for("I am not installed in this workspace", in_="general")
    clock.move(timedelta(days=29))
    tick(many, clock.now(), ())
    assert installs(installed, board, one)[0] == 200
    clock.move(timedelta(days=2))
    tick(many, clock.now(), ())

    assert many.memory.reading_lists.count(ONE, you.id) == 1
    you.types("/icml saved", in_="general")
    assert you.waits_for("1 paper", in_="general")


def test_after_the_grace_time_nothing_is_left_of_a_workspace_and_all_of_the_others(installed, places, many, clock, web):
    for place in places:
        you = place.member("You")
        you.types("/icml grokking", in_="general")
        you.clicks("Save", on=you.waits_for("for grokking", in_="general"))
    until(lambda: all(many.memory.reading_lists.count(team, you.id) == 1 for team in (ONE, OTHER)))

    places[0].uninstalls_app()
    until(lambda: not [place for place in web.workspaces.all() if place.workspace == ONE])
    clock.move(timedelta(days=31))
    tick(many, clock.now(), ())

    rows = rows_of(many)
    assert ONE not in rows
    assert OTHER in rows


def test_a_departure_that_is_told_late_does_not_end_a_new_installation(installed, board, places, many, web):
    one, _ = places
    one.uninstalls_app()
    until(lambda: not [place for place in web.workspaces.all() if place.workspace == ONE])
    assert installs(installed, board, one)[0] == 200
    (told,) = [each for each in one.envelopes if "app_uninstalled" in each.name]
    one.redelivers(told, times=1)
    one.settled(patience=0)

    you = one.member("You")
    you.types("/icml grokking", in_="general")
    assert you.waits_for("for grokking", in_="general")


def test_tokens_that_run_out_are_renewed_in_time(many, places):
    one = places[0]
    with switched(*places, expires_in=12 * 3600) as board:
        access = HttpAccess(SIGNING_SECRET, client=CLIENT)
        with serving(many, access, board.url) as (web, address):
            one.delivers_to(f"{address}/slack/events")
            installs(address, board, one)
            first = one.bot_token
            board.expires_in = 60
            installs(address, board, one)  # runs out in a minute
            you = one.member("You")
            you.types("/icml grokking", in_="general")
            you.waits_for("for grokking", in_="general")

            assert one.bot_token != first
            you.mentions("pruning", in_="general")
            assert you.waits_for("for pruning", in_="general")
            assert [place.client.token for place in web.workspaces.all()] == [one.bot_token]


def test_a_memory_that_is_away_is_said_to_who_asks(installed, places, many, monkeypatch):
    you = places[0].member("You")
    you.types("/icml grokking", in_="general")
    you.waits_for("for grokking", in_="general")

    def away(*_):
        raise MemoryUnavailable

    with monkeypatch.context() as gone:
        gone.setattr(Database, "_tried", away)
        you.types("/icml pruning", in_="general")
        assert you.waits_for("I can't reach my memory just now", in_="general")
    you.types("/icml unlearning", in_="general")
    assert you.waits_for("for unlearning", in_="general")
