"""The buttons under an answer: a next question, the rest of it, all papers of a list, and sharing."""

import re
from typing import Any

from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from handlers.claims import Claims, once, workspace_of
from handlers.desk import Desk
from handlers.messages import read_again
from handlers.model import Event, Posted
from handlers.questions import Asks, Means, answer_to, post, removable, said_to
from handlers.reading import Reader
from handlers.threads import bound, read_thread, remember
from handlers.views.answers import ALL, ASK, MORE, SHARE, is_still, more_view, referred
from handlers.views.results import results, results_text
from handlers.views.sharing import chosen, share_view, shared_blocks
from index.errors import PaperBotError
from index.model import Passage

Json = dict[str, Any]

_ASKED_ALREADY = "This was asked already; the answer stands in this thread."
_CHANGED = "The abstracts have changed since this answer. Please ask again."


def register(app: App, means: Means, claims: Claims, desk: Desk) -> None:
    """Let the buttons of answers do what they say."""

    def asks(ack: Ack, body: Json, action: Json, client: WebClient, context: BoltContext) -> None:
        ack()
        workspace = workspace_of(context)
        once(context, claims, click(body), lambda: ask_next(body, action, client, workspace, means, claims))

    def opens_more(ack: Ack, body: Json, action: Json, client: WebClient, context: BoltContext) -> None:
        ack()
        once(context, claims, click(body), lambda: open_more(body, action["value"], client, means.library))

    def shows_all(ack: Ack, body: Json, action: Json, client: WebClient, context: BoltContext) -> None:
        ack()
        reader = Reader.of(context, desk.reading)
        once(context, claims, click(body), lambda: show_all(body, action["value"], client, means.library, reader))

    def wants_to_share(ack: Ack, body: Json, client: WebClient, context: BoltContext) -> None:
        ack()
        once(context, claims, click(body), lambda: ask_where(body, client))

    def shares(ack: Ack, body: Json, client: WebClient, context: BoltContext) -> None:
        ack()
        workspace = workspace_of(context)
        submitted = Event("action", f"share:{body['view']['id']}", member=body["user"]["id"])
        once(context, claims, submitted, lambda: share(body, client, workspace, means))

    app.action(re.compile(rf"{re.escape(ASK)}\."))(asks)
    app.action(MORE)(opens_more)
    app.action(ALL)(shows_all)
    app.action(SHARE)(wants_to_share)
    app.view(SHARE)(shares)


def ask_next(body: Json, action: Json, client: WebClient, workspace: str, means: Means, claims: Claims) -> None:
    """Ask the question of a button in the thread of its answer, once for all who click."""
    channel, thread_ts, ts = place_of(body)
    question = f"{ts}:{action['action_id']}"
    asking = Event("action", f"ask:{channel}:{question}", channel)
    if claims.take(workspace, asking):
        claims.settle(workspace, asking)  # a crash is seen to by the claim on the click itself
    elif answer_to(channel, question, workspace, means):  # else nothing came of the first one's click
        whisper(client, body, _ASKED_ALREADY)
        return
    asked: Json = {"channel": channel, "thread_ts": thread_ts, "ts": action["action_ts"]}
    with means.in_turn.of(channel, thread_ts):
        context = means.threads.of_thread(workspace, channel, thread_ts)
        thread = read_thread(client, asked, context, means.library)
        reply = said_to(action["value"], thread, means, private=channel.startswith("D"), echo=True)
        reply = removable(reply, body["user"]["id"])
        post(reply, client, workspace, means, channel=channel, thread_ts=thread_ts, question=question)


def open_more(body: Json, value: str, client: WebClient, library: Asks) -> None:
    """Open the rest of an answer for the member who wants to read it."""
    passages = passages_at(value, library)
    if passages:
        client.views_open(trigger_id=body["trigger_id"], view=more_view(passages))
    else:
        whisper(client, body, _CHANGED)


def show_all(body: Json, query: str, client: WebClient, library: Asks, reader: Reader) -> None:
    """Show all papers of a list to the member who wants to see them."""
    page = library.search(query)
    blocks = results(query, page, reader.marks(hit.paper for hit in page.hits))
    whisper(client, body, results_text(page), blocks=blocks, unfurl_links=False)


def ask_where(body: Json, client: WebClient) -> None:
    """Ask for the channel to share an answer in."""
    client.views_open(trigger_id=body["trigger_id"], view=share_view(place_of(body)))


def share(body: Json, client: WebClient, workspace: str, means: Means) -> None:
    """Post an answer of a direct message, with its citations, into the channel that was chosen."""
    (channel, thread_ts, ts), target = chosen(body["view"])
    member = body["user"]["id"]
    message = read_again(client, Event("message", "", channel, ts, thread_ts))
    if message is None:
        client.chat_postMessage(channel=member, text="This answer is gone, so there is nothing to share.")
        return
    blocks = shared_blocks(message.get("blocks") or [], member)
    try:
        told = client.chat_postMessage(
            channel=target, text=message["text"], blocks=blocks, unfurl_links=False, unfurl_media=False
        )
    except SlackApiError as refused:
        if refused.response["error"] not in ("not_in_channel", "channel_not_found", "is_archived"):
            raise
        words = f"I can’t post in <#{target}>. Invite me there, then share again."
        client.chat_postMessage(channel=channel, thread_ts=thread_ts, text=words)
        return
    post = next((one for one in means.threads.of_thread(workspace, channel, thread_ts).posts if one.ts == ts), None)
    if post and told.get("ts"):
        papers = [means.library.paper(handle) for handle in bound(post, means.library)]
        shared = Posted(target, str(told["ts"]), str(told["ts"]))
        remember(means.threads, workspace, shared, papers, means.library)
    client.chat_postEphemeral(channel=channel, user=member, thread_ts=thread_ts, text=f"Shared in <#{target}>.")


def passages_at(value: str, library: Asks) -> list[Passage]:
    """The passages that a button carries; none if one of them is not what it was."""
    found = []
    for handle, start, end, check in referred(value):
        try:
            passage = Passage(library.paper(handle), start, end)
        except PaperBotError:
            return []
        if not is_still(passage, check):
            return []
        found.append(passage)
    return found


def click(body: Json) -> Event:
    """A click by its ids; its trigger is made once, however often Slack tells of it."""
    return Event("action", f"action:{body['trigger_id']}", place_of(body)[0], member=body["user"]["id"])


def place_of(body: Json) -> tuple[str, str, str]:
    """Channel, thread and message of a button."""
    container = body.get("container") or {}
    ts = str(container.get("message_ts") or "")
    thread = container.get("thread_ts") or (body.get("message") or {}).get("thread_ts") or ts
    return str(container.get("channel_id") or ""), str(thread), ts


def whisper(client: WebClient, body: Json, text: str, **more: Any) -> None:
    """Say something to the one who clicked, where they clicked."""
    channel, thread_ts, _ = place_of(body)
    client.chat_postEphemeral(channel=channel, user=body["user"]["id"], thread_ts=thread_ts, text=text, **more)
