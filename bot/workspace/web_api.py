"""The Web API's door: who calls, may they, with which arguments; then the method, and the record of it."""

import hmac
import json
import time
from email.utils import format_datetime
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from bot.workspace import facts
from bot.workspace.faults import Broken, Limited, LostAnswer, Refused
from bot.workspace.inside import Call, Inside, Refusal
from bot.workspace.limits import RateLimits
from bot.workspace.methods import (
    METHODS,
    assistant,
    attached,
    auth,
    chat,
    checking,
    conversations,
    files,
    reactions,
    scheduled,
    streams,
    users,
    views,
)
from bot.workspace.responses import answer as answer_response_address

Json = dict[str, Any]

# Importing them fills METHODS.
FAMILIES = (
    *(assistant, attached, auth, chat, checking, conversations),
    *(files, reactions, scheduled, streams, users, views),
)
_WITH_APP_TOKEN = {"apps.connections.open"}
_WITHOUT_TOKEN = {"api.test"}


class WebApi:
    """Answers calls of the Web API and of response addresses."""

    def __init__(self, inside: Inside) -> None:
        self._inside = inside
        self._limits = RateLimits(inside.clock)

    async def call(self, request: Request) -> Response:
        with self._in_flight():
            arguments = await _arguments(request)
            answer = self.answer(request.path_params["method"], _token(request, arguments), arguments)
            if answer is None:
                request.scope["icml.transport"].abort()
                return PlainTextResponse("")
            return answer

    def answer(self, name: str, token: str, arguments: Json) -> Response | None:
        """Carry a call out, from any thread; None where its answer is lost."""
        inside, began = self._inside, time.perf_counter()
        fault = inside.faults.for_call(name)
        match fault:
            case Limited(seconds):
                return self._limited(name, arguments, seconds, began)
            case Broken(status, done):
                if done:
                    self._answer(name, token, arguments, None)
                self._record(name, arguments, {"ok": False, "error": f"HTTP {status}"}, began)
                return PlainTextResponse("The local workspace plays a broken server.", status)
        if inside.faults.strict_limits and (wait := self._limits.wait(name, arguments)):
            return self._limited(name, arguments, wait, began)
        answer = self._answer(name, token, arguments, fault)
        self._record(name, arguments, answer, began)
        return None if isinstance(fault, LostAnswer) else JSONResponse(answer, headers=self._headers(token))

    def _headers(self, token: str) -> dict[str, str]:
        """What Slack tells beside its answer: the time, and what the token may do."""
        inside, granted = self._inside, self._inside.manifest.scopes
        told = {"Date": format_datetime(inside.clock.now(), usegmt=True)}
        if token == inside.app_token:
            return told | {"X-OAuth-Scopes": "connections:write"}
        if token == inside.bot_token and granted is not None:
            return told | {"X-OAuth-Scopes": ",".join(sorted(granted))}
        return told

    def _answer(self, name: str, token: str, arguments: Json, fault: object) -> Json:
        try:
            if isinstance(fault, Refused):
                raise Refusal(fault.error)
            with self._inside.state.lock:
                self._admit(name, token, arguments)
                return {"ok": True, **METHODS[name](self._inside, arguments)}
        except Refusal as refusal:
            return {"ok": False, "error": refusal.error, **refusal.more}

    def _admit(self, name: str, token: str, arguments: Json) -> None:
        """Let the call through, or raise the refusal that Slack answers with, in its order of checks."""
        about = facts.methods().get(name)
        if about is None or name not in METHODS:
            here = name in facts.elsewhere()
            raise Refusal("unknown_method", **({"warning": "slack_has_it_the_local_workspace_has_not"} if here else {}))
        if name not in _WITHOUT_TOKEN:
            self._check_token(name, token)
        granted = self._inside.manifest.scopes
        if granted is not None:
            needed = about.needed(granted, self._kinds(name, arguments))
            if needed:
                raise Refusal("missing_scope", needed=needed, provided=",".join(sorted(granted)))
        missing = [one for one in about.required if arguments.get(one) in (None, "") and one != "status"]
        if missing:
            words = [f"[ERROR] missing required field: {one}" for one in missing]
            raise Refusal("invalid_arguments", response_metadata={"messages": words})

    def _check_token(self, name: str, token: str) -> None:
        inside = self._inside
        if not token:
            raise Refusal("not_authed")
        given = token.encode()
        is_bot, is_app = (hmac.compare_digest(given, own.encode()) for own in (inside.bot_token, inside.app_token))
        if not (is_bot or is_app):
            raise Refusal("invalid_auth")
        if token in inside.revoked:
            raise Refusal("token_revoked")
        if is_app != (name in _WITH_APP_TOKEN):
            raise Refusal("not_allowed_token_type")

    def _kinds(self, name: str, arguments: Json) -> list[str]:
        """The kinds of conversation that a call is about, by which its scope is chosen."""
        if name in ("conversations.list", "users.conversations"):
            return [kind for kind in conversations.kinds_asked(arguments) if kind != "mpim"]
        if name == "conversations.open":
            return ["im"]
        wanted = arguments.get("channel") or arguments.get("channel_id")
        channel = self._inside.state.channels.get(str(wanted))
        return [channel.kind] if channel else ["channel"] if wanted else []

    def _limited(self, name: str, arguments: Json, seconds: int, began: float) -> Response:
        answer = {"ok": False, "error": "ratelimited"}
        self._record(name, arguments, answer, began)
        return JSONResponse(answer, 429, headers={"Retry-After": str(seconds)})

    async def respond(self, request: Request) -> Response:
        """Take what the app sends to a response address."""
        inside, key = self._inside, request.path_params["key"]
        began = time.perf_counter()
        with self._in_flight():
            body = await _arguments(request)
            fault = inside.faults.for_call("response_url")
            match fault:
                case Limited(seconds):
                    return self._limited("response_url", body, seconds, began)
                case Broken(status):
                    self._record("response_url", body, {"ok": False, "error": f"HTTP {status}"}, began)
                    return PlainTextResponse("The local workspace plays a broken server.", status)
            try:
                with inside.state.lock:
                    answer_response_address(inside, key, body)
            except Refusal as refusal:
                answer = {"ok": False, "error": refusal.error, **refusal.more}
                self._record("response_url", body, answer, began)
                return JSONResponse(answer, 404 if refusal.error.endswith("_url") else 400)
            self._record("response_url", body, {"ok": True}, began)
            if isinstance(fault, LostAnswer):
                request.scope["icml.transport"].abort()
            return PlainTextResponse("ok")

    async def upload(self, request: Request) -> Response:
        """Take the bytes of a file that was announced."""
        with self._in_flight():
            sent = await request.body()
            if files.receive(self._inside, request.path_params["file"], sent):
                return PlainTextResponse(f"OK - {len(sent)}")
            return PlainTextResponse("Not the file that was announced.", 400)

    async def file(self, request: Request) -> Response:
        """Give a file to the window or to the app."""
        found = files.contents(self._inside, request.path_params["file"])
        if found is None:
            return PlainTextResponse("Not found", 404)
        headers = {"Content-Disposition": "attachment", "X-Content-Type-Options": "nosniff"}
        return Response(found, media_type="application/octet-stream", headers=headers)

    def _record(self, name: str, arguments: Json, answer: Json, began: float) -> None:
        shown = {key: value for key, value in arguments.items() if key != "token"}
        spent = (time.perf_counter() - began) * 1_000
        self._inside.record(Call(name, shown, answer, answer["ok"], self._inside.clock.now(), spent))

    def _in_flight(self) -> "_InFlight":
        return _InFlight(self._inside)


class _InFlight:
    """Counts a call while it is answered, so that others can wait until nothing is going on."""

    def __init__(self, inside: Inside) -> None:
        self._inside = inside

    def __enter__(self) -> None:
        with self._inside.state.lock:
            self._inside.calls_in_flight += 1

    def __exit__(self, *_: object) -> None:
        with self._inside.state.lock:
            self._inside.calls_in_flight -= 1
            self._inside.state.changed.notify_all()


async def _arguments(request: Request) -> Json:
    """The call's arguments, from the address, a form or JSON; the later win."""
    arguments: Json = dict(request.query_params)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "application/json":
        sent = await request.body()
        try:
            body = json.loads(sent or b"{}")
        except ValueError:
            body = {}
        return arguments | body if isinstance(body, dict) else arguments
    if kind == "multipart/form-data":
        async with request.form() as form:
            return arguments | {key: value for key, value in form.items() if isinstance(value, str)}
    text = (await request.body()).decode("utf-8", "replace")
    return arguments | dict(parse_qsl(text, keep_blank_values=True))


def _token(request: Request, arguments: Json) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else str(arguments.get("token") or "")
