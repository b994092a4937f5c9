"""Members who act and look, for tests: ``you.types("/icml merging", in_="general")``."""

import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from bot.workspace import acts, interactions, seen
from bot.workspace.block_text import buttons
from bot.workspace.inputs import choice
from bot.workspace.inside import Inside
from bot.workspace.methods.reactions import react
from bot.workspace.seen import Seen, SeenMessage, SeenView
from bot.workspace.state import Channel, Person, View
from bot.workspace.transcript import transcript

Json = dict[str, Any]
Looked = TypeVar("Looked")

_DIRECT = "bot"  # the name under which a member finds the direct messages with the bot
_READ_QUIET = 0.02  # seconds without a change after which a reader looks


class Settles(Protocol):
    """Waits until the workspace is at rest."""

    def __call__(self, *, within: float = ..., quiet: float = ..., patience: float = ...) -> None: ...


class Driver:
    """The members of a workspace, by name."""

    def __init__(self, inside: Inside, settled: Settles) -> None:
        self.inside, self.settled = inside, settled
        self._members: dict[str, Member] = {}

    def member(self, name: str) -> "Member":
        state = self.inside.state
        with state.lock:
            if name not in self._members:
                person = state.person_named(name) or state.add_person(name)
                self._members[name] = Member(self, person)
            return self._members[name]

    def channel(self, name: str) -> Channel:
        found = self.inside.state.channel_named(name)
        if found is None:
            raise LookupError(f"There is no channel {name}.")
        return found

    def transcript(self) -> str:
        """Everything that was said, to whom, and what went between the app and the workspace."""
        return transcript(self.inside)


