"""Every frame and answer of the local workspace has only fields that Slack's own samples have."""

import json
from pathlib import Path

import pytest
from slack_sdk.errors import SlackApiError

from bot.clock import MovableClock
from bot.workspace.server import LocalWorkspace
from tests.workspace.bolt import app_for, connected
from tests.workspace.sample_app import build

SAMPLES = Path(__file__).parents[1] / "workspace/reference/payload-samples"
CONTENT = {"blocks", "attachments", "files", "state", "metadata", "file", "prompts", "args"}  # what apps put in
MESSAGES = {"message", "messages", "root", "previous_message"}  # one shape, wherever it stands
SUBTYPES = {
    None: "MessagePayload",
    "bot_message": "MessageBotPayload",
    "message_changed": "MessageChangedPayload",
    "message_deleted": "MessageDeletedPayload",
    "thread_broadcast": "MessageThreadBroadcastPayload",
    "file_share": "MessageFileSharePayload",
    "me_message": "MessageMePayload",
    "channel_join": "MessageChannelJoinPayload",
}
INTERACTIVE = {
    "block_actions": "interactive-components/BlockActionPayload",
    "message_action": "interactive-components/MessageShortcutPayload",
    "view_submission": "views/ViewSubmissionPayload",
    "view_closed": "views/ViewClosedPayload",
}
# Slack sends these, says its documentation; the samples, of one moment or emptied, lack them.
DOCUMENTED = {
    "AppHomeOpenedPayload": {"event.view.blocks"},
    "block_actions": {"view.blocks"},
    "block_suggestion": {"view.blocks", "action_id", "block_id", "value"},
    "view_submission": {"view.blocks"},
    "view_closed": {"view.blocks"},
    "shortcut": {"callback_id", "action_ts"},
}

# The documented answer of chat.stopStream; its sample has none of it.
STOPPED_LIKE = "chat.postMessage"


def sample(name):
    return json.loads((SAMPLES / f"{name}.json").read_text("utf-8"))


EVENTS, INTERACTIONS, ANSWERS, FRAMES = (
    sample(name) for name in ("events", "interactivity", "api_responses", "socket_mode")
)


