"""``icml doctor --live``: Slack itself looks at one of each kind of message and view."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from bot.clock import Clock
from bot.doctor.examples import Example
from bot.doctor.findings import Finding, ok, warning, wrong
from bot.tokens import unreachable

Json = dict[str, Any]

MEND = "report it, with this line: the bot makes what Slack does not take"
_A_POST = 1.0  # seconds: Slack takes one a second in a channel


def looked_at(examples: Sequence[Example], web: WebClient, clock: Clock, keepers: Sequence[str]) -> Iterator[Finding]:
    """What Slack says of *examples*.

    By blocks.validate, which posts nothing. Where Slack has not that method, messages are posted to the first of
    *keepers* and deleted at once; views can't be tried then, since only a member's click opens one.
    """
    try:
        refused = [(example, why) for example in examples if (why := _validated(example, web))]
    except _NoSuchMethod:
        yield from _by_posting(examples, web, clock, keepers)
        return
    except (SlackClientError, OSError) as fault:
        yield wrong("live", *_cannot(fault))
        return
    yield from _told(len(examples), refused, "Slack takes each of {number} messages and views.")


class _NoSuchMethod(Exception):
    """Slack has no blocks.validate."""


def _validated(example: Example, web: WebClient) -> str:
    """Why Slack would refuse *example*; empty if it would not."""
    name, what = ("view", example.view) if example.view is not None else ("message", example.message)
    try:
        web.api_call("blocks.validate", params={name: json.dumps(what, ensure_ascii=False)})
    except SlackApiError as refused:
        response: Any = refused.response
        error = str(response.get("error"))
        if error == "unknown_method":
            raise _NoSuchMethod from None
        if not error.startswith("invalid_"):
            raise
        return _reasons(response) or error
    return ""


def _reasons(response: Any) -> str:
    found = [
        f"{one.get('pointer', '')}: {one.get('message') or one.get('code')}" for one in response.get("errors") or ()
    ]
    return "; ".join(found[:3])


def _by_posting(examples: Sequence[Example], web: WebClient, clock: Clock, keepers: Sequence[str]) -> Iterator[Finding]:
    messages = [example for example in examples if example.message is not None]
    if not keepers:
        yield warning("live", "Slack has no blocks.validate, and no keeper is named to post to.", "name one: icml init")
        return
    try:
        channel = web.conversations_open(users=keepers[0])["channel"]["id"]
        refused = [(example, why) for example in messages if (why := _posted(example, web, clock, channel))]
    except (SlackClientError, OSError) as fault:
        yield wrong("live", *_cannot(fault))
        return
    yield from _told(len(messages), refused, "Slack took each of {number} messages, posted to a keeper and deleted.")


def _posted(example: Example, web: WebClient, clock: Clock, channel: str) -> str:
    try:
        posted = web.api_call(
            "chat.postMessage", json={"channel": channel, "unfurl_links": False} | (example.message or {})
        )
    except SlackApiError as refused:
        response: Any = refused.response
        error = str(response.get("error"))
        if not error.startswith(("invalid_", "msg_")):
            raise
        return f"{error} {'; '.join((response.get('response_metadata') or {}).get('messages') or ())}".strip()
    web.chat_delete(channel=channel, ts=str(posted["ts"]))
    clock.sleep(_A_POST)
    return ""


def _told(number: int, refused: list[tuple[Example, str]], words: str) -> Iterator[Finding]:
    for example, why in refused:
        yield wrong("live", f"Slack does not take {example.name}: {why}.", MEND)
    if not refused:
        yield ok("live", words.format(number=number))


def _cannot(fault: Exception) -> tuple[str, str]:
    if isinstance(fault, SlackApiError):
        response: Any = fault.response
        return f"Slack could not be asked ({response.get('error')}).", "try again in a few minutes"
    says, _, mend = unreachable(fault).partition(". ")
    return f"{says}.", mend
