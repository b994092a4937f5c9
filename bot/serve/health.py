"""``/healthz``, ``/readyz`` and ``/metrics``, on loopback unless a setting says otherwise."""

import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import structlog
from prometheus_client import generate_latest

from bot.errors import MemoryUnavailable, WrongSetting
from bot.memory.memory import Memory
from bot.scheduler import Scheduler
from bot.serve.duties import Duties
from bot.wiring import Wiring

log = structlog.get_logger(__name__)

Check = Callable[[], str]  # why the bot is not ready, in words; empty while it is

LEAST_SPACE = 50_000_000  # bytes on the disk of the home
LATE = 4  # ticks that did not come
_PLAIN = "text/plain; charset=utf-8"


def memory_answers(memory: Memory) -> Check:
    def check() -> str:
        try:
            memory.answers()
        except MemoryUnavailable:
            return f"the memory ({memory.place}) can't be reached"
        return ""

    return check


def disk_has_room(home: Path) -> Check:
    def check() -> str:
        try:
            free = shutil.disk_usage(home).free
        except OSError as fault:
            return f"the home can't be looked at ({type(fault).__name__})"
        return "" if free >= LEAST_SPACE else f"the disk of the home is full: {free // 1_000_000} MB are left"

    return check


def is_on_time(scheduler: Scheduler, what: str) -> Check:
    """By the machine's own passing of time, which no clock that jumps can change."""

    def check() -> str:
        late = scheduler.silent_for
        return "" if late < LATE * scheduler.every else f"{what} is late: nothing for {late:.0f} s"

    return check


def checks_of(wiring: Wiring, duties: Duties, *more: Check) -> list[Check]:
    """What is looked at in a process with these *duties*."""
    checks = [memory_answers(wiring.memory), disk_has_room(wiring.settings.home), is_on_time(duties.beats, "my heart")]
    if duties.schedules:
        checks.append(is_on_time(duties.ticks, "the scheduler"))
    return [*checks, *more]


class Health:
    """A WSGI application for whoever looks after the bot.

    Args:
        checks: are asked at each look.
    """

    def __init__(self, wiring: Wiring, checks: Iterable[Check]) -> None:
        self._metrics = wiring.metrics
        self._checks = tuple(checks)

    def reasons(self) -> list[str]:
        """Why the bot is not ready."""
        return [reason for check in self._checks if (reason := check())]

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., object]) -> list[bytes]:
        status, kind, body = self._answer(environ.get("REQUEST_METHOD", ""), environ.get("PATH_INFO", ""))
        start_response(status, [("Content-Type", kind), ("Content-Length", str(len(body)))])
        return [body]

    def _answer(self, method: str, path: str) -> tuple[str, str, bytes]:
        if method not in ("GET", "HEAD"):
            return "405 Method Not Allowed", _PLAIN, b""
        match path:
            case "/healthz":
                return "200 OK", _PLAIN, b"alive\n"
            case "/readyz":
                reasons = self.reasons()
                text = "".join(f"{one}\n" for one in reasons) or "ready\n"
                return "503 Service Unavailable" if reasons else "200 OK", _PLAIN, text.encode()
            case "/metrics":
                return "200 OK", "text/plain; version=0.0.4; charset=utf-8", generate_latest(self._metrics.registry)
        return "404 Not Found", _PLAIN, b"Not Found\n"


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Silent(WSGIRequestHandler):
    def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - its name in the library
        """A look every few seconds is not worth a line."""


@contextmanager
def looked_after(wiring: Wiring, checks: Iterable[Check]) -> Iterator[int]:
    """Answer at the settings' address while this lasts; gives the port, 0 for nowhere.

    Raises:
        WrongSetting: nothing can listen there.
    """
    settings = wiring.settings
    if not settings.health_port:
        yield 0
        return
    with served(Health(wiring, checks), settings.health_host, settings.health_port) as port:
        yield port


@contextmanager
def served(health: Health, host: str, port: int) -> Iterator[int]:
    """Serve *health* in a thread; gives the port."""
    try:
        server = make_server(host, port, health, server_class=_Server, handler_class=_Silent)
    except OSError as fault:
        raise WrongSetting(f"ICML_HEALTH_PORT: nothing can listen on {host}:{port} ({fault.strerror}).") from None
    thread = threading.Thread(target=server.serve_forever, args=(0.2,), name="health", daemon=True)
    thread.start()
    try:
        yield int(server.server_port)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
