"""The Web API refuses what Slack refuses, in Slack's words and order."""

from datetime import timedelta

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.clock import MovableClock
from bot.workspace import facts
from bot.workspace.methods import METHODS
from bot.workspace.server import LocalWorkspace

SCOPES = ["chat:write", "channels:history", "reactions:write"]
MANIFEST = {
    "display_information": {"name": "small"},
    "features": {"bot_user": {"display_name": "small"}, "slash_commands": [{"command": "/small"}]},
    "oauth_config": {"scopes": {"bot": SCOPES}},
    "settings": {"event_subscriptions": {"bot_events": ["app_mention"]}},
}


def refusal(call, *args, **kwargs):
    """The answer to a call that must be refused."""
    with pytest.raises(SlackApiError) as refused:
        call(*args, **kwargs)
    return refused.value.response.data


def error(call, *args, **kwargs):
    return refusal(call, *args, **kwargs)["error"]


@pytest.fixture
def general(workspace):
    return workspace.driver.channel("general").id


@pytest.fixture
def small(clock):
    """A workspace for an app with few rights."""
    with LocalWorkspace(clock, manifest=MANIFEST) as running:
        yield running


@pytest.fixture
def modest(small):
    return WebClient(token=small.bot_token, base_url=small.api_url)


def test_every_method_offered_is_one_of_slacks():
    assert set(METHODS) == set(facts.methods())
    assert not set(METHODS) & facts.elsewhere()


NEEDY = {name: about.required for name, about in facts.methods().items() if about.required}


@pytest.mark.parametrize("method", sorted(NEEDY))
def test_a_call_without_its_arguments_says_which_are_missing(client, method):
    answer = refusal(client.api_call, method)

    assert answer["error"] == "invalid_arguments"
    missing = [f"[ERROR] missing required field: {name}" for name in NEEDY[method] if name != "status"]
    assert answer["response_metadata"]["messages"] == missing


def test_a_method_that_slack_has_not_is_unknown(client):
    assert error(client.api_call, "chat.whisper") == "unknown_method"


def test_a_method_that_only_slack_has_says_so(client):
    assert refusal(client.api_call, "admin.users.list") == {
        "ok": False,
        "error": "unknown_method",
        "warning": "slack_has_it_the_local_workspace_has_not",
    }


@pytest.mark.parametrize(
    ("token", "word"),
    [("", "not_authed"), ("xoxb-of-somebody-else", "invalid_auth"), ("app", "not_allowed_token_type")],
)
def test_only_the_bots_own_token_opens_the_door(workspace, token, word):
    given = workspace.app_token if token == "app" else token
    client = WebClient(token=given, base_url=workspace.api_url)

    assert error(client.api_call, "users.list") == word


def test_a_socket_needs_the_apps_token(workspace, client):
    assert error(client.apps_connections_open, app_token=workspace.bot_token) == "not_allowed_token_type"
    assert client.apps_connections_open(app_token=workspace.app_token)["url"].startswith("ws://127.0.0.1:")


def test_a_revoked_token_is_worth_nothing_and_the_app_is_told(workspace, client):
    workspace.revokes_tokens()

    assert error(client.auth_test) == "token_revoked"
    assert workspace.envelopes[-1].payload["event"]["type"] == "tokens_revoked"


@pytest.mark.parametrize(
    ("method", "arguments", "needed"),
    [
        ("users.list", {}, "users:read"),
        ("conversations.list", {"types": "public_channel"}, "channels:read"),
        ("conversations.list", {"types": "private_channel"}, "groups:read"),
        ("conversations.history", {"channel": "im"}, "im:history"),
        ("conversations.open", {"users": "U1"}, "im:write"),
        ("files.getUploadURLExternal", {"filename": "a", "length": 1}, "files:write"),
    ],
)
def test_a_missing_scope_is_named_with_those_that_are_there(small, modest, method, arguments, needed):
    if arguments.get("channel") == "im":
        arguments = {"channel": small.inside.state.im_of(small.member("You").id).id}
    answer = refusal(modest.api_call, method, params=arguments)

    assert answer == {
        "ok": False,
        "error": "missing_scope",
        "needed": needed,
        "provided": ",".join(sorted(SCOPES)),
    }


