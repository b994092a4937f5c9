"""What members do is counted as numbers, told by ``icml stats`` and once a week to each keeper."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from bot.app import client
from bot.cli.stats import _COLUMNS
from bot.clock import MovableClock
from bot.settings import read
from bot.stats.weeks import monday_of, week_of
from bot.tick import tick
from bot.wiring import wired
from bot.workspace.faults import Broken, LostAnswer
from bot.workspaces import Installed
from handlers.model import Week
from tests.terminal import environment

FRIDAY = datetime(2026, 7, 10, 12, tzinfo=UTC)
MONDAY = datetime(2026, 7, 13, 8, 5, tzinfo=UTC)


@pytest.fixture
def clock():
    return MovableClock(FRIDAY)


@pytest.fixture
def keepers(workspace):
    return [workspace.member("You"), workspace.member("Member 2")]


@pytest.fixture
def wiring(home, clock, keepers):
    """The bot's parts, with two keepers."""
    with wired(read(home=home, keepers=",".join(one.id for one in keepers)), clock) as parts:
        yield parts


@pytest.fixture
def team(workspace):
    return workspace.inside.state.team_id


def week(wiring, team, moment=FRIDAY):
    return week_of(wiring.memory, team, monday_of(moment))


def test_searches_and_questions_are_counted_by_what_came_of_them(workspace, bot, you, wiring, team):
    for typed in ("/icml merging", "/icml xyzzyx qwrtzk", "/icml help", "/icml ??", "/icml recent"):
        you.types(typed)
        you.reads("general")
    for question in ("which merging methods need no data?", "which of them was written in a submarine?", "thank you"):
        you.mentions(question)
        you.reads("general")
    workspace.settled()

    found = week(wiring, team)
    assert (found.searches, found.empty) == (2, 1)
    assert (found.questions, found.answered, found.declined) == (2, 1, 1)
    assert found.asked == 4


def test_what_is_delivered_twice_is_counted_once(workspace, bot, you, wiring, team):
    you.mentions("which merging methods need no data?")
    you.reads("general")
    workspace.redelivers(workspace.envelopes[-1])
    workspace.settled()

    assert week(wiring, team).questions == 1


def ticks(wiring, web, team, moment):
    wiring.clock.move(moment - wiring.clock.now())
    tick(wiring, wiring.clock.now(), [Installed(team, web, wiring.settings.keeper_ids)])


@pytest.fixture
def ticking(wiring, workspace, team):
    """Moves the clock to a moment and ticks, as the bot at work does."""
    web = client(wiring, workspace.bot_token, base_url=workspace.api_url)
    wiring.memory.counts.add(team, FRIDAY.date(), {"searches": 41, "empty": 3, "questions": 23, "answered": 20})
    wiring.memory.counts.add(team, FRIDAY.date(), {"declined": 3})
    return lambda moment: ticks(wiring, web, team, moment)


def cards(member):
    return [one for one in member.sees("bot").messages if "The week of" in one.text]


def test_each_keeper_gets_the_card_of_the_last_week_once(ticking, keepers):
    ticking(MONDAY - timedelta(hours=1))
    assert [cards(one) for one in keepers] == [[], []]

    for hours in (0, 1, 30, 70):
        ticking(MONDAY + timedelta(hours=hours))
    first, second = (cards(one) for one in keepers)
    assert len(first) == len(second) == 1
    assert "The week of 6 July to 12 July 2026." in first[0].text
    assert "41 searches: 3 found nothing that has enough of the words." in first[0].text
    assert "23 questions: 20 answered from the abstracts, 3 with an honest no." in first[0].text

    ticking(MONDAY + timedelta(days=7))
    assert len(cards(keepers[0])) == 2
    assert "Nobody asked me anything." in cards(keepers[0])[-1].text


def test_a_card_comes_once_also_when_slack_loses_the_answer_or_is_broken(ticking, keepers, workspace):
    workspace.inside.faults.answers("chat.postMessage", LostAnswer())
    workspace.inside.faults.answers("chat.postMessage", Broken())

    for minutes in (0, 1, 2, 5, 10, 30, 60):
        ticking(MONDAY + timedelta(minutes=minutes))

    assert [len(cards(one)) for one in keepers] == [1, 1]


def test_a_card_that_is_days_late_is_left_out(ticking, keepers):
    ticking(MONDAY + timedelta(days=4))

    assert cards(keepers[0]) == []


def test_where_nothing_was_ever_counted_nobody_is_written_to(wiring, workspace, team, keepers):
    web = client(wiring, workspace.bot_token, base_url=workspace.api_url)
    ticks(wiring, web, team, MONDAY)

    assert cards(keepers[0]) == []


def test_weeks_are_summed_over_workspaces():
    day = MONDAY.date()

    assert Week(day, 1, 2, 3, 4, 5, 6, 7) + Week(day, searches=10) == Week(day, 11, 2, 3, 4, 5, 6, 7)


@pytest.fixture
def icml(home, tmp_path):
    def runs(*words):
        return subprocess.run(
            [sys.executable, "-c", "from bot.cli import main; main()", "--home", str(home), *words],
            env=environment(HOME=str(tmp_path)),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )

    return runs


def test_the_command_line_tells_numbers_for_people_and_programs(icml, home, wiring, team):
    today = datetime.now(UTC)
    wiring.memory.counts.add(team, today.date(), {"searches": 1_234, "empty": 7})
    wiring.memory.counts.add("T2", today.date(), {"searches": 1})

    shown = icml("stats", "--weeks", "2").stdout.splitlines()
    told = json.loads(icml("stats", "--json").stdout)

    assert shown[0].split() == ["week", "of", *_COLUMNS]
    assert shown[1].split()[:3] == [monday_of(today).isoformat(), "1,235", "7"]
    assert len(shown) == 3
    assert told[0] | {"first": ""} == {
        "first": "",
        "searches": 1_235,
        "empty": 7,
        **dict.fromkeys(("questions", "answered", "declined", "picks", "ignored"), 0),
    }


def test_without_a_memory_none_is_made(icml, home):
    assert "There is no memory yet" in icml("stats").stdout
    assert not (home / "state.db").exists()


def test_counts_hold_no_member_and_no_query(workspace, bot, you, wiring, home):
    you.types("/icml merging")
    you.reads("general")
    workspace.settled()

    with closing(sqlite3.connect(home / "state.db")) as connection:
        rows = connection.execute("SELECT * FROM counts").fetchall()
    assert rows
    assert you.id not in str(rows)
    assert "merging" not in str(rows)
