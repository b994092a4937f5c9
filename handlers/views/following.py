"""What is said where a thread is followed, or no more."""

from slack_sdk.models.blocks import ActionsBlock, Block, ButtonElement

from handlers.views.text import section_of

STOP = "following.stop"  # the button's action_id


def followed(thread_ts: str, *, hears: bool) -> tuple[str, list[Block]]:
    """That the thread is followed, what that means, and how it ends: text and blocks.

    Args:
        hears: whether messages without a mention are known to reach the bot.
    """
    words = (
        "I follow this thread now. A question about papers that comes right after an answer of mine needs no mention; "
        "what you say to each other I neither answer nor keep. “Stop following” ends it."
    )
    if not hears:
        words += " Where I stay silent, my app lacks the events of messages in channels: my keeper can add them."
    stop = ButtonElement(text="Stop following", action_id=STOP, value=thread_ts)
    return words, [section_of(words), ActionsBlock(elements=[stop])]


def unfollowed() -> tuple[str, list[Block]]:
    """That it is followed no more: text and blocks."""
    words = "I don’t follow this thread any more. Mention me to ask something."
    return words, [section_of(words)]
