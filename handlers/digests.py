"""``/icml digest``: how the digests of a channel stand, and what can be done with them."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from slack_bolt import Ack, App, BoltContext, Respond
from slack_sdk import WebClient
from slack_sdk.models.blocks import RichTextBlock
from slack_sdk.models.views import View

from handlers.cards import fill
from handlers.changing import Asker, Changes
from handlers.claims import once
from handlers.desk import Desk
from handlers.model import Delivery, Event, Pause, Subscription
from handlers.reading import Reader
from handlers.schedules import pause_of, resumed
from handlers.showing import Message
from handlers.spots import in_modal, origin_of, update
from handlers.spots import opened as open_view
from handlers.standings import labels, lines_of, previewed, reason_of_none, status
from handlers.views.dates import long_day, moment
from handlers.views.digest_acts import LEDGER, LEDGER_PAGE, NOW, PAUSE, PREVIEW, RESET, RESUME, SHOW, SKIP, STOP
from handlers.views.digest_words import label_of, outcome, title
from handlers.views.modals import loading, modal
from handlers.views.place import OldButton
from handlers.views.text import counted, escape, section
from index.errors import PaperBotError

Json = dict[str, Any]
Act = Callable[[Changes, Asker, str], str]  # does something to the digest of an id, and says what it did

NAME = "Digest"  # of the modals


class WhichOne(PaperBotError):
    """A word that acts on a digest, in a channel with several or none."""

    def __init__(self, number: int, word: str, command: str) -> None:
        if not number:
            super().__init__(f"No digest comes here yet, so there is nothing to {word}. {command} digest sets one up.")
        else:
            super().__init__(
                f"{number} digests come here. {command} digest shows them: use the buttons of the one meant."
            )


def register(app: App, desk: Desk, changes: Changes) -> None:
    """Listen to the buttons of how digests stand."""

    def does(act: Act) -> Callable[..., None]:
        def pressed(
            ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient
        ) -> None:
            ack()
            asker = asker_of(body, context, desk, client)
            subscription = changes.allowed(asker, id_of(action))
            said = act(changes, asker, subscription.id)
            show(body, client, respond, status(desk, asker, subscription.channel, said))

        return pressed

    def shows(make: Callable[[Asker, Subscription], Message]) -> Callable[..., None]:
        def pressed(
            ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient
        ) -> None:
            ack()
            asker = asker_of(body, context, desk, client)
            if in_home(body):
                view_id = open_view(body, client, loading(NAME))
                fill(client, view_id, lambda: in_view(make(asker, changes.seen(asker, id_of(action)))))
            else:
                show(body, client, respond, make(asker, changes.seen(asker, id_of(action))))

        return pressed

    def now(ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient) -> None:
        ack()
        asker = asker_of(body, context, desk, client)
        subscription = changes.allowed(asker, id_of(action))
        # What the ledger's newest line was when the button was drawn: so that two presses, of one member or of two,
        # post one.
        event = Event("action", f"now:{action['value']}", subscription.channel, member=asker.member)
        said = ["One was posted just now, so I did not post another. Press again for one more."]

        def post() -> None:
            said[0] = posted_now(changes, asker, subscription.id)

        once(context, desk.claims, event, post)
        show(body, client, respond, status(desk, asker, subscription.channel, said[0]))

    def turn(ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient) -> None:
        ack()
        id_, _, offset = str(action["value"]).partition(" ")
        if not offset.isdecimal():
            raise OldButton
        asker = asker_of(body, context, desk, client)
        show(body, client, respond, lines_of(desk, asker, changes.seen(asker, id_), int(offset)))

    for action_id, act in ((PAUSE, pause), (RESUME, resume), (SKIP, skip), (RESET, reset), (STOP, stop)):
        app.action(action_id)(does(act))
    app.action(NOW)(now)
    app.action(SHOW)(shows(lambda asker, one: status(desk, asker, one.channel)))
    app.action(PREVIEW)(shows(lambda asker, one: previewed(desk, asker, one)))
    app.action(LEDGER)(shows(lambda asker, one: lines_of(desk, asker, one)))
    app.action(re.compile(rf"{re.escape(LEDGER_PAGE)}\."))(turn)


def answer(changes: Changes, asker: Asker, arguments: str) -> Message:
    """What ``/icml digest …`` says, to its member alone."""
    desk, (word, _, rest) = changes.desk, arguments.strip().lower().partition(" ")
    if not word:
        return status(desk, asker, asker.channel)
    found = desk.digests.in_channel(asker.workspace, asker.channel)
    if len(found) != 1:
        raise WhichOne(len(found), word, desk.command)
    one = found[0]
    if word in SHOWN:
        return SHOWN[word](changes, asker, one)
    changes.allowed(asker, one.id)
    said = pause(changes, asker, one.id, rest.strip()) if word == "pause" else DONE[word](changes, asker, one.id)
    return status(desk, asker, asker.channel, said)


def pause(changes: Changes, asker: Asker, id_: str, typed: str = "") -> str:
    """Let a digest rest: until it is resumed, or on the days that were typed."""
    today = changes.desk.digests.today(changes.seen(asker, id_))
    wanted = pause_of(typed, today)
    was = changes.seen(asker, id_)
    if wanted.last is None and any(one.last is None and today in one for one in was.pauses):
        return "It is paused already."
    changes.change(asker, id_, lambda one: replace(one, pauses=(*(p for p in one.pauses if p != wanted), wanted)))
    if wanted.last is None:
        return "Paused: nothing comes until somebody resumes it."
    if wanted.last < today:
        return "Those days are over, so nothing changes."
    return f"Paused {_span(wanted)}."


def resume(changes: Changes, asker: Asker, id_: str) -> str:
    """Let a digest come again; what was planned for later stays off."""
    today = changes.desk.digests.today(changes.seen(asker, id_))
    if not changes.seen(asker, id_).rests_on(today):
        return "It is not paused."
    after = changes.change(asker, id_, lambda one: replace(one, pauses=resumed(one.pauses, today)))
    comes = changes.desk.digests.next_at(after)
    return f"Resumed: the next comes on {moment(comes)}." if comes else "Resumed."


def skip(changes: Changes, asker: Asker, id_: str) -> str:
    """Leave out the digest of today, if it is still to come."""
    desk, one = changes.desk, changes.seen(asker, id_)
    today, comes = desk.digests.today(one), desk.digests.next_at(one)
    if one.rests_on(today):
        return "It rests today anyhow."
    if comes is None or comes.date() != today:
        return f"None is to come today any more{f'; the next is due on {moment(comes)}' if comes else ''}."
    after = changes.change(asker, id_, lambda was: replace(was, pauses=(*was.pauses, Pause(today, today))))
    comes = desk.digests.next_at(after)
    return f"Skipped today.{f' The next comes on {moment(comes)}.' if comes else ''}"


def reset(changes: Changes, asker: Asker, id_: str) -> str:
    """Begin a shelf anew."""
    changes.desk.digests.reset(asker.workspace, changes.allowed(asker, id_).id)
    return "Started over: the shelf is as it was at the start, and what was said of picks is forgotten."


def stop(changes: Changes, asker: Asker, id_: str) -> str:
    """End a digest for good."""
    desk, one = changes.desk, changes.allowed(asker, id_)
    named = title(one, labels(desk, asker.workspace))
    if desk.digests.stop(asker.workspace, id_):
        return f"Stopped: {named} does not come any more."
    return f"{named} was stopped already."


def posted_now(changes: Changes, asker: Asker, id_: str) -> str:
    """Post one beside the schedule, and say what came of it."""
    desk = changes.desk
    line: Delivery = desk.digests.post_now(asker.workspace, changes.allowed(asker, id_).id, asker.member, asker.client)
    named = label_of(line.topic, labels(desk, asker.workspace))
    if line.state == "posted" and line.papers:
        return f"Posted: {named}, with {counted(len(line.papers), 'paper')}."
    return f"{named}: {outcome(line)}."


def _why(changes: Changes, asker: Asker, one: Subscription) -> Message:
    said = reason_of_none(changes.desk, asker.workspace, one)
    return escape(said), [RichTextBlock(elements=[section(said)])]


def _span(pause_: Pause) -> str:
    if pause_.last == pause_.first or pause_.last is None:
        return f"on {long_day(pause_.first)}"
    return f"from {long_day(pause_.first)} to {long_day(pause_.last)}"


# What each word after the command's own does; a test holds them equal to the table of command words.
SHOWN: dict[str, Callable[[Changes, Asker, Subscription], Message]] = {
    "log": lambda changes, asker, one: lines_of(changes.desk, asker, one),
    "preview": lambda changes, asker, one: previewed(changes.desk, asker, one),
    "why": _why,
}
DONE: dict[str, Act] = {
    "pause": pause,
    "resume": resume,
    "skip": skip,
    "now": posted_now,
    "reset": reset,
    "stop": stop,
}


def asker_of(body: Json, context: BoltContext, desk: Desk, client: WebClient) -> Asker:
    """Who has pressed something, and in which channel; in none for what was opened from the Home."""
    return Asker(Reader.of(context, desk.reading), client, here(body))


def here(body: Json) -> str:
    """The channel in which a message stands where something was pressed; empty for a modal and the Home."""
    return "" if body.get("view") else origin_of(body).channel


def in_home(body: Json) -> bool:
    """Whether something was pressed in the App Home."""
    return bool((body.get("view") or {}).get("type") == "home")


def in_view(message: Message) -> View:
    """*message* as a modal."""
    return modal(NAME, message[1], callback="digest")


def id_of(action: Json) -> str:
    """The subscription that a button is about."""
    return str(action.get("value") or "").partition(" ")[0]


def show(body: Json, client: WebClient, respond: Respond, message: Message) -> None:
    """Put *message* in the place of what was pressed in; beside it where others see that too."""
    text, blocks = message
    if in_modal(body):
        update(client, body["view"]["id"], in_view(message))
    else:
        private = origin_of(body).private
        kind = None if private else "ephemeral"
        respond(text=text, blocks=blocks, replace_original=private, response_type=kind)
