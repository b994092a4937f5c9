"""``icml serve``: from settings to a bot that runs until it is told to stop."""

import contextlib
import os
import signal
import threading
import webbrowser
from collections.abc import Callable, Iterator
from importlib.resources import as_file, files
from pathlib import Path

import structlog

from bot.binding import known_library
from bot.clock import MovableClock
from bot.errors import WrongSetting
from bot.manifest import manifest
from bot.serve.duties import Duties
from bot.serve.health import checks_of, looked_after
from bot.serve.http import workspaces_of
from bot.serve.socket import Bot
from bot.serve.workers import serve_http
from bot.settings import HttpAccess, Settings
from bot.wiring import Wiring, wired
from bot.workspace.server import LocalWorkspace

log = structlog.get_logger(__name__)

STOPPED_WITHIN = 9.0  # seconds, from any state; who stops us waits for ten


def serve(settings: Settings, echo: Callable[[str], None], *, http: bool = False) -> None:
    """Run the bot until SIGTERM or Ctrl-C: in Slack when there are tokens, else in the local workspace.

    Args:
        http: over HTTP instead of Socket Mode.

    Raises:
        PaperBotError: it can't start; one sentence that says why and what to do.
    """
    if http:
        _serve_http(settings, echo)
        return
    if settings.slack_client_id:
        raise WrongSetting("SLACK_CLIENT_ID is for many workspaces over HTTP: add --http, or take it out.")
    tokens = settings.tokens
    if tokens is None:
        _try_out(settings, echo)
    elif settings.role == "scheduler":
        access = HttpAccess("", token=tokens[0])  # as over HTTP: nothing connects
        _schedule(settings, access, echo)
    else:
        _serve_socket(settings, tokens, echo)


def _serve_socket(settings: Settings, tokens: tuple[str, str], echo: Callable[[str], None]) -> None:
    with wired(settings) as wiring, wiring.metrics.counting_log_lines():
        _prepared(wiring, echo)
        bot = Bot(wiring, tokens, base_url=settings.slack_api or None)
        bot.start()
        told = _listen_for_stops()
        with looked_after(wiring, checks_of(wiring, bot.duties, bot.hears)):
            echo(f"Connected to Slack by Socket Mode, as {bot.name} in {bot.workspace_name}. Stop with Ctrl-C.")
            _until(told, bot.stop)


def _serve_http(settings: Settings, echo: Callable[[str], None]) -> None:
    access = settings.http_access
    if settings.role == "scheduler":
        _schedule(settings, access, echo)
        return
    with wired(settings) as wiring:  # here, so that what is wrong is said in one sentence
        _prepared(wiring, echo)
        workspaces_of(wiring, access, settings.slack_api or None)
    serve_http(settings, access, echo)


def _schedule(settings: Settings, access: HttpAccess, echo: Callable[[str], None]) -> None:
    """Do what is due, and answer nobody: others do that with the same memory."""
    with wired(settings) as wiring, wiring.metrics.counting_log_lines():
        _prepared(wiring, echo)
        duties = Duties(wiring, workspaces_of(wiring, access, settings.slack_api or None))
        duties.recover()
        duties.start()

        def stop() -> None:
            duties.stop()
            duties.leave()

        told = _listen_for_stops()
        with looked_after(wiring, checks_of(wiring, duties)):
            echo("Doing what is due. Stop with Ctrl-C.")
            _until(told, stop)


def _try_out(settings: Settings, echo: Callable[[str], None]) -> None:
    with wired(settings, MovableClock()) as wiring, wiring.metrics.counting_log_lines():
        _prepared(wiring, echo)
        with (
            _local_workspace(wiring) as (workspace, bot),
            looked_after(wiring, checks_of(wiring, bot.duties, bot.hears)),
        ):
            told = _listen_for_stops()
            echo(f"\n    The local workspace: {workspace.window_url}\n")
            echo(f"Type {settings.command} merging in it. Stop with Ctrl-C.")
            if settings.browser and settings.has_desktop:
                webbrowser.open(workspace.window_url)
            _until(told, bot.stop)


@contextlib.contextmanager
def _local_workspace(wiring: Wiring) -> Iterator[tuple[LocalWorkspace, Bot]]:
    """The workspace with the bot in it."""
    bot: Bot | None = None

    def restart() -> None:
        if bot is not None:
            bot.restart()

    workspace = LocalWorkspace(
        wiring.clock,
        port=wiring.settings.port,
        manifest=manifest(wiring.settings.command, edits=True, previews=True),
        restart_bot=restart,
    )
    with workspace:
        bot = Bot(wiring, (workspace.bot_token, workspace.app_token), base_url=workspace.api_url)
        bot.start()
        yield workspace, bot


def _prepared(wiring: Wiring, echo: Callable[[str], None]) -> None:
    """On the first start the library is empty: bring the sample corpus in.

    Not where memory has known a library: it was lost, and the sample would pass for it. Nor where it can't be read.
    """
    if trouble := wiring.library.trouble:
        echo(f"The library can't be read, and whoever asks is told so. {trouble}")
        return
    if wiring.library.corpora():
        return
    if known_library(wiring.memory):
        echo(
            "The library is empty, but the bot's memory knows one. Put it back (icml restore FILE --only papers "
            "--replace, icml library import FILE), or import its lists again (icml import FILE)."
        )
        return
    with sample_lists() as lists:
        report = wiring.library.import_files(lists)
    echo(f"The sample corpus is in: {report}.")


@contextlib.contextmanager
def sample_lists() -> Iterator[list[Path]]:
    """The files of the sample corpus that comes with the bot."""
    with as_file(files("index") / "sample") as folder:
        yield sorted(folder.glob("*.txt"))


def _listen_for_stops() -> threading.Event:
    """Listen for SIGTERM and Ctrl-C from here on; what is set when one comes."""
    told = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: told.set())
    return told


def _until(told: threading.Event, stop: Callable[[], None]) -> None:
    told.wait()
    log.info("stopping")
    # What does not end in time is finished by the next start: claims see to that.
    overdue = threading.Timer(STOPPED_WITHIN, lambda: os._exit(0))
    overdue.daemon = True
    overdue.start()
    stop()
    overdue.cancel()
