"""Posts are made once: retried where that is safe, looked for where it is not."""

import socket
from urllib.error import HTTPError, URLError

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry import HttpRequest, HttpResponse, RetryState

from bot.retries import LONGEST_WAIT, Retries, is_harmless
from bot.sending import ANSWER, SureClient, SureRespond
from bot.workspace.faults import Broken, Limited, LostAnswer, Refused
from bot.workspace.inside import ResponseAddress


@pytest.fixture
def plain(workspace, clock):
    return WebClient(token=workspace.bot_token, base_url=workspace.api_url, retry_handlers=[Retries(clock)])


@pytest.fixture
def sure(plain, clock):
    return SureClient(plain, clock, answers="C1:1.0")


@pytest.fixture
def general(workspace):
    return workspace.driver.channel("general").id


@pytest.fixture
def you(workspace):
    return workspace.member("You")


@pytest.fixture
def respond(workspace, plain, clock, you, general):
    """Answers at a response address of yours."""
    url = workspace.inside.new_address("commands", ResponseAddress(you.id, general, clock.now()))
    return SureRespond(plain, clock, response_url=url)


def texts(member):
    return [one.text for one in member.sees("general").messages]


def test_a_post_says_in_its_metadata_what_it_answers_and_which_part_it_is(sure, you, general):
    sure.chat_postMessage(channel=general, text="a")
    sure.chat_postMessage(channel=general, text="b")

    payloads = [one.metadata["event_payload"] for one in you.sees("general").messages]
    assert {one.metadata["event_type"] for one in you.sees("general").messages} == {ANSWER}
    assert payloads == [{"answers": "C1:1.0", "part": 1}, {"answers": "C1:1.0", "part": 2}]


def test_a_post_that_has_metadata_of_its_own_keeps_it(sure, you, general):
    own = {"event_type": "digest", "event_payload": {"delivery": 7}}
    sure.chat_postMessage(channel=general, text="a", metadata=own)

    assert you.sees("general").last.metadata == own


def test_equal_words_are_two_posts_when_they_are_two_parts(sure, workspace, you, general):
    sure.chat_postMessage(channel=general, text="a")
    workspace.inside.faults.answers("chat.postMessage", Broken())
    sure.chat_postMessage(channel=general, text="a")

    assert texts(you) == ["a", "a"]


def test_a_found_post_is_told_like_one_that_was_made(sure, workspace, you, general):
    workspace.inside.faults.answers("chat.postMessage", LostAnswer())

    answer = sure.chat_postMessage(channel=general, text="a")

    assert answer["ok"]
    assert answer["ts"] == you.sees("general").last.ts
    assert answer["channel"] == general
    assert texts(you) == ["a"]


def test_a_second_run_finds_what_the_first_has_posted(plain, sure, clock, you, general):
    asked = you.types("a question", in_="general")
    first = sure.chat_postMessage(channel=general, thread_ts=asked.ts, text="a")

    second = SureClient(plain, clock, answers="C1:1.0", asked_at=asked.ts)
    again = second.chat_postMessage(channel=general, thread_ts=asked.ts, text="a")
    more = second.chat_postMessage(channel=general, thread_ts=asked.ts, text="b")

    assert again["ts"] == first["ts"]
    assert more["ts"] != first["ts"]
    assert texts(you) == ["a question", "a", "b"]


def test_a_long_thread_is_read_page_by_page(plain, sure, workspace, clock, you, general):
    asked = you.types("a question", in_="general")
    for number in range(120):
        you.types(str(number), in_="general", thread=asked)
    workspace.inside.faults.answers("chat.postMessage", LostAnswer())
    sure.chat_postMessage(channel=general, thread_ts=asked.ts, text="a")

    assert texts(you).count("a") == 1


def test_a_refusal_is_told_at_once(sure, workspace, general):
    workspace.inside.faults.answers("chat.postMessage", Refused("restricted_action"))

    with pytest.raises(SlackApiError, match="restricted_action"):
        sure.chat_postMessage(channel=general, text="a")

    assert [one.method for one in workspace.calls] == ["chat.postMessage"]


