"""The memory of threads and of feedback, with the time of the bot's clock."""

from bot.clock import Clock
from bot.memory.feedback import Opinions
from bot.memory.settings import WorkspaceSettings
from bot.memory.threads import Threads
from handlers.model import Feedback, Posted, ThreadContext

_ON, _OFF = "true", "false"  # JSON


class BotThreads:
    """What handlers need of the memory of threads; see :class:`handlers.threads.Threads`."""

    def __init__(self, threads: Threads, clock: Clock) -> None:
        self._threads = threads
        self._clock = clock

    def put(self, workspace: str, post: Posted) -> None:
        self._threads.put(workspace, post, now=self._clock.now())

    def of_thread(self, workspace: str, channel: str, thread_ts: str) -> ThreadContext:
        return self._threads.of_thread(workspace, channel, thread_ts)

    def answer_to(self, workspace: str, channel: str, question: str) -> Posted | None:
        return self._threads.answer_to(workspace, channel, question)

    def newest(self, workspace: str, channel: str) -> Posted | None:
        return self._threads.newest(workspace, channel)

    def remove(self, workspace: str, channel: str, ts: str) -> None:
        self._threads.remove(workspace, channel, ts)


class BotPlaces:
    """What handlers need of the memory of channels and threads; see :class:`handlers.places.Places`."""

    def __init__(self, settings: WorkspaceSettings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock

    def is_on(self, workspace: str, switch: str, place: str) -> bool:
        return self._settings.get(workspace, f"{switch}:{place}") == _ON

    def turn(self, workspace: str, switch: str, place: str, *, on: bool) -> bool:
        if self.is_on(workspace, switch, place) == on:
            return False
        self._settings.put(workspace, f"{switch}:{place}", _ON if on else _OFF, self._clock.now())
        return True


class BotOpinions:
    """What handlers need of the memory of feedback; see :class:`handlers.feedback.Opinions`."""

    def __init__(self, opinions: Opinions, clock: Clock) -> None:
        self._opinions = opinions
        self._clock = clock

    def get(self, workspace: str, kind: str, about: str, member: str) -> Feedback | None:
        return self._opinions.get(workspace, kind, about, member)

    def put(self, workspace: str, given: Feedback) -> None:
        self._opinions.put(workspace, given, now=self._clock.now())

    def take_back(self, workspace: str, kind: str, about: str, member: str) -> None:
        self._opinions.take_back(workspace, kind, about, member)
