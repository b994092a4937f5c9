"""uvicorn in a thread: how the workspace's server starts and stops."""

import asyncio
import socket
import threading

import uvicorn

from bot.workspace.inside import Inside
from bot.workspace.window_api import WindowApi

_END_WITHIN = 0.5  # seconds for what is answered while the workspace stops


class Serving(uvicorn.Server):
    """uvicorn's server, told to start and stop by events instead of by looking every 100 ms."""

    def __init__(self, config: uvicorn.Config, inside: Inside, window: WindowApi) -> None:
        super().__init__(config)
        self._inside, self._window = inside, window
        self.ready = threading.Event()
        self.loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Event | None = None

    def stop_soon(self) -> None:
        if self.loop is not None and self._stopping is not None:
            self.loop.call_soon_threadsafe(self._stopping.set)

    async def main_loop(self) -> None:
        self.loop, self._stopping = asyncio.get_running_loop(), asyncio.Event()
        self._inside.timetable.attach(self.loop)
        self._window.attach(self.loop)
        await self.on_tick(0)  # sets the default headers
        delivering = asyncio.ensure_future(self._inside.delivery.run())
        self.ready.set()
        await self._stopping.wait()
        delivering.cancel()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for listener in sockets or ():
            listener.close()
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        tasks = set(self.server_state.tasks)
        if tasks:
            _, going_on = await asyncio.wait(tasks, timeout=_END_WITHIN)
            for task in going_on:
                task.cancel()
