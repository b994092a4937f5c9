"""The workspace as one member sees it, for the window."""

from collections import defaultdict
from typing import Any

from bot.workspace.delivery import Envelope
from bot.workspace.inside import Call, Inside
from bot.workspace.state import Channel, Message, View

Json = dict[str, Any]


def state_for(inside: Inside, user: str) -> Json:
    """Everything that *user* may see. With the lock held."""
    state = inside.state
    channels = [one for one in state.channels.values() if user in one.members]
    seen = {one.id: list(state.visible(one.id, user)) for one in channels}
    bot = state.bot
    return {
        "version": state.version,
        "now": inside.clock.now().isoformat(),
        "team": {"id": state.team_id, "name": state.team_name},
        "bot": {
            "user": bot.id,
            "bot_id": bot.bot_id,
            "name": bot.display_name,
            "connected": inside.sockets.count > 0,
            "greeting": "",
        },
        "me": user,
        "members": [
            {"id": one.id, "name": one.name, "display_name": one.display_name, "is_bot": one.is_bot}
            for one in state.people.values()
        ],
        "commands": [
            {name: one.get(name, "") for name in ("command", "description", "usage_hint")}
            for one in inside.manifest.commands
        ],
        "shortcuts": [
            {name: one.get(name, "") for name in ("type", "callback_id", "name")} for one in inside.manifest.shortcuts
        ],
        "channels": [_channel(inside, one, user, seen[one.id]) for one in channels],
        "messages": {one.id: _messages(inside, seen[one.id]) for one in channels},
        "home": _view(state.homes.get(user)),
        "modals": [_view(one) for one in state.modals[user]],
        "prompts": {one.id: one.prompts for one in channels if one.prompts},
        "inspector": [inspected(one) for one in inside.inspected],
    }


def _channel(inside: Inside, one: Channel, user: str, seen: list[Message]) -> Json:
    state = inside.state
    until = state.read_until.get((user, one.id), "")
    unread = [message for message in seen if message.ts > until and message.user != user]
    return {
        "id": one.id,
        "name": one.name or state.bot.display_name,
        "kind": one.kind,
        "is_archived": one.is_archived,
        "bot_is_member": state.bot_is_in(one),
        "unread": len(unread),
        "mentions": sum(one.kind == "im" or f"<@{user}" in message.text for message in unread),
        "typing_status": next((status for status in one.statuses.values() if status), ""),
        "statuses": one.statuses,
    }


def _messages(inside: Inside, seen: list[Message]) -> list[Json]:
    replies: dict[str, list[Message]] = defaultdict(list)
    for one in seen:
        if one.thread_ts and one.thread_ts != one.ts:
            replies[one.thread_ts].append(one)
    return [_message(inside, one, replies[one.ts]) for one in seen]


def _message(inside: Inside, one: Message, replies: list[Message]) -> Json:
    who = inside.state.people[one.user]
    return {
        "ts": one.ts,
        "thread_ts": one.thread_ts,
        "user": one.user,
        "username": one.username or who.display_name,
        "is_bot": who.is_bot,
        "text": one.text,
        "blocks": one.blocks,
        "attachments": one.attachments,
        "ephemeral": one.seen_by is not None,
        "edited": one.edited is not None,
        "deleted": one.subtype == "tombstone",
        "subtype": one.subtype,
        "reactions": [{"name": name, "users": users} for name, users in one.reactions.items()],
        "reply_count": len(replies),
        "reply_users": list(dict.fromkeys(reply.user for reply in replies)),
        "latest_reply": replies[-1].ts if replies else None,
        "broadcast": one.broadcast,
        "files": one.files,
        "streaming": one.streaming,
    }


def _view(one: View | None) -> Json | None:
    if one is None:
        return None
    names = ("title", "submit", "close", "blocks", "callback_id", "private_metadata")
    return {
        "id": one.id,
        "hash": one.hash,
        **{name: one.payload.get(name) for name in names},
        "values": one.values,
        "errors": one.errors,
    }


def inspected(one: Call | Envelope) -> Json:
    """One line of the inspector."""
    if isinstance(one, Call):
        return {
            "id": one.id,
            "at": one.at.isoformat(),
            "kind": "response_url" if one.method == "response_url" else "call",
            "name": one.method,
            "ms": round(one.ms, 1),
            "ok": one.ok,
            "verdict": "ok" if one.ok else str(one.answer.get("error")),
            "detail": {"arguments": one.arguments, "answer": one.answer},
        }
    ms = one.acknowledged_after_ms
    attempt = f" (attempt {one.retry_attempt + 1})" if one.retry_attempt else ""
    return {
        "id": one.id,
        "at": one.at.isoformat(),
        "kind": "envelope",
        "name": one.name + attempt,
        "ms": None if ms is None else round(ms, 1),
        "ok": True if ms is not None else False if one.failed else None,
        "verdict": one.failed or ("waiting" if ms is None else f"acknowledged in {ms:.0f} ms"),
        "detail": {"envelope": one.frame(), "answer": one.answer},
    }
