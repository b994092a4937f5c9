"""``/icml topics``: the topics of a workspace, and the modal in which one is made or changed."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient
from slack_sdk.models.views import View

from handlers.cards import fill
from handlers.changing import Asker, Changes, NotYours, may_change
from handlers.claims import once
from handlers.defining import name_of, read
from handlers.desk import Desk
from handlers.digests import asker_of, id_of
from handlers.model import Event
from handlers.reading import Reader
from handlers.showing import Message
from handlers.spots import opened as open_view
from handlers.spots import update
from handlers.views.digest_acts import WIDEN
from handlers.views.digest_words import UNCOUNTED
from handlers.views.modals import loading, words
from handlers.views.topics import (
    EDIT,
    FORM,
    LOOK,
    MOST_TOPICS,
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
from index.model import Topic

Json = dict[str, Any]

NAME = "Topics"  # of the modals
MOST_LOOKED = 5  # picks shown while a topic is made


class TopicThere(PaperBotError):
    """Another topic has that name."""

    def __init__(self, label: str) -> None:
        super().__init__(f"There is a topic {label} already: change that one, or give this one another name.")


class NoTopic(PaperBotError):
    """A topic is not there any more."""

    def __init__(self) -> None:
        super().__init__("This topic was removed meanwhile.")


class TooMany(PaperBotError):
    """There is no room for another topic."""

    def __init__(self) -> None:
        super().__init__(f"There are {MOST_TOPICS} topics, which is as many as there can be: remove one first.")


def register(app: App, desk: Desk, changes: Changes) -> None:
    """Listen to the list of topics, to the modal, and to what is sent."""

    def new(ack: Ack, body: Json, client: WebClient) -> None:
        ack()
        view_id = open_view(body, client, loading("A new topic"))
        fill(client, view_id, lambda: topic_modal(Draft(), desk.library.corpora(), Opening()))

    def edit(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        asker = asker_of(body, context, desk, client)
        view_id = open_view(body, client, loading("Change a topic"))
        fill(client, view_id, lambda: form_of(desk, asker, Opening(str(action["selected_option"]["value"]))))

    def widen(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        asker = asker_of(body, context, desk, client)
        view_id = open_view(body, client, loading("Change a topic"))

        def made() -> View:
            found = changes.allowed(asker, id_of(action))
            today = desk.digests.today(found)
            name = found.topic_on(today) or next(name for _, name in found.plan)
            return form_of(desk, asker, Opening(name, found.id))

        fill(client, view_id, made)

    def look(ack: Ack, body: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        asker, view = asker_of(body, context, desk, client), body["view"]
        opening = unpacked(view["private_metadata"])
        defined = read(view["state"]["values"], Draft(opening.name))
        update(client, view["id"], looked(desk, asker, opening, defined.draft, "; ".join(defined.errors.values())))

    def remove(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        asker = asker_of(body, context, desk, client)

        def removed() -> View:
            guard(desk, asker, str(action["value"]))
            there = desk.topics.remove(asker.workspace, str(action["value"]))
            return words(NAME, "The topic is removed." if there else "The topic was removed before.")

        fill(client, body["view"]["id"], removed)

    def sent(ack: Ack, view: Json, context: BoltContext, client: WebClient) -> None:
        opening = unpacked(view["private_metadata"])
        values = view["state"]["values"]
        errors = read(values, Draft(opening.name)).errors
        if errors:
            ack(response_action="errors", errors=dict(errors))
            return
        ack(response_action="update", view=loading(NAME))
        asker = Asker(Reader.of(context, desk.reading), client)
        event = Event("action", f"topic:{view['id']}:{view.get('hash')}", member=asker.member)
        once(context, desk.claims, event, lambda: fill(client, view["id"], lambda: kept(desk, asker, opening, values)))

    app.action(NEW)(new)
    app.action(EDIT)(edit)
    app.action(WIDEN)(widen)
    app.action(LOOK)(look)
    app.action(REMOVE)(remove)
    app.view(FORM)(sent)


def listed(desk: Desk, reader: Reader) -> Message:
    """All topics, to one member."""
    used = defaultdict(list)
    for subscription in desk.digests.of_workspace(reader.workspace):
        for name in dict.fromkeys(name for _, name in subscription.plan):
            used[name].append(subscription.channel)
    topics = desk.topics.all(reader.workspace)[:MOST_TOPICS]
    shelved = [
        Shelved(topic, size(desk, reader.workspace, topic), list(dict.fromkeys(used[topic.name]))) for topic in topics
    ]
    return topic_list_text(shelved, desk.command), topic_list(shelved, desk.command)


def size(desk: Desk, workspace: str, topic: Topic) -> int:
    """The papers on the shelf of *topic*; below 0 where they can't be counted, as when a corpus has gone."""
    try:
        return desk.topics.tried(workspace, topic, most=1).total
    except PaperBotError:
        return UNCOUNTED[1]


