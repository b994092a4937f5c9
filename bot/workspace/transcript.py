"""A workspace as one text, for a test that failed."""

from bot.workspace import seen
from bot.workspace.inside import Inside
from bot.workspace.state import Channel, Message
from bot.workspace.window_state import inspected

_INSPECTED = 40  # lines of the inspector


def transcript(inside: Inside) -> str:
    """Everything that was said, to whom, and what went between the app and the workspace."""
    with inside.state.lock:
        lines: list[str] = []
        for channel in inside.state.channels.values():
            lines += _channel(inside, channel)
        lines.append("Between the app and the workspace")
        for entry in (inspected(one) for one in list(inside.inspected)[-_INSPECTED:]):
            lines.append(f"  {entry['kind']} {entry['name']}: {entry['verdict']}")
        return "\n".join(lines)


def _channel(inside: Inside, channel: Channel) -> list[str]:
    messages = inside.state.messages[channel.id]
    if not messages:
        return []
    name = f"#{channel.name}" if channel.name else f"{inside.state.people[channel.creator].display_name} and the bot"
    return [name, *(_line(inside, one) for one in messages)]


def _line(inside: Inside, one: Message) -> str:
    private = f" (only visible to {inside.state.people[one.seen_by].display_name})" if one.seen_by else ""
    gone = " (deleted)" if one.deleted else ""
    told = seen.message(inside.state, one)
    words = told.shown.replace("\n", "\n      ")
    return f"  {'  ↳ ' if told.thread else ''}{told.author}{private}{gone}: {words}"
