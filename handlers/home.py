"""The App Home of a member: drawn when it is opened, and after all that is done in it."""

import re
from typing import Any

from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient
from slack_sdk.models.views import View

from handlers.cards import fill
from handlers.changing import channels_of
from handlers.desk import Desk
from handlers.model import Subscription
from handlers.reading import CORPUS, SHOW_NAME, Reader
from handlers.showing import found, on_list
from handlers.standings import standing
from handlers.views.coming import Coming
from handlers.views.digest_words import Standing
from handlers.views.home import CHOSEN_CORPUS, CHOSEN_NAME, EVERY_CORPUS, FORGET, LIST, SEARCH_BOX, TRY, Kept, home
from handlers.views.modals import listing, loading
from handlers.views.origin import Opened, packed
from handlers.views.place import GROUPS, MINE, SEARCH, Place
from handlers.views.privacy import forgotten_words
from index.errors import LibraryAway

Json = dict[str, Any]


def register(app: App, desk: Desk) -> None:
    """Draw the Home, and do what is pressed in it."""

    def visited(event: Json, context: BoltContext, client: WebClient) -> None:
        if event.get("tab") == "home":
            draw(desk, Reader.of(context, desk.reading), client)

    def search(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        query = (action.get("value") or "").strip()
        reader = Reader.of(context, desk.reading)
        view = client.views_open(trigger_id=body["trigger_id"], view=loading("Papers"))
        fill(client, view["view"]["id"], lambda: found_view(desk, reader, query))
        draw(desk, reader, client)

    def open_list(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        of_group, reader = action["value"] == GROUPS, Reader.of(context, desk.reading)
        view = client.views_open(trigger_id=body["trigger_id"], view=loading("Papers"))

        def listed() -> View:
            _, blocks = on_list(desk, reader, of_group=of_group)
            return listing(blocks, packed(Opened(place=Place(GROUPS if of_group else MINE))))

        fill(client, view["view"]["id"], listed)

    def choose_corpus(ack: Ack, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        chosen = action["selected_option"]["value"]
        reader = Reader.of(context, desk.reading)
        desk.reading.choose(reader.workspace, reader.member, CORPUS, "" if chosen == EVERY_CORPUS else chosen)
        draw(desk, reader, client)

    def choose_name(ack: Ack, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        reader = Reader.of(context, desk.reading)
        desk.reading.choose(
            reader.workspace, reader.member, SHOW_NAME, "yes" if action.get("selected_options") else "no"
        )
        draw(desk, reader, client)

    def forget(ack: Ack, context: BoltContext, client: WebClient) -> None:
        ack()
        reader = Reader.of(context, desk.reading)
        gone = desk.reading.forget(reader.workspace, reader.member)
        draw(desk, reader, client, forgotten_words(gone))

    app.event("app_home_opened")(visited)
    app.action(SEARCH_BOX)(search)
    app.action(re.compile(rf"{re.escape(TRY)}\."))(search)
    app.action(re.compile(rf"{re.escape(LIST)}\."))(open_list)
    app.action(CHOSEN_CORPUS)(choose_corpus)
    app.action(CHOSEN_NAME)(choose_name)
    app.action(FORGET)(forget)


def draw(desk: Desk, reader: Reader, client: WebClient, said: str = "") -> None:
    """Show the member's Home as it is now."""
    try:
        corpora = desk.library.corpora()
    except LibraryAway as away:  # what memory has is shown all the same
        corpora, said = [], f"{said} {away}".strip()
    coming = Coming(digests_of(desk, reader, client), desk.watches.of(reader.workspace, reader.member))
    client.views_publish(user_id=reader.member, view=home(kept(reader), corpora, said, coming))


def is_own(one: Subscription, reader: Reader) -> bool:
    """Whether it comes into the member's direct messages with the bot."""
    return one.channel.startswith("D") and one.by == reader.member


def digests_of(desk: Desk, reader: Reader, client: WebClient) -> list[Standing]:
    """The digests of the channels that the member is in."""
    found = desk.digests.of_workspace(reader.workspace)
    if not found:
        return []
    theirs = channels_of(client, reader.member)
    try:
        return [standing(desk, reader.workspace, one) for one in found if one.channel in theirs or is_own(one, reader)]
    except LibraryAway:  # what they are about can't be told now
        return []


def kept(reader: Reader) -> Kept:
    """What is kept of a member."""
    reading, workspace, member = reader.reading, reader.workspace, reader.member
    return Kept(
        mine=reading.saved(workspace, reader.owner(of_group=False)),
        group=reading.saved(workspace, reader.owner(of_group=True)),
        searches=reading.searches(workspace, member),
        corpus=reading.choice(workspace, member, CORPUS),
        shows_name=reading.choice(workspace, member, SHOW_NAME) != "no",
    )


def found_view(desk: Desk, reader: Reader, query: str) -> View:
    """What *query* finds, in a modal; and it is one of the member's last searches."""
    _, blocks = found(desk, reader, query)
    reader.reading.searched(reader.workspace, reader.member, query)
    return listing(blocks, packed(Opened(place=Place(SEARCH, query))))
