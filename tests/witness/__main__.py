"""``make witness``: the same stories in our workspace and in two that others wrote, and where they differ."""

import contextlib
import json
import logging
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import structlog
from slack_sdk.errors import SlackApiError

from bot.clock import MovableClock
from bot.manifest import manifest
from bot.serve.run import sample_lists
from bot.serve.socket import Bot
from bot.settings import read
from bot.wiring import Wiring, wired
from bot.workspace.server import LocalWorkspace
from tests.witness import emulated, packages
from tests.witness.packages import EMULATE, FOLDER, LOCAL_SLACK, CannotBeHad
from tests.witness.stage import LocalSlack, Ours, Stage
from tests.witness.stories import STORIES

_LOCAL_SLACK = "http://localhost:3000"
_EMULATE = "http://localhost:4003"

# Where the others differ from Slack as it documents itself, by the name of the story.
KNOWN = {
    LOCAL_SLACK: {
        "private_answer": "it shows a response without a response_type to everybody; Slack to the member alone",
    }
}


def main(arguments: list[str]) -> int:
    """Install, go inside, and let each bear witness; 0 unless one differs where it should not."""
    if not packages.is_inside():
        missing = packages.installed()
        for package, reason in missing.items():
            print(f"{package}: skipped, since {reason}")
        try:
            return packages.go_inside([one for one in (LOCAL_SLACK, EMULATE) if one not in missing])
        except CannotBeHad as reason:
            print(f"skipped: {reason}")
            return 0
    logging.disable(logging.CRITICAL)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    wrong = 0
    with _wiring() as wiring:
        wrong += _bears_witness("the local workspace", _ours, wiring)
        if LOCAL_SLACK in arguments:
            wrong += _bears_witness(LOCAL_SLACK, _local_slack, wiring)
    if EMULATE in arguments:
        with _wiring() as wiring:
            wrong += _emulate(wiring)
    print("All bear witness." if not wrong else f"{wrong} stories went wrong.")
    return 1 if wrong else 0


@contextlib.contextmanager
def _wiring() -> Iterator[Wiring]:
    """The bot's parts over the sample corpus, in a home of their own."""
    with tempfile.TemporaryDirectory() as folder:
        settings = read(home=Path(folder), slack_bot_token=None, slack_app_token=None)
        with wired(settings, MovableClock()) as wiring:
            with sample_lists() as lists:
                wiring.library.import_files(lists)
            yield wiring


@contextlib.contextmanager
def _ours(wiring: Wiring) -> Iterator[Stage]:
    with LocalWorkspace(wiring.clock, manifest=manifest()) as workspace:
        tokens = workspace.bot_token, workspace.app_token
        with _bot(Bot(wiring, tokens, base_url=workspace.api_url)):
            workspace.wait_connected()
            yield Ours(workspace)


@contextlib.contextmanager
def _local_slack(wiring: Wiring) -> Iterator[Stage]:
    config = FOLDER / "local-slack.json"
    config.write_text(json.dumps(LocalSlack.CONFIG))
    program = FOLDER / "node_modules" / "local-slack-linux-x64" / "bin" / "local-slack"
    program.chmod(0o755)
    command = [str(program), "--config", str(config), "--port", "3000"]
    bot = Bot(wiring, LocalSlack.TOKENS, base_url=f"{_LOCAL_SLACK}/api/")
    with packages.running(command, f"{_LOCAL_SLACK}/_control/state"), _bot(bot):
        yield LocalSlack(_LOCAL_SLACK)


@contextlib.contextmanager
def _bot(bot: Bot) -> Iterator[None]:
    bot.start()
    try:
        yield
    finally:
        bot.stop()


def _emulate(wiring: Wiring) -> int:
    config = FOLDER / "emulate.json"
    config.write_text(json.dumps(emulated.CONFIG))
    program = str(FOLDER / "node_modules" / "emulate" / "dist" / "index.js")
    command = ["node", program, "start", "--service", "slack", "--port", "4003", "--seed", str(config)]
    print(f"{EMULATE}:")
    try:
        with packages.running(command, f"{_EMULATE}/"):
            return sum(
                _told(story.__doc__, lambda story=story: story(wiring, _EMULATE), "") for story in emulated.STORIES
            )
    except CannotBeHad as reason:
        print(f"  skipped: {reason}")
        return 0


def _bears_witness(
    name: str, opened: Callable[[Wiring], contextlib.AbstractContextManager[Stage]], wiring: Wiring
) -> int:
    print(f"{name}:")
    known = KNOWN.get(name, {})
    try:
        with opened(wiring) as stage:
            return sum(_told(one.__doc__, lambda one=one: one(stage), known.get(one.__name__, "")) for one in STORIES)
    except CannotBeHad as reason:
        print(f"  skipped: {reason}")
        return 0


def _told(says: str | None, story: Callable[[], None], known: str) -> bool:
    """Play a story and say how it went; true if it went otherwise than is known."""
    try:
        story()
    except (AssertionError, pytest.fail.Exception, SlackApiError) as fault:
        print(f"  {'differs' if known else 'WRONG  '}  {says} {known or fault}")
        return not known
    print(f"  {'as Slack' if not known else 'no longer different: '} {says}")
    return bool(known)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
