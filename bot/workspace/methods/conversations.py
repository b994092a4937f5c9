"""Channels: which there are, who is in them, what was said."""

from typing import Any

from bot.workspace import posting, shapes
from bot.workspace.events import happened
from bot.workspace.inside import Inside, Refusal
from bot.workspace.methods import channel_of, method, page, truth
from bot.workspace.state import Channel, Message, Person

Json = dict[str, Any]

_KINDS = {"public_channel": "channel", "private_channel": "private", "im": "im", "mpim": "mpim"}


@method("conversations.info")
def info(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments, read=True)
    made = shapes.channel(inside.state, channel)
    if not truth(arguments.get("include_num_members")):
        made.pop("num_members", None)
    return {"channel": made}


def kinds_asked(arguments: Json) -> list[str]:
    """The kinds of conversation that a list asks for."""
    types = str(arguments.get("types") or "public_channel").split(",")
    if any(one.strip() not in _KINDS for one in types):
        raise Refusal("invalid_types")
    return [_KINDS[one.strip()] for one in types]


@method("conversations.list")
def list_(inside: Inside, arguments: Json) -> Json:
    return _channels(inside, arguments, only_of=None)


@method("users.conversations")
def of_user(inside: Inside, arguments: Json) -> Json:
    user = str(arguments.get("user") or inside.state.bot.id)
    if user not in inside.state.people:
        raise Refusal("user_not_found")
    return _channels(inside, arguments, only_of=user)


def _channels(inside: Inside, arguments: Json, *, only_of: str | None) -> Json:
    state, kinds = inside.state, kinds_asked(arguments)
    found = [
        one
        for one in state.channels.values()
        if one.kind in kinds
        and (one.kind == "channel" or state.bot_is_in(one))
        and (only_of is None or only_of in one.members)
        and not (one.is_archived and truth(arguments.get("exclude_archived")))
    ]
    rows, cursor = page(arguments, found, default=100, most=1_000)
    made = [shapes.channel(state, one) for one in rows]
    for one in made:
        one.pop("is_open", None)
    if only_of is not None:
        for one in made:
            one.pop("is_member", None)
            one.pop("num_members", None)
    return {"channels": made, "response_metadata": {"next_cursor": cursor}}


@method("conversations.open")
def open_(inside: Inside, arguments: Json) -> Json:
    state = inside.state
    if arguments.get("channel"):
        channel = channel_of(inside, arguments, read=True)
        if channel.kind != "im":
            raise Refusal("method_not_supported_for_channel_type")
    else:
        users = [one.strip() for one in str(arguments.get("users") or "").split(",") if one.strip()]
        if not users:
            raise Refusal("users_list_not_supplied")
        if len(users) > 1:
            raise Refusal("invalid_user_combination")
        if users[0] not in state.people or state.people[users[0]].is_bot:
            raise Refusal("user_not_found")
        channel = state.im_of(users[0])
    if truth(arguments.get("return_im")):
        made = shapes.channel(state, channel)
        made.pop("is_user_deleted", None)
        return {"no_op": True, "already_open": True, "channel": made}
    return {"no_op": True, "already_open": True, "channel": {"id": channel.id}}


@method("conversations.members")
def members(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments, read=True)
    rows, cursor = page(arguments, sorted(channel.members), default=100, most=1_000)
    return {"members": rows, "response_metadata": {"next_cursor": cursor}}


@method("conversations.join")
def join(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments, read=True)
    if channel.kind != "channel":
        raise Refusal("method_not_supported_for_channel_type")
    if channel.is_archived:
        raise Refusal("is_archived")
    already = inside.state.bot_is_in(channel)
    add_member(inside, channel, inside.state.bot)
    made = {"channel": shapes.channel(inside.state, channel)}
    made["channel"].pop("num_members", None)
    more = {"warning": "already_in_channel", "response_metadata": {"warnings": ["already_in_channel"]}}
    return made | (more if already else {})


@method("conversations.leave")
def leave(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments, read=True)
    if not inside.state.bot_is_in(channel):
        return {"not_in_channel": True}
    if channel.kind == "im":
        raise Refusal("method_not_supported_for_channel_type")
    if channel.name == "general":
        raise Refusal("cant_leave_general")
    remove_member(inside, channel, inside.state.bot)
    return {}


