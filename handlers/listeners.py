"""All listeners, in one place."""

from collections.abc import Callable

from slack_bolt import App

from handlers import cards, errors, greeting, home, leftovers, mentions, reading_list, search, sharing, shortcuts
from handlers.claims import Claims
from handlers.desk import Desk, Finds
from handlers.reading import Reading


def register(
    app: App, library: Finds, claims: Claims, reading: Reading, *, command: str, chance: Callable[[], int]
) -> None:
    """Give *app* all listeners. *command* is the command's name with its slash."""
    desk = Desk(library, reading, claims, command, chance)
    errors.register(app, claims)
    search.register(app, desk)
    cards.register(app, desk)
    sharing.register(app, desk)
    reading_list.register(app, desk)
    home.register(app, desk)
    shortcuts.register(app, desk)
    mentions.register(app, library, claims, command=command)
    greeting.register(app, library, claims, command=command)
    leftovers.register(app)