def test_the_manifest_decides_on_name_commands_and_events(small, modest):
    you = small.member("You")
    you.types("/other thing", in_="general")
    you.types("hello", in_="general")
    you.mentions("hello", in_="general")

    assert modest.auth_test()["user"] == "small"
    assert you.sees("general").messages[0].text == "/other is not a valid command."
    assert {one.payload["event"]["type"] for one in small.envelopes} == {"app_mention"}
    view = {"type": "home", "blocks": [{"type": "divider"}]}
    assert error(modest.views_publish, user_id=you.id, view=view) == "not_enabled"


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({}, "no_text"),
        ({"text": "  "}, "no_text"),
        ({"text": "a", "blocks": "not json"}, "invalid_blocks_format"),
        ({"text": "a", "blocks": [{"type": "bubble"}]}, "invalid_blocks"),
        ({"text": "a", "attachments": [{}] * 101}, "too_many_attachments"),
        ({"text": "a", "metadata": {"event_type": "e"}}, "invalid_metadata_format"),
        ({"text": "a", "thread_ts": "yesterday"}, "invalid_thread_ts"),
        ({"text": "a", "thread_ts": "1.000000"}, "cannot_reply_to_message"),
        ({"text": "a", "markdown_text": "b"}, "markdown_text_conflict"),
    ],
)
def test_what_cannot_be_posted_is_refused(client, general, arguments, word):
    assert error(client.api_call, "chat.postMessage", json={"channel": general, **arguments}) == word


def test_refused_blocks_say_what_and_where(client, general):
    blocks = [{"type": "section", "text": {"type": "plain_text", "text": "a" * 3001}}]

    assert refusal(client.chat_postMessage, channel=general, text="a", blocks=blocks) == {
        "ok": False,
        "error": "invalid_blocks",
        "errors": ["must be less than 3001 characters [json-pointer:/blocks/0/text/text]"],
        "response_metadata": {
            "messages": ["[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]"]
        },
    }


def test_validating_says_the_same_without_posting(client, workspace):
    answer = refusal(client.api_call, "blocks.validate", json={"blocks": [{"type": "header"}]})

    missing = {"pointer": "/0", "code": "missing_required_field", "message": "missing required field: text"}
    assert answer == {"ok": False, "error": "invalid_blocks", "errors": [missing | {"field": "text"}]}
    assert client.api_call("blocks.validate", json={"blocks": [{"type": "divider"}]})["ok"]


def test_a_long_text_is_cut_when_posted_and_refused_when_updated(client, general):
    posted = client.chat_postMessage(channel=general, text="a" * 40_001)

    assert len(posted["message"]["text"]) == 40_000
    assert error(client.chat_update, channel=general, ts=posted["ts"], text="a" * 4_001) == "msg_too_long"


def test_an_archived_channel_takes_no_posts(workspace, client, general):
    workspace.archives("general")

    assert error(client.chat_postMessage, channel=general, text="a") == "is_archived"


def test_the_bot_changes_and_deletes_its_own_messages_only(client, general, you):
    theirs = you.types("mine", in_="general")

    assert error(client.chat_update, channel=general, ts=theirs.ts, text="a") == "cant_update_message"
    assert error(client.chat_delete, channel=general, ts=theirs.ts) == "cant_delete_message"
    assert error(client.chat_delete, channel=general, ts="1.0") == "message_not_found"
    posted = client.chat_postMessage(channel=general, text="before")
    client.chat_update(channel=general, ts=posted["ts"], text="after")
    assert you.sees("general").last.text == "after"
    client.chat_delete(channel=general, ts=posted["ts"])
    assert you.sees("general").last.text == "mine"


def test_an_ephemeral_message_is_for_one_and_in_no_history(client, general, you, another):
    client.chat_postEphemeral(channel=general, user=you.id, text="psst")

    assert you.sees("general").last.text == "psst"
    assert another.sees("general").last is None
    assert client.conversations_history(channel=general)["messages"] == []
    assert error(client.chat_postEphemeral, channel=general, user="U1", text="a") == "user_not_in_channel"


def test_a_history_is_read_page_by_page(client, general):
    for number in range(5):
        client.chat_postMessage(channel=general, text=str(number))

    pages, cursor = [], None
    while cursor != "":
        page = client.conversations_history(channel=general, limit=2, cursor=cursor)
        pages.append([one["text"] for one in page["messages"]])
        assert page["has_more"] == (len(pages) < 3)
        cursor = page.get("response_metadata", {}).get("next_cursor", "")

    assert pages == [["4", "3"], ["2", "1"], ["0"]]
    assert error(client.conversations_history, channel=general, cursor="bad") == "invalid_cursor"


