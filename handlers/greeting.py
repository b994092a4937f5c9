"""A word when the bot is invited to a channel: once for each channel."""

from typing import Any

from slack_bolt import App, BoltContext, Say

from handlers.claims import Claims, once
from handlers.model import Event
from handlers.search import Searches
from handlers.views.notices import greeting


def register(app: App, library: Searches, claims: Claims, *, command: str) -> None:
    """Greet where the bot itself joins."""

    def joined(event: dict[str, Any], say: Say, context: BoltContext) -> None:
        if event.get("user") != context.bot_user_id:
            return
        first_time = Event(kind="greeting", id=f"greeting:{event['channel']}", channel=event["channel"])

        def greet() -> None:
            text, blocks = greeting(command, library.corpora())
            say(text=text, blocks=blocks)

        once(context, claims, first_time, greet)

    app.event("member_joined_channel")(joined)
