"""Which processes serve a home, as far as this machine lets us see."""

import os
from contextlib import suppress
from pathlib import Path

from bot.doctor.facts import Copy

_PROCESSES = Path("/proc")


def copies_serving(memory: Path | None, papers: Path) -> tuple[Copy, ...]:
    """The processes of ``icml serve`` that have one of these files open; none where nobody can tell (not Linux)."""
    wanted = {str(file.resolve()) for file in (memory, papers) if file is not None and file.exists()}
    if not wanted or not _PROCESSES.is_dir():
        return ()
    numbers = sorted(int(one.name) for one in _PROCESSES.iterdir() if one.name.isdecimal())
    return tuple(Copy(pid) for pid in numbers if pid != os.getpid() and _serves(pid) and _has_open(pid, wanted))


def _serves(pid: int) -> bool:
    with suppress(OSError):
        return b"serve" in (_PROCESSES / str(pid) / "cmdline").read_bytes().split(b"\0")
    return False


def _has_open(pid: int, wanted: set[str]) -> bool:
    with suppress(OSError):  # it has ended, or belongs to another account
        for descriptor in (_PROCESSES / str(pid) / "fd").iterdir():
            with suppress(OSError):
                if str(descriptor.readlink()) in wanted:
                    return True
    return False
