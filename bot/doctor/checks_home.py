"""Judging the settings, the home and the machine."""

from collections.abc import Iterator
from datetime import timedelta
from shlex import quote

from bot.doctor.facts import Backup, Facts, Home, Place
from bot.doctor.findings import Finding, ok, warning, wrong

MEGABYTE = 1_000_000
FULL = 50 * MEGABYTE  # bytes: too little for what SQLite writes beside its files
LITTLE = 500 * MEGABYTE
OLD_BACKUP = timedelta(days=8)  # one a week, and a day for a machine that slept


def settings(facts: Facts) -> Iterator[Finding]:
    """Each setting that can't be used, is none, or is set twice."""
    for fault in facts.faults:
        says, _, mend = fault.rstrip(".").rpartition(". ")
        yield wrong("settings", f"{says or fault.rstrip('.')}.", mend if says else "correct that line")
    if not facts.faults:
        yield ok("settings", "Each can be used.")


def home(facts: Facts) -> Iterator[Finding]:
    """Whether the folder is there and can be written."""
    found = facts.home
    if not found.there:
        yield ok("home", f"{found.path} is made at the first start.")
    elif not found.writable:
        mend = f"mount it for writing, or: chown -R $(id -un) {quote(str(found.path))}"
        yield wrong("home", f"{found.path} can’t be written.", mend)
    else:
        yield ok("home", f"{found.path}")


def rights(facts: Facts) -> Iterator[Finding]:
    """Whether anybody else can read or write what is the bot's."""
    found = [fault for place in facts.home.places if (fault := _fault_of(place))]
    yield from found
    if facts.home.there and not found:
        yield ok("rights", "The home (700) and its files (600) are for this account alone.")


def _fault_of(place: Place) -> Finding | None:
    wanted = 0o700 if place.is_folder else 0o600
    path = quote(str(place.path))
    if not place.ours:
        return wrong("rights", f"{place.path} belongs to another account.", f"chown $(id -un) {path}")
    if place.mode & 0o077:
        others = "read or change" if place.mode & 0o022 else "read"
        return wrong("rights", f"Others can {others} {place.path} ({place.mode:o}).", f"chmod {wanted:o} {path}")
    if place.mode & wanted != wanted:
        return wrong(
            "rights", f"{place.path} ({place.mode:o}) is closed to the bot itself.", f"chmod {wanted:o} {path}"
        )
    return None


def space(facts: Facts) -> Iterator[Finding]:
    """Whether there is room to write."""
    found = facts.home
    enough = max(LITTLE, 2 * found.papers)  # an import or a copy may need as much again
    says = f"{_size(found.free)} are free at {found.path}."
    mend = f"make room: du -xh {quote(str(_standing(found)))} | sort -h | tail"
    if found.inodes == 0:
        yield wrong("space", f"No file more can be made at {found.path}: it has no inodes left.", mend)
    elif found.free < FULL:
        yield wrong("space", says, mend)
    elif found.free < enough:
        yield warning("space", f"{says} An import may need {_size(enough)}.", mend)
    else:
        yield ok("space", says)


def _standing(found: Home) -> str:
    return str(found.path if found.there else found.path.absolute().parent)


def _size(number: int) -> str:
    return f"{number / 1e9:,.1f} GB" if number >= 1e9 else f"{number / MEGABYTE:,.0f} MB"


def zones(facts: Facts) -> Iterator[Finding]:
    """Whether wall-clock times can be reckoned."""
    if facts.missing_zones:
        says = f"The time zone database lacks {', '.join(facts.missing_zones)}."
        yield wrong("zones", says, "pip install --upgrade tzdata")
    else:
        yield ok("zones", "The time zone database is there.")


def copies(facts: Facts) -> Iterator[Finding]:
    """Whether the bot runs, and once."""
    running = facts.copies
    if len(running) > 1 and not facts.shared_memory:
        pids = ", ".join(str(one.pid) for one in running)
        says = f"{len(running)} copies of the bot serve this home (processes {pids}); one is enough."
        yield warning("copies", says, f"kill {running[-1].pid}")
    elif running:
        pids = ", ".join(str(one.pid) for one in running)
        yield ok("copies", f"The bot runs (process{'es' if len(running) > 1 else ''} {pids}).")
    else:
        yield ok("copies", "The bot does not run on this machine, as far as can be seen.")


def backup(facts: Facts) -> Iterator[Finding]:
    """Whether there is a backup that is worth its name."""
    found, since = facts.backup, facts.memory.since
    if found.newest is None or found.made_at is None:
        if since is not None and facts.now - since > OLD_BACKUP:
            days = (facts.now - since).days
            yield warning("backup", f"There is none, and {days} days would be lost.", f"{facts.icml} backup")
        else:
            yield ok("backup", "There is none yet, and little to lose.")
    elif facts.now - found.made_at > OLD_BACKUP:
        yield warning("backup", f"The newest is {(facts.now - found.made_at).days} days old.", f"{facts.icml} backup")
    else:
        yield ok("backup", f"The newest is {_age(found, facts)} old: {found.newest}")


def _age(found: Backup, facts: Facts) -> str:
    hours = max(0, int((facts.now - (found.made_at or facts.now)).total_seconds() // 3600))
    return f"{hours} hours" if hours < 48 else f"{hours // 24} days"
