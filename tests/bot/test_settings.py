"""Settings are read once, and what is wrong with them is said in one sentence."""

import os
import stat
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import WrongSetting
from bot.logs import redacted
from bot.settings import examined, read
from bot.settings_file import told_in, write


def test_no_tokens_mean_the_local_workspace(monkeypatch):
    monkeypatch.delenv("SLACK_BOT_TOKEN", raising=False)

    assert read().tokens is None


@pytest.mark.parametrize(
    ("bot", "app", "said"),
    [
        ("xoxb-1", None, "SLACK_APP_TOKEN is not set"),
        (None, "xapp-1", "SLACK_BOT_TOKEN is not set"),
        ("xapp-1", "xoxb-1", "SLACK_BOT_TOKEN should begin with xoxb-"),
        ("xoxb-1", "xoxb-1", "SLACK_APP_TOKEN should begin with xapp-"),
    ],
)
def test_half_a_pair_or_a_swapped_one_is_one_sentence(monkeypatch, bot, app, said):
    for name, value in (("SLACK_BOT_TOKEN", bot), ("SLACK_APP_TOKEN", app)):
        monkeypatch.delenv(name, raising=False)
        if value:
            monkeypatch.setenv(name, value)

    with pytest.raises(WrongSetting, match=said):
        _ = read().tokens


@pytest.mark.parametrize(("name", "value"), [("ICML_COMMAND", "icml"), ("ICML_PORT", "many"), ("ICML_LOG", "loud")])
def test_a_wrong_setting_is_named(monkeypatch, name, value):
    monkeypatch.setenv(name, value)

    with pytest.raises(WrongSetting, match=name):
        read()


def test_secrets_stand_in_no_repr_and_no_log_line(monkeypatch):
    for name in ("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_CLIENT_SECRET"):
        monkeypatch.setenv(name, "xoxb-123-hidden")
    monkeypatch.setenv("ICML_MEMORY", "postgresql://me:hidden@host/x")

    assert "hidden" not in repr(read())
    line = "xoxb-123-secret xapp-1-A-secret postgresql://me:secret@host/x https://hooks.slack.com/commands/secret"
    assert "secret" not in redacted(line)


def test_keepers_are_member_ids_with_commas_between():
    assert read(keepers="U1, W2B").keeper_ids == {"U1", "W2B"}
    assert read(keepers="").keeper_ids == frozenset()
    with pytest.raises(WrongSetting, match="ICML_KEEPERS: “Ada” is no member id"):
        read(keepers="U1,Ada")


@pytest.fixture
def folders(monkeypatch, tmp_path):
    """A working folder and a home, with nothing of this machine in them."""
    for name in list(os.environ):
        if name.startswith(("ICML_", "SLACK_")):
            monkeypatch.delenv(name)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path, home


def test_the_environment_comes_before_the_working_folder_and_that_before_the_home(folders, monkeypatch):
    working, home = folders
    (home / "settings.env").write_text("ICML_PORT=1\nICML_COMMAND=/home\nICML_THREAD_DAYS=7\n")
    (working / ".env").write_text("ICML_PORT=2\nICML_COMMAND=/working\n")
    monkeypatch.setenv("ICML_PORT", "3")

    found = read(home=home)

    assert (found.port, found.command, found.thread_days) == (3, "/working", 7)
    assert read(home=home, port=4).port == 4
    assert found.origin("ICML_PORT") == "the environment"
    assert found.origin("ICML_COMMAND") == "line 2 of .env"
    assert found.origin("ICML_THREAD_DAYS") == f"line 3 of {home}/settings.env"
    assert found.origin("ICML_LOG") == ""


