"""Reading lists and what members chose, with the time of the bot's clock."""

from collections.abc import Collection

from bot.clock import Clock
from bot.memory.memory import Memory
from handlers.model import Forgotten, Mark, SavedPaper
from index.model import Paper


class BotReading:
    """What handlers need of the memory of readers; see :class:`handlers.reading.Reading`."""

    def __init__(self, memory: Memory, clock: Clock) -> None:
        self._lists, self._members, self._clock = memory.reading_lists, memory.members, clock

    def save(self, workspace: str, owner: str, member: str, paper: Paper) -> bool:
        saved = SavedPaper(paper.key, paper.handle, paper.headline, member, self._clock.now())
        return self._lists.save(workspace, owner, saved)

    def remove(self, workspace: str, owner: str, key: str) -> bool:
        return self._lists.remove(workspace, owner, key)

    def annotate(self, workspace: str, owner: str, key: str, *, note: str, tags: tuple[str, ...], done: bool) -> bool:
        return self._lists.annotate(workspace, owner, key, note=note, tags=tags, done=done)

    def saved(self, workspace: str, owner: str) -> tuple[SavedPaper, ...]:
        return self._lists.of(workspace, owner)

    def marks(self, workspace: str, member: str, keys: Collection[str]) -> dict[str, Mark]:
        return self._lists.marks(workspace, member, keys)

    def searched(self, workspace: str, member: str, query: str) -> None:
        self._members.searched(workspace, member, query, now=self._clock.now())

    def searches(self, workspace: str, member: str) -> tuple[str, ...]:
        return self._members.searches(workspace, member)

    def choice(self, workspace: str, member: str, name: str, default: str = "") -> str:
        return self._members.choice(workspace, member, name, default)

    def choose(self, workspace: str, member: str, name: str, value: str) -> None:
        self._members.choose(workspace, member, name, value, now=self._clock.now())

    def forget(self, workspace: str, member: str) -> Forgotten:
        return self._lists.forget(workspace, member)
