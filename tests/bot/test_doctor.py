"""The doctor sees what is wrong, says what mends it, and gives no alarm where all is well."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.clock import MovableClock, SystemClock
from bot.doctor import checks_home, checks_slack, checks_stores
from bot.doctor.examine import CHECKS
from bot.doctor.facts import Backup, Channel, Copy, Facts, Home, Slack
from bot.doctor.gathering import gathered
from bot.doctor.slack import asked
from bot.memory.examining import MemoryExamined
from bot.memory.examining import examine as examine_memory
from bot.memory.memory import Memory
from bot.settings import examined
from bot.tokens import Answered
from bot.workspace.faults import Refused
from handlers.model import Event
from index.examining import Examined
from tests.bot import doctor_faults
from tests.bot.doctor_faults import FAULTS, sound

NOW = datetime(2026, 7, 12, 9, tzinfo=UTC)


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    """A folder with the home that every fault starts from."""
    root = tmp_path_factory.mktemp("doctor")
    doctor_faults.prepare(root)
    return root


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch, tmp_path):
    for name in ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "ICML_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_each_fault_is_seen_and_ends_in_what_mends_it(template, fault):
    if missing := fault.needs():
        pytest.skip(missing)
    with sound(template, lacking=fault.lacking) as bot:
        fault.breaks(bot)
        if fault.apart:
            code, findings, said = bot.asks_doctor(*fault.words)
            assert code == 1, said
        else:
            findings = [one.as_json() for one in bot.is_looked_at(live="--live" in fault.words)]
        token = bot.workspace.bot_token

    seen = [one for one in findings if (one["check"], one["state"]) == (fault.check, fault.state)]
    assert any(fault.says in one["says"] and fault.mend in one["mend"] for one in seen), findings
    assert all(one["mend"] for one in findings if one["state"] != "ok")
    assert token[10:] not in json.dumps(findings)


def test_a_sound_bot_gives_no_alarm_and_nothing_is_changed_by_looking(template):
    with sound(template) as bot:
        before = {file.name: file.read_bytes() for file in bot.home.iterdir()}

        code, findings, said = bot.asks_doctor("--live")

        assert [one for one in findings if one["state"] != "ok"] == []
        assert code == 0, said
        assert {file.name: file.read_bytes() for file in bot.home.iterdir() if file.name in before} == before
        calls = {call.method for call in bot.workspace.calls}
    assert calls == {"auth.test", "apps.connections.open", "blocks.validate"}


def test_a_home_that_was_never_used_gives_no_alarm(tmp_path):
    settings, faults = examined(home=tmp_path / "nowhere")

    findings = [one for check in CHECKS for one in check(gathered(settings, faults, SystemClock()))]

    assert {one.state for one in findings} == {"ok"}
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("many", [False, True])
def test_over_http_no_app_token_is_asked_for(template, many):
    with sound(template) as bot:
        bot.sets(SLACK_APP_TOKEN="", SLACK_SIGNING_SECRET="0" * 32)
        if many:
            bot.sets(SLACK_BOT_TOKEN="", SLACK_CLIENT_ID="1.2", SLACK_CLIENT_SECRET="3")
        findings = bot.is_looked_at()

    assert [one for one in findings if one.state != "ok"] == []
    assert ("bot token" in {one.check for one in findings}) == (not many)
    assert "app token" not in {one.check for one in findings}


def test_only_what_is_wrong_makes_exit_code_1(template):
    with sound(template) as bot:
        bot.sets(ICML_KEEPERS="")
        code, findings, _ = bot.asks_doctor()

    assert [one["state"] for one in findings if one["state"] != "ok"] == ["warning"]
    assert code == 0


def test_where_slack_has_no_validation_messages_are_posted_to_a_keeper_and_deleted(template):
    with sound(template) as bot:
        bot.workspace.inside.faults.answers("blocks.validate", Refused("unknown_method"))
        settings, _ = examined(home=bot.home)
        clock = MovableClock(runs=True)
        clock.sleep = lambda seconds: None  # one a second is Slack's own pace, and not the workspace's
        found = list(doctor_faults.lively(settings, gathered(settings, (), clock), clock))

        assert [one.state for one in found] == ["ok"]
        assert "posted to a keeper and deleted" in found[0].says
        assert bot.workspace.member("You").sees("bot").messages == ()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_memory_is_looked_at_as_it_is(request, tmp_path, kind):
    url = f"sqlite:///{tmp_path}/state.db" if kind == "sqlite" else request.getfixturevalue("postgresql")
    assert examine_memory(url, NOW).state == "absent"
    assert not (tmp_path / "state.db").exists()

    with Memory.open(url) as memory:
        memory.events.claim("T1", Event("message", "C1:1.0"), now=NOW - timedelta(minutes=11))
        memory.events.claim("T1", Event("command", "2"), now=NOW - timedelta(minutes=9))
    found = examine_memory(url, NOW)

    assert (found.state, found.stuck, found.oldest_stuck) == ("whole", 1, NOW - timedelta(minutes=11))
    assert dict(found.told) == {"message": NOW - timedelta(minutes=11), "command": NOW - timedelta(minutes=9)}


def test_channels_that_wait_for_posts_are_looked_at(template):
    with sound(template) as bot:
        stage = bot.workspace
        stage.creates_channel("old")
        stage.archives("old")
        ids = [stage.driver.channel(name).id for name in ("general", "random", "old")] + ["C0GONE"]
        settings, _ = examined(home=bot.home)
        slack = asked(settings, SystemClock(), ids)

    said = [(one.state, one.says) for one in checks_slack.channels(_facts(slack=slack))]
    assert said == [
        ("wrong", "The bot is not in #random."),
        ("wrong", "#old is archived."),
        ("wrong", "Slack shows no channel C0GONE to the bot."),
    ]


# What can't be made here is told as facts.


def _facts(**more) -> Facts:
    home = Home(Path("/srv/icml"), there=True, free=10**10)
    memory = MemoryExamined("/srv/icml/state.db", Path("/srv/icml/state.db"))
    sound_one = {
        "now": NOW,
        "home": home,
        "library": Examined(Path("/srv/icml/papers.db"), papers=53, corpora=1),
        "memory": memory,
        "backup": Backup(Path("/srv/icml/backups")),
        "slack": Slack(Answered(name="icml", team="T", scopes=None), Answered()),
        "keepers": frozenset({"U1"}),
    }
    return Facts(**sound_one | more)


def test_facts_of_a_sound_bot_give_no_alarm():
    assert {one.state for check in CHECKS for one in check(_facts())} == {"ok"}


@pytest.mark.parametrize(
    ("check", "facts", "state", "says"),
    [
        (checks_home.space, {"home": Home(Path("/x"), True, free=10**9, papers=10**9)}, "warning", "may need 2.0 GB"),
        (checks_home.space, {"home": Home(Path("/x"), True, free=10**11, inodes=0)}, "wrong", "no inodes left"),
        (checks_home.copies, {"copies": (Copy(1), Copy(2)), "shared_memory": True}, "ok", "processes 1, 2"),
        (checks_stores.meaning, {"semantic": True, "semantic_packages": False}, "wrong", "its packages are missing"),
        (
            checks_stores.library,
            {"library": Examined(Path("p"), "closed", "denied")},
            "wrong",
            "can’t be opened (denied)",
        ),
        (checks_slack.channels, {"slack": Slack(Answered(), Answered(), False, (Channel("C1"),))}, "ok", "in all 1"),
    ],
)
def test_what_can_not_be_made_here_is_judged_by_facts(check, facts, state, says):
    (found,) = check(_facts(**facts))

    assert found.state == state
    assert says in found.says
    assert bool(found.mend) == (state != "ok")
