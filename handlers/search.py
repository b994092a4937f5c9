"""``/icml merging``: search from anywhere in Slack, and the way through its pages."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Protocol

from slack_bolt import Ack, App, BoltContext, Respond
from slack_sdk import WebClient

from handlers import digests, previews, reading_list, topics, watches
from handlers.changing import Asker, Changes
from handlers.claims import once
from handlers.commands import understand
from handlers.desk import Desk
from handlers.model import Event
from handlers.reading import Reader
from handlers.showing import Message, corpora, found, found_by_all
from handlers.spots import in_modal, origin_of, replace
from handlers.views.buttons import asked_by
from handlers.views.narrowing import NARROW, after, narrow_options, narrowed
from handlers.views.notices import corpora_blocks, corpora_text, help_blocks, help_text
from handlers.views.place import SEARCH, Place
from handlers.views.privacy import privacy, privacy_text
from handlers.views.results import PAGE, asked_for
from index.errors import EmptyCorpus, PaperBotError
from index.model import Corpus, Page

Json = dict[str, Any]


class Searches(Protocol):
    """What this feature needs of the library."""

    def search(
        self, query: str, *, corpora: Collection[str] | None = None, offset: int = 0, limit: int = 5
    ) -> Page: ...

    def corpora(self) -> list[Corpus]: ...


@dataclass(frozen=True, slots=True)
class Asked:
    """A command as it was typed, and by whom."""

    desk: Desk
    reader: Reader
    arguments: str
    client: WebClient
    channel: str
    changes: Changes


def register(app: App, desk: Desk, changes: Changes) -> None:
    """Answer the command, and the buttons and the menu of its answers."""

    def typed(ack: Ack, respond: Respond, command: Json, context: BoltContext, client: WebClient) -> None:
        ack()  # before any work: Slack waits 3 s
        reader = Reader.of(context, desk.reading)
        event = command_event(command)
        once(context, desk.claims, event, lambda: answer(respond, command, changes, reader, client))

    def turned(ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient) -> None:
        ack()
        query, offset, newest = asked_for(action["value"])
        reader = Reader.of(context, desk.reading)
        if in_modal(body) or origin_of(body).private:
            shown = found(desk, reader, query, offset, newest=newest)
            replace(body, client, respond, shown, Place(SEARCH, query, offset, newest))
        else:
            by = asked_by(body.get("message") or {})  # who may remove it: the button stays when pages turn
            text, blocks = found_by_all(desk, query, offset, by)
            respond(text=text, blocks=blocks, replace_original=True)

    def offer(ack: Ack, body: Json, context: BoltContext) -> None:
        try:
            query, newest = narrowed(body["block_id"])
            looked = corpora(desk, Reader.of(context, desk.reading), query)
            facets = desk.library.facets(query, corpora=looked)
        except PaperBotError:  # there is no place for words in a menu
            ack(options=[])
            return
        ack(**narrow_options(query, facets, body.get("value") or "", newest=newest))

    def narrow(ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient) -> None:
        ack()
        query, newest = narrowed(action["block_id"])
        query, newest = after(query, action["selected_option"]["value"], newest=newest)
        shown = found(desk, Reader.of(context, desk.reading), query, newest=newest)
        replace(body, client, respond, shown, Place(SEARCH, query, 0, newest))

    app.command(desk.command)(typed)
    app.action(re.compile(rf"{re.escape(PAGE)}\."))(turned)
    app.options(NARROW)(offer)
    app.action(NARROW)(narrow)


def answer(respond: Respond, command: Json, changes: Changes, reader: Reader, client: WebClient) -> None:
    """Answer the one who typed *command*, and only them."""
    typed = understand(command.get("text") or "")
    text, blocks = ANSWERS[typed.word](
        Asked(changes.desk, reader, typed.arguments, client, command["channel_id"], changes)
    )
    respond(text=text, blocks=blocks, unfurl_links=False)


def _search(asked: Asked) -> Message:
    made = found(asked.desk, asked.reader, asked.arguments)
    asked.reader.reading.searched(asked.reader.workspace, asked.reader.member, asked.arguments)
    return made


def _help(asked: Asked) -> Message:
    return help_text(asked.desk.command), help_blocks(asked.desk.command)


def _corpora(asked: Asked) -> Message:
    known = asked.desk.library.corpora()
    if not known:
        raise EmptyCorpus
    return corpora_text(known), corpora_blocks(known)


def _random(asked: Asked) -> Message:
    return found(asked.desk, asked.reader, asked.desk.library.handle_at(asked.desk.chance()))


def _saved(asked: Asked) -> Message:
    return reading_list.answer(asked.desk, asked.reader, asked.arguments, asked.client)


def _recent(asked: Asked) -> Message:
    return reading_list.recent_searches(asked.desk, asked.reader)


def _previews(asked: Asked) -> Message:
    return previews.switched(asked.desk, asked.reader.workspace, asked.channel, asked.arguments.lower())


def _digest(asked: Asked) -> Message:
    return digests.answer(asked.changes, Asker(asked.reader, asked.client, asked.channel), asked.arguments)


def _topics(asked: Asked) -> Message:
    return topics.listed(asked.desk, asked.reader)


def _watches(asked: Asked) -> Message:
    return watches.listed(asked.desk, asked.reader)


def _privacy(_: Asked) -> Message:
    return privacy_text(), privacy()


# What each reserved word does; a test holds it equal to the table of words.
ANSWERS: dict[str, Callable[[Asked], Message]] = {
    "search": _search,
    "saved": _saved,
    "recent": _recent,
    "random": _random,
    "help": _help,
    "corpora": _corpora,
    "previews": _previews,
    "digest": _digest,
    "topics": _topics,
    "watches": _watches,
    "privacy": _privacy,
}


def command_event(command: Json) -> Event:
    """A typed command by its ids; its trigger is made once for each time that it is sent."""
    return Event(
        kind="command",
        id=f"command:{command['trigger_id']}",
        channel=command.get("channel_id", ""),
        member=command.get("user_id", ""),
    )
