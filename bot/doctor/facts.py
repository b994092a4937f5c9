"""What is known of a bot before anything is judged. Frozen and plain, so that a test can tell any tale."""

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bot.memory.examining import MemoryExamined
from bot.tokens import Answered
from index.examining import Examined


@dataclass(frozen=True, slots=True)
class Place:
    """A file or folder that should be the bot's alone."""

    path: Path
    mode: int  # its rights, as chmod takes them
    ours: bool  # whether it belongs to the account that runs this
    is_folder: bool = False


@dataclass(frozen=True, slots=True)
class Home:
    """The folder of the bot."""

    path: Path
    there: bool
    places: tuple[Place, ...] = ()  # itself first
    writable: bool = True
    free: int = 0  # bytes
    inodes: int = 1  # that are free; 1 where nobody counts them
    papers: int = 0  # bytes of papers.db


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel to which something is to be posted, as Slack shows it to the bot."""

    id: str
    name: str = ""
    there: bool = True  # False: gone, or a private one without the bot
    member: bool = True
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Slack:
    """What Slack said."""

    bot: Answered
    app: Answered | None  # None over HTTP, where none is needed
    swapped: bool = False
    channels: tuple[Channel, ...] = ()


@dataclass(frozen=True, slots=True)
class Backup:
    """The newest backup."""

    folder: Path
    newest: Path | None = None
    made_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Copy:
    """A process that serves this home or this memory."""

    pid: int
    host: str = ""  # empty for this machine


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that is judged."""

    now: datetime
    home: Home
    library: Examined
    memory: MemoryExamined
    backup: Backup
    faults: tuple[str, ...] = ()  # of the settings, a sentence each
    slack: Slack | None = None  # None without tokens
    many: bool = False  # whether it is in many workspaces, each with a token that it got at installing
    keepers: frozenset[str] = frozenset()
    semantic: bool = False
    semantic_packages: bool = True
    missing_zones: tuple[str, ...] = ()
    copies: tuple[Copy, ...] = ()
    shared_memory: bool = False  # for several processes
    icml: str = field(default="icml")  # the command as this home needs it: "icml --home /srv/icml"
