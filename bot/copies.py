"""Which copies of the bot live. No clock is asked: the clocks of two hosts differ, and each may jump.

Each copy makes its counter in the memory grow. One whose counter stands still at several of our own beats is taken
for dead, and what it had claimed is for others to finish.
"""

import os
import socket
import sys
from collections.abc import Iterable
from pathlib import Path

from bot.memory.copies import Copy

STANDS_STILL = 4  # beats of ours at which another copy's counter did not grow


def this_copy(copy_id: str, role: str, transport: str) -> Copy:
    """The copy of the bot that this process is."""
    return Copy(copy_id, role, transport, socket.gethostname(), _named(os.getpid()))


class Others:
    """What one copy has seen of the others."""

    def __init__(self, me: Copy) -> None:
        self._me = me
        self._seen: dict[str, tuple[int, int]] = {}  # id -> its counter, and at how many looks it stood there

    def look(self, found: Iterable[Copy]) -> tuple[tuple[Copy, ...], tuple[Copy, ...]]:
        """Judge what stands in the memory now, once each beat: (living, dead), without ourselves."""
        living: list[Copy] = []
        dead: list[Copy] = []
        seen = {}
        for copy in found:
            if copy.id == self._me.id:
                continue
            counter, still = self._seen.get(copy.id, (copy.beats, -1))
            still = still + 1 if counter == copy.beats else 0
            seen[copy.id] = (copy.beats, still)
            (dead if still > STANDS_STILL or self._has_ended(copy) else living).append(copy)
        self._seen = seen
        return tuple(living), tuple(dead)

    def _has_ended(self, copy: Copy) -> bool:
        """Whether a process of our own host is known to be gone, as after a kill."""
        return copy.host == self._me.host and sys.platform != "win32" and not _runs(copy.process)


def unexpected(me: Copy, living: Iterable[Copy]) -> tuple[Copy, ...]:
    """The living copies that share our memory although one of us was told of no others."""
    return tuple(copy for copy in living if not (me.role and copy.role))


def _named(process: int) -> str:
    """A process by its number and, where the system tells, the moment it began at: numbers are used again."""
    try:
        about = Path(f"/proc/{process}/stat").read_text("ascii", "replace")
    except OSError:
        return str(process)
    return f"{process}@{about.rpartition(')')[2].split()[19]}"


def _runs(name: str) -> bool:
    number = int(name.partition("@")[0])
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's
        pass
    return "@" not in name or _named(number) == name
