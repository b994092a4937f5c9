"""All listeners, in one place."""

from slack_bolt import App

from handlers import answers, errors, feedback, greeting, leftovers, mentions, search
from handlers.claims import Claims
from handlers.feedback import Opinions
from handlers.questions import Means


def register(app: App, means: Means, claims: Claims, opinions: Opinions) -> None:
    """Give *app* all listeners."""
    errors.register(app, claims)
    search.register(app, means.library, claims, command=means.command)
    mentions.register(app, means, claims)
    answers.register(app, means, claims)
    feedback.register(app, opinions, claims)
    greeting.register(app, means.library, claims, command=means.command)
    leftovers.register(app)
