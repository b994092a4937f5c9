"""A person at a terminal: programs run on a real one (a pty), and are typed to as they ask."""

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

ICML = (sys.executable, "-c", "from bot.cli import main; main()")
CLONE = Path(__file__).parent.parent
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def environment(**more: str) -> dict[str, str]:
    """This process's, without settings of its own, and with the clone's packages."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("SLACK_", "ICML_"))}
    return clean | {"PYTHONPATH": str(CLONE), "TERM": "dumb", "COLUMNS": "200"} | more


class Terminal:
    """A program on a terminal of its own; everything that stood there is in ``shown``."""

    def __init__(self, *words: str, program: tuple[str, ...] = ICML, cwd: Path | None = None, **env: str) -> None:
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [*program, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=cwd,
            env=environment(**env),
            start_new_session=True,
            # So that hidden input is read from here. One call of the system, which waits for no thread.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - as said above
        )
        os.close(theirs)
        self.shown = ""
        self._looked = 0  # up to where it was waited for
        self.titles = set()  # how the program was listed among the machine's processes

    def waits_for(self, text: str, within: float = 40.0) -> str:
        """Read until *text* stands there, and say what came with it since the last wait."""
        end = time.monotonic() + within
        while text not in self.shown[self._looked :]:
            left = end - time.monotonic()
            if left <= 0 or not self._read(left):
                raise AssertionError(f"{text!r} did not come.\n{self.shown}")
        start, self._looked = self._looked, self.shown.index(text, self._looked) + len(text)
        return self.shown[start : self._looked]

    def types(self, line: str) -> None:
        os.write(self._ours, f"{line}\n".encode())

    def answers(self, question: str, line: str) -> None:
        """Type *line* when *question* stands there."""
        self.waits_for(question)
        self.types(line)

    def ends(self, within: float = 40.0) -> int:
        """Read to the end, and say the exit code."""
        end = time.monotonic() + within
        while self._read(max(0.1, end - time.monotonic())):
            pass
        code = self.process.wait(timeout=max(0.1, end - time.monotonic()))
        os.close(self._ours)
        return code

    def stops(self) -> int:
        """Tell the program to stop, as a service's keeper does."""
        self.process.send_signal(signal.SIGTERM)
        return self.ends()

    def _read(self, within: float) -> bool:
        self._look_at_title()
        ready, _, _ = select.select([self._ours], [], [], within)
        if not ready:
            return False
        try:
            came = os.read(self._ours, 65_536)
        except OSError:  # the other side is closed
            return False
        self.shown += _COLOURS.sub("", came.decode("utf-8", "replace")).replace("\r\n", "\n")
        return bool(came)

    def _look_at_title(self) -> None:
        title = Path(f"/proc/{self.process.pid}/cmdline")
        if title.exists():
            self.titles.add(title.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"))
