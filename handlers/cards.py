"""What a card's buttons do: show the abstract, save, find similar papers."""

from collections.abc import Callable
from typing import Any

from slack_bolt import Ack, App, BoltContext, Respond
from slack_sdk import WebClient
from slack_sdk.models.views import View

from handlers.desk import Desk
from handlers.errors import plain_wording
from handlers.reading import Reader
from handlers.showing import again, beside, similar_to
from handlers.spots import in_modal, origin_of, replace, tell, update
from handlers.spots import opened as open_view
from handlers.views.abstract import IN_MODAL, MOST_RELATED, NEXT, OPEN, PREVIOUS, abstract_modal
from handlers.views.buttons import ABSTRACT, SAVE, SIMILAR
from handlers.views.cards import NOWHERE
from handlers.views.modals import loading, words
from handlers.views.origin import Opened, unpacked
from handlers.views.place import SIMILAR as SIMILAR_TO
from handlers.views.place import Place, Pressed, read
from handlers.views.reading_list import removed_words, saved_words
from index.errors import PaperBotError

Json = dict[str, Any]


def register(app: App, desk: Desk) -> None:
    """Listen to the cards' buttons, and to those of the modal that they open."""

    def open_abstract(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        pressed = read(action["value"])
        opened = Opened(pressed.handle, pressed.place, origin_of(body))
        view_id = open_view(body, client, loading(f"Paper {pressed.handle}"))
        fill(client, view_id, lambda: abstract_view(desk, Reader.of(context, desk.reading), opened))

    def turn_modal(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        pressed = read(action["value"])
        opened = Opened(pressed.handle, pressed.place, unpacked(body["view"]["private_metadata"]).origin)
        fill(client, body["view"]["id"], lambda: abstract_view(desk, Reader.of(context, desk.reading), opened))

    def save(ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient) -> None:
        ack()
        pressed, reader = read(action["value"]), Reader.of(context, desk.reading)
        said = keep(desk, reader, pressed, of_group=False)
        if pressed.place.is_private and (in_modal(body) or origin_of(body).private):
            replace(body, client, respond, again(desk, reader, pressed.place), pressed.place)
        else:
            tell(body, client, respond, said)

    def save_in_modal(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        pressed, reader = read(action["value"]), Reader.of(context, desk.reading)
        opened = unpacked(body["view"]["private_metadata"])

        def kept() -> View:
            keep(desk, reader, pressed, of_group=action["action_id"].endswith("group"))
            return abstract_view(desk, reader, opened)

        fill(client, body["view"]["id"], kept)

    def show_similar(
        ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient
    ) -> None:
        ack()
        handle = read(action["value"]).handle
        text, blocks = found = similar_to(desk, Reader.of(context, desk.reading), handle)
        if in_modal(body):
            replace(body, client, respond, found, Place(SIMILAR_TO, handle))
        else:
            respond(text=text, blocks=blocks, response_type="ephemeral", replace_original=False)

    app.action(ABSTRACT)(open_abstract)
    for action_id in (OPEN, PREVIOUS, NEXT):
        app.action(action_id)(turn_modal)
    app.action(SAVE)(save)
    for action_id in (f"{IN_MODAL}.save", f"{IN_MODAL}.group"):
        app.action(action_id)(save_in_modal)
    app.action(SIMILAR)(show_similar)


def keep(desk: Desk, reader: Reader, pressed: Pressed, *, of_group: bool) -> str:
    """Put the paper on the list or take it off, and say so. Twice is as once."""
    paper = desk.library.paper(pressed.handle)
    owner = reader.owner(of_group)
    if pressed.wanted:
        new = desk.reading.save(reader.workspace, owner, reader.member, paper)
        return saved_words(paper, new=new, of_group=of_group, command=desk.command)
    there = desk.reading.remove(reader.workspace, owner, paper.key)
    return removed_words(paper, there=there, of_group=of_group)


def abstract_view(desk: Desk, reader: Reader, opened: Opened) -> View:
    """The modal of a paper, with what stands beside it in its list."""
    paper = desk.library.paper(opened.handle)
    mark = reader.marks([paper]).get(paper.handle, NOWHERE)
    related = desk.library.related(paper.handle, limit=MOST_RELATED)
    before, after = _beside(desk, reader, opened)
    return abstract_modal(paper, opened, mark, related, before, after)


def _beside(desk: Desk, reader: Reader, opened: Opened) -> tuple[str, str]:
    try:
        return beside(desk, reader, opened.place)
    except PaperBotError:  # the list is no more what it was; the paper itself is
        return "", ""


def fill(client: WebClient, view_id: str, make: Callable[[], View]) -> None:
    """Put what *make* gives into an open modal; else why not, since nobody should wait before it in vain."""
    try:
        update(client, view_id, make())
    except PaperBotError as refused:
        update(client, view_id, words("Not possible", str(refused)))
    except Exception as error:  # noqa: BLE001 - whatever it was: the modal is the only place where the member looks
        update(client, view_id, words("Not possible", plain_wording(error)))
