"""What the window asks and does."""

import asyncio
import mimetypes
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from bot.clock import MovableClock
from bot.workspace import acts, interactions
from bot.workspace.acts import CannotBe
from bot.workspace.inside import Inside
from bot.workspace.methods import conversations
from bot.workspace.methods.reactions import react, unreact
from bot.workspace.state import Message, View
from bot.workspace.window_state import state_for

Json = dict[str, Any]

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_COALESCE = 0.03  # seconds in which changes are told once
_OPTIONS_WITHIN = 3.5  # seconds; Slack gives up after three
_NO_PAGE = (
    "<!doctype html><meta charset=utf-8><title>Local workspace</title>"
    "<p>The window is not built here. The workspace itself is running."
)
WINDOW = Path(__file__).parent / "window" / "static"


class WindowApi:
    """Serves the page, the state, and what members do in it."""

    def __init__(self, inside: Inside, static: Path | None) -> None:
        self._inside, self._static = inside, static or WINDOW
        self._listeners: set[asyncio.Event] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._inside.state.on_change.append(self._changed)

    def _changed(self) -> None:
        if self._listeners and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for listener in self._listeners:
            listener.set()

    async def page(self, _request: Request) -> Response:
        index = self._static / "index.html"
        if not index.is_file():
            return HTMLResponse(_NO_PAGE, headers=_HEADERS)
        return HTMLResponse(index.read_text("utf-8"), headers=_HEADERS)

    async def static(self, request: Request) -> Response:
        root = self._static.resolve()
        path = (root / request.path_params["path"]).resolve()
        if not path.is_relative_to(root) or not path.is_file():
            return PlainTextResponse("Not found", 404, headers=_HEADERS)
        return FileResponse(path, media_type=mimetypes.guess_type(path.name)[0], headers=_HEADERS)

    async def state(self, request: Request) -> Response:
        user = request.query_params.get("member", "")
        with self._inside.state.lock:
            if user not in self._inside.state.people:
                user = next(one.id for one in self._inside.state.people.values() if not one.is_bot)
            return JSONResponse(state_for(self._inside, user), headers=_HEADERS)

    async def live(self, socket: WebSocket) -> None:
        """Tell the version after each change, at most once in 30 ms."""
        await socket.accept()
        changed = asyncio.Event()
        changed.set()
        self._listeners.add(changed)
        gone = asyncio.ensure_future(_until_gone(socket))
        try:
            while not gone.done():
                waiting = asyncio.ensure_future(changed.wait())
                await asyncio.wait({waiting, gone}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
                if gone.done():
                    break
                changed.clear()
                await socket.send_json({"version": self._inside.state.version})
                await asyncio.sleep(_COALESCE)
        except (RuntimeError, WebSocketDisconnect):
            pass  # the page closed while we spoke
        finally:
            gone.cancel()
            self._listeners.discard(changed)

    async def act(self, request: Request) -> Response:
        body = await request.json()
        name = str(body.get("act"))
        act: Callable[[str, Json], Awaitable[Json | None]] | None = getattr(self, f"_act_{name}", None)
        user = str(body.get("member"))
        who = self._inside.state.people.get(user)
        try:
            if act is None or who is None or who.is_bot:
                raise CannotBe("There is no such act or member.")
            done = await act(user, body)
        except (CannotBe, LookupError) as problem:
            words = str(problem.args[0]) if problem.args else "This can’t be done."
            return JSONResponse({"ok": False, "error": words}, headers=_HEADERS)
        return JSONResponse({"ok": True, **(done or {})}, headers=_HEADERS)

    async def _act_types(self, user: str, body: Json) -> Json | None:
        message = acts.types(self._inside, user, body["channel"], body["text"], body.get("thread_ts") or None)
        return {"ts": message.ts} if message else None

    async def _act_edits(self, user: str, body: Json) -> None:
        acts.edits(self._inside, user, body["channel"], body["ts"], body["text"])

    async def _act_deletes(self, user: str, body: Json) -> None:
        acts.deletes(self._inside, user, body["channel"], body["ts"])

    async def _act_reacts(self, user: str, body: Json) -> None:
        message = acts.message_for(self._inside, user, body["channel"], body["ts"])
        channel, name = self._inside.state.channels[message.channel], body["name"].strip(":")
        change = unreact if user in message.reactions.get(name, ()) else react
        change(self._inside, channel, message, user, name)

    async def _act_reads(self, user: str, body: Json) -> None:
        acts.reads_until(self._inside, user, body["channel"])

    async def _act_opens_home(self, user: str, body: Json) -> None:
        acts.opens_home(self._inside, user, body.get("tab", "home"))

    async def _act_opens_im(self, user: str, _body: Json) -> Json:
        return {"channel": self._inside.state.im_of(user).id}

    async def _act_clicks(self, user: str, body: Json) -> None:
        message, view = self._place(user, body)
        fields = body.get("action") or {}
        interactions.act(
            self._inside,
            user,
            block_id=body.get("block_id"),
            action_id=body["action_id"],
            fields=fields,
            message=message,
            view=view,
        )

    async def _act_submits(self, user: str, body: Json) -> None:
        interactions.submit(self._inside, user, self._view(user, body), body.get("values") or {})

    async def _act_closes(self, user: str, body: Json) -> None:
        interactions.close(self._inside, user, self._view(user, body))

    async def _act_shortcut(self, user: str, body: Json) -> None:
        message = None
        if body.get("ts"):
            message = acts.message_for(self._inside, user, body["channel"], body["ts"])
        interactions.shortcut(self._inside, user, body["callback_id"], message)

    async def _act_options(self, user: str, body: Json) -> Json:
        message, view = self._place(user, body)
        options = interactions.load_options(
            self._inside,
            user,
            block_id=body["block_id"],
            action_id=body["action_id"],
            value=str(body.get("value") or ""),
            message=message,
            view=view,
        )
        try:
            return {"options": await asyncio.wait_for(asyncio.wrap_future(options), _OPTIONS_WITHIN)}
        except TimeoutError:
            raise CannotBe("The options did not come in time.") from None

    async def _act_moves_clock(self, _user: str, body: Json) -> None:
        if not isinstance(self._inside.clock, MovableClock):
            raise CannotBe("This workspace’s clock can’t be moved.")
        self._inside.clock.move(timedelta(seconds=float(body["seconds"])))
        with self._inside.state.lock:
            self._inside.state.bump()

    async def _act_restarts_bot(self, _user: str, _body: Json) -> None:
        if self._inside.restart_bot is None:
            raise CannotBe("This bot can’t be restarted from here.")
        await asyncio.to_thread(self._inside.restart_bot)

    async def _act_drops_connection(self, _user: str, _body: Json) -> None:
        self._inside.sockets.lose_all()

    async def _act_invites_bot(self, user: str, body: Json) -> None:
        channel = acts.channel_for(self._inside, user, body["channel"])
        state = self._inside.state
        conversations.add_member(self._inside, channel, state.bot, state.people[user])

    async def _act_creates_channel(self, user: str, body: Json) -> Json:
        state, name = self._inside.state, str(body["name"]).strip().lstrip("#").lower().replace(" ", "-")
        with state.lock:
            if not name or state.channel_named(name):
                raise CannotBe("This name is taken, or empty.")
            private = bool(body.get("private"))
            everybody = set() if private else {one.id for one in state.people.values() if not one.is_bot}
            return {"channel": state.add_channel(name, "private" if private else "channel", user, everybody).id}

    def _view(self, user: str, body: Json) -> View:
        view = self._inside.state.view(body["view_id"])
        if view is None or view.user != user:
            raise CannotBe("This view is not open any more.")
        return view

    def _place(self, user: str, body: Json) -> tuple[Message | None, View | None]:
        if body.get("view_id"):
            return None, self._view(user, body)
        return acts.message_for(self._inside, user, body["channel"], body["message_ts"]), None


async def _until_gone(socket: WebSocket) -> None:
    try:
        while True:
            await socket.receive_text()
    except (RuntimeError, WebSocketDisconnect):
        return
