"""What a member sees, as values for tests to look at."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.workspace.block_text import buttons, shown
from bot.workspace.state import Message, State, View

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SeenMessage:
    """A message as it stood when a member looked."""

    channel: str  # its id
    ts: str
    thread: str | None  # the root's ts; None for what stands in the channel itself
    author: str  # the display name
    text: str
    blocks: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    files: list[Json] = field(default_factory=list)
    reactions: dict[str, int] = field(default_factory=dict)
    ephemeral: bool = False
    edited: bool = False
    metadata: Json | None = None

    @property
    def shown(self) -> str:
        """All text of the message: the text for notifications, then what stands in its blocks."""
        attached = [part for one in self.attachments for part in (shown([one]), shown(one.get("blocks")))]
        parts = (self.text, shown(self.blocks), *attached)
        return "\n".join(dict.fromkeys(part for part in parts if part))  # what was typed stands in both

    @property
    def buttons(self) -> list[str]:
        """The labels of what can be clicked, in order."""
        return list(labels(self.blocks))


@dataclass(frozen=True, slots=True)
class Seen:
    """What stands in a channel, replies included, oldest first."""

    messages: tuple[SeenMessage, ...]

    @property
    def last(self) -> SeenMessage | None:
        return self.messages[-1] if self.messages else None

    @property
    def shown(self) -> str:
        return "\n\n".join(one.shown for one in self.messages)

    def in_thread(self, message: SeenMessage) -> "Seen":
        """The replies to a message, or to the root of its thread."""
        root = message.thread or message.ts
        return Seen(tuple(one for one in self.messages if one.thread == root and one.ts != root))

    def by(self, author: str) -> "Seen":
        return Seen(tuple(one for one in self.messages if one.author == author))


@dataclass(frozen=True, slots=True)
class SeenView:
    """A modal or an App Home as it stood when a member looked."""

    id: str
    title: str
    blocks: list[Json]
    errors: dict[str, str]  # block_id -> words; "" for the whole modal
    callback_id: str = ""
    private_metadata: str = ""
    values: Json = field(default_factory=dict)

    @property
    def shown(self) -> str:
        return "\n".join(part for part in (self.title, shown(self.blocks)) if part)


def message(state: State, one: Message) -> SeenMessage:
    return SeenMessage(
        one.channel,
        one.ts,
        one.thread_ts if one.thread_ts != one.ts else None,
        one.username or state.people[one.user].display_name,
        one.text,
        one.blocks,
        one.attachments,
        one.files,
        {name: len(users) for name, users in one.reactions.items()},
        one.seen_by is not None,
        one.edited is not None,
        one.metadata,
    )


def view(one: View) -> SeenView:
    title = (one.payload.get("title") or {}).get("text", "")
    ids = (one.payload.get("callback_id") or "", one.payload.get("private_metadata") or "")
    return SeenView(one.id, title, one.payload["blocks"], dict(one.errors), *ids, one.values)


def label(element: Json) -> str:
    """What is written on an element: a button's text, a select's placeholder."""
    for name in ("text", "placeholder"):
        if isinstance(element.get(name), dict):
            return str(element[name]["text"])
    return str(element.get("action_id", ""))


def labels(blocks: list[Json]) -> Iterator[str]:
    for _, element in buttons(blocks):
        if element["type"] == "feedback_buttons":
            yield element["positive_button"]["text"]["text"]
            yield element["negative_button"]["text"]["text"]
        else:
            yield label(element)
