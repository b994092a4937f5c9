"""Files, uploaded in three steps: an address, the bytes, the completion."""

import secrets
from typing import Any

from bot.workspace import posting
from bot.workspace.content import decoded
from bot.workspace.inside import Inside, Refusal
from bot.workspace.methods import channel_of, method, number
from bot.workspace.methods.chat import thread_of
from bot.workspace.state import random_id

Json = dict[str, Any]


@method("files.getUploadURLExternal")
def get_upload_url(inside: Inside, arguments: Json) -> Json:
    length = number(arguments, "length", 0)
    if length < 1:
        raise Refusal("missing_argument")
    file_id, name = random_id("F"), str(arguments["filename"])
    inside.uploads[file_id] = {"name": name, "length": length, "bytes": None, "alt_txt": arguments.get("alt_txt")}
    return {"upload_url": f"{inside.base}/upload/{file_id}/{secrets.token_urlsafe(12)}", "file_id": file_id}


def receive(inside: Inside, file_id: str, sent: bytes) -> bool:
    """Take the bytes of a file; false if nobody announced it, or not of this length."""
    with inside.state.lock:
        upload = inside.uploads.get(file_id)
        if upload is None or upload["length"] != len(sent):
            return False
        upload["bytes"] = sent
        return True


@method("files.completeUploadExternal")
def complete_upload(inside: Inside, arguments: Json) -> Json:
    asked = decoded(arguments["files"], "invalid_arguments")
    made = [_finished(inside, one) for one in asked]
    where = [one for one in str(arguments.get("channels") or arguments.get("channel_id") or "").split(",") if one]
    for channel_id in where:
        channel = channel_of(inside, {"channel": channel_id})
        thread_ts = thread_of(inside, channel, arguments)
        comment = str(arguments.get("initial_comment") or "")
        posting.post(inside, channel, inside.state.bot, comment, files=made, thread_ts=thread_ts)
    return {"files": [{"id": one["id"], "title": one["title"]} for one in made]}


def _finished(inside: Inside, asked: Json) -> Json:
    file_id = str(asked.get("id"))
    upload = inside.uploads.get(file_id)
    if upload is None or upload["bytes"] is None:
        raise Refusal("file_not_found")
    state, name = inside.state, upload["name"]
    moment = int(state.now().timestamp())
    kind = name.rpartition(".")[2] if "." in name else "text"
    made = {
        "id": file_id,
        "created": moment,
        "timestamp": moment,
        "name": name,
        "title": asked.get("title") or name,
        "filetype": kind,
        "mimetype": "application/octet-stream",
        "pretty_type": kind.upper(),
        "user": state.bot.id,
        "mode": "hosted",
        "size": upload["length"],
        "url_private": f"{inside.base}/files/{file_id}/{name}",
        "url_private_download": f"{inside.base}/files/{file_id}/{name}",
    }
    state.files[file_id] = made
    return made


@method("files.info")
def info(inside: Inside, arguments: Json) -> Json:
    made = inside.state.files.get(str(arguments["file"]))
    if made is None:
        raise Refusal("file_not_found")
    return {"file": made, "comments": [], "response_metadata": {"next_cursor": ""}}


@method("files.delete")
def delete(inside: Inside, arguments: Json) -> Json:
    if inside.state.files.pop(str(arguments["file"]), None) is None:
        raise Refusal("file_not_found")
    for messages in inside.state.messages.values():
        for message in messages:
            message.files = [one for one in message.files if one["id"] != arguments["file"]]
    inside.state.bump()
    return {}


def contents(inside: Inside, file_id: str) -> bytes | None:
    """The bytes of an uploaded file."""
    upload = inside.uploads.get(file_id)
    return upload["bytes"] if upload and file_id in inside.state.files else None
