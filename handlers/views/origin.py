"""Where a modal was opened from, carried in its private metadata."""

import json
from dataclasses import asdict, dataclass

from handlers.views.place import NO_PLACE, OldButton, Place

LONGEST_METADATA = 3_000  # characters


@dataclass(frozen=True, slots=True)
class Origin:
    """A message in a channel; empty for the App Home."""

    channel: str = ""
    thread_ts: str = ""
    response_url: str = ""  # answers there without being a member; five times within 30 minutes
    private: bool = False  # the message is its reader's alone


NOT_A_MESSAGE = Origin()


@dataclass(frozen=True, slots=True)
class Opened:
    """What a modal is about and where it came from."""

    handle: str = ""
    place: Place = NO_PLACE
    origin: Origin = NOT_A_MESSAGE


def packed(opened: Opened) -> str:
    """*opened* as private metadata; without the place where that is too long."""
    parts = {"paper": opened.handle, "place": asdict(opened.place), "origin": asdict(opened.origin)}
    made = json.dumps(parts, ensure_ascii=False)
    if len(made) > LONGEST_METADATA:
        made = json.dumps(parts | {"place": asdict(Place())}, ensure_ascii=False)
    return made


def unpacked(metadata: str) -> Opened:
    """What :func:`packed` has written.

    Raises:
        OldButton: it is not of this form.
    """
    try:
        parts = json.loads(metadata)
        return Opened(str(parts["paper"]), Place(**parts["place"]), Origin(**parts["origin"]))
    except (ValueError, TypeError, KeyError):
        raise OldButton from None
