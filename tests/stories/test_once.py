"""Whatever Slack does, a question is answered once, and never with silence."""

import re
import threading
import time
from datetime import timedelta
from urllib.error import URLError

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.errors import MemoryUnavailable
from bot.memory.database import Database
from bot.serve.duties import AT_REST
from bot.serve.socket import Bot
from tests.processes import until


def answers(you, text):
    return [
        message for message in you.reads("general").messages if text in message.shown and message.author != you.name
    ]


def test_an_event_that_comes_three_times_is_answered_once(you, workspace):
    you.mentions("grokking", in_="general")
    you.waits_for("for grokking", in_="general")
    (told,) = [envelope for envelope in workspace.envelopes if "app_mention" in envelope.name]

    workspace.redelivers(told, times=2)
    workspace.settled()

    assert len(answers(you, "for grokking")) == 1


def test_it_is_answered_once_also_across_a_restart(you, workspace, bot):
    you.mentions("grokking", in_="general")
    you.waits_for("for grokking", in_="general")
    (told,) = [envelope for envelope in workspace.envelopes if "app_mention" in envelope.name]
    bot.restart()
    workspace.wait_connected()

    workspace.redelivers(told, times=2)
    workspace.settled()

    assert len(answers(you, "for grokking")) == 1


def test_twenty_commands_at_once_are_all_answered_and_acknowledged_in_time(workspace, bot):
    members = [workspace.member(f"Member {number}") for number in range(2, 22)]
    typing = [threading.Thread(target=lambda who=who: who.types("/icml merging", in_="general")) for who in members]
    for thread in typing:
        thread.start()
    for thread in typing:
        thread.join()

    for member in members:
        member.waits_for("for merging", in_="general")
    late = [envelope.acknowledged_after_ms for envelope in workspace.envelopes if envelope.kind == "slash_commands"]
    assert len(late) == 20
    assert max(late) < 500


def test_a_command_is_acknowledged_before_any_work(you, workspace, wiring, monkeypatch):
    """Also when the search itself takes longer than the three seconds that Slack waits."""
    begun = threading.Event()
    goes_on = threading.Event()
    search = type(wiring.library).search

    def slow(*arguments, **options):
        begun.set()
        goes_on.wait(10)
        return search(*arguments, **options)

    monkeypatch.setattr(type(wiring.library), "search", slow)
    you.types("/icml merging", in_="general")
    assert begun.wait(5)
    (told,) = [envelope for envelope in workspace.envelopes if envelope.kind == "slash_commands"]
    deadline = time.monotonic() + 2
    while told.acknowledged_after_ms is None and time.monotonic() < deadline:
        time.sleep(0.01)
    acknowledged = told.acknowledged_after_ms
    goes_on.set()

    assert acknowledged is not None
    assert acknowledged < 500
    assert you.waits_for("for merging", in_="general")


def test_an_unforeseen_fault_ends_in_words_with_a_reference(you, wiring, monkeypatch):
    def breaks(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr(type(wiring.library), "search", breaks)
    you.types("/icml merging", in_="general")
    assert you.waits_for("Something broke on my side", in_="general").ephemeral

    you.mentions("merging", in_="general")
    assert you.waits_for("tell my keeper", in_="general")


def test_what_a_stopped_run_had_begun_is_finished_by_the_next_one(you, workspace, wiring, bot):
    """The claim is there and no answer is: as after a kill in between."""
    asked = you.mentions("grokking", in_="general")
    you.waits_for("for grokking", in_="general")
    bot.stop()
    asked = you.types("<@U0>", in_="random") or asked
    from handlers.model import Event

    message = you.mentions("pruning", in_="general")
    channel = workspace.calls[-1].arguments.get("channel", "")
    event = Event("message", f"{channel}:{message.ts}", channel=channel, ts=message.ts, member=you.id)
    team = wiring.library and workspace.envelopes[0].payload["team_id"]
    assert wiring.claims.take(team, event)

    bot.start()
    workspace.wait_connected()

    assert you.waits_for("for pruning", in_="general").thread == message.ts
    assert len(answers(you, "for pruning")) == 1


def test_the_bot_greets_once_where_it_is_invited(you, workspace):
    workspace.invites_bot("random")
    assert "53 papers of ICML 2026" in you.waits_for("Hello.", in_="random").shown

    workspace.removes_bot("random")
    workspace.invites_bot("random")
    workspace.settled()

    assert len([message for message in you.reads("random").messages if "Hello." in message.shown]) == 1


def test_a_wrong_token_is_one_sentence(wiring, workspace):
    with pytest.raises(Exception, match="SLACK_BOT_TOKEN") as refusal:
        Bot(wiring, ("xoxb-wrong", workspace.app_token), base_url=workspace.api_url).start()

    assert not isinstance(refusal.value, SlackApiError)


def test_the_reference_that_a_member_is_told_stands_in_the_log(you, wiring, monkeypatch, capsys):
    monkeypatch.setattr(type(wiring.library), "search", lambda *_, **__: 1 / 0)
    you.types("/icml merging", in_="general")
    told = you.waits_for("Something broke on my side", in_="general").text

    (reference,) = re.findall(r"\*([0-9a-f]{6})\*", told)
    assert reference in "".join(capsys.readouterr())


def test_a_question_is_answered_when_slack_is_back(you, workspace, bot, wiring, clock, monkeypatch):
    """Neither the answer nor an apology gets through; nobody restarts the bot."""
    with monkeypatch.context() as away:
        away.setattr(WebClient, "_perform_urllib_http_request_internal", lambda *_: _lost())
        asked = you.mentions("pruning", in_="general")
        until(lambda: clock.move(timedelta(seconds=1)) and wiring.claims._left)

    clock.move(AT_REST)
    bot.duties.beat()
    clock.move(AT_REST)
    bot.duties.beat()

    assert you.waits_for("for pruning", in_="general").thread == asked.ts
    assert len(answers(you, "for pruning")) == 1


def _lost():
    raise URLError("no route to Slack")


def test_a_question_that_could_not_even_be_claimed_is_answered_later(you, workspace, bot, wiring, clock, monkeypatch):
    """Memory and Slack are away at once."""

    def no_memory(*_):
        raise MemoryUnavailable

    with monkeypatch.context() as away:
        away.setattr(WebClient, "_perform_urllib_http_request_internal", lambda *_: _lost())
        away.setattr(Database, "_tried", no_memory)
        asked = you.mentions("pruning", in_="general")
        until(lambda: clock.move(timedelta(seconds=1)) and wiring.claims._left)

    for _ in range(3):
        bot.duties.beat()
        clock.move(AT_REST)

    assert you.waits_for("for pruning", in_="general").thread == asked.ts
    assert len(answers(you, "for pruning")) == 1
