"""What members do: one function for each act, for the window and for the driver of tests."""

from typing import Any

from bot.workspace import posting, shapes
from bot.workspace.commands import type_command
from bot.workspace.events import happened
from bot.workspace.inside import Inside
from bot.workspace.state import Channel, Message
from bot.workspace.typed import as_message

Json = dict[str, Any]


class CannotBe(Exception):
    """A member tried what Slack's client doesn't let them do; the text says why."""


def channel_for(inside: Inside, user: str, channel_id: str) -> Channel:
    """A channel that the member is in."""
    channel = inside.state.channels.get(channel_id)
    if channel is None or user not in channel.members:
        raise CannotBe("You are not in this channel.")
    return channel


def message_for(inside: Inside, user: str, channel_id: str, ts: str) -> Message:
    channel = channel_for(inside, user, channel_id)
    message = inside.state.message(channel.id, ts)
    if message is None or message.deleted or message.seen_by not in (None, user):
        raise CannotBe("This message is not there any more.")
    return message


def types(
    inside: Inside, user: str, channel_id: str, text: str, thread_ts: str | None = None, **more: Any
) -> Message | None:
    """Send what a member typed: a message, or a slash command, which leaves no message."""
    with inside.state.lock:
        channel = channel_for(inside, user, channel_id)
        if channel.is_archived:
            raise CannotBe("This channel is archived.")
        if not text.strip():
            raise CannotBe("There is nothing to send.")
        if text.startswith("/") and text[1:2].isalpha():
            type_command(inside, user, channel, text, thread_ts)
            return None
        if thread_ts is not None:
            thread_ts = message_for(inside, user, channel_id, thread_ts).root
        written, blocks = as_message(inside.state, text)
        who = inside.state.people[user]
        message = posting.post(inside, channel, who, written, blocks=blocks, thread_ts=thread_ts, **more)
        _warn_of_absent_bot(inside, channel, message)
        return message


def _warn_of_absent_bot(inside: Inside, channel: Channel, message: Message) -> None:
    bot = inside.state.bot
    if f"<@{bot.id}" in message.text and bot.id not in channel.members:
        words = f"You mentioned <@{bot.id}>, but they’re not in this channel."
        posting.say_privately(inside, channel, message.user, words, message.thread_ts)


def edits(inside: Inside, user: str, channel_id: str, ts: str, text: str) -> None:
    with inside.state.lock:
        message = _own(inside, user, channel_id, ts)
        written, blocks = as_message(inside.state, text)
        channel, who = inside.state.channels[channel_id], inside.state.people[user]
        posting.change(inside, channel, message, who, text=written, blocks=blocks)


def deletes(inside: Inside, user: str, channel_id: str, ts: str) -> None:
    with inside.state.lock:
        posting.delete(inside, inside.state.channels[channel_id], _own(inside, user, channel_id, ts))


def _own(inside: Inside, user: str, channel_id: str, ts: str) -> Message:
    message = message_for(inside, user, channel_id, ts)
    if message.user != user:
        raise CannotBe("This message is not yours.")
    return message


def opens_home(inside: Inside, user: str, tab: str = "home") -> None:
    """Open the app's Home or Messages tab, and tell the app."""
    state = inside.state
    with state.lock:
        channel = state.im_of(user)
        event: Json = {
            "type": "app_home_opened",
            "user": user,
            "channel": channel.id,
            "event_ts": state.next_ts(),
            "tab": tab,
        }
        if tab == "home":
            inside.owed.settle_for({user}, "home")
            if user in state.homes:
                event["view"] = shapes.view(state, state.homes[user])
        sent = happened(inside, event)
        if sent and tab == "home":
            inside.owed.owe(user, "home")


def reads_until(inside: Inside, user: str, channel_id: str) -> None:
    """Note that a member has seen all of a channel."""
    with inside.state.lock:
        channel = channel_for(inside, user, channel_id)
        messages = inside.state.messages[channel.id]
        if messages and inside.state.read_until.get((user, channel.id)) != messages[-1].ts:
            inside.state.read_until[user, channel.id] = messages[-1].ts
            inside.state.bump()
