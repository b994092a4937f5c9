"""What the window gets and does, without a browser."""

import json
import urllib.request

import pytest
import websockets.sync.client as websockets


@pytest.fixture
def act(workspace, you):
    """Acts as the window does."""

    def send(name, /, *, member=None, **fields):
        body = json.dumps({"act": name, "member": (member or you).id, **fields}).encode()
        request = urllib.request.Request(
            f"{workspace.window_url}window/act", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    return send


@pytest.fixture
def state(workspace):
    def get(member):
        with urllib.request.urlopen(f"{workspace.window_url}window/state?member={member.id}") as answer:
            return json.load(answer)

    return get


@pytest.fixture
def general(workspace):
    return workspace.driver.channel("general").id


def test_the_state_has_what_the_window_was_promised(state, you, general):
    shown = state(you)

    assert {
        *("version", "now", "team", "bot", "me", "members", "commands", "shortcuts", "channels"),
        *("messages", "home", "modals", "prompts", "inspector"),
    } <= set(shown)
    assert [one["name"] for one in shown["channels"]] == ["icml", "general", "random"]
    assert {one["display_name"] for one in shown["members"]} == {"icml", "Slackbot", "You", "Member 2"}
    assert shown["bot"]["connected"] is False


def test_what_is_typed_becomes_a_message_with_codes(act, state, you, general):
    act("types", channel=general, text="@icml see #random & <tell> @Member 2 at https://example.org/a :wave: @here")
    message = state(you)["messages"][general][0]
    ids = {one["name"]: one["id"] for one in state(you)["members"]}
    bot, second = ids["icml"], ids["member2"]
    random = next(one["id"] for one in state(you)["channels"] if one["name"] == "random")

    assert message["text"] == (
        f"<@{bot}> see <#{random}|random> &amp; &lt;tell&gt; <@{second}> at <https://example.org/a> :wave: <!here>"
    )
    kinds = [part["type"] for part in message["blocks"][0]["elements"][0]["elements"]]
    assert kinds == ["user", "text", "channel", "text", "user", "text", "link", "text", "emoji", "text", "broadcast"]


def test_messages_are_edited_deleted_and_reacted_to(act, state, you, another, general):
    ts = act("types", channel=general, text="sop")["ts"]
    act("edits", channel=general, ts=ts, text="soup")
    act("reacts", channel=general, ts=ts, name="soup", member=another)
    shown = state(you)["messages"][general][0]

    assert (shown["text"], shown["edited"]) == ("soup", True)
    assert shown["reactions"] == [{"name": "soup", "users": [another.id]}]
    assert act("edits", channel=general, ts=ts, text="mine", member=another) == {
        "ok": False,
        "error": "This message is not yours.",
    }
    act("reacts", channel=general, ts=ts, name="soup", member=another)
    assert state(you)["messages"][general][0]["reactions"] == []
    act("deletes", channel=general, ts=ts)
    assert state(you)["messages"][general] == []


def test_unread_messages_and_mentions_are_counted_until_read(act, state, you, another, general):
    act("types", channel=general, text="@You look", member=another)
    act("types", channel=general, text="or don’t", member=another)
    channel = next(one for one in state(you)["channels"] if one["id"] == general)
    assert (channel["unread"], channel["mentions"]) == (2, 1)

    act("reads", channel=general)
    channel = next(one for one in state(you)["channels"] if one["id"] == general)
    assert (channel["unread"], channel["mentions"]) == (0, 0)


def test_a_thread_is_counted_at_its_root(act, state, you, another, general):
    root = act("types", channel=general, text="root")["ts"]
    act("types", channel=general, text="reply", thread_ts=root, member=another)
    first = state(you)["messages"][general][0]

    assert (first["reply_count"], first["reply_users"]) == (1, [another.id])


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("flies", {}),
        ("types", {"channel": "C1", "text": "a"}),
        ("types", {"channel": "general", "text": "   "}),
        ("submits", {"view_id": "V1"}),
        ("clicks", {"channel": "general", "message_ts": "1.0", "action_id": "a"}),
        ("restarts_bot", {}),
        ("creates_channel", {"name": "general"}),
    ],
)
def test_what_cannot_be_done_is_said(act, general, name, fields):
    fields = {key: general if value == "general" and key == "channel" else value for key, value in fields.items()}

    answer = act(name, **fields)
    assert answer["ok"] is False
    assert answer["error"]


def test_clicks_modals_and_options_work_over_the_windows_acts(app, connect, act, state, you, general, workspace):
    from tests.workspace.sample_app import build

    build(app)
    connect()
    act("types", channel=general, text="/lunch")
    workspace.settled()
    ballot = state(you)["messages"][general][0]
    act("clicks", channel=general, message_ts=ballot["ts"], block_id="votes", action_id="vote_Pizza", action={})
    workspace.settled()
    assert "Pizza: 1" in json.dumps(state(you)["messages"][general][0])

    act("shortcut", callback_id="order_lunch")
    you.waits_for_modal("Order")
    form = state(you)["modals"][-1]
    found = act("options", view_id=form["id"], block_id="place", action_id="place", value="p")
    option = found["options"][0]
    act(
        "submits",
        view_id=form["id"],
        values={"place": {"place": {"type": "external_select", "selected_option": option}}},
    )
    assert state(you)["modals"][-1]["errors"] == {"dish": "Please complete this required field."}
    typed = {"dish": {"typed": {"type": "plain_text_input", "value": "soup"}}}
    act("submits", view_id=form["id"], values=typed)
    workspace.settled()
    assert state(you)["modals"] == []
    verdicts = {one["name"]: one["verdict"] for one in state(you)["inspector"]}
    assert verdicts["views.open"] == "ok"
    assert "acknowledged in" in verdicts["slash_commands /lunch"]


def test_the_clock_is_moved_and_channels_are_made_from_the_window(act, state, you, another):
    before = state(you)["now"]
    act("moves_clock", seconds=86_400)
    made = act("creates_channel", name="Reading group", private=True)

    assert state(you)["now"] > before
    assert made["ok"]
    assert "reading-group" in [one["name"] for one in state(you)["channels"]]
    assert "reading-group" not in [one["name"] for one in state(another)["channels"]]
    act("invites_bot", channel=made["channel"])
    assert next(one for one in state(you)["channels"] if one["id"] == made["channel"])["bot_is_member"]


def test_changes_are_told_at_once_and_many_as_few(act, workspace, general):
    address = workspace.window_url.replace("http", "ws", 1) + "window/live"
    with websockets.connect(address) as live:
        first = json.loads(live.recv())["version"]
        for number in range(50):
            workspace.member("You").types(str(number), in_="general")
        told = []
        while not told or told[-1] < workspace.inside.state.version:
            told.append(json.loads(live.recv(timeout=5))["version"])

    assert told[0] > first
    assert len(told) < 25
