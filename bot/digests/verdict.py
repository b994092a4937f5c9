"""What became of each slot of a simulation: doubles, repeats, and gaps that nobody explains."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.digests.due import due_days
from bot.digests.posting import EVENT
from bot.memory.memory import Memory
from bot.workspace.server import LocalWorkspace
from handlers.digesting import Digests
from handlers.model import Delivery, Subscription

EVERY = 1_000_000  # more lines than there are


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a season ended. The lists are empty where all is as it should be."""

    slots: int  # local days that were due
    posts: int  # messages of digests that stand in channels
    outcomes: dict[str, int]  # state and reason -> lines
    starts: int  # processes, those begun anew after a kill with them
    doubles: tuple[str, ...]  # parts that stand there more than once
    repeats: tuple[str, ...]  # papers that a channel got twice
    gaps: tuple[str, ...]  # slots without a post and without a reason
    lost: tuple[str, ...]  # lines that say posted, and nothing stands there; or the other way round
    ledger: tuple[Delivery, ...] = field(default=(), repr=False)

    @property
    def is_well(self) -> bool:
        return not (self.doubles or self.repeats or self.gaps or self.lost)

    def __str__(self) -> str:
        return f"{len(self.doubles)} doubles, {len(self.repeats)} repeats, {len(self.gaps)} gaps without a reason"


def judged(
    workspace: LocalWorkspace,
    memory: Memory,
    digests: Digests,
    wanted: Sequence[Subscription],
    *,
    until: datetime,
    starts: int = 1,
) -> Verdict:
    """Judge a workspace that has come to rest: what stands in its channels against the ledger and the calendar."""
    team = workspace.inside.state.team_id
    lines = {line.id: line for line in digests.ledger(team, limit=EVERY)}
    stand = _standing(workspace)
    slots = [(one, day) for one in wanted if one.began_at for day, _ in due_days(one, one.began_at, until)]
    by_slot = {(line.subscription, line.day): line for line in lines.values() if line.number == 0}
    return Verdict(
        slots=len(slots),
        posts=sum(stand.values()),
        outcomes=dict(Counter(f"{line.state}: {_kind(line)}".rstrip(": ") for line in lines.values())),
        starts=starts,
        doubles=tuple(f"{name}, part {part}: {times} times" for (name, part), times in stand.items() if times > 1),
        repeats=tuple(_repeats(lines.values(), stand)),
        gaps=tuple(
            f"{one.zone} {day}: {line.state if line else 'no line'}"
            for one, day in slots
            if not _is_told(line := by_slot.get((one.id, day)))
        ),
        lost=tuple(_lost(lines, stand, memory, team)),
        ledger=tuple(lines.values()),
    )


def _standing(workspace: LocalWorkspace) -> Counter[tuple[str, int]]:
    """How often each part of each delivery stands in its channel."""
    found: Counter[tuple[str, int]] = Counter()
    with workspace.inside.state.lock:
        for messages in workspace.inside.state.messages.values():
            for message in messages:
                metadata: dict[str, Any] = message.metadata or {}
                if metadata.get("event_type") == EVENT and not message.deleted:
                    payload = metadata["event_payload"]
                    found[payload["delivery"], payload["part"]] += 1
    return found


def _is_told(line: Delivery | None) -> bool:
    return line is not None and (line.state == "posted" or (line.state in ("passed", "given_up") and bool(line.reason)))


def _repeats(lines: Any, stand: Counter[tuple[str, int]]) -> list[str]:
    """Papers that stand in a channel in two deliveries."""
    had: dict[tuple[str, str], str] = {}
    found = []
    for line in sorted(lines, key=lambda line: line.due_at):
        if not stand[line.id, 0]:
            continue
        for _, key in line.papers:
            if (line.channel, key) in had:
                found.append(f"{key} in {line.id}, after {had[line.channel, key]}")
            had[line.channel, key] = line.id
    return found


def _lost(lines: dict[str, Delivery], stand: Counter[tuple[str, int]], memory: Memory, team: str) -> list[str]:
    found = [f"{line.id} is posted and stands nowhere" for line in lines.values() if _lacks(line, stand)]
    found += [f"{name} stands there and has no line" for name, _ in stand if name not in lines]
    found += [f"{claim.delivery.id} is still open" for claim in memory.deliveries.open(team)]
    return found


def _lacks(line: Delivery, stand: Counter[tuple[str, int]]) -> bool:
    return line.state == "posted" and not stand[line.id, 0]


def _kind(line: Delivery) -> str:
    """The reason without what differs from line to line."""
    words = line.reason.split(":", maxsplit=1)[0] if line.state == "given_up" else line.reason
    return "".join("N" if letter.isdigit() else letter for letter in words)[:70]
