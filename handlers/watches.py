"""Watches: a member is told when new papers match what they look for."""

from typing import Any

from slack_bolt import Ack, App, BoltContext, Respond
from slack_sdk import WebClient

from handlers.desk import Desk
from handlers.reading import Reader
from handlers.showing import Message
from handlers.showing import corpora as looked_in
from handlers.spots import in_modal, origin_of, tell
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
    """Listen to the buttons that begin and end watches."""

    def begin(ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient) -> None:
        ack()
        query, corpora = wanted(action["value"])
        reader = Reader.of(context, desk.reading)
        where = corpora or tuple(looked_in(desk, reader, query) or ())
        new = desk.watches.begin(reader.workspace, reader.member, query, where)
        tell(body, client, respond, begun_words(query, new=new, command=desk.command))

    def end(ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient) -> None:
        ack()
        reader = Reader.of(context, desk.reading)
        there = desk.watches.end(reader.workspace, reader.member, str(action["value"]))
        if origin_of(body).private and not in_modal(body):  # the list of them
            text, blocks = listed(desk, reader)
            respond(text=text, blocks=blocks, replace_original=True)
        else:
            tell(body, client, respond, ended_words(there=there))

    app.action(BEGIN_WATCH)(begin)
    app.action(END_WATCH)(end)


def listed(desk: Desk, reader: Reader) -> Message:
    """All that a member waits for, to them alone."""
    found = desk.watches.of(reader.workspace, reader.member)
    return watch_list_text(found, desk.command), watch_list(found, desk.command)
