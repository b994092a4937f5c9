"""What became of each thing that a member asked."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from bot.workspace.delivery import Envelope
from bot.workspace.server import LocalWorkspace
from bot.workspace.state import Message


@dataclass
class Asked:
    """One command or mention, with everything that its member got to see for it."""

    kind: str
    member: str
    words: str
    answers: list[str] = field(default_factory=list)
    timed_out: bool = False

    @property
    def end(self) -> str:
        """How it ended: "answered", "apology", "time-out", "silence", or "twice"."""
        plain = [text for text in self.answers if not text.startswith(":warning:")]
        if len(self.answers) > 1:
            return "twice"
        if plain:
            return "answered"
        if self.answers:
            return "apology"
        return "time-out" if self.timed_out else "silence"


def verdicts(workspace: LocalWorkspace) -> list[Asked]:
    """Judge all commands and mentions of a workspace that has come to rest."""
    with workspace.inside.state.lock:
        return [*_commands(workspace), *_mentions(workspace)]


def _commands(workspace: LocalWorkspace) -> list[Asked]:
    """Each command's answers are what its response address or acknowledgement posted."""
    found = []
    for envelope in workspace.envelopes:
        if envelope.kind != "slash_commands":
            continue
        payload = envelope.payload
        address = workspace.inside.addresses[payload["response_url"].split("/hooks/")[1]]
        answer = (envelope.answer or {}).get("text")
        asked = Asked("command", payload["user_id"], payload["text"], list(address.posted))
        asked.answers += [answer] if answer and not address.posted else []
        asked.timed_out = bool(envelope.failed)
        found.append(asked)
    return found


def _mentions(workspace: LocalWorkspace) -> list[Asked]:
    """Each mention's answers are the bot's posts in its thread, and what it told the member privately there."""
    state = workspace.inside.state
    threads: dict[str, list[Message]] = defaultdict(list)
    for messages in list(state.messages.values()):
        for message in messages:
            if message.bot_id == state.bot.bot_id and message.thread_ts and not message.deleted:
                threads[message.thread_ts].append(message)
    found = []
    for channel in state.channels.values():
        for message in state.messages[channel.id]:
            if f"<@{state.bot.id}>" in message.text and message.bot_id != state.bot.bot_id:
                answers = [one.text for one in threads[message.ts] if one.seen_by in (None, message.user)]
                found.append(Asked("mention", message.user, message.text, answers))
    return found


def counted(asked: list[Asked]) -> dict[str, Counter[str]]:
    """How many commands and mentions ended how."""
    made: dict[str, Counter[str]] = defaultdict(Counter)
    for one in asked:
        made[one.kind][one.end] += 1
    return dict(made)


def slowest(envelopes: list[Envelope]) -> float:
    """The longest time, in milliseconds, from an envelope's leaving to its acknowledgement, of those that got one."""
    return max(
        (
            one.acknowledged_after_ms - (one.left - one.accepted) * 1_000
            for one in envelopes
            if one.acknowledged_after_ms is not None
        ),
        default=0.0,
    )
