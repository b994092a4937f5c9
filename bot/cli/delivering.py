"""``icml digest log`` and ``icml digest simulate``: what became of digests, and what would become of them."""

import csv
import io
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click

from bot.cli.library import as_json, opened
from bot.cli.shown import as_json as print_json
from bot.clock import SystemClock
from bot.digests.checking import checked
from bot.digests.plans import PLANS, Faults
from bot.digests.simulating import Season, simulate
from bot.digests.verdict import Verdict
from bot.errors import NoTopic, WrongSchedule
from bot.memory.examining import examine
from bot.memory.memory import Memory
from bot.settings import Settings
from handlers.model import Delivery, Subscription
from handlers.schedules import time_of
from index.errors import EmptyCorpus
from index.model import Topic

_FIELDS = ("workspace", "channel", "day", "number", "topic", "due", "posted", "state", "papers", "reason")
_EVERY_DAY = tuple(range(7))
_WEEKDAYS = tuple(range(5))


@click.command("log")
@click.option("--channel", default="", metavar="ID", help="Only of this channel, by its id (C…).")
@click.option("--workspace", default="", metavar="ID", help="Only of this workspace, by its id (T…).")
@click.option("--limit", type=click.IntRange(1, 100_000), default=50, show_default=True, help="How many lines.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, for spreadsheets.")
@as_json
@click.pass_obj
def log_command(settings: Settings, channel: str, workspace: str, limit: int, as_csv: bool, as_json: bool) -> None:
    """Show the ledger: every slot of every digest, when it was due and when it was posted, its papers, or why not."""
    lines = _ledger(settings, channel, workspace, limit)
    rows = [_row(where, line) for where, line in lines]
    if as_json:
        print_json(rows)
    elif as_csv:
        click.echo(_csv(rows), nl=False)
    else:
        _table(lines)


def _ledger(settings: Settings, channel: str, workspace: str, limit: int) -> list[tuple[str, Delivery]]:
    if examine(settings.memory_address, SystemClock().now()).state == "absent":
        return []
    with Memory.open(settings.memory_address) as memory:
        there = memory.deliveries.workspaces()
        found = [
            (one, line)
            for one in there
            if workspace in ("", one)
            for line in memory.deliveries.ledger(one, channel=channel, limit=limit)
        ]
    return sorted(found, key=lambda pair: pair[1].due_at, reverse=True)[:limit]


def _row(workspace: str, line: Delivery) -> dict[str, Any]:
    values = (
        *(workspace, line.channel, line.day.isoformat(), line.number, line.topic, line.due_at.isoformat()),
        *(line.posted_at.isoformat() if line.posted_at else "", line.state, [handle for handle, _ in line.papers]),
        line.reason,
    )
    return dict(zip(_FIELDS, values, strict=True))


def _csv(rows: Sequence[dict[str, Any]]) -> str:
    written = io.StringIO()
    table = csv.DictWriter(written, _FIELDS, lineterminator="\r\n")
    table.writeheader()
    for row in rows:
        table.writerow({name: _safe(value) for name, value in row.items()})
    return written.getvalue()


