"""What the stories need of a workspace, and the local one of our own as the first of them."""

import json
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from bot.workspace.server import LocalWorkspace

Json = dict[str, Any]
WITHIN = 10.0  # seconds of real time for an answer


@dataclass(frozen=True)
class Said:
    """A message of the bot."""

    ts: str
    text: str
    thread: str = ""
    private: bool = False
    blocks: list[Json] = field(default_factory=list)


class Stage(Protocol):
    """A workspace with one member, a channel with the bot, and direct messages with it."""

    def types(self, text: str) -> None: ...
    def mentions(self, text: str) -> str: ...
    def writes_directly(self, text: str) -> str: ...
    def clicks(self, label: str, on: Said) -> None: ...
    def said(self, *, directly: bool = False) -> list[Said]: ...


def waits_for(stage: Stage, fits: Callable[[Said], bool], *, directly: bool = False) -> Said:
    """The newest message of the bot that fits, as soon as there is one."""
    end = time.monotonic() + WITHIN
    while time.monotonic() < end:
        found = [one for one in stage.said(directly=directly) if fits(one)]
        if found:
            return found[-1]
        time.sleep(0.05)
    raise AssertionError(
        f"No such message came; the bot said {[one.text[:80] for one in stage.said(directly=directly)]}"
    )


def button(blocks: list[Json], label: str) -> tuple[str, Json]:
    """The block and the button with *label*."""
    for block in blocks:
        for element in block.get("elements", []):
            if isinstance(element.get("text"), dict) and element["text"]["text"] == label:
                return str(block.get("block_id", "")), element
    raise AssertionError(f"There is no button {label}.")


class Ours:
    """The local workspace."""

    def __init__(self, workspace: LocalWorkspace) -> None:
        self._you = workspace.member("You")

    def types(self, text: str) -> None:
        self._you.types(text, in_="general")

    def mentions(self, text: str) -> str:
        return self._you.mentions(text, in_="general").ts

    def writes_directly(self, text: str) -> str:
        sent = self._you.writes_to_bot(text)
        assert sent is not None
        return sent.ts

    def clicks(self, label: str, on: Said) -> None:
        (message,) = [one for one in self._you.sees("general").messages if one.ts == on.ts]
        self._you.clicks(label, on=message)

    def said(self, *, directly: bool = False) -> list[Said]:
        return [
            Said(one.ts, one.text, one.thread or "", one.ephemeral, one.blocks)
            for one in self._you.sees("bot" if directly else "general").messages
            if one.author != "You"
        ]


class LocalSlack:
    """local-slack, driven by its control routes."""

    CONFIG: ClassVar[Json] = {
        "apps": [{"appId": "A01APP", "botUserId": "U0BOT", "botName": "icml"}],
        "users": [{"id": "U1", "name": "you"}, {"id": "U2", "name": "member2"}],
        "channels": [
            {"id": "C1", "name": "general", "members": ["U1", "U2", "U0BOT"]},
            {"id": "D1", "name": "dm", "is_channel": False, "is_im": True, "members": ["U1", "U0BOT"]},
        ],
    }
    TOKENS = ("xoxb-test-token", "xapp-test-token")

    def __init__(self, address: str) -> None:
        self._address = address

    def types(self, text: str) -> None:
        command, _, words = text.partition(" ")
        self._post("command", {"channel": "C1", "user": "U1", "command": command, "text": words})

    def mentions(self, text: str) -> str:
        return str(self._post("message", {"channel": "C1", "user": "U1", "text": f"<@U0BOT> {text}"})["message"]["ts"])

    def writes_directly(self, text: str) -> str:
        return str(self._post("message", {"channel": "D1", "user": "U1", "text": text})["message"]["ts"])

    def clicks(self, label: str, on: Said) -> None:
        block_id, element = button(on.blocks, label)
        action = {name: element[name] for name in ("type", "action_id", "value", "text") if name in element}
        action |= {"block_id": block_id, "action_ts": on.ts}
        self._post("interact", {"channel": "C1", "messageTs": on.ts, "user": "U1", "action": action})

    def said(self, *, directly: bool = False) -> list[Said]:
        with urllib.request.urlopen(f"{self._address}/_control/messages/{'D1' if directly else 'C1'}") as answer:
            messages = json.load(answer)["messages"]
        return [
            Said(
                one["ts"],
                one.get("text", ""),
                one.get("thread_ts") or "",
                one.get("subtype") == "ephemeral",
                one.get("blocks") or [],
            )
            for one in messages
            if one.get("bot_id")
        ]

    def _post(self, what: str, body: Json) -> Json:
        asked = urllib.request.Request(
            f"{self._address}/_control/{what}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(asked) as answer:
            told: Json = json.load(answer)
        assert told["ok"], told
        return told
