"""The compose files, the Dockerfile and the proxy fit together, and name only settings that there are."""

import re
from fnmatch import fnmatch

import pytest
import yaml

from bot.settings import described
from tests.deploy.dockerfile import DEPLOY, health_command, ours

FILES = ("compose.yaml", "compose-many.yaml")
# What a service may have; a slip of the pen is none of these.
SERVICE = {
    "build", "cap_drop", "command", "depends_on", "deploy", "env_file", "environment", "healthcheck", "image", "init",
    "logging", "networks", "ports", "read_only", "restart", "security_opt", "stop_grace_period", "tmpfs", "volumes",
}  # fmt: skip
TOP = {"name", "services", "volumes", "networks"}
OURS = {"ICML_DOMAIN", "ICML_UPSTREAM"}  # of the proxy, not of the bot


@pytest.fixture(params=FILES)
def compose(request):
    return yaml.safe_load((DEPLOY / request.param).read_text("utf-8"))


def test_a_compose_file_has_what_compose_knows_and_refers_to_what_is_there(compose):
    assert {key for key in compose if not key.startswith("x-")} <= TOP
    for service in compose["services"].values():
        assert set(service) <= SERVICE
        for network in service.get("networks", []):
            assert network in compose["networks"]
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).exists()
        for other in service.get("depends_on", {}):
            assert "healthcheck" in compose["services"][other]
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).exists()


def test_the_bot_has_no_rights_and_a_disk_that_it_can_not_write_but_its_home(compose):
    bots = [service for service in compose["services"].values() if service.get("image") == "icml-bot"]
    assert bots
    for bot in bots:
        assert bot["read_only"] is True
        assert bot["cap_drop"] == ["ALL"]
        assert bot["security_opt"] == ["no-new-privileges:true"]
        assert bot["stop_grace_period"] == "15s"
        assert "home:/var/lib/icml" in bot["volumes"]
        assert "ports" not in bot, "only the proxy is reached from outside"


def test_many_processes_are_two_of_each_kind():
    services = yaml.safe_load((DEPLOY / "compose-many.yaml").read_text("utf-8"))["services"]

    assert {name: one["deploy"]["replicas"] for name, one in services.items() if "deploy" in one} == {
        "web": 2,
        "scheduler": 2,
    }
    assert "ports" not in services["database"]
    assert services["web"]["command"] == ["serve", "--http", "--role", "web"]


def test_every_setting_that_is_named_is_one():
    known = {variable for variable, _, _ in described()} | OURS
    for file in DEPLOY.iterdir():
        if file.is_file() and file.suffix not in (".lock", ".json"):
            named = set(re.findall(r"\b(?:ICML|SLACK)_[A-Z_]+\b", file.read_text("utf-8")))
            assert named <= known, file.name


def test_the_image_runs_as_nobody_in_particular_and_looks_after_itself():
    build, final = ours()

    assert build.image == final.image == "python:3.11-slim-bookworm"
    assert final.all("USER") == ["icml"]
    assert final.words("ENTRYPOINT") + final.words("CMD") == ["icml", "serve"]
    assert final.environment["ICML_HOME"] in final.all("VOLUME")
    compile(health_command(final)[2], "the health check", "exec")
    assert all(word not in " ".join(final.all("RUN")) for word in ("pip", "apt"))


def test_what_is_copied_into_the_image_is_sent_to_it_and_nothing_else_is():
    root = DEPLOY.parent
    lines = (root / ".dockerignore").read_text("utf-8").splitlines()
    let_in = {line[1:] for line in lines if line.startswith("!")}
    copied = [words.split()[:-1] for words in ours()[0].all("COPY")]

    assert "*" in lines
    assert {name for names in copied for name in names} == let_in
    assert all((root / name).exists() for name in let_in)
    assert not any(fnmatch(name, secret) for name in let_in for secret in (".env", ".git", ".icml", "*.db"))


def test_the_lock_has_a_hash_for_everything_and_no_address():
    lock = (DEPLOY / "requirements.lock").read_text("utf-8")
    names = re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE)

    assert "://" not in lock
    assert lock.count("==") <= lock.count("--hash=") + lock.count("python_")
    assert {"psycopg", "gunicorn", "slack-bolt", "hatchling"} <= set(names)


def test_the_proxy_passes_on_what_slack_needs_and_nothing_more():
    text = (DEPLOY / "Caddyfile").read_text("utf-8")

    assert re.findall(r"/\S+", text.split("@slack path")[1].splitlines()[0]) == [
        "/slack/events",
        "/slack/install",
        "/slack/oauth_redirect",
    ]
    assert text.count("{") == text.count("}")
    assert "respond 404" in text
