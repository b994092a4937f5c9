"""All listeners, in one place."""

from slack_bolt import App

from handlers import (
    answers,
    cards,
    digests,
    errors,
    feedback,
    following,
    greeting,
    home,
    leftovers,
    mentions,
    picks,
    previews,
    reading_list,
    removing,
    search,
    setting_up,
    sharing,
    shortcuts,
    topics,
    watches,
)
from handlers.changing import Changes
from handlers.claims import Claims
from handlers.desk import Desk
from handlers.feedback import Opinions
from handlers.questions import Means


def register(app: App, means: Means, claims: Claims, opinions: Opinions, desk: Desk) -> None:
    """Give *app* all listeners."""
    errors.register(app, claims)
    changes = Changes(desk)
    search.register(app, desk, changes)
    for feature in (cards, reading_list, home, shortcuts, previews, watches):
        feature.register(app, desk)
    for feature in (digests, setting_up, picks, topics):
        feature.register(app, desk, changes)
    sharing.register(app, desk, means)
    removing.register(app, desk, means.threads)
    mentions.register(app, means, claims)
    following.register(app, means.places)
    answers.register(app, means, claims, desk)
    feedback.register(app, opinions, claims)
    greeting.register(app, means.library, claims, command=means.command)
    leftovers.register(app)
