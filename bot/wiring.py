"""The one place where the parts are put together."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from bot.backup.home import at_work, end_restore
from bot.claims import BotClaims
from bot.clock import Clock, SystemClock
from bot.digests.choosing import Chooser
from bot.digests.delivering import Deliverer
from bot.digests.doors import BotDigests, BotTopics, BotWatches
from bot.digests.patience import Patience
from bot.measuring import Metrics
from bot.memory.memory import Memory
from bot.reading import BotReading
from bot.remembering import BotOpinions, BotPlaces, BotThreads
from bot.settings import Settings
from bot.stats.tallying import CountedClaims, TalliedLibrary, Tally
from handlers.desk import Desk
from handlers.questions import Means
from index.library import Library


@dataclass(frozen=True, slots=True)
class Wiring:
    """What the app and the transports work with. Shared by all threads."""

    settings: Settings
    library: Library
    memory: Memory
    claims: BotClaims
    clock: Clock
    reading: BotReading
    opinions: BotOpinions
    means: Means  # what questions are answered with
    desk: Desk  # what is searched, saved and shared with
    deliverer: Deliverer
    metrics: Metrics


@contextmanager
def wired(settings: Settings, clock: Clock | None = None) -> Iterator[Wiring]:
    """The parts for *settings*, closed at the end.

    Raises:
        PaperBotError: a file can't be opened; one sentence that says which and what to do.
    """
    settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    settings.home.chmod(0o700)
    clock = clock or SystemClock()
    end_restore(settings.home)
    metrics, tally = Metrics(), Tally()
    library = TalliedLibrary(
        settings.papers, metrics, default=settings.corpora, semantic=settings.semantic, at_work=True, tally=tally
    )
    try:
        with at_work(settings.home), Memory.open(settings.memory_address) as memory:
            places = BotPlaces(memory.settings, clock)
            claims = CountedClaims(memory.events, clock, memory.counts, tally)
            reading = BotReading(memory, clock)
            means = Means(library, BotThreads(memory.threads, clock), settings.command, clock.sleep, places)
            chooser = Chooser(memory, library)
            deliverer = Deliverer(
                memory,
                chooser,
                clock,
                name=secrets.token_hex(8),
                command=settings.command,
                patience=Patience(grace=timedelta(hours=settings.grace_hours)),
            )
            topics = BotTopics(memory, chooser, clock)
            desk = Desk(
                library,
                reading,
                claims,
                settings.command,
                lambda: secrets.randbelow(1 << 32),
                topics,
                BotDigests(memory, chooser, deliverer, topics, clock),
                BotWatches(memory, chooser, clock),
                places,
                # An id names a member of one workspace, and somebody else in another.
                keepers=settings.keeper_ids if settings.slack_client_id is None else frozenset(),
            )
            opinions = BotOpinions(memory.opinions, clock)
            yield Wiring(settings, library, memory, claims, clock, reading, opinions, means, desk, deliverer, metrics)
    finally:
        library.close()
