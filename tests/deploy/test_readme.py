"""What deploy/README.md tells to type can be typed."""

import re
import shlex
import subprocess

import click
import pytest

from bot.cli.main import icml
from tests.deploy.dockerfile import DEPLOY

TEXT = (DEPLOY / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
LINES = [line for block in BLOCKS for line in block.splitlines() if line.strip()]


def typed():
    """The words after each icml that is run."""
    for line in LINES:
        words = shlex.split(line)
        if words[0] == "icml":
            yield words[1:]
        elif words[:3] == ["docker", "compose", "-f"] and "icml" in words:
            yield words[words.index("icml") + 1 :]


@pytest.mark.parametrize("words", sorted({" ".join(one) for one in typed()}))
def test_every_icml_command_is_one(words):
    command, name, words = icml, "icml", words.split()
    while isinstance(command, click.Group):
        name, words = words[0], words[1:]
        command = command.commands[name]

    with command.make_context(name, list(words)):
        pass


@pytest.mark.parametrize("block", range(len(BLOCKS)))
def test_every_block_is_sound_shell(block):
    done = subprocess.run(["sh", "-n"], input=BLOCKS[block], capture_output=True, text=True)

    assert done.stderr == ""


def test_every_file_that_is_named_is_there():
    named = set(re.findall(r"\bdeploy/([\w.-]+)", "\n".join(LINES))) - {".env"}

    assert all((DEPLOY / name).exists() for name in named), named
    assert {"icml.service", "compose.yaml", "compose-many.yaml", "requirements.lock"} <= named


def test_the_units_are_those_of_the_page():
    text = (DEPLOY / "icml.service").read_text("utf-8")

    for place in ("/opt/icml/bin/icml", "/var/lib"):
        assert place in TEXT
    assert "ExecStart=/opt/icml/bin/icml serve" in text
    assert "StateDirectory=icml" in text
