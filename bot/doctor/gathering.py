"""Finding out how the machine, the home and the stores are. Nothing is changed by it."""

import importlib.util
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.clock import Clock
from bot.doctor.facts import Backup, Facts, Home, Place
from bot.doctor.processes import copies_serving
from bot.doctor.slack import asked
from bot.memory.examining import examine as examine_memory
from bot.settings import WORKING_FILE, Settings
from index.examining import examine as examine_library

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Shanghai")  # one of each part of the zone database
_SECRETS = ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "ICML_MEMORY")
_OF_MEANING = ("onnxruntime", "tokenizers")


def gathered(
    settings: Settings,
    faults: tuple[str, ...],
    clock: Clock,
    *,
    icml: str = "icml",
) -> Facts:
    """All facts for *settings*.

    Args:
        faults: what is wrong with the settings themselves, a sentence each.
        icml: the command as this home needs it.
    """
    now = clock.now()
    memory = examine_memory(settings.memory_address, now)
    return Facts(
        now,
        _home(settings),
        examine_library(settings.papers),
        memory,
        _backup(settings.backup_folder),
        faults,
        asked(settings, clock, memory.channels),
        bool(settings.slack_client_id),
        settings.keeper_ids,
        settings.semantic,
        all(importlib.util.find_spec(name) for name in _OF_MEANING),
        tuple(zone for zone in dict.fromkeys((*ZONES, *memory.zones)) if not _is_known(zone)),
        copies_serving(memory.file, settings.papers),
        shared_memory=memory.file is None or bool(settings.role),
        icml=icml,
    )


def _home(settings: Settings) -> Home:
    home = settings.home
    papers = settings.papers.stat().st_size if settings.papers.exists() else 0
    there = home.is_dir()
    standing = next(folder for folder in (home.absolute(), *home.absolute().parents) if folder.is_dir())
    free, inodes = 0, 1
    with suppress(OSError):
        free = shutil.disk_usage(standing).free
    with suppress(OSError, AttributeError):  # Windows has no such call
        system = os.statvfs(standing)
        inodes = system.f_favail if system.f_files else 1
    places = tuple(_places(settings)) if there else ()
    return Home(home, there, places, os.access(standing, os.W_OK), free, inodes, papers)


def _places(settings: Settings) -> Iterator[Place]:
    """The home, what is in it and beside it that is the bot's alone; files that are locks hold nothing."""
    for folder in dict.fromkeys((settings.home, settings.backup_folder)):
        if folder.is_dir():
            yield _place(folder, is_folder=True)
            yield from (_place(file) for file in sorted(folder.iterdir()) if file.is_file() and file.stat().st_size)
    if any(str(WORKING_FILE) == settings.origin(name).rpartition(" of ")[2] for name in _SECRETS):
        yield _place(WORKING_FILE)


def _place(path: Path, *, is_folder: bool = False) -> Place:
    found = path.stat()
    ours = not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
    return Place(path, found.st_mode & 0o777, ours, is_folder)


def _backup(folder: Path) -> Backup:
    try:
        made = [(file.stat().st_mtime, file) for file in folder.iterdir() if _is_backup(file)]
    except OSError:  # there is no such folder, or nobody lets us look
        made = []
    if not made:
        return Backup(folder)
    at, newest = max(made)
    return Backup(folder, newest, datetime.fromtimestamp(at, UTC))


def _is_backup(file: Path) -> bool:
    """Whether *file* is a backup that was finished: one under way has a name that begins with a dot."""
    return file.is_file() and not file.name.startswith(".") and file.stat().st_size > 0


def _is_known(zone: str) -> bool:
    try:
        ZoneInfo.no_cache(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
