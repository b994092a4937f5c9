"""Another process of the bot, for tests: ``python -m tests.bot.memory.starter ADDRESS WORKSPACE IDS…``.

It opens the memory and claims each id when it is told to by a line on its standard input, and prints the ids
that were its own. So several can be made ready and then let go in the same moment.
"""

import subprocess
import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from bot.memory.memory import Memory
from handlers.model import Event

ROOT = Path(__file__).parents[3]
NOW = datetime(2026, 7, 12, 9, tzinfo=UTC)


def main() -> None:
    address, workspace, *ids = sys.argv[1:]
    print("ready", flush=True)
    sys.stdin.readline()
    with Memory.open(address) as memory:
        print(*(name for name in ids if memory.events.claim(workspace, Event("message", name), now=NOW)))


def start_at_once(count, address, *ids, workspace="T1"):
    """Let *count* processes open *address* in the same moment; what each of them claimed."""
    words = [sys.executable, "-W", "error", "-m", "tests.bot.memory.starter", address, workspace, *ids]
    with ExitStack() as stack:
        starters = [
            stack.enter_context(
                subprocess.Popen(
                    words,
                    cwd=ROOT,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                )
            )
            for _ in range(count)
        ]
        for starter in starters:
            assert starter.stdout.readline() == "ready\n", starter.stderr.read()
        for starter in starters:
            starter.stdin.write("go\n")
            starter.stdin.flush()
        ends = [starter.communicate(timeout=50) for starter in starters]
    assert [error for _, error in ends] == [""] * count
    return [claimed.split() for claimed, _ in ends]


if __name__ == "__main__":
    main()
