"""Watches: "tell me when a new paper matches", and ``/icml watches``."""

from typing import Any

from slack_bolt import Ack, App, BoltContext, Respond
from slack_sdk import WebClient

from handlers.desk import Desk
from handlers.reading import Reader
from handlers.showing import Message
from handlers.spots import in_modal, opened, origin_of
from handlers.views.modals import words
from handlers.views.watches import (
    BEGIN_WATCH,
    END_WATCH,
    begun_words,
    ended_words,
    wanted,
    watch_list,
    watch_list_text,
)

Json = dict[str, Any]


def register(app: App, desk: Desk) -> None:
    """Begin and end watches."""

    def begin(ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient) -> None:
        ack()
        query, corpora = wanted(action["value"])
        reader = Reader.of(context, desk.reading)
        new = desk.watches.begin(reader.workspace, reader.member, query, corpora)
        say(body, client, respond, begun_words(query, new=new, command=desk.command))

    def end(ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient) -> None:
        ack()
        reader = Reader.of(context, desk.reading)
        there = desk.watches.end(reader.workspace, reader.member, str(action["value"]))
        if origin_of(body).private:
            text, blocks = listed(desk, reader)
            respond(text=text, blocks=blocks, replace_original=True)
        else:
            say(body, client, respond, ended_words(there=there))

    app.action(BEGIN_WATCH)(begin)
    app.action(END_WATCH)(end)


def listed(desk: Desk, reader: Reader) -> Message:
    """What a member waits for."""
    watches = desk.watches.of(reader.workspace, reader.member)
    return watch_list_text(watches, desk.command), watch_list(watches, desk.command)


def say(body: Json, client: WebClient, respond: Respond, text: str) -> None:
    """Words to the one who pressed, and to nobody else."""
    if in_modal(body) or body.get("view"):
        opened(body, client, words("Watches", text))
    else:
        respond(text=text, response_type="ephemeral", replace_original=False)
