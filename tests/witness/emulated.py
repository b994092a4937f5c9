"""What emulate can bear witness to: OAuth, scopes, and the Web API. It has no Socket Mode, commands or buttons.

So the events are handed to the app here, and everything that the app says goes over emulate's Web API.
"""

import http.client
import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from slack_bolt import BoltRequest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.app import build_app, client
from bot.manifest import OPTIONAL_SCOPES, SCOPES
from bot.sending import ANSWER, SureClient
from bot.settings import HttpAccess
from bot.wiring import Wiring
from tests.processes import until
from tests.web import Browser, begins_to_install, posted, serving

Json = dict[str, Any]

_ID, _SECRET, _BACK = "12345.67890", "only-for-tests", "http://localhost:9/callback"
_OURS, _PORT, _SIGNING = "http://localhost:4010", 4010, "the-signing-secret-of-tests"
CONFIG: Json = {
    "slack": {
        "strict_scopes": True,
        "users": [{"name": "you", "real_name": "You"}],
        "channels": [{"name": "general"}],
        "oauth_apps": [
            {
                "client_id": _ID,
                "client_secret": _SECRET,
                "name": "icml",
                "redirect_uris": [_BACK, f"{_OURS}/slack/oauth_redirect"],
                "scopes": [*SCOPES, *OPTIONAL_SCOPES],
            }
        ],
    }
}


def installed(address: str, scopes: tuple[str, ...] = (*SCOPES, *OPTIONAL_SCOPES)) -> Json:
    """Install the app by OAuth with *scopes*, as a member who may also post; Slack's answer, with the tokens."""
    where = {"client_id": _ID, "redirect_uri": _BACK, "scope": ",".join(scopes), "user_scope": "chat:write"}
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    connection.request("GET", f"/oauth/v2/authorize?{urlencode(where)}")
    page = connection.getresponse().read().decode()
    (member, *_) = re.findall(r'name="user_id" value="([^"]+)"', page)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/oauth/v2/authorize/callback", urlencode(where | {"user_id": member}), form)
    back = connection.getresponse()
    code = parse_qs(urlsplit(back.headers["Location"]).query)["code"][0]
    web = WebClient(base_url=f"{address}/api/")
    answer = web.oauth_v2_access(client_id=_ID, client_secret=_SECRET, code=code, redirect_uri=_BACK)
    return dict(answer.data)


def general(address: str, token: str) -> str:
    channels = WebClient(token=token, base_url=f"{address}/api/").conversations_list()["channels"]
    return next(str(one["id"]) for one in channels if one["name"] == "general")


def introduces(wiring: Wiring, address: str) -> None:
    """The token that OAuth gives is the bot's, with the scopes that the manifest asks for."""
    given = installed(address)
    assert set(given["scope"].split(",")) == {*SCOPES, *OPTIONAL_SCOPES}
    assert client(wiring, given["access_token"], base_url=f"{address}/api/").auth_test()["user_id"]


def answers(wiring: Wiring, address: str) -> None:
    """A mention is answered in its thread, once, however often it is told."""
    given = installed(address)
    token, channel = given["access_token"], general(address, given["access_token"])
    asked, bot = _asks(address, given, channel, "pruning"), given["bot_user_id"]
    for kind in ("app_mention", "app_mention", "message"):
        _tells(wiring, address, token, channel, asked, bot, kind)
    found = _thread(address, token, channel, asked["ts"])
    assert len(found) == 1, found
    assert found[0]["metadata"]["event_type"] == ANSWER


def finds(wiring: Wiring, address: str) -> None:
    """What an earlier run has posted is found by its metadata and not posted again."""
    given = installed(address)
    token, channel = given["access_token"], general(address, given["access_token"])
    asked = _asks(address, given, channel, "grokking")
    web = client(wiring, token, base_url=f"{address}/api/")
    for _ in range(2):
        run = SureClient(web, wiring.clock, answers=f"{channel}:{asked['ts']}", asked_at=asked["ts"])
        run.chat_postMessage(channel=channel, thread_ts=asked["ts"], text="an answer")
    assert len(_thread(address, token, channel, asked["ts"])) == 1


