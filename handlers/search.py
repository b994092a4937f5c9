"""``/icml merging``: search from anywhere in Slack, and the way through its pages."""

import re
from collections.abc import Callable, Collection
from typing import Any, Protocol

from slack_bolt import Ack, App, BoltContext, Respond

from handlers.claims import Claims, once
from handlers.commands import understand
from handlers.model import Event
from handlers.views.notices import corpora_blocks, corpora_text, help_blocks, help_text
from handlers.views.results import PAGE, asked_for, results, results_text
from index.errors import EmptyCorpus
from index.model import Corpus, Page


class Searches(Protocol):
    """What this feature needs of the library."""

    def search(
        self, query: str, *, corpora: Collection[str] | None = None, offset: int = 0, limit: int = 5
    ) -> Page: ...

    def corpora(self) -> list[Corpus]: ...


def register(app: App, library: Searches, claims: Claims, *, command: str) -> None:
    """Answer the command *command*, such as "/icml", and the buttons of its answers."""

    def typed(ack: Ack, respond: Respond, command: dict[str, Any], context: BoltContext) -> None:
        ack()  # before any work: Slack waits 3 s
        once(context, claims, command_event(command), lambda: answer(respond, command, library))

    def turned(ack: Ack, respond: Respond, action: dict[str, Any]) -> None:
        ack()
        query, offset = asked_for(action["value"])
        page = library.search(query, offset=offset)
        respond(text=results_text(page), blocks=results(query, page), replace_original=True)

    app.command(command)(typed)
    app.action(re.compile(rf"{re.escape(PAGE)}\."))(turned)


def answer(respond: Respond, command: dict[str, Any], library: Searches) -> None:
    """Answer the one who typed *command*, and only them."""
    typed = understand(command.get("text") or "")
    ANSWERS[typed.word](respond, command, typed.arguments, library)


def _search(respond: Respond, _: dict[str, Any], query: str, library: Searches) -> None:
    page = library.search(query)
    respond(text=results_text(page), blocks=results(query, page), unfurl_links=False)


def _help(respond: Respond, command: dict[str, Any], _: str, __: Searches) -> None:
    respond(text=help_text(command["command"]), blocks=help_blocks(command["command"]))


def _corpora(respond: Respond, _: dict[str, Any], __: str, library: Searches) -> None:
    known = library.corpora()
    if not known:
        raise EmptyCorpus
    respond(text=corpora_text(known), blocks=corpora_blocks(known))


# What each reserved word does; a test holds it equal to the table of words.
ANSWERS: dict[str, Callable[[Respond, dict[str, Any], str, Searches], None]] = {
    "search": _search,
    "help": _help,
    "corpora": _corpora,
}


def command_event(command: dict[str, Any]) -> Event:
    """A typed command by its ids; its trigger is made once for each time that it is sent."""
    return Event(
        kind="command",
        id=f"command:{command['trigger_id']}",
        channel=command.get("channel_id", ""),
        member=command.get("user_id", ""),
    )
