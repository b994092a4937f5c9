"""All listeners, in one place."""

from slack_bolt import App

from handlers import errors, greeting, leftovers, mentions, search
from handlers.claims import Claims
from handlers.search import Searches


def register(app: App, library: Searches, claims: Claims, *, command: str) -> None:
    """Give *app* all listeners. *command* is the command's name with its slash."""
    errors.register(app, claims)
    search.register(app, library, claims, command=command)
    mentions.register(app, library, claims, command=command)
    greeting.register(app, library, claims, command=command)
    leftovers.register(app)
