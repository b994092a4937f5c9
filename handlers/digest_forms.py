"""The modal in which a digest is set up or changed."""

from dataclasses import replace
from typing import Any

import structlog
from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.models.views import View

from handlers.cards import fill
from handlers.changing import Asker, Changes
from handlers.desk import Desk
from handlers.digests import asker_of
from handlers.filling import NINE, WORKDAYS, read
from handlers.model import Subscription
from handlers.reading import Reader
from handlers.schedules import zones, zones_like
from handlers.spots import opened as open_view
from handlers.spots import origin_of
from handlers.standings import standing
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
from handlers.views.digest_words import next_words, shelf_words, title, when
from handlers.views.modals import loading, words
from index.errors import PaperBotError
from index.model import Picked

log = structlog.get_logger(__name__)

Json = dict[str, Any]

SET_UP_TITLE = "A digest"


def register(app: App, desk: Desk, changes: Changes) -> None:
    """Open the form, keep it up to date while it is filled in, and take it."""
    forms = Forms(desk, changes)

    def set_up(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        asker = asker_of(desk, body, context, client)
        opening = Opening(channel=str(action["value"]), origin=origin_of(body))
        view_id = open_view(body, client, loading(SET_UP_TITLE))
        fill(client, view_id, lambda: forms.opened(asker, opening))

    def change(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        asker, id_ = asker_of(desk, body, context, client), str(action["value"])
        view_id = open_view(body, client, loading(SET_UP_TITLE))

        def form() -> View:
            one = changes.allowed(asker, id_)
            weekly = len({name for _, name in one.plan}) > 1
            return forms.opened(asker, Opening(one.id, one.channel, weekly, origin_of(body)))

        fill(client, view_id, form)

    def look(ack: Ack, body: Json, action: Json, context: BoltContext, client: WebClient) -> None:
        ack()
        view = body["view"]
        opening = unpacked(view["private_metadata"])
        if action["action_id"] in (BY_WEEKDAY, ONE_TOPIC):
            opening = replace(opening, by_weekday=action["action_id"] == BY_WEEKDAY)
        asker = Asker(Reader.of(context, desk.reading), client, opening.channel)
        fill(client, view["id"], lambda: forms.looked(asker, opening, view["state"]["values"]))

    def offer(ack: Ack, body: Json) -> None:
        ack(options=[zone_option(name) for name in zones_like(body.get("value") or "")])

    def take(ack: Ack, view: Json, context: BoltContext, client: WebClient) -> None:
        opening = unpacked(view["private_metadata"])
        asker = Asker(Reader.of(context, desk.reading), client, opening.channel)
        filled = read(view["state"]["values"], blank(opening.channel, asker.member))
        if filled.errors:
            ack(response_action="errors", errors=dict(filled.errors))
            return
        ack(response_action="update", view=loading(SET_UP_TITLE))
        fill(client, view["id"], lambda: forms.kept(asker, opening, view["state"]["values"]))

    app.action(SET_UP)(set_up)
    for action_id in (CHANGE, ANOTHER_TOPIC):
        app.action(action_id)(change)
    for action_id in (LOOK, TOPIC, BY_WEEKDAY, ONE_TOPIC):
        app.action(action_id)(look)
    app.options(ZONE)(offer)
    app.view(FORM)(take)


class Forms:
    """The form, for one member after the other."""

    def __init__(self, desk: Desk, changes: Changes) -> None:
        self._desk = desk
        self._changes = changes

    def opened(self, asker: Asker, opening: Opening) -> View:
        """The form with what is kept, or with the usual things for a new one."""
        return self._form(asker, opening, self._before(asker, opening))

    def looked(self, asker: Asker, opening: Opening, values: Json) -> View:
        """The form as it is filled in, with what it would pick first."""
        draft = read(values, self._before(asker, opening)).draft
        return self._form(asker, opening, draft, first=self._first(asker, draft))

    def kept(self, asker: Asker, opening: Opening, values: Json) -> View:
        """Keep what is filled in, and say what follows; where it can't be, the form again with the reason."""
        draft = self._before(asker, opening)
        try:
            draft = read(values, draft).draft
            one = self._keep(asker, opening, values, draft)
        except PaperBotError as refused:
            return self._form(asker, opening, draft, problem=str(refused))
        stands = standing(self._desk, asker.workspace, one)
        said = f"{title(one, stands.labels)}: {when(one, stands.labels)}. {next_words(stands)} {shelf_words(stands)}"
        return words(SET_UP_TITLE, said)

    def _keep(self, asker: Asker, opening: Opening, values: Json, draft: Subscription) -> Subscription:
        if opening.subscription:
            return self._changes.change(asker, opening.subscription, lambda before: read(values, before).draft)
        return self._changes.begin(asker, draft)

    def _before(self, asker: Asker, opening: Opening) -> Subscription:
        if opening.subscription:
            return self._changes.allowed(asker, opening.subscription)
        return replace(blank(opening.channel, asker.member), zone=zone_of(asker.client, asker.member))

    def _form(
        self, asker: Asker, opening: Opening, draft: Subscription, *, first: Picked | None = None, problem: str = ""
    ) -> View:
        topics, corpora = self._desk.topics.all(asker.workspace), self._desk.library.corpora()
        return setup_modal(Form(draft, topics, corpora, opening, first, problem))

    def _first(self, asker: Asker, draft: Subscription) -> Picked | None:
        name = next((name for _, name in draft.plan if name), "")
        topic = self._desk.topics.one(asker.workspace, name) if name else None
        if topic is None:
            return None
        wanted = draft.within(topic)
        return self._desk.topics.tried(asker.workspace, wanted, most=draft.picks, channel=draft.channel)


def blank(channel: str, member: str) -> Subscription:
    """A digest as it is offered: on workdays at nine; topic and zone are to be chosen."""
    return Subscription("", channel, tuple((day, "") for day in WORKDAYS), NINE, "", by=member)


def zone_of(client: WebClient, member: str) -> str:
    """The member's own time zone; empty where Slack does not tell it."""
    try:
        told = str(client.users_info(user=member)["user"].get("tz") or "")
    except SlackApiError as refused:
        log.info("the zone of a member can't be read", error=refused.response["error"])
        return ""
    return told if told in zones() else ""
