"""At the start: what an earlier run had begun to answer, and did not finish."""

import structlog
from slack_bolt import Say
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.wiring import Wiring
from handlers import mentions
from handlers.errors import wording
from handlers.model import Event
from index.errors import PaperBotError

log = structlog.get_logger(__name__)

APOLOGY = "I was stopped before I could answer this. Please ask again."


def finish_what_was_begun(wiring: Wiring, client: WebClient, workspace: str) -> int:
    """Answer the young claims of *workspace* that are open, apologise once for the others; says how many there were.

    To be called before the first event of this start is taken. A message is read again from Slack; a typed
    command can't be, so its member is asked to type it again.
    """
    young, old = wiring.memory.events.unfinished(workspace, now=wiring.clock.now())
    for event in young:
        if event.kind == "message" and wiring.memory.events.resume(workspace, event, now=wiring.clock.now()):
            _finish(wiring, client, workspace, event)
        elif event.kind != "message":
            _apologise(wiring, client, workspace, event)
    for event in old:
        _apologise(wiring, client, workspace, event)
    return len(young) + len(old)


def _finish(wiring: Wiring, client: WebClient, workspace: str, event: Event) -> None:
    thread = event.thread_ts or event.ts
    try:
        message = mentions.read_again(client, event)
        if message is not None:
            say = Say(client=client, channel=event.channel)
            mentions.answer(message, say, wiring.library, command=wiring.settings.command)
    except PaperBotError as refusal:
        client.chat_postMessage(channel=event.channel, thread_ts=thread, text=f":warning: {wording(refusal)}")
    except SlackApiError as refused:
        log.warning("could not finish an answer", error=refused.response["error"])
        _apologise(wiring, client, workspace, event)
        return
    wiring.claims.settle(workspace, event)


def _apologise(wiring: Wiring, client: WebClient, workspace: str, event: Event) -> None:
    if not wiring.memory.events.give_up(workspace, event, now=wiring.clock.now()):
        return
    try:
        if event.kind == "message":
            client.chat_postMessage(channel=event.channel, thread_ts=event.thread_ts or event.ts, text=APOLOGY)
        elif event.member:
            client.chat_postEphemeral(channel=event.channel, user=event.member, text=APOLOGY)
    except SlackApiError as refused:
        log.warning("could not apologise", error=refused.response["error"])
