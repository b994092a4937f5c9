"""A plan of what goes wrong: shares drawn with a seed, and exact scripts for the next call or envelope."""

import random
import threading
from collections import defaultdict, deque
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Limited:
    """The call is answered with 429 and nothing is done."""

    retry_after: int = 1


@dataclass(frozen=True, slots=True)
class Broken:
    """The call is answered by a broken server; nothing is done, unless it is *done* all the same."""

    status: int = 503
    done: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """The call is answered with this error code; nothing is done."""

    error: str


@dataclass(frozen=True, slots=True)
class LostAnswer:
    """The call is carried out, then the connection dies before the answer."""


CallFault = Limited | Broken | Refused | LostAnswer


@dataclass(frozen=True, slots=True)
class Late:
    """The envelope leaves so many seconds later, by the workspace's clock."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Doubled:
    """The envelope is sent twice."""


@dataclass(frozen=True, slots=True)
class Reordered:
    """The envelope leaves after the next one, or a moment later if none comes."""


@dataclass(frozen=True, slots=True)
class Withheld:
    """The envelope never arrives, and counts as not acknowledged."""


EnvelopeFault = Late | Doubled | Reordered | Withheld


@dataclass(frozen=True, slots=True)
class Shares:
    """Which share of envelopes and calls has which fault, each from 0 to 1."""

    late: float = 0.0
    doubled: float = 0.0
    reordered: float = 0.0
    limited: float = 0.0
    broken: float = 0.0
    lost_answers: float = 0.0


@dataclass
class FaultPlan:
    """What goes wrong, and when. Safe in threads.

    Args:
        seed: the same seed makes the same draws in the same order of calls and envelopes.
        late_by: the least and most seconds by which a late envelope is late.
        doubled_kinds: the kinds of envelope that may come twice by draw; Slack repeats events.
        lost_sockets, over: so many sockets are lost while the first *over* envelopes are sent.
        strict_limits: whether calls are limited by their method's tier, and posts to one a second a channel.
    """

    shares: Shares = field(default_factory=Shares)
    seed: int = 0
    retry_after: int = 1
    late_by: tuple[float, float] = (0.5, 5.0)
    doubled_kinds: frozenset[str] = frozenset({"events_api"})
    lost_sockets: int = 0
    over: int = 1_000
    strict_limits: bool = False

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._draws = random.Random(self.seed)  # noqa: S311 - for repeatable tests, not for secrets
        self._calls: dict[str, deque[CallFault]] = defaultdict(deque)
        self._envelopes: dict[str, deque[EnvelopeFault]] = defaultdict(deque)
        self._sent = 0
        self._losses = set(self._draws.sample(range(1, self.over), k=self.lost_sockets))

    def answers(self, method: str, fault: CallFault, *, times: int = 1) -> None:
        """Let the next *times* calls of *method* ("chat.postMessage", or "response_url") have this fault."""
        with self._lock:
            self._calls[method].extend([fault] * times)

    def delivers(self, kind: str, fault: EnvelopeFault, *, times: int = 1) -> None:
        """Let the next *times* envelopes of *kind* ("slash_commands", "interactive", "events_api") have this fault."""
        with self._lock:
            self._envelopes[kind].extend([fault] * times)

    def for_call(self, method: str) -> CallFault | None:
        with self._lock:
            if self._calls[method]:
                return self._calls[method].popleft()
            if method.startswith(("apps.", "auth.")):
                return None
            shares = self.shares
            drawn = self._draws.random()
            for share, fault in (
                (shares.limited, Limited(self.retry_after)),
                (shares.broken, Broken()),
                (shares.lost_answers, LostAnswer()),
            ):
                if drawn < share:
                    return fault
                drawn -= share
            return None

    def for_envelope(self, kind: str) -> EnvelopeFault | None:
        with self._lock:
            if self._envelopes[kind]:
                return self._envelopes[kind].popleft()
            drawn = self._draws.random()
            doubled = self.shares.doubled if kind in self.doubled_kinds else 0.0
            for share, fault in (
                (self.shares.late, Late(self._draws.uniform(*self.late_by))),
                (doubled, Doubled()),
                (self.shares.reordered, Reordered()),
            ):
                if drawn < share:
                    return fault
                drawn -= share
            return None

    def loses_socket_now(self) -> bool:
        """Count one envelope, and say whether the socket that carried it is lost."""
        with self._lock:
            self._sent += 1
            return self._sent in self._losses
