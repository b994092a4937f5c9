"""``/icml saved``: the lists of a member and of the group, their pages, notes and files."""

import re
from typing import Any

from slack_bolt import Ack, App, BoltContext, Respond
from slack_sdk import WebClient
from slack_sdk.models.blocks import RichTextBlock
from slack_sdk.models.views import View

from handlers.cards import fill, keep
from handlers.desk import Desk
from handlers.files import send
from handlers.model import SavedPaper
from handlers.reading import Reader
from handlers.showing import Message, again, bound, found, on_list
from handlers.spots import in_modal, origin_of, replace, tell
from handlers.spots import opened as open_view
from handlers.views.buttons import EDIT_GROUPS, EDIT_MINE, FOR_GROUP, MORE, OFF_GROUP, chosen
from handlers.views.modals import loading
from handlers.views.origin import Opened, unpacked
from handlers.views.place import GROUPS, MINE, NO_PLACE, SEARCH, OldButton, Place, Pressed
from handlers.views.reading_list import (
    DONE,
    LIST_PAGE,
    LIST_REMOVE,
    NOTE,
    NOTED,
    TAGS,
    note_modal,
    recent,
    recent_text,
    removed_from,
    turned_to,
)
from handlers.views.text import counted, escape, section
from index.errors import PaperBotError
from index.exporting.entry import Entry
from index.exporting.formats import FORMATS, Format
from index.model import Paper

Json = dict[str, Any]

AGAIN = "recent.search"  # the action_ids of the last searches begin so
_ARGUMENTS = re.compile(r"(?P<group>group)?\s*(?:export\s+(?P<format>\w+))?", re.IGNORECASE)


class NotOnList(PaperBotError):
    """A paper that is not on the list any more."""

    def __init__(self, handle: str) -> None:
        super().__init__(f"{handle} is not on that list any more, so there is nothing to note beside it.")


def register(app: App, desk: Desk) -> None:
    """Listen to the pages of lists, to the cards' menu, to what is noted, and to the last searches."""

    def turn(ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient) -> None:
        ack()
        of_group, offset = turned_to(action["value"])
        shown = on_list(desk, Reader.of(context, desk.reading), offset, of_group=of_group)
        replace(body, client, respond, shown, Place(GROUPS if of_group else MINE, "", offset))

    def take_off(ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient) -> None:
        ack()
        of_group, key = removed_from(action["value"])
        reader = Reader.of(context, desk.reading)
        desk.reading.remove(reader.workspace, reader.owner(of_group), key)
        shown = on_list(desk, reader, of_group=of_group)
        replace(body, client, respond, shown, Place(GROUPS if of_group else MINE))

    def search_again(
        ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient
    ) -> None:
        ack()
        shown = found(desk, Reader.of(context, desk.reading), action["value"])
        replace(body, client, respond, shown, Place(SEARCH, action["value"]))

    def choose(ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient) -> None:
        ack()
        word, handle = chosen(action["selected_option"]["value"])
        reader = Reader.of(context, desk.reading)
        if word in (EDIT_MINE, EDIT_GROUPS):
            open_note(desk, reader, body, client, handle, of_group=word == EDIT_GROUPS)
        elif word in (FOR_GROUP, OFF_GROUP):
            said = keep(desk, reader, Pressed(handle, wanted=word == FOR_GROUP), of_group=True)
            place = unpacked(body["view"]["private_metadata"]).place if in_modal(body) else NO_PLACE
            if place.is_private:
                replace(body, client, respond, again(desk, reader, place), place)
            else:
                tell(body, client, respond, said)
        else:
            raise OldButton

    def note(ack: Ack, view: Json, context: BoltContext) -> None:
        ack()
        opened = unpacked(view["private_metadata"])
        reader = Reader.of(context, desk.reading)
        values = view["state"]["values"]
        tags = tuple(dict.fromkeys((values[TAGS][TAGS].get("value") or "").replace(",", " ").split()))
        written = desk.reading.annotate(
            reader.workspace,
            reader.owner(opened.place.kind == GROUPS),
            desk.library.paper(opened.handle).key,
            note=(values[NOTE][NOTE].get("value") or "").strip(),
            tags=tags,
            done=bool(values[DONE][DONE].get("selected_options")),
        )
        if not written:
            raise NotOnList(opened.handle)

    app.action(re.compile(rf"{re.escape(LIST_PAGE)}\."))(turn)
    app.action(LIST_REMOVE)(take_off)
    app.action(re.compile(rf"{re.escape(AGAIN)}\."))(search_again)
    app.action(MORE)(choose)
    app.view(NOTED)(note)


def answer(desk: Desk, reader: Reader, arguments: str, client: WebClient) -> Message:
    """A list, or that it was sent as a file."""
    typed = _ARGUMENTS.fullmatch(arguments.strip())
    of_group = bool(typed and typed["group"])
    if typed and typed["format"]:
        return sent(desk, reader, FORMATS[typed["format"].lower()], client, of_group=of_group)
    return on_list(desk, reader, of_group=of_group)


def recent_searches(desk: Desk, reader: Reader) -> Message:
    """The member's last searches."""
    queries = reader.reading.searches(reader.workspace, reader.member)
    return recent_text(queries, desk.command), recent(queries, desk.command, AGAIN)


def sent(desk: Desk, reader: Reader, form: Format, client: WebClient, *, of_group: bool) -> Message:
    """Send a list as a file, to the member alone, and say so."""
    entries = [_entry(desk, one) for one in reader.reading.saved(reader.workspace, reader.owner(of_group))]
    if not entries:
        return on_list(desk, reader, of_group=of_group)
    name = f"{'group' if of_group else 'saved'}.{form.suffix}"
    send(client, reader.member, name, form.written(entries).encode(form.encoding))
    said = f"I have sent you {counted(len(entries), 'paper')} as {name}, in our direct messages."
    return escape(said), [RichTextBlock(elements=[section(said)])]


def _entry(desk: Desk, saved: SavedPaper) -> Entry:
    paper = bound(desk, saved.key) or Paper(saved.handle, saved.key, saved.headline, "")
    return Entry(paper, saved.note, saved.tags, saved.done)


def open_note(desk: Desk, reader: Reader, body: Json, client: WebClient, handle: str, *, of_group: bool) -> None:
    """Let the member write what stands beside a paper on a list."""
    view_id = open_view(body, client, loading("Note and tags"))
    opened = Opened(handle, Place(GROUPS if of_group else MINE), origin_of(body))

    def made() -> View:
        key = desk.library.paper(handle).key
        for saved in reader.reading.saved(reader.workspace, reader.owner(of_group)):
            if saved.key == key:
                return note_modal(saved, opened, of_group=of_group)
        raise NotOnList(handle)

    fill(client, view_id, made)
