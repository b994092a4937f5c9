"""The modal that asks why an answer did not help."""

from typing import Any

from slack_sdk.models.blocks import InputBlock, PlainTextInputElement, RichTextBlock
from slack_sdk.models.views import View

from handlers.views.answers import FEEDBACK
from handlers.views.text import section

Json = dict[str, Any]

INPUT = "feedback.reason"
LONGEST_REASON = 500


def reason_view(place: tuple[str, str, str]) -> View:
    """Say that the no is noted, and ask for a reason. *place*: channel, thread and message of the answer."""
    noted = "Noted: this answer did not help. Only my keeper sees it. Click 👎 again to take it back."
    why = PlainTextInputElement(action_id=INPUT, multiline=True, max_length=LONGEST_REASON)
    return View(
        type="modal",
        callback_id=FEEDBACK,
        title="This did not help",
        submit="Send",
        close="No reason",
        private_metadata=" ".join(place),
        blocks=[
            RichTextBlock(elements=[section(noted)]),
            InputBlock(block_id=INPUT, label="What was wrong with it?", element=why, optional=True),
        ],
    )


def reason_of(view: Json) -> tuple[tuple[str, str, str], str]:
    """The place of the answer, and what was written."""
    channel, thread, ts = view["private_metadata"].split(" ")
    return (channel, thread, ts), str(view["state"]["values"][INPUT][INPUT].get("value") or "").strip()
