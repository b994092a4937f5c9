"""A keeper sets the bot up at a terminal, and a member gets the first answer in Slack."""

import json
import stat
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.manifest import manifest
from tests.terminal import Terminal


@pytest.fixture
def folder(tmp_path) -> Path:
    """Where the keeper works: no settings there, and none of this machine's."""
    made = tmp_path / "work"
    made.mkdir()
    return made


@pytest.fixture
def keeper(workspace, folder):
    """Runs ``icml`` on a terminal."""
    begun = []

    def runs(*words, **env):
        at = Terminal(*words, cwd=folder, HOME=str(folder), **env)
        begun.append(at)
        return at

    yield runs
    for at in begun:
        at.process.kill()
        at.process.wait()


def walk_through(at: Terminal, workspace, home: Path) -> None:
    """What a person types who makes each mistake once."""
    bot_token, app_token = workspace.bot_token, workspace.app_token
    at.answers("Where the bot keeps its files", str(home))
    at.answers("What the bot is called [icml]", "papers")
    at.answers("Its command [/icml]", "Pa pers")
    at.waits_for("✗ A command is one word")
    at.answers("Its command [/icml]", "/icml")
    at.answers("Shall it be told them? [y/N]", "n")
    at.answers("Shall it ask for them? [y/N]", "n")
    at.answers("Paste it here (xapp-", bot_token)
    at.waits_for("✗ This is the bot’s token. Here goes the app-level token, which begins with xapp-")
    at.answers("Paste it here (xapp-", app_token[:-3])
    at.waits_for("✗ Slack does not know this token")
    at.answers("Paste it here (xapp-", app_token)
    at.waits_for("✓ Slack knows it.")
    at.answers("Paste it here (xoxb-", "0123456789abcdef0123456789abcdef")
    at.waits_for("✗ This is the signing secret or the client secret")
    at.answers("Paste it here (xoxb-", bot_token)
    at.waits_for("✓ Slack knows it: icml in Local workspace")
    at.answers("Their member ids", "You")
    at.waits_for("✗ “You” is no member id")
    at.answers("Their member ids", "U0NOBODY")
    at.waits_for("✗ The workspace has no member U0NOBODY.")
    at.answers("Their member ids", workspace.member("You").id)


def test_from_nothing_to_the_first_answer_and_no_token_is_shown_anywhere(keeper, workspace, folder):
    home = folder / "home"

    at = keeper("init", "--base-url", workspace.api_url)
    walk_through(at, workspace, home)
    assert at.ends() == 0
    assert f"Start it with: icml --home {home} serve" in at.shown
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in home.iterdir()} == {0o600}

    served = keeper("--home", str(home), "serve")
    served.waits_for("Connected to Slack by Socket Mode, as icml in Local workspace")
    workspace.wait_connected()
    you = workspace.member("You")
    you.types("/icml merging")
    assert "SyMerge" in you.waits_for("papers for merging", within=20).shown
    asked = keeper("--home", str(home), "doctor")
    assert asked.ends() == 0, asked.shown
    assert served.stops() == 0

    left = "".join(one.shown + "".join(one.titles) for one in (at, served, asked))
    left += "".join(file.read_bytes().decode("latin-1") for file in home.rglob("*") if file.name != "settings.env")
    for token in (workspace.bot_token, workspace.app_token):
        assert token[10:] not in left
        assert token in (home / "settings.env").read_text("utf-8")


def test_the_address_makes_the_app_that_was_chosen(keeper, folder):
    at = keeper(
        "--home",
        str(folder / "home"),
        "init",
        "--yes",
        "--name",
        "Papers",
        "--command",
        "papers",
        "--edits",
        "--previews",
    )

    assert at.ends() == 0
    address = next(line for line in at.shown.splitlines() if line.startswith("https://api.slack.com/apps?"))
    given = parse_qs(urlsplit(address).query)
    assert given["new_app"] == ["1"]
    wanted = manifest("/papers", "Papers", edits=True, previews=True)
    assert json.loads(given["manifest_json"][0]) == wanted
    assert json.loads((folder / "home" / "manifest.json").read_text("utf-8")) == wanted
    assert "SLACK_APP_TOKEN and SLACK_BOT_TOKEN still to come" in at.shown


def test_a_second_run_keeps_what_is_set_and_all_other_lines(keeper, workspace, folder):
    home = folder / "home"
    home.mkdir()
    (home / "settings.env").write_text("# ours\nICML_THREAD_DAYS=30\nICML_COMMAND=/papers\n# the end\n", "utf-8")
    tokens = {"SLACK_BOT_TOKEN": workspace.bot_token, "SLACK_APP_TOKEN": workspace.app_token}
    words = ("--yes", "--name", "Papers", "--edits", "--base-url", workspace.api_url)
    at = keeper("--home", str(home), "init", *words, **tokens)
    assert at.ends() == 0, at.shown
    assert "✓ SLACK_BOT_TOKEN: Slack knows it" in at.shown

    at = keeper("--home", str(home), "init")
    at.answers("What the bot is called [Papers]", "")
    at.answers("Its command [/papers]", "")
    at.answers("Shall it be told them? [Y/n]", "")
    at.answers("Shall it ask for them? [y/N]", "")
    at.answers("Enter keeps the one that is set", "")
    at.answers("Enter keeps the one that is set", "")
    at.answers("Their member ids", "")
    assert at.ends() == 0

    lines = (home / "settings.env").read_text("utf-8").splitlines()
    assert lines[:4] == ["# ours", "ICML_THREAD_DAYS=30", "ICML_COMMAND=/papers", "# the end"]
    assert f"SLACK_BOT_TOKEN={workspace.bot_token}" in lines
    assert len(lines) == len(set(lines))


def test_ctrl_c_leaves_everything_as_it_was(keeper, folder):
    home = folder / "home"
    home.mkdir()
    (home / "settings.env").write_text("ICML_COMMAND=/papers\n", "utf-8")

    at = keeper("--home", str(home), "init")
    at.waits_for("What the bot is called")
    at.types("\x03")

    assert at.ends() == 130
    assert (home / "settings.env").read_text("utf-8") == "ICML_COMMAND=/papers\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--name", "<b>"), "A name has 1 to 35 characters"),
        (("--command", "a b"), "A command is one word"),
        (("--keepers", "me"), "“me” is no member id"),
        (("--base-url", "http://slack.example"), "it should begin with https://"),
    ],
)
def test_a_flag_that_can_not_be_used_is_one_sentence(keeper, folder, words, said):
    at = keeper("--home", str(folder / "home"), "init", "--yes", *words)

    assert at.ends() == 2
    assert said in at.shown
    assert "Traceback" not in at.shown


def test_a_token_that_slack_does_not_take_stops_a_run_without_questions(keeper, workspace, folder):
    tokens = {"SLACK_BOT_TOKEN": workspace.app_token, "SLACK_APP_TOKEN": workspace.bot_token}

    at = keeper("--home", str(folder / "home"), "init", "--yes", "--base-url", workspace.api_url, **tokens)

    assert at.ends() == 2
    assert "SLACK_APP_TOKEN: This is the bot’s token." in at.shown
    assert not (folder / "home" / "settings.env").exists()
