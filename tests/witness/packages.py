"""The two programs, from npm into a cache folder that git ignores."""

import contextlib
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError

FOLDER = Path(__file__).parents[2] / ".cache" / "witness"
LOCAL_SLACK = "local-slack-linux-x64@0.1.8"
EMULATE = "emulate@0.10.0"
_INSIDE = "ICML_WITNESS_INSIDE"
_START_WITHIN = 20.0  # seconds


class CannotBeHad(Exception):
    """A program or what it needs is not there; the text says what."""


def installed() -> dict[str, str]:
    """Install what is missing; gives the packages that can't be had, with the reason."""
    return {package: reason for package in (LOCAL_SLACK, EMULATE) if (reason := _install(package))}


def _install(package: str) -> str:
    name, _, version = package.rpartition("@")
    about = FOLDER / "node_modules" / name / "package.json"
    if about.exists() and f'"version": "{version}"' in about.read_text("utf-8"):
        return ""
    npm = shutil.which("npm")
    if npm is None:
        return "npm is not installed"
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(FOLDER), package]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return "npm did not bring it within five minutes"
    return "" if done.returncode == 0 else f"npm could not bring it: {(done.stderr.strip() or '?').splitlines()[-1]}"


def is_inside() -> bool:
    """Whether this process is in the namespace."""
    return os.environ.get(_INSIDE) == "1"


def go_inside(arguments: list[str]) -> int:
    """Run this command again where loopback is the only interface; its exit code.

    Raises:
        CannotBeHad: this machine allows no namespaces.
    """
    unshare, ip = shutil.which("unshare"), shutil.which("ip")
    if unshare is None or ip is None:
        raise CannotBeHad("unshare and ip, with which the programs are kept from the network, are not installed")
    alone = [unshare, "--map-root-user", "--net"]
    if subprocess.run([*alone, ip, "link", "set", "lo", "up"], capture_output=True).returncode:
        raise CannotBeHad("this machine allows no network namespaces, and the programs listen on all interfaces")
    again = f'{ip} link set lo up && exec "$@"'
    command = [*alone, "sh", "-c", again, "sh", sys.executable, "-m", "tests.witness", *arguments]
    return subprocess.run(command, env=os.environ | {_INSIDE: "1"}).returncode


@contextlib.contextmanager
def running(command: list[str], address: str) -> Iterator[None]:
    """Run *command* until the block ends; it begins when something answers at *address*."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=FOLDER)
    try:
        _wait_for(process, address)
        yield
    finally:
        process.terminate()
        process.wait(10)


def _wait_for(process: subprocess.Popen[bytes], address: str) -> None:
    end = time.monotonic() + _START_WITHIN
    while time.monotonic() < end:
        if process.poll() is not None:
            raise CannotBeHad(f"it ended at once, with {process.returncode}")
        try:
            urllib.request.urlopen(address, timeout=2).close()
        except HTTPError:  # something answers
            return
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise CannotBeHad("it did not start in time")