def paths(node, path=""):
    """The dotted path of each field, lists taken as what they hold, and each message as a tree of its own."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield f"{path}.{key}".lstrip(".")
            if key not in CONTENT:
                yield from paths(value, "message" if key in MESSAGES else f"{path}.{key}")
    elif isinstance(node, list):
        for value in node:
            yield from paths(value, path)


def unknown(node, known, allowed=()):
    return sorted(set(paths(node)) - set(paths(known)) - set(allowed) - MESSAGE)


# A message has the same fields in all answers and events; no single sample has them all.
MESSAGE = {path for path in paths([ANSWERS, EVENTS]) if path.startswith("message.")}


@pytest.fixture(scope="module")
def played():
    """A workspace in which members and an app have done all they can."""
    with LocalWorkspace(MovableClock()) as workspace:
        app = build(app_for(workspace))
        with connected(workspace, app):
            play(workspace, app.client)
            workspace.settled(patience=0)
            yield workspace


def play(workspace, client):
    you, another = workspace.member("You"), workspace.member("Member 2")
    you.types("/lunch", in_="general")
    you.types("/lunch help", in_="random")
    you.clicks("Pizza", on=you.reads("general").last)
    you.uses_shortcut("order_lunch")
    form = you.waits_for_modal("Order")
    you.looks_for_options("p", in_="place", on=form)
    pizza = {"text": {"type": "plain_text", "text": "Pizza"}, "value": "Pizza"}
    you.submits(form, {"Dish": "soup", "Place": pizza})
    you.uses_shortcut("order_lunch")
    you.closes(you.waits_for_modal("Order"))
    you.opens_home()
    you.opens_home()
    you.opens_messages()
    root = you.mentions("what is there?", in_="general")
    another.broadcasts("soup", in_="general", thread=root)
    another.edits(another.types("sop", in_="general"), "soup")
    another.deletes(another.types("never mind", in_="general"))
    another.reacts("soup", on=root)
    you.uses_shortcut("remember", on=root)
    you.writes_to_bot("menu please")
    workspace.other_app("Polls").posts("@icml who comes?", in_="general")
    workspace.invites_bot("random")
    calls(workspace, client, root, you)
    workspace.removes_bot("random")
    workspace.archives("random")
    workspace.member("You").waits_for("The menu", in_="bot")


def calls(workspace, client, root, you):
    channel = root.channel
    posted = client.chat_postMessage(channel=channel, text="one", username="Cook", icon_emoji=":soup:")
    posted = client.chat_postMessage(channel=channel, text="one", metadata={"event_type": "e", "event_payload": {}})
    client.chat_update(channel=channel, ts=posted["ts"], text="two")
    client.reactions_add(channel=channel, timestamp=posted["ts"], name="soup")
    client.reactions_get(channel=channel, timestamp=posted["ts"])
    client.chat_getPermalink(channel=channel, message_ts=posted["ts"])
    client.pins_add(channel=channel, timestamp=posted["ts"])
    client.chat_postMessage(channel=channel, thread_ts=posted["ts"], text="three", reply_broadcast=True)
    client.conversations_history(channel=channel, include_all_metadata=True)
    client.conversations_history(channel=channel, limit=1)
    client.conversations_replies(channel=channel, ts=posted["ts"], limit=1)
    client.chat_postEphemeral(channel=channel, user=you.id, text="psst")
    client.chat_meMessage(channel=channel, text="waves")
    client.conversations_info(channel=channel, include_num_members=True)
    client.conversations_list(types="public_channel,private_channel,im", limit=2)
    client.conversations_members(channel=channel)
    client.conversations_join(channel=channel)
    client.conversations_open(users=you.id, return_im=True)
    client.users_conversations()
    client.users_info(user=you.id)
    client.users_list()
    client.bots_info(bot=posted["message"]["bot_id"])
    client.team_info()
    client.auth_test()
    later = int(workspace.inside.clock.now().timestamp()) + 60
    planned = client.chat_scheduleMessage(channel=channel, text="later", post_at=later)
    client.chat_scheduledMessages_list()
    client.chat_deleteScheduledMessage(channel=channel, scheduled_message_id=planned["scheduled_message_id"])
    client.assistant_threads_setTitle(channel_id=channel, thread_ts=root.ts, title="Soup")
    client.chat_delete(channel=channel, ts=client.chat_postMessage(channel=channel, text="gone")["ts"])
    for refused in (
        lambda: client.chat_postMessage(channel=channel, blocks=[{"type": "bubble"}], text="a"),
        lambda: client.api_call("chat.postMessage", json={"channel": channel}),
        lambda: client.views_open(trigger_id="1.2.3", view={"type": "modal"}),
    ):
        with pytest.raises(SlackApiError):
            refused()


def sample_of_event(event):
    if event["type"] == "message":
        return SUBTYPES[event.get("subtype")]
    return "".join(word.capitalize() for word in event["type"].split("_")) + "Payload"


def test_the_play_sends_every_kind_of_payload(played):
    sent = [one.payload for one in played.envelopes]

    assert {one.kind for one in played.envelopes} == {"slash_commands", "interactive", "events_api"}
    assert {one["type"] for one in sent if "type" in one} >= {
        *INTERACTIVE,
        "shortcut",
        "block_suggestion",
        "event_callback",
    }
    assert {sample_of_event(one["event"]) for one in sent if "event" in one} >= {
        *SUBTYPES.values(),
        "AppMentionPayload",
        "AppHomeOpenedPayload",
        "MemberJoinedChannelPayload",
        "MemberLeftChannelPayload",
        "ReactionAddedPayload",
    }


def test_events_have_only_known_fields(played):
    for payload in (one.payload for one in played.envelopes if one.kind == "events_api"):
        name = sample_of_event(payload["event"])
        allowed = set(DOCUMENTED.get(name, ()))
        if payload["event"]["type"] == "message":
            allowed |= {path.replace("message.", "event.", 1) for path in MESSAGE}
        assert unknown(payload, EVENTS[name], allowed) == [], name


def test_commands_have_only_known_fields(played):
    for payload in (one.payload for one in played.envelopes if one.kind == "slash_commands"):
        assert unknown(payload, INTERACTIONS["slash-commands/SlashCommandPayload"]) == []


def test_interactions_have_only_known_fields(played):
    """Shortcuts and option loads have no sample of their own; block actions have almost all of their fields."""
    for payload in (one.payload for one in played.envelopes if one.kind == "interactive"):
        kind = payload["type"]
        known = INTERACTIONS[INTERACTIVE.get(kind, INTERACTIVE["block_actions"])]
        assert unknown(payload, known, DOCUMENTED.get(kind, ())) == [], kind


def test_envelopes_have_only_known_fields(played):
    known = {key for frame in FRAMES["envelopes"] for key in frame}

    for envelope in played.envelopes:
        assert set(envelope.frame()) <= known


def test_answers_have_only_known_fields(played):
    """A call that succeeds; every method of the samples that the workspace offers is among them, and many others."""
    seen = set()
    for call in played.calls:
        if call.method in ANSWERS:
            seen.add(call.method)
            known = ANSWERS[STOPPED_LIKE] if call.method == "chat.stopStream" else ANSWERS[call.method]
            assert unknown(call.answer, known) == [], call.method
    assert len(seen) >= 30
