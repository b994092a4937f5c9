"""The modal in which a digest is set up or changed."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import structlog
from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.models.views import View

from handlers.cards import fill
from handlers.changing import Asker, Changes
from handlers.claims import once
from handlers.desk import Desk
from handlers.digests import NAME, asker_of, id_of, in_view
from handlers.filling import NINE, WORKDAYS, read
from handlers.model import Event, Subscription
from handlers.reading import Reader
from handlers.schedules import zones_like
from handlers.spots import opened as open_view
from handlers.spots import origin_of, update
from handlers.standings import status
from handlers.views.digest_acts import ANOTHER_TOPIC, CHANGE, SET_UP
from handlers.views.digest_setup import (
    BY_WEEKDAY,
    FORM,
    LOOK,
    ONE_TOPIC,
    TOPIC,
    ZONE,
    Form,
    Opening,
    setup_modal,
    unpacked,
    zone_option,
)
from handlers.views.modals import loading
from index.errors import PaperBotError
from index.model import Picked, Topic

log = structlog.get_logger(__name__)

Json = dict[str, Any]

NEW = Subscription("", "", (), NINE, "")


class NoTopics(PaperBotError):
    """There is nothing that a digest could be about."""

    def __init__(self, command: str) -> None:
        super().__init__(f"There are no topics yet. {command} topics makes one; then a digest can go by it.")


class TopicGone(PaperBotError):
    """A topic was removed while somebody chose it."""

    def __init__(self) -> None:
        super().__init__("That topic was removed meanwhile: choose another one.")


def register(app: App, desk: Desk, changes: Changes) -> None:
    """Listen to the buttons that open the modal, to those in it, and to what is sent."""

    def set_up(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        asker = asker_of(body, context, desk, client)
        opening = Opening(channel=str(action.get("value") or ""), origin=origin_of(body))
        view_id = open_view(body, client, loading("Set up a digest"))
        fill(client, view_id, lambda: new_form(changes, asker, opening))

    def change(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        asker = asker_of(body, context, desk, client)
        view_id = open_view(body, client, loading("Change the digest"))

        def made() -> View:
            found = changes.allowed(asker, id_of(action))
            weekly = len({name for _, name in found.plan}) > 1
            opening = Opening(found.id, found.channel, weekly, origin_of(body))
            return setup_modal(form_of(desk, asker.workspace, found, opening))

        fill(client, view_id, made)

    def redraw(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        asker, view = asker_of(body, context, desk, client), body["view"]
        opening = unpacked(view["private_metadata"])
        if action["action_id"] in (BY_WEEKDAY, ONE_TOPIC):
            opening = replace(opening, by_weekday=action["action_id"] == BY_WEEKDAY)
        draft = read(view["state"]["values"], drafted(changes, asker, opening)).draft
        form = form_of(desk, asker.workspace, draft, opening)
        update(client, view["id"], setup_modal(replace(form, first=first_picks(desk, asker.workspace, draft))))

    def offer(ack: Ack, body: Json) -> None:
        ack(options=[zone_option(name) for name in zones_like(body.get("value") or "")])

    def sent(ack: Ack, view: Json, context: BoltContext, client: WebClient) -> None:
        opening = unpacked(view["private_metadata"])
        errors = read(view["state"]["values"], NEW).errors
        if errors:
            ack(response_action="errors", errors=dict(errors))
            return
        ack(response_action="update", view=loading(NAME))
        asker = Asker(Reader.of(context, desk.reading), client, opening.origin.channel)
        event = Event("action", f"digest:{view['id']}:{view.get('hash')}", opening.channel, member=asker.member)
        once(
            context,
            desk.claims,
            event,
            lambda: fill(client, view["id"], lambda: kept(changes, asker, opening, view["state"]["values"])),
        )

    app.action(SET_UP)(set_up)
    for action_id in (CHANGE, ANOTHER_TOPIC):
        app.action(action_id)(change)
    for action_id in (TOPIC, BY_WEEKDAY, ONE_TOPIC, LOOK):
        app.action(action_id)(redraw)
    app.options(ZONE)(offer)
    app.view(FORM)(sent)


def new_form(changes: Changes, asker: Asker, opening: Opening) -> View:
    """The modal for a new digest: weekdays at nine on its member's own clock."""
    draft = replace(drafted(changes, asker, opening), zone=zone_of(asker.client, asker.member))
    return setup_modal(form_of(changes.desk, asker.workspace, draft, opening))


def drafted(changes: Changes, asker: Asker, opening: Opening) -> Subscription:
    """What the modal began with: the digest that is changed, or a new one."""
    if opening.subscription:
        return changes.allowed(asker, opening.subscription)
    return replace(NEW, channel=opening.channel, by=asker.member, plan=tuple((day, "") for day in WORKDAYS))


def form_of(desk: Desk, workspace: str, draft: Subscription, opening: Opening) -> Form:
    """The modal's content for *draft*.

    Raises:
        NoTopics: there is nothing to choose.
    """
    topics = desk.topics.all(workspace)
    if not topics:
        raise NoTopics(desk.command)
    return Form(draft, topics, desk.library.corpora(), opening)


def kept(changes: Changes, asker: Asker, opening: Opening, values: Mapping[str, Mapping[str, Json]]) -> View:
    """Keep what was filled in, and show how the channel's digests stand then; or the form again, and why not."""
    draft = read(values, drafted(changes, asker, opening)).draft
    try:
        if {name for _, name in draft.plan} - {topic.name for topic in changes.desk.topics.all(asker.workspace)}:
            raise TopicGone
        if opening.subscription:
            changes.change(asker, opening.subscription, lambda before: read(values, before).draft)
            said = "Changed: it holds from the next one on."
        else:
            changes.begin(asker, draft)
            said = "Set up. Mention me in the thread of a digest to ask about “the second one”."
    except PaperBotError as refused:
        form = form_of(changes.desk, asker.workspace, draft, opening)
        return setup_modal(replace(form, problem=str(refused)))
    return in_view(status(changes.desk, asker, draft.channel, said))


def first_picks(desk: Desk, workspace: str, draft: Subscription) -> Picked | None:
    """What *draft* would pick first; None while no topic is chosen."""
    name = next((name for _, name in draft.plan if name), "")
    topic = desk.topics.one(workspace, name) if name else None
    return (
        desk.topics.tried(workspace, narrowed(topic, draft), most=draft.picks, channel=draft.channel) if topic else None
    )


def narrowed(topic: Topic, draft: Subscription) -> Topic:
    """*topic* with what the digest asks for beside it."""
    return replace(
        topic,
        corpora=draft.corpora or topic.corpora,
        has_code=topic.has_code or draft.has_code,
        without=(*topic.without, *draft.without),
    )


def zone_of(client: WebClient, member: str) -> str:
    """The member's own time zone; empty where Slack does not tell."""
    try:
        found = client.users_info(user=member)["user"].get("tz")
    except SlackApiError as refused:
        log.info("a member's time zone can't be read", error=refused.response["error"])
        return ""
    return str(found or "")