def test_what_never_works_is_given_up_with_the_last_fault(sure, workspace, clock, general, monkeypatch):
    waited = []
    monkeypatch.setattr(type(clock), "sleep", lambda _, seconds: waited.append(seconds))
    workspace.inside.faults.answers("chat.postMessage", Broken(), times=10)

    with pytest.raises(SlackApiError):
        sure.chat_postMessage(channel=general, text="a")

    assert waited == [0.5, 1.0, 2.0, 4.0, 8.0]


@pytest.mark.parametrize("fault", [Limited(), Broken(), LostAnswer()], ids=lambda one: type(one).__name__)
def test_a_private_post_is_made_once(sure, workspace, you, general, fault):
    workspace.inside.faults.answers("chat.postEphemeral", fault)

    sure.chat_postEphemeral(channel=general, user=you.id, text="a")

    assert texts(you) == ["a"]


@pytest.mark.parametrize("fault", [Limited(), Broken(), LostAnswer()], ids=lambda one: type(one).__name__)
def test_a_response_address_is_answered_once(respond, workspace, you, fault):
    workspace.inside.faults.answers("response_url", fault)

    respond(text="a")

    assert texts(you) == ["a"]


def test_a_refusal_at_a_response_address_is_an_error_with_slacks_word(respond):
    for _ in range(5):
        respond("a")

    with pytest.raises(SlackApiError) as refused:
        respond("a")

    assert refused.value.response["error"] == "used_url"


def test_without_a_response_address_there_is_nothing_to_answer_at(plain, clock):
    with pytest.raises(ValueError, match="no response address"):
        SureRespond(plain, clock, response_url=None)("a")


def test_nobody_at_the_address_is_told(plain, clock, monkeypatch):
    monkeypatch.setattr(type(clock), "sleep", lambda *_: None)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        closed = f"http://127.0.0.1:{listener.getsockname()[1]}/hooks/1"

    with pytest.raises(URLError):
        SureRespond(plain, clock, response_url=closed)("a")


# When a call may be made again


def may_retry(method, *, status=None, error=None, headers=None):
    request = HttpRequest(method="POST", url=f"https://slack.com/api/{method}", headers={})
    response = HttpResponse(status_code=status, headers=headers or {}) if status else None
    return Retries(None).can_retry(state=RetryState(), request=request, response=response, error=error)


REFUSED = URLError(ConnectionRefusedError(111, "Connection refused"))
LOST = ConnectionResetError(104, "Connection reset by peer")


@pytest.mark.parametrize(
    ("method", "fault", "again"),
    [
        ("chat.postMessage", {"status": 429, "headers": {"Retry-After": ["2"]}}, True),
        ("chat.postMessage", {"status": 429, "headers": {"retry-after": [str(LONGEST_WAIT + 1)]}}, False),
        ("chat.postMessage", {"status": 503}, False),
        ("chat.postMessage", {"error": LOST}, False),
        ("chat.postMessage", {"error": REFUSED}, True),
        ("chat.postMessage", {"status": 500, "error": HTTPError("", 500, "", {}, None)}, False),
        ("chat.startStream", {"error": LOST}, False),
        ("views.open", {"status": 503}, False),
        ("conversations.replies", {"status": 503}, True),
        ("conversations.replies", {"status": 404}, False),
        ("users.info", {"error": LOST}, True),
        ("auth.test", {"error": LOST}, True),
        ("apps.connections.open", {"error": LOST}, True),
        ("chat.update", {"status": 502}, True),
    ],
)
def test_calls_are_made_again_only_where_that_doubles_nothing(method, fault, again):
    assert may_retry(method, **fault) is again


@pytest.mark.parametrize("method", ["chat.postMessage", "chat.postEphemeral", "files.completeUploadExternal"])
def test_what_can_be_seen_twice_is_not_harmless(method):
    assert not is_harmless(f"https://slack.com/api/{method}")
