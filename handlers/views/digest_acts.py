"""What can be done with a digest: the buttons, which carry all that they need."""

from slack_sdk.models.blocks import ButtonElement, ConfirmObject, PlainTextObject

from handlers.views.text import clip

SET_UP = "digest.setup"  # value: the channel
CHANGE = "digest.change"  # the value of this and of all below begins with the subscription's id
PAUSE, RESUME, SKIP = "digest.pause", "digest.resume", "digest.skip"
STOP, RESET = "digest.stop", "digest.reset"
NOW = "digest.now"  # value: id, and the newest line of the ledger, so that pressing twice posts once
PREVIEW = "digest.preview"
LEDGER = "digest.ledger"  # value: id
LEDGER_PAGE = "digest.page"  # the action_ids of its pages begin so; value: id and offset
SHOW = "digest.show"  # value: id
WIDEN, ANOTHER_TOPIC = "digest.widen", "digest.another"


def act(label: str, action: str, value: str, *, about: str = "", sure: str = "") -> ButtonElement:
    """A button.

    Args:
        about: what it acts on, for those who hear it read aloud.
        sure: what will happen, where that is to be confirmed first.
    """
    return ButtonElement(
        text=label,
        action_id=action,
        value=value,
        accessibility_label=clip(f"{label} {about}".strip(), 75),
        confirm=_confirm(label, sure) if sure else None,
    )


def _confirm(label: str, sure: str) -> ConfirmObject:
    words = label.rstrip("…")
    return ConfirmObject(
        title=f"{clip(words, 90)}?",
        text=PlainTextObject(text=clip(sure, 300), emoji=False),
        confirm=clip(words, 30),
        deny="No",
    )
