"""What the face needs of the bot's memory. Frozen and plain."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that Slack told us, by its ids alone; no text is kept."""

    kind: str  # "message", "command", "action", "greeting"
    id: str  # unique in its workspace: "C1:1700000000.000100" for a message however it arrived
    channel: str = ""
    ts: str = ""
    thread_ts: str = ""
    member: str = ""


GROUP = ""  # the owner of the group's reading list


@dataclass(frozen=True, slots=True)
class SavedPaper:
    """A paper on a reading list, as it was when it was saved."""

    key: str  # of the paper, the same in every library
    handle: str
    headline: str
    member: str  # who saved it; empty once they were forgotten
    saved_at: datetime
    note: str = ""
    tags: tuple[str, ...] = ()
    done: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a paper is saved, as one member may know it."""

    mine: bool = False
    group: bool = False
    by: str = ""  # the member who saved it for the group, if their name may be shown


@dataclass(frozen=True, slots=True)
class Forgotten:
    """How many rows of a member went, and how many of the group's list stay without their name."""

    saved: int = 0
    searches: int = 0
    choices: int = 0
    unnamed: int = 0
