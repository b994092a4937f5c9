"""The door to what the bot remembers."""

from types import TracebackType
from typing import Self

from sqlalchemy import select

from bot.memory.address import read
from bot.memory.copies import Copies
from bot.memory.counts import Counts
from bot.memory.database import Database, engine_at
from bot.memory.deliveries import Deliveries
from bot.memory.departures import Departures
from bot.memory.events import Events
from bot.memory.feedback import Opinions
from bot.memory.installations import Installations, States
from bot.memory.members import Members
from bot.memory.migrating import prepare
from bot.memory.notices import Notices
from bot.memory.of_member import OfMember
from bot.memory.reading_lists import ReadingLists
from bot.memory.settings import WorkspaceSettings
from bot.memory.subscriptions import Subscriptions
from bot.memory.threads import Threads
from bot.memory.topics import StoredTopics
from bot.memory.watches import StoredWatches


class Memory:
    """Everything that must outlive the process, from any thread.

    Several processes may share one. In PostgreSQL they may be on several hosts.
    """

    def __init__(self, database: Database, place: str) -> None:
        self._database = database
        self.place = place  # in words, without a password
        self.events = Events(database)
        self.settings = WorkspaceSettings(database)
        self.threads = Threads(database)
        self.opinions = Opinions(database)
        self.reading_lists = ReadingLists(database)
        self.members = Members(database)
        self.topics = StoredTopics(database)
        self.subscriptions = Subscriptions(database)
        self.deliveries = Deliveries(database)
        self.watches = StoredWatches(database)
        self.notices = Notices(database)
        self.of_member = OfMember(database)
        self.copies = Copies(database)
        self.departures = Departures(database)
        self.states = States(database)
        self.counts = Counts(database)

    @classmethod
    def open(cls, url: str) -> Self:
        """Open the memory at *url*, made or brought up to date where it has to be.

        Args:
            url: ``sqlite:///PATH``, whose folder must exist, or ``postgresql://NAME:PASSWORD@HOST/DATABASE``.

        Raises:
            UnusableAddress, MemoryUnavailable, UnreadableMemory, NewerMemory: one sentence that says what is
                wrong and what to do, never with a password. What was there is as it was.
        """
        address = read(url)
        prepare(address)
        return cls(Database(engine_at(address)), address.place)

    def installations(self, client_id: str) -> Installations:
        """Where the app with *client_id* is installed."""
        return Installations(self._database, client_id)

    def answers(self) -> None:
        """Return if the memory can be read.

        Raises:
            MemoryUnavailable: it can't.
        """
        self._database.read(lambda connection: connection.execute(select(1)).scalar_one())

    def close(self) -> None:
        """Close the connections. Who still works with it opens new ones."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Memory in {self.place}>"
