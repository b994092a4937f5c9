"""All listeners, in one place."""

from slack_bolt import App

from handlers import (
    answers,
    cards,
    errors,
    feedback,
    following,
    greeting,
    home,
    leftovers,
    mentions,
    previews,
    reading_list,
    removing,
    search,
    sharing,
    shortcuts,
)
from handlers.claims import Claims
from handlers.desk import Desk
from handlers.feedback import Opinions
from handlers.questions import Means


def register(app: App, means: Means, claims: Claims, opinions: Opinions, desk: Desk) -> None:
    """Give *app* all listeners."""
    errors.register(app, claims)
    for feature in (search, cards, reading_list, home, shortcuts, previews):
        feature.register(app, desk)
    sharing.register(app, desk, means)
    removing.register(app, desk, means.threads)
    mentions.register(app, means, claims)
    following.register(app, means.places)
    answers.register(app, means, claims, desk)
    feedback.register(app, opinions, claims)
    greeting.register(app, means.library, claims, command=means.command)
    leftovers.register(app)
