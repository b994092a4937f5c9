"""Settings are read once, and what is wrong with them is said in one sentence."""

import pytest

from bot.errors import WrongSetting
from bot.logs import redacted
from bot.settings import read


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
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-123-secret")

    assert "secret" not in repr(read())
    line = "xoxb-123-secret xapp-1-A-secret postgresql://me:secret@host/x https://hooks.slack.com/commands/secret"
    assert "secret" not in redacted(line)


def test_keepers_are_member_ids_with_commas_between():
    assert read(keepers="U1, W2B").keeper_ids == {"U1", "W2B"}
    assert read(keepers="").keeper_ids == frozenset()
    with pytest.raises(WrongSetting, match="ICML_KEEPERS: “Ada” is no member id"):
        read(keepers="U1,Ada")
