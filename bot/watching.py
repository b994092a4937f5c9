"""An eye on the library while the bot works: whether it can be read, and whether it is still the same one."""

from collections.abc import Iterable
from datetime import datetime

import structlog

from bot.binding import bind, in_words
from bot.serve.telling import tell_keepers
from bot.wiring import Wiring
from bot.workspaces import Installed

log = structlog.get_logger(__name__)


def look_after_library(wiring: Wiring, workspaces: Iterable[Installed], *, now: datetime) -> None:
    """Tell the keepers when the library can't be read, or another one was put in its place; once a day each."""
    what, words = "", ""
    if trouble := wiring.library.trouble:
        what, words = "library", f"I can’t read my library, and say so to everybody who asks. {trouble}"
    elif (binding := bind(wiring.memory, wiring.library, now=now)).another:
        what, words = "another-library", f"Another library was put in the place of mine. {in_words(binding)}".strip()
    if what:
        for one in workspaces:
            if tell_keepers(wiring.claims, one, words, about=f"{what}:{now:%Y-%m-%d}"):
                log.warning("trouble with the library", words=words)
