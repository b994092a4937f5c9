"""An eye on the library while the bot works: whether it can be read, and whether it is still the same one."""

from datetime import datetime

from slack_sdk import WebClient

from bot.binding import bind, in_words
from bot.keepers import tell
from bot.wiring import Wiring


def look_after_library(wiring: Wiring, client: WebClient, workspace: str, *, now: datetime) -> None:
    """Tell the keepers when the library can't be read, or another one was put in its place."""
    if trouble := wiring.library.trouble:
        words = f"I can’t read my library, and say so to everybody who asks. {trouble}"
        tell(wiring, client, workspace, "library", words, now=now)
        return
    binding = bind(wiring.memory, wiring.library, now=now)
    if binding.another:
        words = f"Another library was put in the place of mine. {in_words(binding)}".strip()
        tell(wiring, client, workspace, "another-library", words, now=now)
