"""Response addresses: where the app answers a command or an action without a token."""

from datetime import timedelta
from typing import Any

from bot.workspace import posting
from bot.workspace.content import checked_content, checked_metadata
from bot.workspace.inside import Inside, Refusal, ResponseAddress
from bot.workspace.methods import truth
from bot.workspace.state import Channel

Json = dict[str, Any]

MOST_USES = 5
LIVES = timedelta(minutes=30)


def answer(inside: Inside, key: str, body: Json) -> None:
    """Carry out what the app sent to a response address. With the lock held.

    Raises:
        Refusal: expired_url, used_url, invalid_blocks, no_text and so on.
    """
    address = inside.addresses.get(key)
    if address is None or inside.clock.now() - address.made > LIVES:
        raise Refusal("expired_url")
    if address.uses >= MOST_USES:
        raise Refusal("used_url")
    say(inside, address, body)
    address.uses += 1


def say(inside: Inside, address: ResponseAddress, body: Json) -> None:
    """Post, replace or delete as *body* says; also for what comes with an acknowledgement."""
    channel = inside.state.channels[address.channel]
    gone = address.message is None or address.message.deleted or address.message.subtype == "tombstone"
    if truth(body.get("delete_original")):
        if address.message is None or gone:
            raise Refusal("message_not_found")
        posting.delete(inside, channel, address.message)
    else:
        content = checked_content(body)
        if truth(body.get("replace_original")) and address.message is not None:
            if gone:
                raise Refusal("message_not_found")
            editor = None if address.message.seen_by else inside.state.bot
            posting.change(inside, channel, address.message, editor, **content)
        else:
            _post(inside, address, channel, body, content)
    inside.owed.settle(address.owed)


def _post(inside: Inside, address: ResponseAddress, channel: Channel, body: Json, content: Json) -> None:
    bot = inside.state.bot
    public = body.get("response_type") == "in_channel"
    address.posted.append(content["text"])
    posting.post(
        inside,
        channel,
        bot,
        **content,
        subtype="bot_message" if public else "",
        username=bot.display_name,
        seen_by=None if public else address.user,
        thread_ts=body.get("thread_ts") or None,
        metadata=checked_metadata(body.get("metadata")),
    )
