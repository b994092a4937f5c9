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


@dataclass(frozen=True, slots=True)
class Posted:
    """One thing that the bot said, by its ids alone: where it stands, what it answers, which papers are in it."""

    channel: str
    thread_ts: str  # of the root of its thread; its own where it is none's reply
    ts: str
    question: str = ""  # the ts of the message that it answers, or the id of the button that asked
    papers: tuple[tuple[str, str], ...] = ()  # (handle, key), in the order in which they stand there
    library: str = ""  # the id of the library whose handles these are


@dataclass(frozen=True, slots=True)
class ThreadContext:
    """What is remembered of a thread: the bot's own posts, oldest first. No text of anybody is."""

    posts: tuple[Posted, ...] = ()

    @property
    def questions(self) -> frozenset[str]:
        """The messages of members that were answered here, by their ts."""
        return frozenset(post.question for post in self.posts if post.question)


@dataclass(frozen=True, slots=True)
class Feedback:
    """A member's yes or no to an answer or a pick."""

    kind: str  # "answer" or "pick"
    about: str  # the id of what it is about: "C1:1700000000.000100" for an answer, by its message
    member: str
    helpful: bool
    reason: str = ""  # what the member wrote to say why, if anything


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
