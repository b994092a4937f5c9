"""What the face needs of the bot's memory. Frozen and plain."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that Slack told us, by its ids alone; no text is kept."""

    kind: str  # "message", "command", "action", "greeting"
    id: str  # unique in its workspace: "C1:1700000000.000100" for a message however it arrived
    channel: str = ""
    ts: str = ""
    thread_ts: str = ""
    member: str = ""
