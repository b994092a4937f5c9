"""Messages that Slack posts later, by the workspace's clock."""

from datetime import timedelta
from typing import Any

from bot.workspace import posting, shapes
from bot.workspace.content import checked_content, checked_metadata
from bot.workspace.inside import Inside, Refusal
from bot.workspace.methods import channel_of, method, number, page
from bot.workspace.methods.chat import thread_of
from bot.workspace.state import Message, random_id

Json = dict[str, Any]

_FARTHEST = timedelta(days=120)
_MOST_IN_FIVE_MINUTES = 30  # of one channel


@method("chat.scheduleMessage")
def schedule(inside: Inside, arguments: Json) -> Json:
    state, channel = inside.state, channel_of(inside, arguments)
    post_at = number(arguments, "post_at", 0, "invalid_time")
    wait = post_at - state.now().timestamp()
    if wait <= 0:
        raise Refusal("time_in_past")
    if wait > _FARTHEST.total_seconds():
        raise Refusal("time_too_far")
    near = [one for one in state.scheduled.values() if one["channel_id"] == channel.id]
    if sum(abs(one["post_at"] - post_at) < 300 for one in near) >= _MOST_IN_FIVE_MINUTES:
        raise Refusal("restricted_too_many")
    content, thread_ts = checked_content(arguments), thread_of(inside, channel, arguments)
    has_metadata = checked_metadata(arguments.get("metadata")) is not None
    made = random_id("Q")
    state.scheduled[made] = {
        "id": made,
        "channel_id": channel.id,
        "post_at": post_at,
        "date_created": int(state.now().timestamp()),
        "text": content["text"],
    }

    def due() -> None:
        with state.lock:
            if state.scheduled.pop(made, None) and not has_metadata:  # with metadata Slack never posts it
                posting.post(inside, channel, state.bot, **content, thread_ts=thread_ts)

    inside.timetable.after(wait, due)
    preview = Message(channel.id, "", state.bot.id, content["text"], bot_id=state.bot.bot_id, app_id=state.app_id)
    shown = shapes.message(state, preview)
    shown.pop("ts")
    return {"channel": channel.id, "scheduled_message_id": made, "post_at": post_at, "message": shown}


@method("chat.scheduledMessages.list")
def list_(inside: Inside, arguments: Json) -> Json:
    wanted = arguments.get("channel")
    found = [one for one in inside.state.scheduled.values() if wanted in (None, "", one["channel_id"])]
    rows, cursor = page(arguments, found, default=100, most=1_000)
    return {"scheduled_messages": rows, "response_metadata": {"next_cursor": cursor}}


@method("chat.deleteScheduledMessage")
def delete(inside: Inside, arguments: Json) -> Json:
    channel_of(inside, arguments)
    if inside.state.scheduled.pop(str(arguments["scheduled_message_id"]), None) is None:
        raise Refusal("invalid_scheduled_message_id")
    return {}