def needs(wiring: Wiring, address: str) -> None:
    """Each scope that posting and looking need is missed by name when it is not granted."""
    channel = general(address, installed(address)["access_token"])
    calls: dict[str, Callable[[WebClient], object]] = {
        "chat:write": lambda web: web.chat_postMessage(channel=channel, text="a"),
        "channels:history": lambda web: web.conversations_history(channel=channel),
    }
    for scope, call in calls.items():
        fewer = installed(address, tuple(one for one in SCOPES if one != scope))
        with pytest.raises(SlackApiError) as refused:
            call(client(wiring, fewer["access_token"], base_url=f"{address}/api/"))
        assert refused.value.response["error"] == "missing_scope"
        assert refused.value.response["needed"] == scope


def installs_by_the_bots_own_page(wiring: Wiring, address: str) -> None:
    """The bot's page sends a browser to OAuth, takes what comes back, and answers signed events with its token."""
    wiring = replace(wiring, settings=wiring.settings.model_copy(update={"public_url": _OURS}))
    access = HttpAccess(_SIGNING, client=(_ID, _SECRET))
    with serving(wiring, access, f"{address}/api/", _PORT) as (web, ours):
        link, cookie = begins_to_install(ours)
        assert link.startswith(f"{address}/oauth/v2/authorize"), link
        status, _, page = Browser().gets(_allowed(link), cookie)
        assert (status, "Thank you" in page) == (200, True), page
        (place,) = web.workspaces.all()
        token = str(place.client.token)
        channel = general(address, token)
        given = installed(address)  # for the member's own token
        asked = _asks(address, given, channel, "pruning")
        event = {**asked, "type": "app_mention", "channel": channel, "event_ts": asked["ts"]}
        body = {"type": "event_callback", "event_id": "Ev1", "team_id": place.workspace, "event": event}
        assert posted(f"{ours}/slack/events", json.dumps(body).encode(), _SIGNING)[0] == 200
        until(lambda: len(_thread(address, token, channel, asked["ts"])) == 1)
        assert posted(f"{ours}/slack/events", json.dumps(body).encode(), "another")[0] == 401


def _allowed(link: str) -> str:
    """Allow the app on the page at *link*, as its first member; where the browser is sent then."""
    parts = urlsplit(link)
    connection = http.client.HTTPConnection(parts.netloc, timeout=10)
    connection.request("GET", f"{parts.path}?{parts.query}")
    page = connection.getresponse().read().decode()
    (member, *_) = re.findall(r'name="user_id" value="([^"]+)"', page)
    asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/oauth/v2/authorize/callback", urlencode(asked | {"user_id": member}), form)
    return str(connection.getresponse().headers["Location"])


def _asks(address: str, given: Json, channel: str, words: str) -> Json:
    you = WebClient(token=given["authed_user"]["access_token"], base_url=f"{address}/api/")
    text = f"<@{given['bot_user_id']}> {words}"
    return {
        "user": given["authed_user"]["id"],
        "text": text,
        "ts": you.chat_postMessage(channel=channel, text=text)["ts"],
    }


def _tells(wiring: Wiring, address: str, token: str, channel: str, asked: Json, bot: str, kind: str) -> None:
    """Hand an event to the app, and wait until it has done what it wants."""
    app = build_app(wiring, token, base_url=f"{address}/api/")
    event = {**asked, "type": kind, "channel": channel, "channel_type": "channel", "event_ts": asked["ts"]}
    authorized = [{"team_id": "T1", "user_id": bot, "is_bot": True}]
    body = {"type": "event_callback", "event_id": "Ev1", "team_id": "T1", "event": event, "authorizations": authorized}
    app.dispatch(BoltRequest(mode="socket_mode", body=body))
    app.listener_runner.listener_executor.shutdown()


def _thread(address: str, token: str, channel: str, ts: str) -> list[Json]:
    web = WebClient(token=token, base_url=f"{address}/api/")
    answer = web.conversations_replies(channel=channel, ts=ts, include_all_metadata=True)
    return [one for one in answer["messages"] if one["ts"] != ts]


STORIES: tuple[Callable[[Wiring, str], None], ...] = (
    introduces,
    answers,
    finds,
    needs,
    installs_by_the_bots_own_page,
)
