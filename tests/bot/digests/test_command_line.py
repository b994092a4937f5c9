"""``icml digest log`` and ``icml digest simulate``."""

import csv
import io
import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from bot.cli.main import icml
from bot.memory.memory import Memory
from tests.bot.memory.earlier import DELIVERY, NOW

CONTENTS = '{"papers": [{"handle": "p1", "key": "k1"}]}'


@pytest.fixture
def run(home):
    return lambda *words: CliRunner().invoke(icml, ["--home", str(home), "digest", *words])


@pytest.fixture
def kept(home):
    """A ledger of two workspaces."""
    passed = replace(DELIVERY, id="s2.2026-07-12.0", subscription="s2", channel="C2", state="passed", papers=())
    with Memory.open(f"sqlite:///{home}/state.db") as memory:
        memory.deliveries.write("T1", DELIVERY, CONTENTS, held_until=NOW)
        memory.deliveries.settle("T1", DELIVERY, ts="1.1", now=NOW)
        memory.deliveries.write_passed("T2", [replace(passed, reason='=HYPERLINK("x")')])


def test_the_ledger_is_printed_for_people_and_programs(run, kept):
    shown = run("log").output
    assert "2026-07-13  C1  merging  posted" in shown
    assert "p1" in shown

    rows = json.loads(run("log", "--json").output)
    assert [(row["workspace"], row["state"], row["papers"]) for row in rows] == [
        ("T1", "posted", ["p1"]),
        ("T2", "passed", []),
    ]
    assert rows[0]["posted"] == "2026-07-12T09:00:00+00:00"


def test_a_spreadsheet_gets_no_formula(run, kept):
    (row,) = csv.DictReader(io.StringIO(run("log", "--csv", "--channel", "C2").output))

    assert row["reason"] == '\'=HYPERLINK("x")'


def test_of_one_channel_or_workspace_only(run, kept):
    assert [row["channel"] for row in json.loads(run("log", "--json", "--workspace", "T1").output)] == ["C1"]
    assert json.loads(run("log", "--json", "--channel", "C9").output) == []


def test_without_a_memory_there_is_nothing(run):
    assert "No digest was due yet." in run("log").output


def test_days_are_simulated_with_faults_and_each_slot_is_told(run):
    words = ("--from", "2026-03-28", "--to", "2026-03-30", "--picks", "1", "--weekends")

    told = json.loads(run("simulate", *words, "--faults", "killed=0.05,lost=0.1", "--seed", "3", "--json").output)

    assert [line["day"] for line in told["ledger"]] == ["2026-03-30", "2026-03-29", "2026-03-28"]
    assert [line["due"] for line in told["ledger"]] == [
        f"2026-03-{day}T0{hour}:00:00+00:00" for day, hour in ((30, 7), (29, 7), (28, 8))
    ]
    assert (told["doubles"], told["repeats"], told["gaps"], told["wrong"]) == (0, 0, 0, [])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--zone", "Berlin"), "Europe/Berlin"),
        (("--at", "25:00"), "no time of day"),
        (("--faults", "much"), "no plan of faults"),
        (("--faults", "killed=2"), "no plan of faults"),
        (("--topic", "nothing"), "There is no topic"),
    ],
)
def test_what_can_not_be_simulated_is_a_sentence(run, words, said):
    refused = run("simulate", "--from", "2026-03-28", "--to", "2026-03-30", *words)

    assert said in str(refused.exception)