class Member:
    """A person in the workspace, as a test drives them."""

    def __init__(self, driver: Driver, person: Person) -> None:
        self._driver, self._inside, self._person = driver, driver.inside, person

    @property
    def id(self) -> str:
        return self._person.id

    @property
    def name(self) -> str:
        return self._person.display_name

    # Writing

    def types(
        self, text: str, *, in_: str = "general", thread: SeenMessage | None = None, **more: Any
    ) -> SeenMessage | None:
        """Send a message or a slash command; gives the message, or None for a command.

        Args:
            in_: a channel's name, or "bot" for the direct messages with it.
            thread: a message in whose thread to write.
        """
        root = (thread.thread or thread.ts) if thread else None
        sent = acts.types(self._inside, self.id, self._channel(in_).id, text, root, **more)
        return seen.message(self._inside.state, sent) if sent else None

    def mentions(self, text: str, *, in_: str = "general", thread: SeenMessage | None = None) -> SeenMessage:
        """Send a message that begins with a mention of the bot."""
        return self._sent(self.types(f"<@{self._inside.state.bot.id}> {text}", in_=in_, thread=thread))

    def writes_to_bot(self, text: str, *, thread: SeenMessage | None = None) -> SeenMessage | None:
        return self.types(text, in_=_DIRECT, thread=thread)

    def broadcasts(self, text: str, *, in_: str = "general", thread: SeenMessage) -> SeenMessage:
        """Reply in a thread and show it in the channel too."""
        return self._sent(self.types(text, in_=in_, thread=thread, broadcast=True))

    @staticmethod
    def _sent(message: SeenMessage | None) -> SeenMessage:
        if message is None:
            raise AssertionError("This was a slash command, which leaves no message.")
        return message

    def edits(self, message: SeenMessage, text: str) -> None:
        acts.edits(self._inside, self.id, message.channel, message.ts, text)

    def deletes(self, message: SeenMessage) -> None:
        acts.deletes(self._inside, self.id, message.channel, message.ts)

    def reacts(self, emoji: str, *, on: SeenMessage) -> None:
        found = acts.message_for(self._inside, self.id, on.channel, on.ts)
        react(self._inside, self._inside.state.channels[on.channel], found, self.id, emoji.strip(":"))

    # Acting

    def clicks(self, what: str, *, on: SeenMessage | SeenView, value: str | None = None) -> None:
        """Click a button by its text or action_id.

        Args:
            value: which of several equal buttons: the one that carries this value.
        """
        block_id, element = self._element(on, what, value)
        self._act(on, block_id, element, choice(element, what) if _is_choice(element) else choice(element, value))

    def selects(self, wanted: object, *, in_: str, on: SeenMessage | SeenView) -> None:
        """Choose in an element, named by its placeholder or action_id: an option's text or value, a date, some."""
        block_id, element = self._element(on, in_, None)
        self._act(on, block_id, element, choice(element, wanted))

    def _act(self, on: SeenMessage | SeenView, block_id: str, element: Json, fields: Json) -> None:
        if isinstance(on, SeenView):
            where: Json = {"view": self._view(on)}
        else:
            where = {"message": acts.message_for(self._inside, self.id, on.channel, on.ts)}
        action_id = element["action_id"]
        interactions.act(self._inside, self.id, block_id=block_id, action_id=action_id, fields=fields, **where)

    def _element(self, on: SeenMessage | SeenView, what: str, value: str | None) -> tuple[str, Json]:
        attached = [] if isinstance(on, SeenView) else [one.get("blocks") or [] for one in on.attachments]
        for block_id, element in buttons([*on.blocks, *(block for blocks in attached for block in blocks)]):
            names = {element.get("action_id"), *seen.labels([{"type": "actions", "elements": [element]}])}
            if what in names and value in (None, element.get("value")):
                return block_id, element
        there = ", ".join(seen.labels(on.blocks)) or "nothing to click"
        raise AssertionError(f"There is no {what!r} here; there is: {there}.\n{on.shown}")

    def submits(self, view: SeenView, values: Mapping[str, object] | None = None) -> None:
        """Fill in a modal's inputs, named by label, block_id or action_id, and submit it."""
        filled: Json = {}
        for name, wanted in (values or {}).items():
            block = _input_named(view, name)
            element = block["element"]
            chosen = {"type": element["type"], **choice(element, wanted)}
            filled.setdefault(block["block_id"], {})[element["action_id"]] = chosen
        interactions.submit(self._inside, self.id, self._view(view), filled)

    def closes(self, view: SeenView, *, all_of_them: bool = False) -> None:
        interactions.close(self._inside, self.id, self._view(view), all_of_them=all_of_them)

    def uses_shortcut(self, callback_id: str, *, on: SeenMessage | None = None) -> None:
        found = acts.message_for(self._inside, self.id, on.channel, on.ts) if on else None
        interactions.shortcut(self._inside, self.id, callback_id, found)

    def looks_for_options(self, typed: str, *, in_: str, on: SeenMessage | SeenView) -> list[str]:
        """Type into an external select, and say which options the app offers."""
        block_id, element = self._element(on, in_, None)
        where: Json = (
            {"view": self._view(on)}
            if isinstance(on, SeenView)
            else {"message": acts.message_for(self._inside, self.id, on.channel, on.ts)}
        )
        found = interactions.load_options(
            self._inside, self.id, block_id=block_id, action_id=element["action_id"], value=typed, **where
        )
        groups = found.result(5.0)
        options = [one for group in groups for one in group.get("options", [group])]
        return [one["text"]["text"] for one in options]

    def opens_home(self) -> SeenView | None:
        """Open the App Home, and say what stands there once the app had its chance."""
        acts.opens_home(self._inside, self.id)
        return self.home

    def opens_messages(self) -> None:
        """Open the direct messages with the bot."""
        acts.opens_home(self._inside, self.id, "messages")

    # Looking

    def reads(self, channel: str = "general") -> Seen:
        """What this member sees in a channel once the app has answered what it was asked."""
        self._driver.settled(quiet=_READ_QUIET)
        return self.sees(channel)

    def sees(self, channel: str = "general") -> Seen:
        """What this member sees in a channel at this moment."""
        state = self._inside.state
        with state.lock:
            found = self._channel(channel)
            return Seen(tuple(seen.message(state, one) for one in state.visible(found.id, self.id)))

    def waits_for(
        self,
        text: str,
        *,
        in_: str = "general",
        within: float = 5.0,
        by: str | None = None,
        thread: SeenMessage | None = None,
    ) -> SeenMessage:
        """Return the newest message with *text* in it, as soon as there is one.

        Args:
            within: seconds of real time.
            by: the author's display name, if it matters.
            thread: a message in whose thread it must stand.

        Raises:
            AssertionError: no such message came; with the whole transcript.
        """

        def look() -> SeenMessage | None:
            shown = self.sees(in_)
            shown = shown.in_thread(thread) if thread else shown
            fitting = [one for one in shown.messages if text in one.shown and by in (None, one.author)]
            return fitting[-1] if fitting else None

        return self._wait(look, f"no message with {text!r} came to {self.name} in {in_}", within)

    def waits_for_modal(self, text: str = "", *, within: float = 5.0) -> SeenView:
        """Return the topmost modal as soon as it shows *text*."""

        def look() -> SeenView | None:
            with self._inside.state.lock:
                stack = self._inside.state.modals[self.id]
                top = seen.view(stack[-1]) if stack else None
            return top if top and text in top.shown else None

        return self._wait(look, f"no modal with {text!r} opened for {self.name}", within)

    def _wait(self, look: Callable[[], Looked | None], missing: str, within: float) -> Looked:
        state, end = self._inside.state, time.monotonic() + within
        with state.changed:
            while True:
                found = look()
                if found is not None:
                    return found
                left = end - time.monotonic()
                if left <= 0 or not state.changed.wait(left):
                    found = look()
                    if found is not None:
                        return found
                    raise AssertionError(f"In {within} s {missing}.\n{self._driver.transcript()}")

    @property
    def modal(self) -> SeenView | None:
        """The topmost modal, once the app has answered what it was asked."""
        self._driver.settled(quiet=_READ_QUIET)
        with self._inside.state.lock:
            stack = self._inside.state.modals[self.id]
            return seen.view(stack[-1]) if stack else None

    @property
    def home(self) -> SeenView | None:
        """The App Home, once the app has answered what it was asked."""
        self._driver.settled(quiet=_READ_QUIET)
        with self._inside.state.lock:
            home = self._inside.state.homes.get(self.id)
            return seen.view(home) if home else None

    def _view(self, view: SeenView) -> View:
        found = self._inside.state.view(view.id)
        if found is None:
            raise AssertionError(f"The view {view.title!r} is not open any more.")
        return found

    def _channel(self, name: str) -> Channel:
        return self._inside.state.im_of(self.id) if name == _DIRECT else self._driver.channel(name)


def _is_choice(element: Json) -> bool:
    return element["type"] in ("feedback_buttons", "overflow")


def _input_named(view: SeenView, name: str) -> Json:
    for block in view.blocks:
        if block["type"] == "input" and name in (
            block["label"]["text"],
            block["block_id"],
            block["element"]["action_id"],
        ):
            return block
    raise AssertionError(f"There is no input {name!r} in this modal.\n{view.shown}")
