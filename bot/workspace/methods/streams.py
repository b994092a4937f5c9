"""Answers that grow while they are read: `chat.startStream` and what follows."""

from typing import Any

from bot.workspace import posting, shapes
from bot.workspace.content import checked_blocks, checked_metadata, decoded
from bot.workspace.inside import Inside, Refusal
from bot.workspace.methods import channel_of, message_of, method
from bot.workspace.methods.chat import thread_of
from bot.workspace.state import Channel, Message

Json = dict[str, Any]

_LONGEST_PART = 12_000  # characters of markdown_text in one call
_LONGEST_BLOCK = 12_000  # characters of one markdown block


@method("chat.startStream")
def start(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments)
    thread_ts = thread_of(inside, channel, arguments)
    if channel.kind != "im":
        for name in ("recipient_user_id", "recipient_team_id"):
            if not arguments.get(name):
                raise Refusal(f"missing_{name}")
    text, tasks = _parts(arguments)
    message = posting.post(
        inside, channel, inside.state.bot, text, blocks=_blocks(text, tasks), thread_ts=thread_ts, streaming=True
    )
    return {"channel": channel.id, "ts": message.ts}


@method("chat.appendStream")
def append(inside: Inside, arguments: Json) -> Json:
    channel, message = _streaming(inside, arguments)
    text, tasks = _parts(arguments)
    if not text and not tasks:
        raise Refusal("no_text")
    _grow(message, text, tasks)
    inside.state.bump()
    return {"channel": channel.id, "ts": message.ts}


@method("chat.stopStream")
def stop(inside: Inside, arguments: Json) -> Json:
    channel, message = _streaming(inside, arguments)
    text, tasks = _parts(arguments)
    final = checked_blocks(arguments.get("blocks"))
    metadata = checked_metadata(arguments.get("metadata")) or message.metadata
    _grow(message, text, tasks)
    if not message.text and not message.blocks and not final:
        raise Refusal("no_text")
    message.streaming = False
    blocks = [*message.blocks, *final]
    posting.change(inside, channel, message, None, text=message.text, blocks=blocks, metadata=metadata)
    return {"channel": channel.id, "ts": message.ts, "message": shapes.message(inside.state, message)}


def _streaming(inside: Inside, arguments: Json) -> tuple[Channel, Message]:
    channel = channel_of(inside, arguments)
    message = message_of(inside, channel, arguments)
    if message.bot_id != inside.state.bot.bot_id:
        raise Refusal("message_not_owned_by_app")
    if not message.streaming:
        raise Refusal("message_not_in_streaming_state")
    return channel, message


def _parts(arguments: Json) -> tuple[str, list[Json]]:
    """The text and the task cards that a call adds."""
    text = str(arguments.get("markdown_text") or "")
    chunks = decoded(arguments.get("chunks"), "invalid_chunks") or []
    if not isinstance(chunks, list) or not all(isinstance(one, dict) for one in chunks):
        raise Refusal("invalid_chunks")
    tasks = []
    for chunk in chunks:
        match chunk.get("type"):
            case "markdown_text":
                text += str(chunk.get("text", ""))
            case "task_update":
                tasks.append(_task(chunk))
            case "plan_update" | "blocks":
                pass  # a title, or blocks that are shown at the end
            case _:
                raise Refusal("invalid_chunks")
    if len(text) > _LONGEST_PART:
        raise Refusal("msg_blocks_too_long")
    return text, tasks


def _task(chunk: Json) -> Json:
    if not isinstance(chunk.get("id"), str) or not isinstance(chunk.get("title"), str):
        raise Refusal("invalid_chunks")
    status = chunk.get("status", "pending")
    return {
        "type": "task_card",
        "block_id": chunk["id"],
        "task_id": chunk["id"],
        "title": chunk["title"],
        "status": status,
    }


def _grow(message: Message, text: str, tasks: list[Json]) -> None:
    message.text += text
    known = {block["task_id"]: block for block in message.blocks if block["type"] == "task_card"}
    known |= {task["task_id"]: task for task in tasks}
    message.blocks = _blocks(message.text, list(known.values()))


def _blocks(text: str, tasks: list[Json]) -> list[Json]:
    parts = [text[start : start + _LONGEST_BLOCK] for start in range(0, len(text), _LONGEST_BLOCK)]
    return [*tasks, *({"type": "markdown", "block_id": f"stream{at}", "text": part} for at, part in enumerate(parts))]