def test_the_working_folder_may_say_where_the_home_is(folders):
    working, home = folders
    (working / ".env").write_text(f"ICML_HOME={home}\n")
    (home / "settings.env").write_text("ICML_COMMAND=/papers\n")

    assert read().home == home
    assert read().command == "/papers"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("\n\n# ours\nICML_KEEPER=U1", "ICML_KEEPER (line 4 of {file}) is no setting. Did you mean ICML_KEEPERS?"),
        ("ICML_COLOUR=red", "ICML_COLOUR (line 1 of {file}) is no setting. Take it out."),
        (
            "SLACK_BOT_TOKN=xoxb-secret",
            "SLACK_BOT_TOKN (line 1 of {file}) is no setting. Did you mean SLACK_BOT_TOKEN?",
        ),
        ("# a\n\nICML_PORT=many", "ICML_PORT (line 3 of {file}): Input should be a valid integer"),
        ("ICML_LOG=xoxb-secret", "ICML_LOG (line 1 of {file}): Input should be 'text' or 'json'."),
        ("ICML_LOG=text\nICML_LOG=json", "ICML_LOG (line 2 of {file}) has another value in line 1 of the same file."),
        ("ICML_HOME=/elsewhere", "ICML_HOME (line 1 of {file}) names another folder than the one that it is in."),
        ("\nkeepers: xoxb-secret", "Line 2 of {file} is no setting. Write it as NAME=value, or begin it with #."),
        ("ICML_LOG='json", "Line 1 of {file} is no setting."),
        ("ICML_SLACK_API=http://slack.example/api/", "ICML_SLACK_API (line 1 of {file}): tokens are sent there"),
    ],
)
def test_what_can_not_be_used_in_a_file_names_its_line(folders, lines, said):
    _, home = folders
    (home / "settings.env").write_text(lines + "\n")

    with pytest.raises(WrongSetting) as refused:
        read(home=home)

    assert str(refused.value).startswith(said.format(file=home / "settings.env"))
    assert "secret" not in str(refused.value)
    settings, faults = examined(home=home)
    assert settings.log == "text"
    assert faults[0] == str(refused.value)


def test_a_slip_in_the_environment_is_told_too_and_others_names_are_left_alone(folders, monkeypatch):
    monkeypatch.setenv("ICML_TEST_POSTGRESQL", "postgresql://x")
    monkeypatch.setenv("ICML_SHARED", "/data")
    monkeypatch.setenv("SLACK_WEBHOOK", "https://hooks.example")
    read()

    monkeypatch.setenv("ICML_COMAND", "/papers")
    with pytest.raises(WrongSetting, match=r"^ICML_COMAND is no setting. Did you mean ICML_COMMAND\?"):
        read()


def test_all_that_is_wrong_is_found_at_once(folders):
    _, home = folders
    (home / "settings.env").write_text("ICML_PORT=many\nICML_LOG=loud\nICML_KEEPERS=me\nICML_THREAD_DAYS=30\n")

    settings, faults = examined(home=home)

    assert [fault.partition(" ")[0] for fault in faults] == [
        "ICML_KEEPERS",
        "ICML_LOG",
        "ICML_PORT",
    ]  # in the order of the table
    assert settings.thread_days == 30
    with pytest.raises(WrongSetting, match="There are 2 more; “icml doctor” lists them"):
        read(home=home)


def test_a_swapped_pair_in_a_file_is_told_with_its_lines(folders):
    _, home = folders
    (home / "settings.env").write_text("SLACK_BOT_TOKEN=xapp-1-secret\nSLACK_APP_TOKEN=xoxb-secret\n")

    with pytest.raises(WrongSetting, match="they are swapped") as refused:
        _ = read(home=home).tokens

    assert "SLACK_BOT_TOKEN (line 1 of" in str(refused.value)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("text", [b"\xff\xfe\x00", None])
def test_a_file_that_can_not_be_read_is_one_sentence(folders, text):
    _, home = folders
    if text is None:
        (home / "settings.env").mkdir()
    else:
        (home / "settings.env").write_bytes(text)

    with pytest.raises(WrongSetting, match=r"settings.env can’t be read as settings \(\w+\)"):
        read(home=home)


VALUES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=40)


@given(VALUES)
def test_whatever_is_written_is_read_again(value):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "settings.env"
        file.write_text("# ours\nICML_LOG=json\n\nICML_CORPUS=old # and why\nlast='x y'\n")
        write(file, {"ICML_CORPUS": value, "ICML_NEW": value})

        assert {one.name: one.value for one in told_in(file)} == {
            "ICML_LOG": "json",
            "ICML_CORPUS": value,
            "LAST": "x y",
            "ICML_NEW": value,
        }
        assert file.read_text("utf-8").startswith("# ours\nICML_LOG=json\n\nICML_CORPUS=")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert [one.name for one in Path(folder).iterdir()] == ["settings.env"]


def test_a_file_that_can_not_be_written_stays_as_it_was(tmp_path, monkeypatch):
    file = tmp_path / "settings.env"
    file.write_text("ICML_LOG=json\n")
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))

    with pytest.raises(OSError, match="No space"):
        write(file, {"ICML_LOG": "text"})

    assert file.read_text() == "ICML_LOG=json\n"
    assert [one.name for one in tmp_path.iterdir()] == ["settings.env"]
