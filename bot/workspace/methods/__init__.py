"""The Web API's methods, by family. Each takes the workspace's parts and the call's arguments."""

from collections.abc import Callable
from typing import Any, TypeVar

from bot.workspace.inside import Inside, Refusal
from bot.workspace.state import Channel, Message

Json = dict[str, Any]
Method = Callable[[Inside, Json], Json]
Row = TypeVar("Row")

METHODS: dict[str, Method] = {}


def method(name: str) -> Callable[[Method], Method]:
    """Offer the function below as the Web API's method *name*. It runs with the lock held."""

    def offer(function: Method) -> Method:
        METHODS[name] = function
        return function

    return offer


def truth(value: object) -> bool:
    """Read a boolean as forms send it."""
    return value is True or str(value).lower() in ("true", "1")


def number(arguments: Json, name: str, default: int, error: str = "invalid_arguments") -> int:
    try:
        return int(arguments.get(name, default))
    except (TypeError, ValueError):
        raise Refusal(error) from None


def channel_of(inside: Inside, arguments: Json, name: str = "channel", *, read: bool = False) -> Channel:
    """The channel that a call names, if the bot may know of it.

    Args:
        read: whether the call only reads; others refuse archived channels and those without the bot.

    Raises:
        Refusal: channel_not_found, also for a private channel without the bot; not_in_channel; is_archived.
    """
    state = inside.state
    wanted = str(arguments.get(name) or "")
    channel = state.channels.get(wanted)
    if channel is None and wanted.startswith("#"):
        channel = state.channel_named(wanted)
    if channel is None and wanted in state.people and not state.people[wanted].is_bot:
        channel = state.im_of(wanted)
    if channel is None or (channel.kind != "channel" and not state.bot_is_in(channel)):
        raise Refusal("channel_not_found")
    if read:
        return channel
    if channel.is_archived:
        raise Refusal("is_archived")
    if not state.bot_is_in(channel):
        raise Refusal("not_in_channel")
    return channel


def message_of(
    inside: Inside, channel: Channel, arguments: Json, name: str = "ts", error: str = "message_not_found"
) -> Message:
    found = inside.state.message(channel.id, str(arguments.get(name) or ""))
    if found is None or found.deleted:
        raise Refusal(error)
    return found


def page(arguments: Json, rows: list[Row], *, default: int, most: int) -> tuple[list[Row], str]:
    """One page of *rows* and the cursor to the next, empty at the end.

    Raises:
        Refusal: invalid_limit, invalid_cursor.
    """
    limit = min(number(arguments, "limit", default, "invalid_limit") or default, most)
    if limit < 1:
        raise Refusal("invalid_limit")
    start = _start(str(arguments.get("cursor") or ""))
    if start > len(rows):
        raise Refusal("invalid_cursor")
    end = start + limit
    return rows[start:end], f"next:{end}" if end < len(rows) else ""


def _start(cursor: str) -> int:
    if not cursor:
        return 0
    word, _, offset = cursor.partition(":")
    if word != "next" or not offset.isdecimal():
        raise Refusal("invalid_cursor")
    return int(offset)