def add_member(inside: Inside, channel: Channel, who: Person, inviter: Person | None = None) -> None:
    """Put somebody into a channel, and tell the app if it is in there."""
    state = inside.state
    with state.lock:
        if who.id in channel.members:
            return
        channel.members.add(who.id)
        state.bump()
        event = {
            "type": "member_joined_channel",
            "user": who.id,
            "channel": channel.id,
            "channel_type": "C" if channel.kind == "channel" else "G",
            "team": state.team_id,
            "event_ts": state.next_ts(),
        }
        happened(inside, event | ({"inviter": inviter.id} if inviter else {}), channel)
        words = f"<@{who.id}> has joined the channel"
        posting.post(inside, channel, who, words, subtype="channel_join", inviter=inviter.id if inviter else "")


def remove_member(inside: Inside, channel: Channel, who: Person) -> None:
    """Take somebody out of a channel, and tell the app, also when it is itself the one."""
    state = inside.state
    with state.lock:
        if who.id not in channel.members:
            return
        event = {
            "type": "member_left_channel",
            "user": who.id,
            "channel": channel.id,
            "channel_type": "C" if channel.kind == "channel" else "G",
            "team": state.team_id,
            "event_ts": state.next_ts(),
        }
        happened(inside, event, channel)
        channel.members.discard(who.id)
        state.bump()


@method("conversations.history")
def history(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments, read=True)
    _must_be_in(inside, channel)
    seen = [
        one
        for one in inside.state.messages[channel.id]
        if not one.deleted and one.seen_by is None and (one.root == one.ts or one.broadcast)
    ]
    within = _within(arguments, seen)
    rows, cursor = page(arguments, within[::-1], default=100, most=999)
    return {
        "messages": [_told(inside, one, arguments) for one in rows],
        "has_more": bool(cursor),
        "pin_count": len(channel.pins),
        "channel_actions_ts": None,
        "channel_actions_count": 0,
        **({"response_metadata": {"next_cursor": cursor}} if cursor else {}),
    }


@method("conversations.replies")
def replies(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments, read=True)
    _must_be_in(inside, channel, "channel_not_found" if channel.kind != "channel" else "not_in_channel")
    asked = inside.state.message(channel.id, str(arguments["ts"]))
    if asked is None or asked.deleted or asked.seen_by:
        raise Refusal("thread_not_found")
    root = inside.state.message(channel.id, asked.root)
    thread = inside.state.replies(channel.id, asked.root)
    if asked.root != asked.ts:
        thread, root = [asked], None  # Slack gives a reply alone when its own ts is asked for
    rows, cursor = page(arguments, _within(arguments, thread), default=1_000, most=1_000)
    first = [root] if root and not root.deleted else []
    return {
        "messages": [_told(inside, one, arguments) for one in [*first, *rows]],
        "has_more": bool(cursor),
        **({"response_metadata": {"next_cursor": cursor}} if cursor else {}),
    }


def _must_be_in(inside: Inside, channel: Channel, error: str = "not_in_channel") -> None:
    if not inside.state.bot_is_in(channel):
        raise Refusal(error)


def _told(inside: Inside, one: Message, arguments: Json) -> Json:
    made = shapes.message(inside.state, one, metadata=truth(arguments.get("include_all_metadata")))
    if one.broadcast:
        made["subtype"] = "thread_broadcast"
    return made


def _within(arguments: Json, messages: list[Message]) -> list[Message]:
    """The messages between oldest and latest, which count themselves only if the call is inclusive."""
    oldest = _moment(arguments.get("oldest"), "invalid_ts_oldest", 0.0)
    latest = _moment(arguments.get("latest"), "invalid_ts_latest", float("inf"))
    inclusive = truth(arguments.get("inclusive"))
    return [
        one for one in messages if oldest < float(one.ts) < latest or (inclusive and float(one.ts) in (oldest, latest))
    ]


def _moment(given: object, error: str, default: float) -> float:
    if given in (None, "", "now"):
        return default
    try:
        return float(str(given)) or default
    except ValueError:
        raise Refusal(error) from None


def archive(inside: Inside, channel: Channel, by: Person) -> None:
    """Archive a channel and tell the app."""
    state = inside.state
    with state.lock:
        channel.is_archived = True
        state.bump()
        event = {"type": "channel_archive", "channel": channel.id, "user": by.id, "is_moved": 0}
        happened(inside, event | {"event_ts": state.next_ts()}, channel)