def test_a_thread_is_read_with_its_root_first_and_between_two_moments(client, general):
    root = client.chat_postMessage(channel=general, text="root")["ts"]
    stamps = [client.chat_postMessage(channel=general, text=str(n), thread_ts=root)["ts"] for n in range(3)]

    read = client.conversations_replies(channel=general, ts=root, oldest=stamps[0], latest=stamps[2])
    assert [one["text"] for one in read["messages"]] == ["root", "1"]
    read = client.conversations_replies(channel=general, ts=root, oldest=stamps[0], inclusive=True)
    assert [one["text"] for one in read["messages"]] == ["root", "0", "1", "2"]
    assert read["messages"][0]["reply_count"] == 3
    assert error(client.conversations_replies, channel=general, ts="1.0") == "thread_not_found"


def test_only_broadcast_replies_stand_in_the_channel_too(client, general):
    root = client.chat_postMessage(channel=general, text="root")["ts"]
    client.chat_postMessage(channel=general, text="quiet", thread_ts=root)
    client.chat_postMessage(channel=general, text="loud", thread_ts=root, reply_broadcast=True)

    read = client.conversations_history(channel=general)["messages"]
    assert [(one["text"], one.get("subtype")) for one in read] == [("loud", "thread_broadcast"), ("root", None)]


def test_metadata_is_given_back_when_asked_for(client, general):
    metadata = {"event_type": "digest", "event_payload": {"id": 7}}
    client.chat_postMessage(channel=general, text="a", metadata=metadata)

    plain = client.conversations_history(channel=general)["messages"][0]
    full = client.conversations_history(channel=general, include_all_metadata=True)["messages"][0]
    assert "metadata" not in plain
    assert full["metadata"] == metadata


def test_a_message_with_metadata_is_never_posted_at_its_time(client, general, clock, workspace, you):
    soon = int(clock.now().timestamp()) + 60
    for text, metadata in (("bare", None), ("marked", {"event_type": "e", "event_payload": {}})):
        client.chat_scheduleMessage(channel=general, text=text, post_at=soon, metadata=metadata)
    workspace.moves_clock(minutes=2)
    you.waits_for("bare", in_="general")

    assert [one.text for one in you.reads("general").messages] == ["bare"]


def test_a_reaction_is_added_once(client, general, you):
    said = you.types("hello", in_="general")
    client.reactions_add(channel=general, timestamp=said.ts, name="wave")

    assert error(client.reactions_add, channel=general, timestamp=said.ts, name="wave") == "already_reacted"
    assert you.sees("general").last.reactions == {"wave": 1}
    client.reactions_remove(channel=general, timestamp=said.ts, name="wave")
    assert error(client.reactions_remove, channel=general, timestamp=said.ts, name="wave") == "no_reaction"


def test_a_trigger_opens_one_modal_within_three_seconds(app, connect, workspace, you, clock):
    triggers = []
    view = {
        "type": "modal",
        "title": {"type": "plain_text", "text": "A modal"},
        "blocks": [{"type": "divider"}],
    }

    @app.command("/icml")
    def keeps(ack, command):
        triggers.append(command["trigger_id"])
        ack()

    connect()
    for _ in range(2):
        you.types("/icml", in_="general")
    workspace.settled(patience=0)

    app.client.views_open(trigger_id=triggers[0], view=view)
    assert error(app.client.views_open, trigger_id=triggers[0], view=view) == "exchanged_trigger_id"
    workspace.moves_clock(seconds=3.1)
    assert error(app.client.views_open, trigger_id=triggers[1], view=view) == "expired_trigger_id"
    assert error(app.client.views_open, trigger_id="1.2.3", view=view) == "invalid_trigger_id"
    assert error(app.client.views_open, view=view, trigger_id="") == "invalid_arguments"


def test_a_view_that_somebody_else_changed_is_not_overwritten(client, you):
    view = {"type": "home", "blocks": [{"type": "divider"}]}
    first = client.views_publish(user_id=you.id, view=view)["view"]
    client.views_publish(user_id=you.id, view=view, hash=first["hash"])

    assert error(client.views_publish, user_id=you.id, view=view, hash=first["hash"]) == "hash_conflict"
    assert error(client.views_update, view_id=first["id"], view=view, hash=first["hash"]) == "hash_conflict"
    assert error(client.views_update, view_id="V1", view=view) == "not_found"


def test_a_bad_view_is_refused_with_reasons(client, you):
    answer = refusal(client.views_publish, user_id=you.id, view={"type": "home", "blocks": [{"type": "markdown"}]})

    assert answer["error"] == "invalid_arguments"
    assert answer["response_metadata"]["messages"] == [
        "[ERROR] unsupported type: markdown [json-pointer:/view/blocks/0/type]"
    ]


