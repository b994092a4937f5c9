"""An eye on the library while the bot works: whether it can be read, and whether it is still the same one."""

from collections.abc import Iterable
from datetime import datetime

from slack_sdk import WebClient

from bot.binding import bind, in_words
from bot.keepers import tell
from bot.wiring import Wiring


def look_after_library(wiring: Wiring, whom: Iterable[tuple[WebClient, str]], *, now: datetime) -> None:
    """Tell the keepers when the library can't be read, or another one was put in its place.

    Args:
        whom: a client and the workspace that it speaks to, for each one that the bot is in.
    """
    what, words = "", ""
    if trouble := wiring.library.trouble:
        what, words = "library", f"I can’t read my library, and say so to everybody who asks. {trouble}"
    elif (binding := bind(wiring.memory, wiring.library, now=now)).another:
        what, words = "another-library", f"Another library was put in the place of mine. {in_words(binding)}".strip()
    if what:
        for client, workspace in whom:
            tell(wiring, client, workspace, what, words, now=now)