def _safe(value: Any) -> str:
    """*value* as a spreadsheet shows it: what would be a formula there is text."""
    text = " ".join(value) if isinstance(value, list) else str(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _table(lines: Sequence[tuple[str, Delivery]]) -> None:
    for _, line in lines:
        beside = f" no. {line.number}" if line.number else ""
        posted = f", posted {line.posted_at:%Y-%m-%d %H:%M}" if line.posted_at else ""
        click.secho(f"{line.day}{beside}  {line.channel}  {line.topic}  {line.state.replace('_', ' ')}", bold=True)
        click.echo(f"    due {line.due_at:%Y-%m-%d %H:%M}{posted} (UTC)")
        if line.papers:
            click.echo(f"    {', '.join(handle for handle, _ in line.papers)}")
        if line.reason:
            click.echo(f"    {line.reason}")
    if not lines:
        click.echo("No digest was due yet.")


@click.command("simulate")
@click.option("--from", "first", type=click.DateTime(["%Y-%m-%d"]), required=True, help="The first day.")
@click.option("--to", "last", type=click.DateTime(["%Y-%m-%d"]), required=True, help="The last day.")
@click.option("--topic", default="", help="One of “icml topics”; else each digest has another one.")
@click.option("--zone", "zones", multiple=True, default=("Europe/Berlin",), show_default=True, help="A digest in it.")
@click.option("--at", default="09:00", show_default=True, help="When, on the wall there.")
@click.option("--weekends", is_flag=True, help="On all days, not on weekdays alone.")
@click.option("--picks", type=click.IntRange(1, 10), default=5, show_default=True, help="How many papers a day.")
@click.option("--processes", type=click.IntRange(1, 8), default=2, show_default=True, help="On one memory.")
@click.option(
    "--faults", default="some", show_default=True, metavar="PLAN", help=f"{', '.join(PLANS)}, or NAME=SHARE,…"
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed draws the same faults.")
@as_json
@click.pass_obj
def simulate_command(
    settings: Settings,
    first: datetime,
    last: datetime,
    topic: str,
    zones: tuple[str, ...],
    at: str,
    weekends: bool,
    picks: int,
    processes: int,
    faults: str,
    seed: int,
    as_json: bool,
) -> None:
    """Let digests run for days in a local workspace on a moved clock, while much goes wrong, and show their ledger.

    It uses the library of the home and a memory of its own. Exit code 1: a digest was doubled, lost or not explained.
    """
    wall = time_of(at)
    if wall is None:
        raise WrongSchedule(f"“{at}” is no time of day. Say it as 09:00.")
    if last < first:
        raise WrongSchedule("The last day comes before the first.")
    topics = _topics(settings, topic)
    days = _EVERY_DAY if weekends else _WEEKDAYS
    wanted = [
        checked(_wanted(number, zone, topics[number % len(topics)], days, wall, picks))
        for number, zone in enumerate(zones)
    ]
    midnights = [(first.replace(tzinfo=ZoneInfo(zone)), last.replace(tzinfo=ZoneInfo(zone))) for zone in zones]
    season = Season(
        wanted,
        topics,
        min(begins for begins, _ in midnights).astimezone(UTC),
        max(ends for _, ends in midnights).astimezone(UTC) + timedelta(days=1),
        Faults.planned(faults),
        seed=seed,
        processes=processes,
    )
    with tempfile.TemporaryDirectory() as folder:
        verdict = simulate(season, settings.papers, f"sqlite:///{Path(folder) / 'state.db'}")
    _show(verdict, as_json=as_json)
    if not verdict.is_well:
        raise click.exceptions.Exit(1)


def _topics(settings: Settings, name: str) -> tuple[Topic, ...]:
    with opened(settings) as library:
        if not library.corpora():
            raise EmptyCorpus
        found = tuple(one for one in library.themes(50) if name.casefold() in ("", one.name, one.label.casefold()))
    if not found:
        raise NoTopic(name)
    return found


def _wanted(number: int, zone: str, topic: Topic, days: tuple[int, ...], at: time, picks: int) -> Subscription:
    plan = tuple((day, topic.name) for day in days)
    return Subscription("", f"digests-{number + 1}", plan, at, zone, picks=picks)


def _show(verdict: Verdict, *, as_json: bool) -> None:
    lines = [("", line) for line in verdict.ledger]
    wrong = [*verdict.doubles, *verdict.repeats, *verdict.gaps, *verdict.lost]
    if as_json:
        print_json(
            {
                "slots": verdict.slots,
                "posts": verdict.posts,
                "starts": verdict.starts,
                "doubles": len(verdict.doubles),
                "repeats": len(verdict.repeats),
                "gaps": len(verdict.gaps),
                "wrong": wrong,
                "ledger": [_row(where, line) for where, line in lines],
            }
        )
        return
    _table(lines)
    for words in wrong:
        click.secho(words, bold=True)
    click.echo(f"{verdict.slots} slots, {verdict.posts} posts, {verdict.starts} starts of a process: {verdict}")
