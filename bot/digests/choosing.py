"""What a digest has in it: the topic's picks for a channel that had what it had and said what it said."""

from collections.abc import Collection
from datetime import date, datetime

from bot.errors import NoTopic
from bot.memory.contents import newest_then
from bot.memory.memory import Memory
from handlers.model import GROUP, Digest, Subscription
from index.library import Library
from index.model import Picked, Taste, Topic

RESET = "digest reset:"  # how the setting begins that says when a subscription was reset
PICK = "pick"  # the kind of feedback; what it is about begins with the subscription's id and a colon


class Chooser:
    """Chooses from the library with what memory knows. Shared by all threads."""

    def __init__(self, memory: Memory, library: Library) -> None:
        self._memory = memory
        self.library = library

    def topics(self, workspace: str) -> tuple[Topic, ...]:
        """All topics; a workspace without any begins with what the library has."""
        kept = self._memory.topics.all(workspace)
        return kept or self.library.themes()

    def topic(self, workspace: str, name: str) -> Topic | None:
        return next((one for one in self.topics(workspace) if one.name == name), None)

    def digest(
        self,
        workspace: str,
        subscription: Subscription,
        day: date,
        *,
        delivery: str = "",
        topic: str = "",
        beside: Collection[str] = (),
        asked_by: str = "",
    ) -> Digest:
        """The digest of *day* as it would be now.

        Args:
            topic: the topic's name, where it is not the day's own.
            beside: keys of papers that count as had, too.

        Raises:
            NoTopic: the topic is not there any more.
        """
        name = topic or subscription.topic_on(day)
        found = self.topic(workspace, name)
        if found is None:
            raise NoTopic(name)
        wanted = subscription.within(found)
        had = self._memory.deliveries.had(workspace, subscription.channel) | set(beside)
        picked = self._picked(workspace, subscription, wanted, had)
        note = "" if picked.picks else why_none(picked)
        return Digest(
            delivery,
            subscription.id,
            found,
            day,
            picked.picks,
            picked.total,
            picked.seen + len(picked.picks),
            in_thread=subscription.in_thread,
            note=note,
            asked_by=asked_by,
        )

    def _picked(self, workspace: str, subscription: Subscription, topic: Topic, had: Collection[str]) -> Picked:
        return self.library.pick(
            topic,
            most=subscription.picks,
            had=had,
            taste=self.taste(workspace, subscription.id),
            new_after=self._newest_then(workspace, subscription.id),
        )

    def _newest_then(self, workspace: str, subscription: str) -> int | None:
        """The number of the newest paper there was at its last digest; None for its first, and after a reset."""
        if not subscription:
            return None
        reset = self._memory.settings.get(workspace, f"{RESET}{subscription}")
        since = datetime.fromisoformat(reset) if reset else None
        latest = self._memory.deliveries.latest(workspace, subscription, after=since)
        return newest_then(latest.contents, self.library.id) if latest else None

    def taste(self, workspace: str, subscription: str) -> Taste:
        """What moves the picks of *subscription*: opinions of its picks, and the group's list; nobody's private one."""
        beginning = f"{subscription}:"
        given = self._memory.opinions.of_all(workspace, PICK, beginning) if subscription else ()
        votes: dict[str, int] = {}
        for one in given:
            key = one.about.removeprefix(beginning)
            votes[key] = votes.get(key, 0) + (1 if one.helpful else -1)
        group = self._memory.reading_lists.of(workspace, GROUP)
        return Taste(
            more=tuple(key for key, sum_ in votes.items() if sum_ > 0),
            less=tuple(key for key, sum_ in votes.items() if sum_ < 0),
            saved=tuple((one.key, 1) for one in group),
        )


def why_none(picked: Picked) -> str:
    """Why there is no pick, in words."""
    if not picked.total:
        return "No paper here is about this topic. Widen it, or choose another one."
    return f"The shelf is done: all {picked.total} papers of this topic were here. Widen it, or choose another topic."
