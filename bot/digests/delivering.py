"""Digests and what else is posted once: which slots are due, which have passed, and who is told.

How each is posted exactly once is in :mod:`bot.digests.settling`.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import structlog
from slack_sdk import WebClient

from bot.clock import Clock
from bot.digests.choosing import Chooser
from bot.digests.due import due_days, idle_until, moment_of
from bot.digests.patience import Patience
from bot.digests.settling import BROKE, Settler
from bot.errors import NoTopic
from bot.memory.contents import digest_json
from bot.memory.deliveries import CLAIMED, PASSED, CaughtUp, Claim, HadSince
from bot.memory.memory import Memory
from handlers.model import Delivery, Digest, Subscription
from index.errors import PaperBotError, UnknownCorpus

log = structlog.get_logger(__name__)

PAUSED = "paused"
CHANGED = "it was changed or stopped at that moment"
SLEPT = "I was not running then, and a later one was due since"
ANOTHER = "I was not running then, and this channel caught up with another digest"
USUAL = Patience()
_CHOICES = 5  # times that picks are chosen anew because another digest of the channel took them


class Deliverer:
    """Posts what is due. Any number may work on one memory, in threads, processes and on hosts.

    Args:
        name: of this one; no other has the same, not even an earlier start of it.
        step: told the name of each step before it is done; tests end the process there.
    """

    def __init__(
        self,
        memory: Memory,
        chooser: Chooser,
        clock: Clock,
        *,
        name: str,
        command: str,
        patience: Patience = USUAL,
        step: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._memory = memory
        self._chooser = chooser
        self._clock = clock
        self._patience = patience
        self._idle: dict[tuple[str, str], tuple[Subscription, datetime, datetime]] = {}  # as it was, from when, until
        self._hindered: dict[str, str] = {}  # id of a slot that could not be begun yet -> why
        self._settler = Settler(
            memory, chooser.library, clock, name=name, command=command, patience=patience, step=step
        )

    def run(self, client: WebClient, workspace: str, keepers: Collection[str] = ()) -> None:
        """Do what is due now in *workspace*: settle what was begun, then begin what is due.

        One subscription or channel in trouble never stops the others.

        Args:
            client: never tries again by itself, and gives a call up after some seconds.
            keepers: members who are told of trouble where nobody else is.
        """
        self._settler.keepers(workspace, keepers)
        self._memory.deliveries.forget_ahead(workspace, after=self._clock.now() + self._patience.ahead)
        for claim in self._settler.open(workspace):
            _alone(claim.delivery.id, partial(self._settler.go_on, client, workspace, claim))
        for one in self._memory.subscriptions.running(workspace):
            _alone(one.id, partial(self._begin, client, workspace, one))

    def now(self, client: WebClient, workspace: str, one: Subscription, member: str) -> Delivery:
        """Post one beside the schedule, at once, for *member* who asked."""
        now = self._clock.now()
        day = now.astimezone(ZoneInfo(one.zone)).date()
        topic = one.topic_on(day) or one.plan[0][1]
        while True:
            number = self._memory.deliveries.next_number(workspace, one.id, day)
            id_ = _id(one, day, number)
            digest = self._chooser.digest(workspace, one, day, delivery=id_, topic=topic, asked_by=member)
            try:
                claim = self._settler.claimed(workspace, *self._line(one, digest, number, now))
            except HadSince:
                continue  # what was chosen went out in another digest meanwhile: choose again
            if claim is not None:
                self._settler.post(client, workspace, claim)
                after = self._memory.deliveries.read(workspace, id_)
                return (after or claim).delivery

    def deliver(self, client: WebClient, workspace: str, line: Delivery, contents: str) -> None:
        """Post what *line* promises, if no other one does."""
        claim = self._settler.claimed(workspace, line, contents)
        if claim is not None:
            self._settler.post(client, workspace, claim)

    def note(self, workspace: str, one: Subscription) -> None:
        """Write the lines of slots that came and were not begun, since *one* is no more as it was."""
        self._pass(workspace, one, self._slots(workspace, one, self._clock.now()), CHANGED)

    def _begin(self, client: WebClient, workspace: str, one: Subscription) -> None:
        """Write the lines of the slots that came since the last one; post the newest if it is not too late."""
        now = self._clock.now()
        known, since, until = self._idle.get((workspace, one.id), (None, now, now))
        if known == one and since <= now < until:
            return  # as nearly always
        slots = self._slots(workspace, one, now)
        if not slots:
            self._idle[workspace, one.id] = (one, now, idle_until(one, now))
            return
        self._pass(workspace, one, slots[:-1], SLEPT)
        day, due = slots[-1]
        late = now - due
        if one.rests_on(day):
            self._pass(workspace, one, slots[-1:], PAUSED)
        elif late > self._patience.grace:
            slept = f"I was not running then, and {_hours(late)} later was too late"
            self._pass(workspace, one, slots[-1:], self._hindered.pop(_id(one, day, 0), slept))
        else:
            self._try(client, workspace, one, day, due, late=late > self._patience.late)

    def _try(
        self, client: WebClient, workspace: str, one: Subscription, day: date, due: datetime, *, late: bool
    ) -> None:
        """Deliver it; what hinders that may be over at the next look, or else is the reason in the ledger."""
        try:
            self._deliver(client, workspace, one, day, due, late=late)
        except Exception as fault:
            words = str(fault) if isinstance(fault, PaperBotError) else BROKE
            self._hindered[_id(one, day, 0)] = words
            raise
        self._hindered.pop(_id(one, day, 0), None)

    def _slots(self, workspace: str, one: Subscription, now: datetime) -> tuple[tuple[date, datetime], ...]:
        """The slots that came and have no line, oldest first."""
        if one.began_at is None:
            return ()
        newest, taken = self._memory.deliveries.days(workspace, one.id, until=now)
        since = one.began_at
        if newest is not None:
            since = max(since, moment_of(one, newest) or since)
        return tuple((day, due) for day, due in due_days(one, since, now) if day not in taken)

    def _pass(self, workspace: str, one: Subscription, slots: tuple[tuple[date, datetime], ...], reason: str) -> None:
        lines = [
            Delivery(
                id=_id(one, day, 0),
                subscription=one.id,
                channel=one.channel,
                day=day,
                number=0,
                topic=one.topic_on(day),
                due_at=due,
                state=PASSED,
                reason=PAUSED if one.rests_on(day) else reason,
            )
            for day, due in slots
        ]
        if lines:
            self._memory.deliveries.write_passed(workspace, lines)

    def _deliver(
        self, client: WebClient, workspace: str, one: Subscription, day: date, due: datetime, *, late: bool
    ) -> None:
        for _ in range(_CHOICES):
            try:
                digest = self._chooser.digest(workspace, one, day, delivery=_id(one, day, 0))
            except (NoTopic, UnknownCorpus) as fault:  # till somebody changes it
                self._pass(workspace, one, ((day, due),), str(fault))
                said = f"The digest in <#{one.channel}> could not be made. {fault}"
                self._settler.tell(client, workspace, one, said, "made")
                return
            if not digest.picks and (not one.says_none or self._said_so(workspace, one, digest)):
                self._pass(workspace, one, ((day, due),), digest.note)
                return
            if late:
                why = "could not make it" if _id(one, day, 0) in self._hindered else "was not running"
                late_words = f"It comes late: I {why} at {one.at:%H:%M}."
                digest = replace(digest, note=f"{digest.note} {late_words}".strip())
            try:
                claim = self._claim(workspace, one, digest, due, late=late)
            except HadSince:
                continue
            except CaughtUp:
                self._pass(workspace, one, ((day, due),), ANOTHER)
                return
            if claim is not None:
                self._settler.post(client, workspace, claim)
            return

    def _claim(self, workspace: str, one: Subscription, digest: Digest, due: datetime, *, late: bool) -> Claim | None:
        line, contents = self._line(one, digest, 0, due, late=late)
        return self._settler.claimed(workspace, line, contents, beside=self._patience.grace if late else None)

    def _said_so(self, workspace: str, one: Subscription, digest: Digest) -> bool:
        """Whether the channel was told already, with the last post of it, that there is nothing more."""
        latest = self._memory.deliveries.latest(workspace, one.id)
        return latest is not None and not latest.delivery.papers and latest.delivery.topic == digest.topic.name

    def _line(
        self, one: Subscription, digest: Digest, number: int, due: datetime, *, late: bool = False
    ) -> tuple[Delivery, str]:
        """The line of *digest* in the ledger, and what it has in it."""
        line = Delivery(
            id=digest.delivery,
            subscription=one.id,
            channel=one.channel,
            day=digest.day,
            number=number,
            topic=digest.topic.name,
            due_at=due,
            state=CLAIMED,
            papers=tuple((pick.paper.handle, pick.paper.key) for pick in digest.picks),
        )
        library = self._chooser.library
        return line, digest_json(digest, newest=library.newest(), library=library.id, late=late)


def _alone(what: str, work: Callable[[], None]) -> None:
    """Do *work*; when it fails, that stops nobody else's."""
    try:
        work()
    except PaperBotError as known:
        log.warning("a digest has to wait", what=what, why=str(known))
    except Exception:
        log.exception("a digest failed; the others go on", what=what)


def _id(one: Subscription, day: date, number: int) -> str:
    return f"{one.id}.{day.isoformat()}.{number}"


def _hours(late: timedelta) -> str:
    hours = round(late / timedelta(hours=1))
    return "1 hour" if hours == 1 else f"{hours} hours"
