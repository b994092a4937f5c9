"""What a copy of the bot that is no more had begun to answer, and did not finish."""

from collections.abc import Collection
from datetime import timedelta
from http.client import HTTPException

import structlog
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.sending import SureClient
from bot.wiring import Wiring
from handlers import questions
from handlers.errors import wording
from handlers.messages import read_again
from handlers.model import Event

log = structlog.get_logger(__name__)

APOLOGY = "I was stopped before I could answer this. Please ask again."


def finish_what_was_begun(
    wiring: Wiring,
    client: WebClient,
    workspace: str,
    *,
    living: Collection[str] = (),
    at_rest: timedelta = timedelta(0),
) -> int:
    """Answer the young claims of *workspace* that are open, apologise once for the others; says how many there were.

    To be called at a start, before its first event is taken; later, with the ids of the copies that are *living*,
    whose claims are theirs, and for claims that have been *at_rest*. A message is read again from Slack; a typed
    command can't be, so its member is asked to type it again. An answer that the earlier run had posted, but not
    noted, is found by its metadata and not made again.
    """
    young, old = wiring.memory.events.unfinished(workspace, now=wiring.clock.now(), older_than=at_rest, living=living)
    for event in young:
        if event.kind == "message" and wiring.claims.resume(workspace, event):
            _finish(wiring, client, workspace, event)
        elif event.kind != "message":
            _apologise(wiring, client, workspace, event)
    for event in old:
        _apologise(wiring, client, workspace, event)
    return len(young) + len(old)


def _finish(wiring: Wiring, client: WebClient, workspace: str, event: Event) -> None:
    sure = _sure(wiring, client, event)
    try:
        message = read_again(client, event)
        if message is not None:
            questions.answer(message, sure, workspace, wiring.means)
    except (SlackApiError, OSError, HTTPException) as fault:
        log.warning("could not finish an answer", fault=str(fault))
        if not isinstance(fault, SlackApiError):  # Slack is away: later, then
            wiring.claims.leave(workspace, event)
            return
        _apologise(wiring, client, workspace, event)
        return
    except Exception as error:  # noqa: BLE001 - whatever one question does, the bot has to start
        _post(sure, event, f":warning: {wording(error)}")
    wiring.claims.settle(workspace, event)


def _apologise(wiring: Wiring, client: WebClient, workspace: str, event: Event) -> None:
    if wiring.memory.events.give_up(workspace, event, now=wiring.clock.now()):
        _post(_sure(wiring, client, event), event, APOLOGY)


def _post(sure: SureClient, event: Event, text: str) -> None:
    """Say *text* where the event was, unless it was answered there; by direct message where the bot may not speak."""
    try:
        if event.kind == "message":
            sure.chat_postMessage(channel=event.channel, thread_ts=event.thread_ts or event.ts, text=text)
        elif event.member:
            sure.chat_postEphemeral(channel=event.channel, user=event.member, text=text)
    except (SlackApiError, OSError, HTTPException) as refused:
        log.warning("could not answer where it was asked", fault=str(refused))
        _post_directly(sure, event, text)


def _post_directly(sure: SureClient, event: Event, text: str) -> None:
    if not event.member:
        return
    try:
        sure.chat_postMessage(channel=event.member, text=text)
    except (SlackApiError, OSError, HTTPException) as refused:
        log.warning("could not answer at all", fault=str(refused))


def _sure(wiring: Wiring, client: WebClient, event: Event) -> SureClient:
    """A client that finds what an earlier run has posted for *event*: its first post has the same number."""
    return SureClient(client, wiring.clock, answers=event.id, asked_at=event.ts)
