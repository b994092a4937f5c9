"""The home of a bot, kept from two hands at once, and a restore that was broken off, ended.

A restore moves finished files into their places. What it is going to move stands in a journal before the first of
them moves, so whoever comes next after a kill moves the rest: the home has all of the old or all of the new.
"""

import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from bot.backup.manifest import PAPERS
from bot.errors import HomeInUse
from index.gate import gate

_LOCK = "home.lock"
_JOURNAL = "restoring.json"
_BESIDE = ("", "-wal", "-shm")


@dataclass(frozen=True, slots=True)
class Move:
    """A finished file that is to stand at *place*; what stands there goes to *aside*."""

    new: Path
    place: Path
    aside: Path


@contextmanager
def at_work(home: Path) -> Iterator[None]:
    """Hold *home* as a running bot does, beside others of its kind; a restore that was broken off is ended first.

    Raises:
        HomeInUse: something is being restored into it just now.
    """
    end_restore(home)
    with _held(home, fcntl.LOCK_SH, "A restore into this home is under way. Start again when it is done."):
        yield


@contextmanager
def alone(home: Path) -> Iterator[None]:
    """Hold *home* with no running bot in it.

    Raises:
        HomeInUse: a bot runs, or somebody else restores.
    """
    words = (
        f"The bot of {home} is running. Stop it first (Ctrl-C, systemctl stop icml, docker compose stop), "
        "and restore again."
    )
    with _held(home, fcntl.LOCK_EX, words):
        yield


@contextmanager
def _held(home: Path, how: int, words: str) -> Iterator[None]:
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    number = os.open(home / _LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(number, how | fcntl.LOCK_NB)
        except BlockingIOError:
            raise HomeInUse(words) from None
        yield
    finally:
        os.close(number)


def move_all(home: Path, moves: Sequence[Move]) -> None:
    """Make all *moves* or, killed before the journal stands, none. The caller holds *home* alone."""
    told = [{"new": str(one.new), "place": str(one.place), "aside": str(one.aside)} for one in moves]
    part = home / f"{_JOURNAL}.part"
    part.write_text(json.dumps(told), "utf-8")
    _to_disk(part)
    part.replace(home / _JOURNAL)
    _to_disk(home)
    _go_on(home)


def end_restore(home: Path) -> None:
    """Make the moves that a killed restore has left; nothing where there are none.

    Raises:
        HomeInUse: it is not dead, but at it.
    """
    if (home / _JOURNAL).exists():
        with alone(home):
            _go_on(home)


def _go_on(home: Path) -> None:
    """Make the moves of the journal that are not made yet. May be broken off and called again at any moment."""
    journal = home / _JOURNAL
    if not journal.exists():  # somebody else was quicker
        return
    for told in json.loads(journal.read_text("utf-8")):
        _make(Move(Path(told["new"]), Path(told["place"]), Path(told["aside"])))
    journal.unlink()
    _to_disk(home)


def _make(move: Move) -> None:
    """Move the old file with all that lies beside it away, then the new one in: where it is gone, that is done."""
    if not move.new.exists():
        return
    with gate(move.place, alone=True) if move.place.name == PAPERS else nullcontext():
        for end in _BESIDE:
            old = move.place.with_name(move.place.name + end)
            if old.exists():
                move.aside.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                old.replace(move.aside.with_name(move.aside.name + end))
                _to_disk(move.aside.parent)
        move.new.replace(move.place)
        _to_disk(move.place.parent)


def _to_disk(path: Path) -> None:
    """Let a power cut not undo what was written to *path*, a file or a folder."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
