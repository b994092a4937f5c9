"""``/icml digest``: how a channel's digests stand, and all that can be done with them but filling in the form."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from slack_bolt import Ack, App, BoltContext, Respond
from slack_sdk import WebClient

from handlers.changing import Asker, Changes
from handlers.commands import DIGEST_ACTS
from handlers.desk import Desk
from handlers.model import Pause, Subscription
from handlers.reading import Reader
from handlers.schedules import pause_of, resumed
from handlers.showing import Message
from handlers.spots import origin_of
from handlers.spots import replace as put_in_place
from handlers.standings import lines_of, on_its_clock, previewed, status
from handlers.views.digest_acts import (
    LEDGER,
    LEDGER_PAGE,
    NOW,
    PAUSE,
    PREVIEW,
    RESET,
    RESUME,
    SHOW,
    SKIP,
    STOP,
)
from handlers.views.digest_words import outcome
from handlers.views.place import OldButton

Json = dict[str, Any]
Act = Callable[["Digesting", Asker, str, str], Message]

SEVERAL = "There are several digests here: press the button under the one that you mean."


class Digesting:
    """What members do with digests, by commands and by buttons.

    Each act takes who asks, the subscription's id, and what else was typed or carried; it gives what they see then.
    """

    def __init__(self, desk: Desk, changes: Changes) -> None:
        self.desk = desk
        self.changes = changes

    def typed(self, asker: Asker, arguments: str) -> Message:
        """Answer ``digest ARGUMENTS``."""
        word, _, rest = arguments.strip().partition(" ")
        act = _TYPED.get(word.lower())
        here = self.desk.digests.in_channel(asker.workspace, asker.channel)
        if act is None or not here:
            return status(self.desk, asker, asker.channel)
        if len(here) > 1:
            return status(self.desk, asker, asker.channel, SEVERAL)
        return act(self, asker, here[0].id, rest)

    def show(self, asker: Asker, id_: str, _: str) -> Message:
        return status(self.desk, asker, self.changes.seen(asker, id_).channel)

    def pause(self, asker: Asker, id_: str, typed: str) -> Message:
        def paused(one: Subscription) -> Subscription:
            return replace(one, pauses=(*one.pauses, pause_of(typed, self.desk.digests.today(one))))

        return self._changed(asker, id_, paused, "It is paused.")

    def resume(self, asker: Asker, id_: str, _: str) -> Message:
        def going_on(one: Subscription) -> Subscription:
            return replace(one, pauses=resumed(one.pauses, self.desk.digests.today(one)))

        return self._changed(asker, id_, going_on, "It goes on.")

    def skip(self, asker: Asker, id_: str, _: str) -> Message:
        def skipping(one: Subscription) -> Subscription:
            today = self.desk.digests.today(one)
            return one if one.rests_on(today) else replace(one, pauses=(*one.pauses, Pause(today, today)))

        return self._changed(asker, id_, skipping, "It leaves today out.")

    def stop(self, asker: Asker, id_: str, _: str) -> Message:
        one = self.changes.allowed(asker, id_)
        self.desk.digests.stop(asker.workspace, id_)
        return status(self.desk, asker, one.channel, "It is stopped.")

    def reset(self, asker: Asker, id_: str, _: str) -> Message:
        one = self.changes.allowed(asker, id_)
        self.desk.digests.reset(asker.workspace, id_)
        return status(self.desk, asker, one.channel, "It starts over: all papers may come again.")

    def now(self, asker: Asker, id_: str, newest: str) -> Message:
        """Post one beside the schedule. A button tells the ledger's newest line then: pressed twice, it posts once."""
        one = self.changes.allowed(asker, id_)
        if newest != ANY:
            lines = self.desk.digests.ledger(asker.workspace, subscription=id_, limit=1)
            if (lines[0].id if lines else "") != newest:
                return status(self.desk, asker, one.channel, "One was posted meanwhile: press again for another.")
        line = self.desk.digests.post_now(asker.workspace, id_, asker.member, asker.client)
        return status(self.desk, asker, one.channel, f"The one you asked for: {outcome(on_its_clock(line, one))}.")

    def preview(self, asker: Asker, id_: str, _: str) -> Message:
        return previewed(self.desk, asker, self.changes.seen(asker, id_))

    def ledger(self, asker: Asker, id_: str, offset: str) -> Message:
        return lines_of(self.desk, asker, self.changes.seen(asker, id_), int(offset) if offset.isdigit() else 0)

    def _changed(self, asker: Asker, id_: str, make: Callable[[Subscription], Subscription], said: str) -> Message:
        one = self.changes.change(asker, id_, make)
        return status(self.desk, asker, one.channel, said)


ANY = "any"  # of the ledger's lines: what is typed says nothing of it

_TYPED: dict[str, Act] = {
    "pause": Digesting.pause,
    "resume": Digesting.resume,
    "skip": Digesting.skip,
    "stop": Digesting.stop,
    "reset": Digesting.reset,
    "now": lambda digesting, asker, id_, _: digesting.now(asker, id_, ANY),
    "preview": Digesting.preview,
    "log": Digesting.ledger,
}
assert set(_TYPED) == set(DIGEST_ACTS)  # noqa: S101 - what help tells is what is done

_PRESSED: dict[str, Act] = {
    PAUSE: lambda digesting, asker, id_, _: digesting.pause(asker, id_, ""),
    RESUME: Digesting.resume,
    SKIP: Digesting.skip,
    STOP: Digesting.stop,
    RESET: Digesting.reset,
    NOW: Digesting.now,
    PREVIEW: Digesting.preview,
    LEDGER: Digesting.ledger,
    f"{LEDGER_PAGE}.newer": Digesting.ledger,
    f"{LEDGER_PAGE}.older": Digesting.ledger,
    SHOW: Digesting.show,
}


def register(app: App, desk: Desk, changes: Changes) -> None:
    """Listen to the buttons under a digest's standing."""
    digesting = Digesting(desk, changes)

    def pressed(act: Act) -> Callable[..., None]:
        def listener(
            ack: Ack, body: Json, action: Json, context: BoltContext, respond: Respond, client: WebClient
        ) -> None:
            ack()
            id_, _, rest = str(action.get("value") or "").partition(" ")
            if not id_:
                raise OldButton
            asker = asker_of(desk, body, context, client)
            put_in_place(body, client, respond, act(digesting, asker, id_, rest))

        return listener

    for action_id, act in _PRESSED.items():
        app.action(action_id)(pressed(act))


def asker_of(desk: Desk, body: Json, context: BoltContext, client: WebClient) -> Asker:
    """The one who pressed something, and the channel where it stands."""
    return Asker(Reader.of(context, desk.reading), client, origin_of(body).channel)
