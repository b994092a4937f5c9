"""What no feature listens to: acknowledged, so that Slack does not send it again, and nobody waits in vain."""

import re
from typing import Any

from slack_bolt import Ack, App, Respond

_ANY = re.compile(r".+", re.DOTALL)


def register(app: App) -> None:
    """To be called last."""
    app.event(_ANY)(_ignore)
    app.action(_ANY)(_old_button)


def _ignore() -> None:
    """An event of which nothing follows."""


def _old_button(ack: Ack, respond: Respond, action: dict[str, Any]) -> None:
    """A link that looks like a button needs no answer; any other is of a version that knew more."""
    ack()
    if not action.get("url"):
        respond(
            text="This button is of another version of me and does nothing any more. Please ask again.",
            response_type="ephemeral",
            replace_original=False,
        )
