"""A Bolt app in the local workspace, as a member and the app see it."""

import pytest
from slack_sdk.errors import SlackApiError


def section(text):
    return {"type": "section", "text": {"type": "plain_text", "text": text}}


def buttons(*labels):
    elements = [
        {"type": "button", "text": {"type": "plain_text", "text": label}, "action_id": label.lower(), "value": label}
        for label in labels
    ]
    return {"type": "actions", "elements": elements}


def modal(*blocks, **more):
    title = {"type": "plain_text", "text": "A modal"}
    submit = {"type": "plain_text", "text": "Send"}
    return {"type": "modal", "callback_id": "form", "title": title, "submit": submit, "blocks": list(blocks), **more}


def text_input(label="Name", block_id="name"):
    return {
        "type": "input",
        "block_id": block_id,
        "label": {"type": "plain_text", "text": label},
        "element": {"type": "plain_text_input", "action_id": "typed"},
    }


def hears(app, *kinds):
    """Let *app* collect events of these kinds."""
    heard = []

    def listener(event):
        heard.append(event)

    for kind in kinds:
        app.event(kind)(listener)
    return heard


def test_a_fresh_workspace_is_silent(you, another):
    assert you.sees("general").last is None
    assert another.sees("random").last is None
    assert you.sees("bot").last is None


def test_a_command_is_answered_to_the_one_who_typed_it(app, connect, you, another):
    @app.command("/icml")
    def search(ack, respond, command):
        ack()
        respond(f"looking for {command['text']}")

    connect()
    you.types("/icml merging", in_="general")

    assert you.reads("general").last.text == "looking for merging"
    assert you.reads("general").last.ephemeral
    assert another.reads("general").last is None


def test_a_command_may_be_answered_by_its_acknowledgement(app, connect, you):
    app.command("/icml")(lambda ack: ack("at once"))
    connect()
    you.types("/icml", in_="general")

    assert you.reads("general").last.text == "at once"


def test_a_public_answer_to_a_command_is_seen_by_all(app, connect, you, another):
    app.command("/icml")(lambda ack: ack({"response_type": "in_channel", "text": "for all"}))
    connect()
    you.types("/icml", in_="random")

    assert you.reads("random").last.text == "for all"
    assert another.reads("random").last.text == "for all"


def test_a_command_in_a_thread_is_refused_in_slacks_words(app, connect, you, workspace):
    app.command("/icml")(lambda ack: ack("never"))
    hears(app, "message")
    connect()
    root = you.types("a root", in_="general")
    you.types("/icml merging", in_="general", thread=root)

    assert you.reads("general").last.text == "/icml is not supported in threads. Sorry!"
    assert [one.kind for one in workspace.envelopes] == ["events_api"]


def test_without_a_bot_a_command_says_that_nobody_took_it(you):
    you.types("/icml merging", in_="general")

    assert you.reads("general").last.text == "/icml failed with the error “dispatch_failed”"


def test_a_mention_comes_as_two_events_with_the_same_timestamp(app, connect, you, workspace):
    heard = hears(app, "app_mention", "message")
    connect()
    sent = you.mentions("which?", in_="general")
    workspace.settled(patience=0)

    assert sorted(event["type"] for event in heard) == ["app_mention", "message"]
    assert {event["ts"] for event in heard} == {sent.ts}
    assert heard[0]["text"] == f"<@{app.client.auth_test()['user_id']}> which?"


def test_the_bot_hears_nothing_from_channels_it_is_not_in(workspace, you):
    you.mentions("which?", in_="random")

    assert workspace.envelopes == []
    assert "not in this channel" in you.reads("random").last.text


def test_direct_messages_reach_the_bot_and_are_answered_there(app, connect, you, another):
    app.message("merging")(lambda say: say("found"))
    hears(app, "message")
    connect()
    you.writes_to_bot("merging please")

    assert you.reads("bot").last.text == "found"
    assert another.reads("bot").last is None


def test_a_reply_stands_in_the_thread_of_what_it_answers(app, connect, you):
    app.event("app_mention")(lambda event, say: say("in the thread", thread_ts=event["ts"]))
    app.event("message")(lambda: None)
    connect()
    root = you.mentions("which?", in_="general")

    assert you.reads("general").in_thread(root).last.text == "in the thread"


