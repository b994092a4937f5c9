"""Reactions, added and taken away by the app or by a member."""

import re
from typing import Any

from bot.workspace import shapes
from bot.workspace.events import happened
from bot.workspace.inside import Inside, Refusal
from bot.workspace.methods import channel_of, message_of, method
from bot.workspace.state import Channel, Message

Json = dict[str, Any]

_NAME = re.compile(r"[a-z0-9_+'-]{1,100}(::skin-tone-[2-6])?")
_MOST_KINDS = 50  # of emoji under one message


@method("reactions.add")
def add(inside: Inside, arguments: Json) -> Json:
    channel, message, name = _meant(inside, arguments)
    if inside.state.bot.id in message.reactions.get(name, ()):
        raise Refusal("already_reacted")
    if name not in message.reactions and len(message.reactions) >= _MOST_KINDS:
        raise Refusal("too_many_emoji")
    react(inside, channel, message, inside.state.bot.id, name)
    return {}


@method("reactions.remove")
def remove(inside: Inside, arguments: Json) -> Json:
    channel, message, name = _meant(inside, arguments)
    if inside.state.bot.id not in message.reactions.get(name, ()):
        raise Refusal("no_reaction")
    unreact(inside, channel, message, inside.state.bot.id, name)
    return {}


@method("reactions.get")
def get(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments, read=True)
    message = message_of(inside, channel, arguments, "timestamp")
    return {"type": "message", "channel": channel.id, "message": shapes.message(inside.state, message)}


def _meant(inside: Inside, arguments: Json) -> tuple[Channel, Message, str]:
    channel = channel_of(inside, arguments)
    timestamp = str(arguments.get("timestamp") or "")
    if not timestamp:
        raise Refusal("no_item_specified")
    if not timestamp.replace(".", "", 1).isdecimal():
        raise Refusal("bad_timestamp")
    message = message_of(inside, channel, arguments, "timestamp")
    name = str(arguments["name"]).strip(":")
    if not _NAME.fullmatch(name):
        raise Refusal("invalid_name")
    return channel, message, name


def react(inside: Inside, channel: Channel, message: Message, who: str, name: str) -> None:
    """Add a reaction and tell the app."""
    with inside.state.lock:
        users = message.reactions.setdefault(name, [])
        if who in users:
            return
        users.append(who)
        _tell(inside, channel, message, who, name, "reaction_added")
        if who == inside.state.bot.id:
            inside.owed.settle_for(set(channel.members), channel.id)


def unreact(inside: Inside, channel: Channel, message: Message, who: str, name: str) -> None:
    """Take a reaction away and tell the app."""
    with inside.state.lock:
        users = message.reactions.get(name, [])
        if who not in users:
            return
        users.remove(who)
        if not users:
            del message.reactions[name]
        _tell(inside, channel, message, who, name, "reaction_removed")


def _tell(inside: Inside, channel: Channel, message: Message, who: str, name: str, kind: str) -> None:
    state = inside.state
    state.bump()
    event = {
        "type": kind,
        "user": who,
        "reaction": name,
        "item": {"type": "message", "channel": channel.id, "ts": message.ts},
        "item_user": message.user,
        "event_ts": state.next_ts(),
    }
    happened(inside, event, channel)
