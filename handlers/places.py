"""What the members of a channel have switched on for it, or for one of its threads."""

from typing import Protocol

PREVIEWS = "previews"  # the cards of papers under links to them; of a channel
FOLLOWED = "followed"  # questions are answered without a mention; of a thread
HEARD = "heard"  # that messages without a mention reach the bot at all; of a workspace


class Places(Protocol):
    """The switches of all workspaces; all are off until somebody turns them on."""

    def is_on(self, workspace: str, switch: str, place: str) -> bool: ...

    def turn(self, workspace: str, switch: str, place: str, *, on: bool) -> bool:
        """False if it was so before."""
        ...
