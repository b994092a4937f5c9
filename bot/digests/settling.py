"""Each delivery posted exactly once: claimed with its contents, posted with its id in the metadata, marked with its ts.

The order of steps is what keeps it so; each may be the last one that a process does:

1. The line of the ledger is written, with all that is to be posted. Only one process ever writes the line of a slot.
2. Each part is posted with the delivery's id, by who holds the lease, looked at just before.
3. The part is marked; with the last one the line is settled.

A line that is claimed and whose lease is over has lost its process. Who takes it over first waits as long as a post of
the other one may still be on its way (:attr:`Patience.quiet`), then looks for the part in the channel's history: what
stands there is marked, what does not is posted as it was claimed. So does a process that lost the answer of a post. Who
waits keeps the lease for longer than it waits: else two that look in turn would take the line from each other for ever.
Where the history can't be read nobody guesses. What is left: a process that stands still between its look at the lease
and its post, for longer than lease and quiet together, may post a second time when it goes on.
"""

import json
import threading
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta

import structlog
from slack_sdk import WebClient

from bot.clock import Clock
from bot.digests.patience import Patience
from bot.digests.posting import Message, NotNow, Perhaps, Refused, Unreadable, direct, find, post
from bot.digests.telling import tell_once
from bot.memory.contents import digest_of, hits_of, week_in
from bot.memory.deliveries import CLAIMED, Claim
from bot.memory.memory import Memory
from handlers.model import Delivery, Posted, Subscription, Watch
from handlers.views.digest import Part, digest_parts, watch_parts
from handlers.views.weeks import week_parts
from index.errors import PaperBotError
from index.library import Library
from index.model import Paper

log = structlog.get_logger(__name__)

WATCH = "watch:"  # how the subscription of a watch's delivery begins
BROKE = "something broke on my side; my log says what"
CARD = "card:"  # likewise of the keepers' weekly card
# Nothing of ours, but a paper that nobody foresaw: the plain text tells the whole, too.
_UNSHOWN = frozenset({"invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long", "msg_too_long"})


