"""What a test or its owner sets up in a workspace: people, channels, other apps, lost rights, repeated events."""

from typing import Any

from bot.workspace import posting, seen
from bot.workspace.delivery import Envelope
from bot.workspace.driver import Driver, Member
from bot.workspace.events import happened
from bot.workspace.inside import Inside
from bot.workspace.methods import auth, conversations
from bot.workspace.seen import SeenMessage
from bot.workspace.state import Channel, Person
from bot.workspace.typed import as_message

Json = dict[str, Any]


class OtherApp:
    """An app that is not the one under test."""

    def __init__(self, inside: Inside, driver: Driver, who: Person) -> None:
        self._inside, self._driver, self._who = inside, driver, who

    @property
    def id(self) -> str:
        return self._who.id

    def posts(self, text: str, *, in_: str = "general", thread: SeenMessage | None = None, **more: Any) -> SeenMessage:
        """Post as this app; `@icml` in the text is a mention."""
        state = self._inside.state
        with state.lock:
            channel = self._driver.channel(in_)
            channel.members.add(self.id)
            written, _ = as_message(state, text)
            root = (thread.thread or thread.ts) if thread else None
            return seen.message(state, posting.post(self._inside, channel, self._who, written, thread_ts=root, **more))


class Stage:
    """The setting in which members and the app meet."""

    def __init__(self, inside: Inside, driver: Driver) -> None:
        self.inside, self.driver = inside, driver

    def member(self, name: str) -> Member:
        """The member of this name, who comes on first use."""
        return self.driver.member(name)

    def stranger(self) -> Member:
        """A member who is in the public channels and has done nothing."""
        return self.driver.member("Stranger")

    def creates_channel(self, name: str, *, private: bool = False, bot: bool = True) -> Channel:
        """Make a channel; everybody is in a public one, only those named You and the bot in a private one."""
        state = self.inside.state
        with state.lock:
            you = self._person("You")
            members = set() if private else {one.id for one in state.people.values() if not one.is_bot}
            channel = state.add_channel(name, "private" if private else "channel", you.id, members)
        if bot:
            self.invites_bot(name)
        return channel

    def invites_bot(self, channel: str, by: str = "You") -> None:
        conversations.add_member(self.inside, self._channel(channel), self.inside.state.bot, self._person(by))

    def removes_bot(self, channel: str) -> None:
        conversations.remove_member(self.inside, self._channel(channel), self.inside.state.bot)

    def archives(self, channel: str) -> None:
        conversations.archive(self.inside, self._channel(channel), self._person("You"))

    def revokes_tokens(self) -> None:
        """Make the bot's token worthless."""
        auth.revoke_bot_token(self.inside)

    def uninstalls_app(self) -> None:
        """Take the app out of the workspace: its tokens are worthless from now on."""
        with self.inside.state.lock:
            happened(self.inside, {"type": "app_uninstalled"})
            auth.revoke_bot_token(self.inside)

    def other_app(self, name: str) -> OtherApp:
        """Another app, which posts in the channels it is used in."""
        state = self.inside.state
        with state.lock:
            who = state.person_named(name) or state.add_person(name, is_bot=True, app_id=state.numbered("A"))
            return OtherApp(self.inside, self.driver, who)

    def _channel(self, name: str) -> Channel:
        return self.driver.channel(name)

    def _person(self, name: str) -> Person:
        found = self.inside.state.person_named(name)
        if found is None:
            raise LookupError(f"There is no member {name}.")
        return found

    def redelivers(self, event: str | Envelope, *, times: int = 2) -> None:
        """Send an event again, by its envelope or an id, with a growing retry number."""
        wanted = event.id if isinstance(event, Envelope) else event
        self.inside.delivery.redeliver(wanted, times)
