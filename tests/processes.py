"""``icml`` as processes of their own, as they run for people."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError

ROOT = Path(__file__).parents[1]
_straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


class Running:
    """One process, and what it printed."""

    def __init__(self, process):
        self.process = process
        self.printed = []
        self._more = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            with self._more:
                self.printed.append(line)
                self._more.notify_all()
        with self._more:
            self._more.notify_all()

    @property
    def text(self):
        return "".join(self.printed)

    def prints(self, words, within=30.0):
        """Return when *words* stand in what it printed."""
        with self._more:
            self._more.wait_for(lambda: words in self.text or self.process.poll() is not None, within)
        assert words in self.text, f"no {words!r} came; it printed:\n{self.text}"

    def stops(self, number=signal.SIGTERM, within=10.0):
        """Send a signal, and say the seconds until the process ended, and its exit code."""
        began = time.monotonic()
        self.process.send_signal(number)
        code = self.process.wait(within)
        return time.monotonic() - began, code

    def is_killed(self):
        """kill -9, its children too."""
        children = self.children()
        self.process.kill()
        for child in children:
            os.kill(child, signal.SIGKILL)
        self.process.wait(10)

    def children(self):
        """The processes that it started."""
        found = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True).stdout
        return [int(one) for one in found.split()]


@contextmanager
def icml(*words, home, within=(), **settings):
    """Run ``icml`` until the block ends; settings by their variables, in small letters or as they are.

    Args:
        within: a command that runs it, as one that enters a namespace.
    """
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    given = {name if name.isupper() else f"ICML_{name.upper()}": str(value) for name, value in settings.items()}
    process = subprocess.Popen(
        [*within, sys.executable, "-c", "from bot.cli import main; main()", *words],
        cwd=home,
        env=kept | {"PYTHONPATH": str(ROOT), "ICML_HOME": str(home), "PYTHONUNBUFFERED": "1"} | given,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    running = Running(process)
    try:
        yield running
    finally:
        if process.poll() is None:
            running.is_killed()
        process.stdout.close()


def looked_at(port, path, host="127.0.0.1", timeout=10):
    """(status, text) of a health address; (0, "") while nobody answers."""
    try:
        with _straight.open(f"http://{host}:{port}{path}", timeout=timeout) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()
    except OSError:
        return 0, ""


def until(true, within=20.0):
    """Return when *true* is."""
    end = time.monotonic() + within
    while not true():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.05)
