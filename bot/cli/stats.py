"""``icml stats``: how much the bot is used, in numbers."""

from dataclasses import asdict
from datetime import date

import click

from bot.cli.library import as_json
from bot.cli.shown import as_json as print_json
from bot.clock import SystemClock
from bot.memory.examining import examine
from bot.memory.memory import Memory
from bot.settings import Settings
from bot.stats.weeks import WEEK, monday_of, of_all
from handlers.model import Week

_COLUMNS = ("searches", "empty", "questions", "answered", "declined", "picks", "ignored")


@click.command("stats")
@click.option("--weeks", type=click.IntRange(1, 104), default=8, show_default=True, help="How many, with this one.")
@as_json
@click.pass_obj
def stats_command(settings: Settings, weeks: int, as_json: bool) -> None:
    """Tell how much the bot is used, week by week (Monday to Sunday, UTC): numbers alone, and nobody's name.

    Empty: searches for which no paper has enough of the words. Declined: questions that got an honest no. Ignored:
    picks of digests that nobody saved or judged.
    """
    now = SystemClock().now()
    there = examine(settings.memory_address, now).state != "absent"
    found = _weeks(settings, [monday_of(now) - WEEK * back for back in range(weeks)]) if there else []
    if as_json:
        print_json([asdict(week) | {"first": week.first.isoformat()} for week in found])
    elif not found:
        click.echo("There is no memory yet, so there is nothing to count.")
    else:
        _table(found)


def _weeks(settings: Settings, mondays: list[date]) -> list[Week]:
    with Memory.open(settings.memory_address) as memory:
        return [of_all(memory, monday) for monday in mondays]


def _table(weeks: list[Week]) -> None:
    click.echo("week of     " + "".join(f"{name:>11}" for name in _COLUMNS))
    for week in weeks:
        click.echo(f"{week.first}  " + "".join(f"{getattr(week, name):>11,}" for name in _COLUMNS))