def test_a_stream_grows_and_ends_once(client, general, you):
    root = you.types("a question", in_="general")
    start = {"channel": general, "thread_ts": root.ts, "markdown_text": "one"}

    assert error(client.chat_startStream, **start) == "missing_recipient_user_id"
    stream = client.chat_startStream(**start, recipient_user_id=you.id, recipient_team_id="T1")["ts"]
    client.chat_appendStream(channel=general, ts=stream, markdown_text=" two")
    assert error(client.chat_update, channel=general, ts=stream, text="a") == "streaming_state_conflict"
    client.chat_stopStream(channel=general, ts=stream, blocks=[{"type": "divider"}])
    late = client.chat_appendStream
    assert error(late, channel=general, ts=stream, markdown_text="!") == "message_not_in_streaming_state"
    assert you.sees("general").last.text == "one two"
    assert [block["type"] for block in you.sees("general").last.blocks] == ["markdown", "divider"]


def test_a_link_of_the_apps_domain_is_told_and_gets_a_preview(clock):
    manifest = MANIFEST | {
        "features": {"bot_user": {"display_name": "small"}, "unfurl_domains": ["example.org"]},
        "oauth_config": {"scopes": {"bot": ["links:read", "links:write"]}},
        "settings": {"event_subscriptions": {"bot_events": ["link_shared"]}},
    }
    with LocalWorkspace(clock, manifest=manifest) as workspace:
        you = workspace.member("You")
        you.types("see https://www.example.org/paper and https://example.com", in_="general")
        event = workspace.envelopes[0].payload["event"]
        client = WebClient(token=workspace.bot_token, base_url=workspace.api_url)
        preview = {event["links"][0]["url"]: {"text": "A paper"}}
        client.chat_unfurl(unfurl_id=event["unfurl_id"], source=event["source"], unfurls=preview)

        assert [link["url"] for link in event["links"]] == ["https://www.example.org/paper"]
        assert "A paper" in you.sees("general").last.shown
        unknown = {"https://example.org/other": {"text": "a"}}
        where = {"channel": event["channel"], "ts": event["message_ts"]}
        assert error(client.chat_unfurl, **where, unfurls=unknown) == "cannot_unfurl_url"


def test_at_most_four_prompts_are_suggested(client, you, workspace):
    channel = workspace.inside.state.im_of(you.id).id
    prompts = [{"title": "a", "message": "b"}] * 5

    suggest = client.assistant_threads_setSuggestedPrompts
    assert error(suggest, channel_id=channel, prompts=prompts) == "invalid_arguments"
    suggest(channel_id=channel, prompts=prompts[:4], title="Try")


def test_a_status_is_shown_until_the_bot_has_spoken(client, you, workspace):
    root = you.writes_to_bot("a question")
    client.assistant_threads_setStatus(channel_id=root.channel, thread_ts=root.ts, status="looking…")
    statuses = workspace.inside.state.channels[root.channel].statuses

    assert statuses == {root.ts: "looking…"}
    client.chat_postMessage(channel=root.channel, thread_ts=root.ts, text="found")
    assert statuses == {}


def test_files_are_uploaded_in_three_steps(client, general, you):
    client.files_upload_v2(channel=general, filename="papers.bib", content="@misc{a}", initial_comment="Here")

    assert you.sees("general").last.text == "Here"
    file = you.sees("general").last.files[0]
    assert (file["name"], file["size"]) == ("papers.bib", 8)
    missing = [{"id": "F1", "title": "a"}]
    assert error(client.files_completeUploadExternal, files=missing, channel_id=general) == "file_not_found"


def test_two_posts_within_a_second_are_too_many_where_limits_are_strict(clock):
    with LocalWorkspace(MovableClock(runs=False)) as workspace:
        workspace.inside.faults.strict_limits = True
        client = WebClient(token=workspace.bot_token, base_url=workspace.api_url)
        client.chat_postMessage(channel="#general", text="one")
        with pytest.raises(SlackApiError) as limited:
            client.chat_postMessage(channel="#general", text="two")

        assert limited.value.response.status_code == 429
        assert limited.value.response.headers["Retry-After"] == "1"
        workspace.inside.clock.move(timedelta(seconds=1))
        client.chat_postMessage(channel="#general", text="two")
        for _ in range(20):
            client.conversations_list()
        assert error(client.conversations_list) == "ratelimited"