class Settler:
    """Posts what is claimed, and settles it. See :class:`bot.digests.delivering.Deliverer` for the arguments."""

    def __init__(
        self,
        memory: Memory,
        library: Library,
        clock: Clock,
        *,
        name: str,
        command: str,
        patience: Patience,
        step: Callable[[str], None],
    ) -> None:
        self._memory = memory
        self._library = library
        self._clock = clock
        self._name = name
        self._command = command
        self._patience = patience
        self._step = step
        self._keepers: dict[str, frozenset[str]] = {}
        self._lock = threading.Lock()
        self._ready: dict[
            tuple[str, str], datetime
        ] = {}  # what we hold and wait for -> when we go on; others may long after that
        self._in_hand: set[str] = set()  # what a thread of ours is at: its lease ends early when the clock is set

    def keepers(self, workspace: str, members: Collection[str]) -> None:
        """Say who is told of trouble in *workspace*, where nobody else is."""
        self._keepers[workspace] = frozenset(members)

    def claimed(
        self,
        workspace: str,
        line: Delivery,
        contents: str,
        *,
        beside: timedelta | None = None,
    ) -> Claim | None:
        """Write the line of a slot, held by this process; None if another one wrote it.

        Args:
            beside: refuse it where the channel caught up with another digest that was due so recently.

        Raises:
            HadSince, CaughtUp: the line can't be written so; see :meth:`bot.memory.deliveries.Deliveries.write`.
        """
        now = self._clock.now()
        self._step("claim")
        written = self._memory.deliveries.write(
            workspace,
            line,
            contents,
            held_by=self._name,
            held_until=now + self._patience.lease,
            beside=None if beside is None else now - beside,
        )
        if not written:
            return None
        self._step("claimed")
        return self._memory.deliveries.read(workspace, line.id)

    def open(self, workspace: str) -> tuple[Claim, ...]:
        """What is claimed and not settled, in the order in which it was due."""
        claims = self._memory.deliveries.open(workspace)
        there = {(workspace, claim.delivery.id) for claim in claims}
        with self._lock:
            for one in [one for one in self._ready if one[0] == workspace and one not in there]:
                del self._ready[one]
        return claims

    def go_on(self, client: WebClient, workspace: str, claim: Claim) -> None:
        """Take a claim up whose time has come: our own after a fault, or that of a process that is gone."""
        now, id_ = self._clock.now(), claim.delivery.id
        ours = claim.held_by == self._name
        with self._lock:
            ready = self._ready.get((workspace, id_)) if ours else None
            if id_ in self._in_hand:
                return
        if timedelta(0) < (ready or claim.held_until) - now <= self._patience.leap:
            return
        ready = now if ours else now + self._patience.quiet
        self._step("take")
        if not self._hold(workspace, claim, ready, again=True) or not ours:
            return
        held = self._memory.deliveries.read(workspace, id_)
        if held is not None:
            self.post(client, workspace, held)

    def _hold(self, workspace: str, claim: Claim, ready: datetime, *, again: bool = False) -> bool:
        """Take or keep the lease of *claim*, to go on when it is *ready*; False if somebody else has it."""
        until = ready + self._patience.lease
        held = self._memory.deliveries.take(workspace, claim, held_by=self._name, held_until=until, again=again)
        with self._lock:
            if held:
                self._ready[workspace, claim.delivery.id] = ready
            else:
                self._ready.pop((workspace, claim.delivery.id), None)
        return held

    def post(self, client: WebClient, workspace: str, claim: Claim) -> None:
        """Post what is missing of *claim*, which we hold, and settle it; or see to it that it is taken up again."""
        with self._lock:
            if claim.delivery.id in self._in_hand:
                return
            self._in_hand.add(claim.delivery.id)
        try:
            self._post(client, workspace, claim)
        finally:
            with self._lock:
                self._in_hand.discard(claim.delivery.id)

    def _post(self, client: WebClient, workspace: str, claim: Claim) -> None:
        line = claim.delivery
        try:
            channel = self._channel(client, line)
            stands = self._memory.deliveries.parts(workspace, line.id)
            for number, (text, blocks) in enumerate(self._parts(workspace, claim)):
                if number in stands:
                    continue
                message = Message(channel, stands.get(0, ""), text, blocks, line.id, number)
                ts = self._once(client, workspace, message, claim)
                if ts is None:
                    return
                stands[number] = ts
                self._step("posted")
                self._memory.deliveries.mark_part(workspace, line.id, number, ts)
                self._step("marked")
            self._settle(workspace, claim, channel, stands.get(0, ""))
        except NotNow as fault:
            self._later(workspace, line.id, timedelta(seconds=fault.seconds))
        except Perhaps:
            self._later(workspace, line.id)
        except Refused as fault:
            self._give_up(client, workspace, claim, fault.words)
        except Unreadable as fault:
            self._give_up(client, workspace, claim, fault.words, stands=True)
        except PaperBotError:
            raise  # of the memory or the library: it can be tried when they are there again
        except Exception:
            log.exception("a digest failed", delivery=line.id)
            if self._is_over(line):
                self._give_up(client, workspace, claim, BROKE, stands=True)
            else:
                self._later(workspace, line.id)

    def _once(self, client: WebClient, workspace: str, message: Message, claim: Claim) -> str | None:
        """The ts of *message*: looked for if it may stand there, else posted; None if it is no more ours to post."""
        if claim.tries:
            self._step("look")
            found = find(client, message, claim.delivery.due_at)
            if found is not None:
                return found
            if self._is_over(claim.delivery):
                raise Refused("too_late")
            if self._is_stopped(workspace, claim.delivery):
                raise Refused("stopped")
        if not self._keeps(workspace, claim.delivery.id):
            return None
        self._step("post")
        try:
            return post(client, message)
        except Refused as refused:
            if refused.error not in _UNSHOWN:
                raise
            log.error("a digest is posted without blocks", delivery=message.delivery, error=refused.error)
            return post(client, replace(message, blocks=()))

    def _keeps(self, workspace: str, id_: str) -> bool:
        """Renew our lease; False if it is not ours any more."""
        claim = self._memory.deliveries.read(workspace, id_)
        if claim is None or claim.held_by != self._name or claim.delivery.state != CLAIMED:
            return False
        return self._hold(workspace, claim, self._clock.now() + self._patience.quiet)  # for the answer may be lost

    def _is_over(self, line: Delivery) -> bool:
        return self._clock.now() - line.due_at > self._patience.grace

    def _is_stopped(self, workspace: str, line: Delivery) -> bool:
        one = self._memory.subscriptions.one(workspace, line.subscription)
        return one is not None and one.stopped_at is not None

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
        return self._library.paper_with_key(key)

    def _settle(self, workspace: str, claim: Claim, channel: str, ts: str) -> None:
        line, now = claim.delivery, self._clock.now()
        stood = Posted(channel, ts, ts, papers=line.papers, library=self._library.id)
        self._memory.threads.put(workspace, stood, now=now)  # so that "the second one" is known there
        self._step("settle")
        self._memory.deliveries.settle(workspace, line, ts=ts, now=now, reason=_note(claim))
        self._step("settled")
        if not line.subscription.startswith(WATCH):
            self._memory.notices.take_back(workspace, _about(line.subscription, "posted"))

    def _later(self, workspace: str, id_: str, wait: timedelta = timedelta(0)) -> None:
        """Have it taken up again, then to be looked for first."""
        claim = self._memory.deliveries.read(workspace, id_)
        if claim is None or claim.held_by != self._name:
            return
        doubled = min(self._patience.first * (1 << min(claim.tries, 8)), self._patience.longest)
        self._hold(workspace, claim, self._clock.now() + min(max(wait, doubled), self._patience.leap / 2))

    def _give_up(self, client: WebClient, workspace: str, claim: Claim, words: str, *, stands: bool = False) -> None:
        line = claim.delivery
        if not self._memory.deliveries.give_up(workspace, line.id, words, stands=stands):
            return
        log.warning("a digest could not be posted", delivery=line.id, why=words)
        one = self._memory.subscriptions.one(workspace, line.subscription)
        if one is not None and one.stopped_at is None:
            said = f"I could not post the digest in <#{one.channel}>: {words}. I will try again at its next time."
            self.tell(client, workspace, one, said, "posted")

    def tell(self, client: WebClient, workspace: str, one: Subscription, said: str, what: str) -> None:
        """Tell the one who began a digest, else the keepers, once, of what is wrong with it."""
        keepers, about = self._keepers.get(workspace, frozenset()), _about(one.id, what)
        first = {one.by} if one.by else keepers
        for members in (first, keepers - first):
            if tell_once(self._memory.notices, client, workspace, members, said, about=about, now=self._clock.now()):
                return


def _about(subscription: str, what: str) -> str:
    return f"digest:{subscription}:{what}"


def _note(claim: Claim) -> str:
    """Why it stands there without a pick, or late."""
    if claim.delivery.subscription.startswith(WATCH):
        return ""
    return str(json.loads(claim.contents).get("note", ""))
