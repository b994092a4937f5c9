"""Answering where something was pressed: in a message, in one that its reader alone sees, or in a modal."""

from typing import Any

from slack_bolt import Respond
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.models.views import View

from handlers.showing import Message
from handlers.views.modals import listing, words
from handlers.views.origin import NOT_A_MESSAGE, Opened, Origin, packed, unpacked
from handlers.views.place import NO_PLACE, Place

Json = dict[str, Any]

_IN_CHANNEL = ("message", "message_attachment")  # the second is a card under a link
_GONE = frozenset({"not_found", "hash_conflict"})  # a modal that its reader has closed, or that shows newer things


def origin_of(body: Json) -> Origin:
    """The message in which something was pressed; for a modal the message that it came from."""
    container = body.get("container") or {}
    if container.get("type") not in _IN_CHANNEL:
        metadata = (body.get("view") or {}).get("private_metadata")
        return unpacked(metadata).origin if metadata else NOT_A_MESSAGE
    return Origin(
        channel=container.get("channel_id") or "",
        thread_ts=container.get("thread_ts") or "",
        response_url=body.get("response_url") or "",
        private=bool(container.get("is_ephemeral")),
    )


def in_modal(body: Json) -> bool:
    """Whether something was pressed in a modal."""
    return bool((body.get("view") or {}).get("type") == "modal")


def opened(body: Json, client: WebClient, view: View) -> str:
    """Open *view*, on top of the modal where something was pressed in one; gives its id."""
    call = client.views_push if in_modal(body) else client.views_open
    return str(call(trigger_id=body["trigger_id"], view=view)["view"]["id"])


def replace(body: Json, client: WebClient, respond: Respond, message: Message, place: Place = NO_PLACE) -> None:
    """Put *message* in the place of what was pressed in; beside it where others see that too."""
    text, blocks = message
    if in_modal(body):
        metadata = packed(Opened(place=place, origin=origin_of(body)))
        update(client, body["view"]["id"], listing(blocks, metadata))
    elif origin_of(body).private:
        respond(text=text, blocks=blocks, replace_original=True)
    else:
        respond(text=text, blocks=blocks, response_type="ephemeral", replace_original=False)


def tell(body: Json, client: WebClient, respond: Respond, text: str) -> None:
    """Words to the one who pressed."""
    if body.get("view"):
        opened(body, client, words("Reading lists", text))
    else:
        respond(text=text, response_type="ephemeral", replace_original=False)


def update(client: WebClient, view_id: str, view: View) -> None:
    """Change an open modal; one that was closed meanwhile needs no change."""
    try:
        client.views_update(view_id=view_id, view=view)
    except SlackApiError as refused:
        if refused.response["error"] not in _GONE:
            raise
