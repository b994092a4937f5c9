"""systemd takes the units, and lets the bot do little."""

import re
import shutil
import subprocess
import sys

import pytest

from tests.deploy.dockerfile import DEPLOY

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here: install systemd")
UNITS = ("icml.service", "icml-backup.service", "icml-backup.timer")


@pytest.fixture
def units(tmp_path):
    """The units, with a program in them that is there."""
    program = tmp_path / "icml"
    program.write_text(f"#!{sys.executable}\n")
    program.chmod(0o755)
    for name in UNITS:
        text = (DEPLOY / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace("/opt/icml/bin/icml", str(program)))
    return tmp_path


def analyzed(*words):
    return subprocess.run(["systemd-analyze", *map(str, words)], capture_output=True, text=True, timeout=50)


@needs_systemd
def test_systemd_finds_nothing_wrong_with_the_units(units):
    done = analyzed("verify", *(units / name for name in UNITS))

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@needs_systemd
@pytest.mark.parametrize("name", ["icml.service", "icml-backup.service"])
def test_the_services_are_exposed_little(units, name):
    done = analyzed("security", "--offline=yes", "--no-pager", units / name)

    (exposure,) = re.findall(r"Overall exposure level for \S+: ([\d.]+) OK", done.stdout)
    assert float(exposure) <= 1.3


def test_a_stop_has_time_and_a_setting_that_is_wrong_is_not_tried_again():
    text = (DEPLOY / "icml.service").read_text("utf-8")

    assert "TimeoutStopSec=15" in text
    assert "Restart=on-failure" in text
    assert "RestartPreventExitStatus=2" in text
    assert "WatchdogSec" not in text, "nothing of ours feeds a watchdog"
