"""``make torture``: nobody may be left in silence, and nothing may be answered twice."""

import argparse
import logging
import sys
import tempfile
import time
from pathlib import Path

import structlog

from bot.clock import MovableClock
from bot.manifest import manifest
from bot.serve.run import sample_lists
from bot.serve.socket import Bot
from bot.settings import read
from bot.wiring import wired
from bot.workspace.faults import FaultPlan, Shares
from bot.workspace.server import LocalWorkspace
from tests.torture.crowd import ask
from tests.torture.verdict import counted, slowest, verdicts

_REST = 1.0  # seconds without anything after which the bot is taken to be done


def main() -> int:
    """Play the bad day and judge it."""
    given = _arguments()
    if not given.log:
        logging.disable(logging.CRITICAL)
        structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    share = given.share
    shares = Shares(late=share, doubled=share, reordered=share, limited=share, broken=share, lost_answers=share)
    plan = FaultPlan(shares, seed=given.seed, lost_sockets=given.lost_sockets, over=given.acts)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        clock = MovableClock()
        settings = read(home=home, slack_bot_token=None, slack_app_token=None)
        with wired(settings, clock) as wiring:
            with sample_lists() as lists:
                wiring.library.import_files(lists)
            with LocalWorkspace(clock, manifest=manifest(settings.command), faults=plan) as workspace:
                bot = Bot(wiring, (workspace.bot_token, workspace.app_token), base_url=workspace.api_url)
                bot.start()
                workspace.wait_connected()
                began = time.monotonic()
                ask(workspace, members=given.members, acts=given.acts, seconds=given.seconds, seed=given.seed)
                asking = time.monotonic() - began
                _let_it_end(workspace)
                report = _report(workspace, asking, time.monotonic() - began)
                bot.stop()
    return report


def _let_it_end(workspace: LocalWorkspace) -> None:
    """Wait until the workspace is at rest, with the retries that Slack makes after one and after five minutes."""
    for minutes in (0, 1, 5, 5):
        workspace.settled(within=120, quiet=_REST)
        if minutes:
            workspace.wait_connected(90)
            workspace.moves_clock(minutes=minutes, seconds=1)
    workspace.settled(within=120, quiet=_REST)


def _report(workspace: LocalWorkspace, asking: float, whole: float) -> int:
    asked = verdicts(workspace)
    faults = sum(not call.ok for call in workspace.calls)
    print(f"{len(asked)} asked in {asking:.0f} s, at rest after {whole:.0f} s")
    print(f"  {faults} of {len(workspace.calls)} calls failed, {len(workspace.envelopes)} envelopes were sent")
    for kind, ends in counted(asked).items():
        print(f"  {kind}s: " + ", ".join(f"{number} {end}" for end, number in sorted(ends.items())))
    print(f"  slowest acknowledgement: {slowest(workspace.envelopes):.0f} ms")
    wrong = [one for one in asked if one.end in ("silence", "twice")]
    for one in wrong[:20]:
        print(f"  {one.end}: {one.kind} {one.words!r} got {[text[:60] for text in one.answers]}")
    print("Nobody was left in silence, and nothing was answered twice." if not wrong else f"{len(wrong)} went wrong.")
    return 1 if wrong else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--members", type=int, default=200)
    parser.add_argument("--acts", type=int, default=2_000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--share", type=float, default=0.05, help="of each kind of fault")
    parser.add_argument("--lost-sockets", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", action="store_true", help="show what the bot logs")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
