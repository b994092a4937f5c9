"""Digests, each posted exactly once: claimed with its picks, posted with its id in the metadata, marked with its ts.

The order of steps is what keeps it so; each may be the last one that a process does:

1. The line of the ledger is written, with all that is to be posted. Only one process ever writes the line of a slot.
2. Each part is posted with the delivery's id, by who holds the lease, looked at just before.
3. The part is marked; with the last one the line is settled.

A line that is claimed and whose lease is over has lost its process, or the answer of a post. Who takes it over first
waits as long as a post of the other one may still be on its way (:attr:`Patience.quiet`), then looks for the part in
the channel's history: what stands there is marked, what does not is posted as it was claimed. Where the history
can't be read nobody guesses. What is left: a process that stands still between its look at the lease and its post, for
longer than lease and quiet together, may post a second time when it goes on.
"""

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import structlog
from slack_sdk import WebClient

from bot.clock import Clock
from bot.digests.choosing import Chooser
from bot.digests.due import due_days, moment_of
from bot.digests.posting import Message, NotNow, Perhaps, Refused, Unreadable, direct, find, post
from bot.keepers import tell
from bot.memory.contents import digest_json, digest_of, hits_of, week_in
from bot.memory.deliveries import CLAIMED, PASSED, Claim
from bot.memory.memory import Memory
from handlers.model import Delivery, Digest, Posted, Subscription, Watch
from handlers.views.digest import Part, digest_parts, watch_parts
from handlers.views.weeks import week_parts
from index.errors import PaperBotError
from index.model import Paper

log = structlog.get_logger(__name__)

LATE = timedelta(minutes=15)  # so late, a digest says that it is
ANOTHER = "I was not running then, and this channel caught up with another digest"
WATCH = "watch:"  # how the subscription of a watch's delivery begins
CARD = "card:"  # likewise of the keepers' weekly card


