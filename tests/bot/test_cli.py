"""The command line says what it did, and fails in one sentence."""

import json
import os
import subprocess
import sys

import pytest

from bot.cli.main import icml


@pytest.fixture
def run(home):
    """Runs ``icml`` as a process; without Slack's tokens unless they are given."""

    def runs(*words, **environment):
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("SLACK_", "ICML_"))}
        return subprocess.run(
            [sys.executable, "-c", "from bot.cli import main; main()", *words],
            env=clean | {"ICML_HOME": str(home)} | environment,
            capture_output=True,
            text=True,
            timeout=60,
        )

    return runs


def test_a_search_prints_the_papers_on_merging_first(run):
    done = run("search", "merging", "--limit", "6", "--json")

    names = [hit["paper"]["name"] for hit in json.loads(done.stdout)["hits"]]
    assert {"MetaMerging", "SVC", "SA-Merging", "SyMerge", "METIS"} <= set(names)


def test_paper_and_corpora_print_for_people_and_programs(run):
    assert "HA-IMVC" in run("paper", "p17").stdout
    assert json.loads(run("paper", "p17", "--json").stdout)["handle"] == "p17"
    assert "53 papers" in run("corpora").stdout
    assert json.loads(run("corpora", "--json").stdout)[0]["name"] == "icml2026"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("import", "nowhere.txt"), "no file nowhere.txt"),
        (("search", "??"), "no words to search for"),
        (("paper", "p999"), "No paper has the handle p999"),
        (("search", "--in", "icml2099", "x"), "no corpus"),
    ],
)
def test_what_can_not_be_done_is_one_sentence_and_exit_code_2(run, words, said):
    done = run(*words)

    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_half_a_pair_of_tokens_is_exit_code_2(run):
    done = run("serve", SLACK_BOT_TOKEN="xoxb-1")

    assert done.returncode == 2
    assert done.stderr.startswith("icml: SLACK_APP_TOKEN is not set")


def test_refused_entries_are_exit_code_1(run, tmp_path):
    (tmp_path / "list.txt").write_text(
        "Venue 2030\n\nShort.\n\n" + "An abstract of a paper with enough words to be one of them. " * 2
    )

    done = run("import", str(tmp_path / "list.txt"))

    assert done.returncode == 1
    assert "line 3" in done.stderr


def test_every_command_and_option_has_words_of_help():
    for command in icml.commands.values():
        assert command.help
        assert all(getattr(option, "help", "") for option in command.params if option.param_type_name == "option")