def test_the_bots_own_messages_come_back_to_it_and_bolt_drops_them(app, connect, workspace, client):
    heard = hears(app, "message")
    connect()
    client.chat_postMessage(channel="#general", text="I speak")
    workspace.settled()

    assert [one.payload["event"]["text"] for one in workspace.envelopes] == ["I speak"]
    assert heard == []


def test_a_click_reaches_the_bot_with_its_value_and_may_replace_the_message(app, connect, you):
    app.command("/icml")(lambda ack: ack({"text": "hits", "blocks": [section("hits"), buttons("Save", "Share")]}))

    @app.action("share")
    def share(ack, respond, action):
        ack()
        respond(text=f"shared {action['value']}", replace_original=True)

    connect()
    you.types("/icml", in_="general")
    you.clicks("Share", on=you.reads("general").last)

    assert [one.shown for one in you.reads("general").messages] == ["shared Share"]


def test_a_click_that_is_not_there_fails_with_what_is(app, connect, you):
    app.command("/icml")(lambda ack: ack({"text": "hits", "blocks": [buttons("Save", "Share")]}))
    connect()
    you.types("/icml", in_="general")

    with pytest.raises(AssertionError, match="there is: Save, Share"):
        you.clicks("Delete", on=you.reads("general").last)


def test_a_modal_opens_complains_and_closes(app, connect, you):
    @app.command("/icml")
    def opens(ack, client, command):
        ack()
        client.views_open(trigger_id=command["trigger_id"], view=modal(text_input()))

    @app.view("form")
    def submitted(ack, view):
        typed = view["state"]["values"]["name"]["typed"]["value"]
        ack() if typed == "good" else ack(response_action="errors", errors={"name": f"{typed} won’t do"})

    connect()
    you.types("/icml", in_="general")
    form = you.waits_for_modal("A modal")

    you.submits(form)
    assert you.modal.errors == {"name": "Please complete this required field."}
    you.submits(form, {"Name": "bad"})
    assert you.modal.errors == {"name": "bad won’t do"}
    you.submits(form, {"name": "good"})
    assert you.modal is None


def test_a_modal_may_be_replaced_and_stacked(app, connect, you):
    app.shortcut("start")(
        lambda ack, client, shortcut: (
            ack(),
            client.views_open(trigger_id=shortcut["trigger_id"], view=modal(section("first"), callback_id="first")),
        )
    )
    app.view("first")(lambda ack: ack(response_action="push", view=modal(section("second"), callback_id="second")))
    app.view("second")(lambda ack: ack(response_action="update", view=modal(section("third"), callback_id="third")))
    app.view("third")(lambda ack: ack())
    connect()
    you.uses_shortcut("start")
    for shown in ("first", "second", "third"):
        you.submits(you.waits_for_modal(shown))

    assert "first" in you.modal.shown


def test_the_home_is_drawn_when_it_is_opened(app, connect, you):
    @app.event("app_home_opened")
    def opened(event, client):
        client.views_publish(user_id=event["user"], view={"type": "home", "blocks": [section("Your list")]})

    connect()

    assert you.opens_home().shown == "Your list"


def test_an_invited_bot_hears_of_it_once(app, connect, workspace, you):
    app.event("member_joined_channel")(lambda event, say: say(f"hello from <@{event['user']}>"))
    hears(app, "message")
    connect()
    workspace.invites_bot("random")
    workspace.invites_bot("random")
    you.waits_for("hello from", in_="random")

    assert [one.text.partition(" <")[0] for one in you.reads("random").by("icml").messages[1:]] == ["hello from"]
    assert "has joined the channel" in you.reads("random").messages[0].text


@pytest.mark.parametrize(
    ("channel", "error"),
    [("random", "not_in_channel"), ("nowhere", "channel_not_found"), ("secret", "channel_not_found")],
)
def test_posting_where_the_bot_is_not_is_refused_as_slack_does(workspace, client, channel, error):
    workspace.creates_channel("secret", private=True, bot=False)

    with pytest.raises(SlackApiError) as refused:
        client.chat_postMessage(channel=f"#{channel}", text="hello")

    assert refused.value.response["error"] == error


def test_waiting_in_vain_fails_with_the_whole_transcript(app, connect, you):
    app.command("/icml")(lambda ack: ack("this is what came"))
    connect()
    you.types("/icml", in_="general")

    with pytest.raises(AssertionError, match="this is what came"):
        you.waits_for("something else", in_="general", within=0.3)