@dataclass(frozen=True, slots=True)
class Patience:
    """How long is waited for what. A post's own time-out has to be well under the others."""

    lease: timedelta = timedelta(seconds=90)
    quiet: timedelta = timedelta(seconds=45)  # before somebody else's delivery is looked for
    first: timedelta = timedelta(seconds=20)  # before the second try; doubled for each further one
    longest: timedelta = timedelta(minutes=15)  # between two tries, and no lease is longer
    grace: timedelta = timedelta(hours=6)  # after its time a digest is still posted


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
        patience: Patience = Patience(),
        step: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._memory = memory
        self._chooser = chooser
        self._clock = clock
        self._name = name
        self._command = command
        self._patience = patience
        self._step = step
        self._keepers: dict[str, frozenset[str]] = {}

    def run(self, client: WebClient, workspace: str, keepers: Collection[str] = ()) -> None:
        """Do what is due now in *workspace*: settle what was begun, then begin what is due.

        One subscription or channel in trouble never stops the others.

        Args:
            client: never tries again by itself, and gives a call up after some seconds.
            keepers: members who are told of trouble where nobody else is.
        """
        self._keepers[workspace] = frozenset(keepers)
        for claim in self._memory.deliveries.open(workspace):
            self._alone(claim.delivery.id, partial(self._go_on, client, workspace, claim))
        caught_up: set[str] = set()
        for one in self._memory.subscriptions.running(workspace):
            self._alone(one.id, partial(self._begin, client, workspace, one, caught_up))

    def _alone(self, what: str, work: Callable[[], None]) -> None:
        try:
            work()
        except PaperBotError as known:
            log.warning("a digest has to wait", what=what, why=str(known))
        except Exception:
            log.exception("a digest failed; the others go on", what=what)

    def _begin(self, client: WebClient, workspace: str, one: Subscription, caught_up: set[str]) -> None:
        """Write the lines of the slots that came since the last one; post the newest if it is not too late."""
        now = self._clock.now()
        slots = self._slots(workspace, one, now)
        for day, due in slots[:-1]:
            reason = "paused" if one.rests_on(day) else "I was not running then, and a later one was due since"
            self._pass(workspace, one, day, due, reason)
        if not slots:
            return
        day, due = slots[-1]
        late = now - due
        if one.rests_on(day):
            self._pass(workspace, one, day, due, "paused")
        elif late > self._patience.grace:
            self._pass(workspace, one, day, due, f"I was not running then, and {_hours(late)} later was too late")
        elif late > LATE and one.channel in caught_up:
            self._pass(workspace, one, day, due, ANOTHER)
        else:
            if late > LATE:
                caught_up.add(one.channel)
            self._deliver(client, workspace, one, day, due, late=late > LATE)

    def _slots(self, workspace: str, one: Subscription, now: datetime) -> tuple[tuple[date, datetime], ...]:
        if one.began_at is None:
            return ()
        newest = self._memory.deliveries.newest_day(workspace, one.id)
        since = one.began_at
        if newest is not None:
            since = max(since, moment_of(one, newest) or since)
        return tuple((day, due) for day, due in due_days(one, since, now) if newest is None or day > newest)

    def _pass(self, workspace: str, one: Subscription, day: date, due: datetime, reason: str) -> None:
        passed = Delivery(
            _id(one.id, day, 0), one.id, one.channel, day, 0, one.topic_on(day), due, PASSED, reason=reason
        )
        self._memory.deliveries.write(workspace, passed, held_until=due)

    def _deliver(
        self, client: WebClient, workspace: str, one: Subscription, day: date, due: datetime, *, late: bool
    ) -> None:
        try:
            digest = self._chooser.digest(workspace, one, day, delivery=_id(one.id, day, 0))
        except PaperBotError as fault:
            self._pass(workspace, one, day, due, str(fault))
            self._tell(client, workspace, one, f"The digest in <#{one.channel}> could not be made. {fault}", "made")
            return
        if not digest.picks and (not one.says_none or self._said_so(workspace, one, digest)):
            self._pass(workspace, one, day, due, digest.note)
            return
        if late:
            at = one.at.strftime("%H:%M")
            digest = replace(digest, note=f"{digest.note} It comes late: I was not running at {at}.".strip())
        claim = self._claimed(workspace, one, digest, 0, due)
        if claim is not None:
            self._post(client, workspace, claim)

    def _said_so(self, workspace: str, one: Subscription, digest: Digest) -> bool:
        """Whether the channel was told already, with the last post of it, that there is nothing more."""
        latest = self._memory.deliveries.latest(workspace, one.id)
        return latest is not None and not latest.delivery.papers and latest.delivery.topic == digest.topic.name

    def now(self, client: WebClient, workspace: str, one: Subscription, member: str) -> Delivery:
        """Post one beside the schedule, at once, for *member* who asked."""
        now = self._clock.now()
        day = _local(one, now)
        topic = one.topic_on(day) or one.plan[0][1]
        while True:
            number = self._memory.deliveries.next_number(workspace, one.id, day)
            id_ = _id(one.id, day, number)
            digest = self._chooser.digest(workspace, one, day, delivery=id_, topic=topic, asked_by=member)
            claim = self._claimed(workspace, one, digest, number, now)
            if claim is not None:
                self._post(client, workspace, claim)
                after = self._memory.deliveries.read(workspace, id_)
                return (after or claim).delivery

    def _claimed(self, workspace: str, one: Subscription, digest: Digest, number: int, due: datetime) -> Claim | None:
        """The claim, if it is ours."""
        papers = tuple((pick.paper.handle, pick.paper.key) for pick in digest.picks)
        line = Delivery(
            digest.delivery, one.id, one.channel, digest.day, number, digest.topic.name, due, CLAIMED, papers=papers
        )
        contents = digest_json(digest, self._chooser.library.newest())
        return self._written(workspace, line, contents)

    def deliver(self, client: WebClient, workspace: str, line: Delivery, contents: str) -> None:
        """Post what *line* promises, if no other one does."""
        claim = self._written(workspace, line, contents)
        if claim is not None:
            self._post(client, workspace, claim)

    def _written(self, workspace: str, line: Delivery, contents: str) -> Claim | None:
        """Write the line of a slot, held by this one; None if somebody else has it."""
        until = self._clock.now() + self._patience.lease
        self._step("claim")
        if not self._memory.deliveries.write(workspace, line, contents, held_by=self._name, held_until=until):
            return None
        self._step("claimed")
        return self._memory.deliveries.read(workspace, line.id)

    def _go_on(self, client: WebClient, workspace: str, claim: Claim) -> None:
        """Take a claim up whose time has come: our own after a fault, or that of a process that is gone."""
        now = self._clock.now()
        left = claim.held_until - now
        if timedelta(0) < left <= self._patience.longest:
            return
        ours = claim.held_by == self._name
        until = now + (self._patience.lease if ours else self._patience.quiet)
        taken = self._memory.deliveries.take(workspace, claim, held_by=self._name, held_until=until, again=True)
        held = self._memory.deliveries.read(workspace, claim.delivery.id) if taken and ours else None
        if held is not None:
            self._post(client, workspace, held)

    def _post(self, client: WebClient, workspace: str, claim: Claim) -> None:
        """Post what is missing of *claim*, which we hold, and settle it; or see to it that it is taken up again."""
        held: Claim | None = claim
        try:
            channel = self._channel(client, claim.delivery)
            stands = self._memory.deliveries.parts(workspace, claim.delivery.id)
            parts = self._parts(workspace, claim)
            for number, (text, blocks) in enumerate(parts):
                if number in stands:
                    continue
                held = self._kept(workspace, claim.delivery.id)
                if held is None:
                    return
                message = Message(channel, stands.get(0, ""), text, blocks, claim.delivery.id, number)
                stands[number] = self._once(client, message, held)
                self._step("posted")
                self._memory.deliveries.mark_part(workspace, claim.delivery.id, number, stands[number])
                self._step("marked")
            self._settle(workspace, claim, channel, stands.get(0, ""))
        except NotNow as fault:
            self._later(workspace, held or claim, timedelta(seconds=fault.seconds))
        except Perhaps:
            self._later(workspace, held or claim, timedelta(0))
        except Refused as fault:
            self._give_up(client, workspace, claim, fault.words)
        except Unreadable as fault:
            words = f"I lost track of whether it stands there, and can’t read the channel to see ({fault.error})"
            self._give_up(client, workspace, claim, words)

    def _once(self, client: WebClient, message: Message, held: Claim) -> str:
        """The ts of *message*: looked for if it may stand there, else posted."""
        if held.tries:
            self._step("look")
            found = find(client, message, held.delivery.due_at)
            if found is not None:
                return found
            if self._clock.now() - held.delivery.due_at > self._patience.grace:
                raise Refused("too_late")
        self._step("post")
        return post(client, message)

    def _kept(self, workspace: str, id_: str) -> Claim | None:
        """The claim with a fresh lease, if it is still ours."""
        claim = self._memory.deliveries.read(workspace, id_)
        if claim is None or claim.held_by != self._name or claim.delivery.state != CLAIMED:
            return None
        until = self._clock.now() + self._patience.lease
        if not self._memory.deliveries.take(workspace, claim, held_by=self._name, held_until=until):
            return None
        return replace(claim, held_until=until)

    def _channel(self, client: WebClient, line: Delivery) -> str:
        """Where it is posted: a member's direct messages have a channel of their own."""
        if not line.channel.startswith(("U", "W")):
            return line.channel
        return direct(client, line.channel)

    def _parts(self, workspace: str, claim: Claim) -> list[Part]:
        line, paper = claim.delivery, self._paper
        if line.subscription.startswith(WATCH):
            watch = Watch(line.subscription.removeprefix(WATCH), line.channel, line.topic)
            return watch_parts(watch, hits_of(claim.contents, paper), self._command)
        if line.subscription.startswith(CARD):
            return week_parts(week_in(claim.contents))
        return digest_parts(digest_of(line.id, claim.contents, paper), self._command)

    def _paper(self, key: str) -> Paper | None:
        return self._chooser.library.paper_with_key(key)

    def _settle(self, workspace: str, claim: Claim, channel: str, ts: str) -> None:
        line, now = claim.delivery, self._clock.now()
        stood = Posted(channel, ts, ts, papers=line.papers, library=self._chooser.library.id)
        self._memory.threads.put(workspace, stood, now=now)  # so that "the second one" is known there
        self._step("settle")
        self._memory.deliveries.settle(workspace, line.id, ts=ts, now=now, reason=_note(claim))
        if not line.subscription.startswith(WATCH):
            self._memory.notices.take_back(workspace, _about(line.subscription, "posted"))

    def _later(self, workspace: str, claim: Claim, wait: timedelta) -> None:
        """Have it taken up again, then to be looked for first."""
        doubled = self._patience.first * (1 << min(claim.tries, 8))
        until = self._clock.now() + min(max(wait, doubled), self._patience.longest)
        self._memory.deliveries.take(workspace, claim, held_by=self._name, held_until=until)

    def _give_up(self, client: WebClient, workspace: str, claim: Claim, words: str) -> None:
        line = claim.delivery
        if not self._memory.deliveries.give_up(workspace, line.id, words):
            return
        log.warning("a digest could not be posted", delivery=line.id, why=words)
        one = self._memory.subscriptions.one(workspace, line.subscription)
        if one is not None:
            said = f"I could not post the digest in <#{one.channel}>: {words}. I will try again at its next time."
            self._tell(client, workspace, one, said, "posted")

    def _tell(self, client: WebClient, workspace: str, one: Subscription, said: str, what: str) -> None:
        told = {one.by} if one.by else self._keepers.get(workspace, frozenset())
        now = self._clock.now()
        tell(self._memory.notices, client, workspace, told, said, about=_about(one.id, what), now=now)


def _id(subscription: str, day: date, number: int) -> str:
    return f"{subscription}.{day.isoformat()}.{number}"


def _about(subscription: str, what: str) -> str:
    return f"digest:{subscription}:{what}"


def _local(one: Subscription, now: datetime) -> date:
    return now.astimezone(ZoneInfo(one.zone)).date()


def _hours(late: timedelta) -> str:
    hours = round(late / timedelta(hours=1))
    return "1 hour" if hours == 1 else f"{hours} hours"


def _note(claim: Claim) -> str:
    """Why it stands there without a pick, or late."""
    if claim.delivery.subscription.startswith(WATCH):
        return ""
    return str(json.loads(claim.contents).get("note", ""))
