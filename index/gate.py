"""The gate of a papers.db: who opens the file and who puts another one in its place never meet."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def gate(path: Path, *, alone: bool = False) -> Iterator[None]:
    """Let nobody put another file at *path* until the block ends; *alone*, let nobody open it either.

    Without it, who opens the file in the moment of a swap would take the old file's write-ahead log for the new
    one's, and who writes then writes where nobody reads. The lock is one of the operating system's on a file
    beside the library, so it ends with its process. On a disk that can't be written nothing is swapped either,
    and there is no gate.
    """
    try:
        lock = path.with_name(f"{path.name}-gate").open("a")
    except OSError:
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        yield