def form_of(desk: Desk, asker: Asker, opening: Opening) -> View:
    """The modal of a topic that is there, with what it would pick now.

    Raises:
        NoTopic: it is not there.
    """
    topic = desk.topics.one(asker.workspace, opening.name)
    if topic is None:
        raise NoTopic
    handles = (desk.library.paper_with_key(key) for key in topic.like)
    like = tuple(paper.handle for paper in handles if paper)
    draft = Draft(topic.name, topic.label, topic.words, like, topic.without, topic.corpora, topic.has_code)
    return looked(desk, asker, opening, draft)


def looked(desk: Desk, asker: Asker, opening: Opening, draft: Draft, problem: str = "") -> View:
    """The modal with what *draft* would pick now, and what comes near it and is left out."""
    try:
        first = desk.topics.tried(asker.workspace, topic_of(desk, draft), most=MOST_LOOKED)
    except PaperBotError as refused:
        return topic_modal(draft, desk.library.corpora(), opening, None, problem or str(refused))
    return topic_modal(draft, desk.library.corpora(), opening, first, problem)


def kept(desk: Desk, asker: Asker, opening: Opening, values: Mapping[str, Mapping[str, Json]]) -> View:
    """Keep what was filled in, and say what follows; or the form again, and why not."""
    draft = read(values, Draft(opening.name)).draft
    try:
        guard(desk, asker, opening.name)
        topic = topic_of(desk, draft)
        _fits(desk, asker.workspace, topic, new=not opening.name)
        picked = desk.topics.tried(asker.workspace, topic, most=1)
        desk.topics.put(asker.workspace, topic)
    except PaperBotError as refused:
        return topic_modal(draft, desk.library.corpora(), opening, None, str(refused))
    number = sum(uses(one.plan, topic.name) for one in desk.digests.of_workspace(asker.workspace))
    return words(NAME, kept_words(topic, picked, used_in=number, command=desk.command))


def topic_of(desk: Desk, draft: Draft) -> Topic:
    """The topic that *draft* describes.

    Raises:
        UnknownPaper: one of its examples is no paper.
    """
    like = tuple(desk.library.paper(handle).key for handle in draft.like)
    name = draft.name or name_of(draft.label)
    return Topic(name, draft.label, draft.words, like, draft.without, draft.corpora, draft.has_code)


def guard(desk: Desk, asker: Asker, name: str) -> None:
    """Let only those change a topic who may change all the digests that go by it.

    Raises:
        NotYours: one of these is others'.
    """
    for one in desk.digests.of_workspace(asker.workspace):
        if uses(one.plan, name) and not may_change(desk, one, asker.member):
            raise NotYours


def uses(plan: tuple[tuple[int, str], ...], name: str) -> bool:
    """Whether a plan has the topic."""
    return any(topic == name for _, topic in plan)


def _fits(desk: Desk, workspace: str, topic: Topic, *, new: bool) -> None:
    others = [one for one in desk.topics.all(workspace) if new or one.name != topic.name]
    if any(topic.label.casefold() == one.label.casefold() or topic.name == one.name for one in others):
        raise TopicThere(topic.label)
    if new and len(others) >= MOST_TOPICS:
        raise TooMany
