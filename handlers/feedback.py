"""👍 and 👎 under an answer: private, toggling, with a reason for who wants to give one."""

from typing import Any, Protocol

from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient

from handlers.answers import click, place_of, whisper
from handlers.claims import Claims, once, workspace_of
from handlers.model import Event, Feedback
from handlers.views.answers import FEEDBACK, HELPFUL
from handlers.views.reasons import reason_of, reason_view

Json = dict[str, Any]

_NOTED = "Noted: this answer helped. Click again to take it back."
_TAKEN_BACK = "Taken back."
_THANKS = "Thank you, noted."


class Opinions(Protocol):
    """What this feature needs of the bot's memory."""

    def get(self, workspace: str, kind: str, about: str, member: str) -> Feedback | None: ...

    def put(self, workspace: str, given: Feedback) -> None: ...

    def take_back(self, workspace: str, kind: str, about: str, member: str) -> None: ...


def register(app: App, opinions: Opinions, claims: Claims) -> None:
    """Take what members think of answers."""

    def clicked(ack: Ack, body: Json, action: Json, client: WebClient, context: BoltContext) -> None:
        ack()
        workspace = workspace_of(context)
        once(context, claims, click(body), lambda: take(body, action, client, workspace, opinions))

    def told_why(ack: Ack, body: Json, client: WebClient, context: BoltContext) -> None:
        ack()
        workspace = workspace_of(context)
        submitted = Event("action", f"reason:{body['view']['id']}", member=body["user"]["id"])
        once(context, claims, submitted, lambda: take_reason(body, client, workspace, opinions))

    app.action(FEEDBACK)(clicked)
    app.view(FEEDBACK)(told_why)


def take(body: Json, action: Json, client: WebClient, workspace: str, opinions: Opinions) -> None:
    """Keep a yes or a no; the same once more takes it back."""
    channel, _, ts = place = place_of(body)
    given = Feedback("answer", f"{channel}:{ts}", body["user"]["id"], helpful=action["value"] == HELPFUL)
    before = opinions.get(workspace, given.kind, given.about, given.member)
    if before is not None and before.helpful == given.helpful:
        opinions.take_back(workspace, given.kind, given.about, given.member)
        whisper(client, body, _TAKEN_BACK)
        return
    opinions.put(workspace, given)
    if given.helpful:
        whisper(client, body, _NOTED)
    else:
        client.views_open(trigger_id=body["trigger_id"], view=reason_view(place))


def take_reason(body: Json, client: WebClient, workspace: str, opinions: Opinions) -> None:
    """Keep why an answer did not help."""
    (channel, thread_ts, ts), reason = reason_of(body["view"])
    member = body["user"]["id"]
    opinions.put(workspace, Feedback("answer", f"{channel}:{ts}", member, helpful=False, reason=reason))
    client.chat_postEphemeral(channel=channel, user=member, thread_ts=thread_ts, text=_THANKS)
