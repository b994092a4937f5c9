"""``make deploy``: the Dockerfile's steps in a fresh folder, then the bot as the image would run it, without Docker.

Needs the package registries (pip and npm, as the Dockerfile does), and for the second half a kernel that lets us mount
where only we see it (unshare). What can't be tried here is said.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from tests.deploy.dockerfile import DEPLOY, health_command, ours

PORT = 9110
_USER = 10001  # of the image


def main() -> int:
    root = Path(tempfile.mkdtemp(prefix="icml-image-"))
    try:
        build, final = ours()
        built(build, root)
        return ran(final, root)
    finally:
        shutil.rmtree(root, ignore_errors=True)


def built(stage, root):
    """The first stage: what it copies is copied, what it runs is run, with its folders under *root*."""
    folder = root
    for kind, words in stage.steps:
        start = time.perf_counter()
        if kind == "WORKDIR":
            folder = Path(here(words, root))
            folder.mkdir(parents=True)
        elif kind == "COPY":
            *sources, target = words.split()
            for source in sources:
                copied(DEPLOY.parent / source, folder / (source if target == "./" else target))
        elif kind == "RUN":
            command = re.sub(r"^python ", f"{interpreter()} ", here(words, root))
            subprocess.run(command, shell=True, cwd=folder, check=True)
        print(f"{time.perf_counter() - start:6.1f} s  {kind} {words}", flush=True)
    size = sum(file.stat().st_size for file in (root / "opt").rglob("*") if file.is_file() and not file.is_symlink())
    print(f"/opt/icml has {size / 1e6:.0f} MB")


def interpreter():
    """A Python 3.11 that any account may run, as the image's: one under somebody's own home may not be."""
    return next(
        (one for one in ("/usr/local/bin/python3.11", "/usr/bin/python3.11") if Path(one).exists()), sys.executable
    )


def here(words, root):
    """The image's folders are below *root*."""
    return re.sub(r"(?<![\w/])/(opt|src)\b", rf"{root}/\1", words)


def copied(source, target):
    """As the .dockerignore lets it through."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        ignored = shutil.ignore_patterns("__pycache__", "node_modules", "static")
        shutil.copytree(source, target, ignore=ignored)
    else:
        shutil.copy(source, target)


def ran(stage, root):
    """The second stage: the bot with nobody's rights, a root that can't be written, and its home for itself."""
    home = root / "home"
    home.mkdir()
    root.chmod(0o755)
    environment = stage.environment | {"PATH": f"{root}/opt/icml/bin:/usr/bin:/bin", "ICML_HOME": str(home)}
    environment["HOME"] = str(home)  # as Docker sets it for the account that the image makes
    pairs = " ".join(f"{name}={value}" for name, value in environment.items() if "$" not in value)
    rights = f"setpriv --reuid {_USER} --regid {_USER} --clear-groups --no-new-privs --bounding-set=-all"
    as_root = os.geteuid() == 0
    script = (
        f"mount --make-rprivate / && mount -t tmpfs tmpfs {home} && mount -t tmpfs tmpfs /dev/shm && "
        f"chown {_USER}:{_USER} {home} && chmod 700 {home} && mount -o remount,bind,ro / && cd {home} && "
        f"! touch /written-by-the-bot 2>/dev/null && "
        f"exec {rights if as_root else ''} env -i {pairs} {' '.join(stage.words('ENTRYPOINT') + stage.words('CMD'))}"
    )
    if not as_root:
        script = script.replace(f"chown {_USER}:{_USER} {home} && ", "")
    words = ["unshare", "-m" if as_root else "-rm", "sh", "-c", script]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as bot:
        try:
            return looked_after(bot, stage)
        finally:
            bot.kill()


def looked_after(bot, stage):
    start = time.perf_counter()
    for line in bot.stdout:
        if "Stop with Ctrl-C" in line:
            break
    else:
        print("The bot did not start.")
        return 1
    print(f"started with nobody's rights and a read-only root after {time.perf_counter() - start:.1f} s")
    if answers():
        command = [sys.executable, *health_command(stage)[1:]]
        done = subprocess.run(command, env=os.environ | {"ICML_HEALTH_PORT": str(PORT)})
        print(f"the health check says {done.returncode}")
        if done.returncode:
            return 1
    else:
        print("the health check was not tried: nothing answers at its port in this version")
    start = time.perf_counter()
    bot.send_signal(signal.SIGTERM)
    code = bot.wait(15)
    print(f"ended {time.perf_counter() - start:.1f} s after SIGTERM, exit code {code}")
    return code


def answers():
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{PORT}/healthz", timeout=4).close()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
