"""``/icml topics``: what digests can be about, made and changed by members."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient
from slack_sdk.models.views import View

from handlers.cards import fill
from handlers.changing import Changes
from handlers.defining import name_of, read
from handlers.desk import Desk
from handlers.digests import asker_of
from handlers.reading import Reader
from handlers.showing import Message
from handlers.spots import opened as open_view
from handlers.views.digest_acts import WIDEN
from handlers.views.modals import loading, words
from handlers.views.topics import (
    EDIT,
    FORM,
    LOOK,
    NEW,
    REMOVE,
    Draft,
    Opening,
    Shelved,
    kept_words,
    topic_list,
    topic_list_text,
    topic_modal,
    unpacked,
)
from index.errors import PaperBotError
from index.model import Picked, Topic

Json = dict[str, Any]

TITLE = "A topic"


class UnknownTopic(PaperBotError):
    """Somebody removed it meanwhile."""

    def __init__(self) -> None:
        super().__init__("This topic is not there any more.")


def register(app: App, desk: Desk, changes: Changes) -> None:
    """Listen to the list of topics, to the modal of one, and to "widen" under a shelf that is done."""

    def open_one(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        name = str((action.get("selected_option") or {}).get("value") or "")
        workspace = Reader.of(context, desk.reading).workspace
        view_id = open_view(body, client, loading(TITLE))
        fill(client, view_id, lambda: form(desk, workspace, Opening(name)))

    def widen(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        asker = asker_of(desk, body, context, client)
        view_id = open_view(body, client, loading(TITLE))

        def opened() -> View:
            one = changes.allowed(asker, str(action["value"]))
            name = one.topic_on(desk.digests.today(one)) or one.plan[0][1]
            return form(desk, asker.workspace, Opening(name, one.id))

        fill(client, view_id, opened)

    def look(ack: Ack, body: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        view, workspace = body["view"], Reader.of(context, desk.reading).workspace
        fill(client, view["id"], lambda: looked(desk, workspace, unpacked(view["private_metadata"]), view))

    def take(ack: Ack, view: Json, context: BoltContext, client: WebClient) -> None:
        opening, workspace = unpacked(view["private_metadata"]), Reader.of(context, desk.reading).workspace
        errors = read(view["state"]["values"], Draft(opening.name)).errors
        if errors:
            ack(response_action="errors", errors=dict(errors))
            return
        ack(response_action="update", view=loading(TITLE))
        fill(client, view["id"], lambda: kept(desk, workspace, opening, view))

    def remove(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        workspace = Reader.of(context, desk.reading).workspace
        fill(client, body["view"]["id"], lambda: removed(desk, workspace, str(action["value"])))

    for action_id in (NEW, EDIT):
        app.action(action_id)(open_one)
    app.action(WIDEN)(widen)
    app.action(LOOK)(look)
    app.action(REMOVE)(remove)
    app.view(FORM)(take)


def listed(desk: Desk, workspace: str) -> Message:
    """All topics, with the sizes of their shelves and where they are used."""
    used = [(one.channel, {name for _, name in one.plan}) for one in desk.digests.of_workspace(workspace)]
    shelved = [
        Shelved(
            topic,
            desk.topics.tried(workspace, topic, most=1).total,
            tuple(dict.fromkeys(channel for channel, names in used if topic.name in names)),
        )
        for topic in desk.topics.all(workspace)
    ]
    return topic_list_text(shelved, desk.command), topic_list(shelved, desk.command)


def form(desk: Desk, workspace: str, opening: Opening, problem: str = "") -> View:
    """The modal for a topic that is there, or for a new one."""
    if not opening.name:
        return topic_modal(Draft(), desk.library.corpora(), opening, problem=problem)
    topic = known(desk, workspace, opening.name)
    first = desk.topics.tried(workspace, topic)
    return topic_modal(draft_of(desk, topic), desk.library.corpora(), opening, first, problem)


def looked(desk: Desk, workspace: str, opening: Opening, view: Json, problem: str = "") -> View:
    """The modal as it is filled in, with what it would pick."""
    defined = read(view["state"]["values"], before(desk, workspace, opening))
    told = problem or next(iter(defined.errors.values()), "")
    first: Picked | None = None
    if not defined.errors:
        try:
            first = desk.topics.tried(workspace, topic_of(desk, defined.draft))
        except PaperBotError as refused:
            told = told or str(refused)
    return topic_modal(defined.draft, desk.library.corpora(), opening, first, told)


def kept(desk: Desk, workspace: str, opening: Opening, view: Json) -> View:
    """Keep what is filled in; where it can't be, the modal again with the reason."""
    try:
        draft = read(view["state"]["values"], before(desk, workspace, opening)).draft
        topic = topic_of(desk, draft)
        if not opening.name and desk.topics.one(workspace, topic.name) is not None:
            return looked(desk, workspace, opening, view, "There is a topic of this name already: change that one.")
        picked = desk.topics.tried(workspace, topic)
    except PaperBotError as refused:
        return looked(desk, workspace, opening, view, str(refused))
    desk.topics.put(workspace, topic)
    used = sum(topic.name in {name for _, name in one.plan} for one in desk.digests.of_workspace(workspace))
    return words(TITLE, kept_words(topic, picked, used_in=used, command=desk.command))


def removed(desk: Desk, workspace: str, name: str) -> View:
    """Take a topic away, unless a digest needs it.

    Raises:
        TopicInUse, UnknownTopic: it can't be.
    """
    if not desk.topics.remove(workspace, name):
        raise UnknownTopic
    return words(TITLE, "The topic is removed.")


def before(desk: Desk, workspace: str, opening: Opening) -> Draft:
    return draft_of(desk, known(desk, workspace, opening.name)) if opening.name else Draft()


def known(desk: Desk, workspace: str, name: str) -> Topic:
    topic = desk.topics.one(workspace, name)
    if topic is None:
        raise UnknownTopic
    return topic


def draft_of(desk: Desk, topic: Topic) -> Draft:
    """*topic* as people type it; examples that the library lost are left out."""
    found = (desk.library.paper_with_key(key) for key in topic.like)
    return Draft(**asdict(topic) | {"like": tuple(paper.handle for paper in found if paper)})


def topic_of(desk: Desk, draft: Draft) -> Topic:
    """The topic that *draft* is.

    Raises:
        UnknownPaper: one of its examples is not in the library.
    """
    keys: Sequence[str] = [desk.library.paper(handle).key for handle in draft.like]
    name = draft.name or name_of(draft.label)
    return Topic(**asdict(replace(draft, name=name)) | {"like": tuple(keys)})
