"""Subscription-months of digests in all time zones, while much goes wrong: is each there once, and each gap explained?

    python -m tests.benchmarks.digests --months 1000 [--seed N] [--json FILE] [--corpus FILE] [--memory ADDRESS]

The real deliverers run on a moved clock in the local workspace, two processes on one memory. Each zone gets first the
months of 2026 in which its clocks change. At about one step in ten something goes wrong (``--faults``, see
``bot/digests/plans.py``): a process is killed or stands still, its clock is set, Slack limits, breaks or loses the
answer, a history can't be read, the bot is taken out of a channel, a digest is paused, all processes sleep.
The last line has what must be 0.
"""

import argparse
import itertools
import json
import logging
import random
import sys
import tempfile
import time as timing
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime, time, timedelta
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

import structlog

from bot.digests.plans import Faults
from bot.digests.simulating import Season, simulate
from bot.digests.verdict import Verdict
from bot.serve.run import sample_lists
from handlers.model import Subscription
from index.library import Library
from index.model import Topic
from tests.postgresql import empty_schema

MONTH = timedelta(days=30)
STARTS = tuple(datetime(2026, month, day, tzinfo=UTC) for month, day in ((3, 6), (4, 3), (9, 4), (10, 3)))
TIMES = (time(0), time(0, 30), time(1, 30), time(2), time(2, 30), time(3), time(9), time(13, 30), time(23, 30))
AT_ONCE = 125  # subscriptions of one season
SHARED = 0.1  # of the subscriptions are second ones of a channel


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--months", type=int, default=1_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--faults", default="many", help="a plan: none, some, many, or shares")
    options.add_argument("--corpus", type=Path, help="a list to pick from; else the sample corpus")
    options.add_argument("--memory", help="a PostgreSQL's address, whose schemas may be made and dropped; else SQLite")
    options.add_argument("--json", type=Path, help="where to write all of it")
    options.add_argument("--only", default="", metavar="N/M", help="only every M-th season, from the N-th on")
    chosen = options.parse_args()
    logging.disable(logging.CRITICAL)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    with tempfile.TemporaryDirectory(dir=_fast()) as folder:
        papers = Path(folder) / "papers.db"
        topics = _imported(papers, chosen.corpus)
        print(f"{'season':>12}{'subscr.':>8}{'zones':>7}{'slots':>8}{'posts':>8}{'starts':>8}{'seconds':>9}  verdict")
        played = list(_played(chosen, Path(folder), papers, topics))
    _report(played, chosen.json)


def _played(
    chosen: argparse.Namespace, folder: Path, papers: Path, topics: tuple[Topic, ...]
) -> Iterator[tuple[Season, Verdict]]:
    first, every = (int(part) for part in (chosen.only or "1/1").split("/"))
    for number, season in enumerate(seasons(chosen.months, chosen.seed, Faults.planned(chosen.faults), topics), 1):
        if (number - first) % every:
            continue
        began = timing.perf_counter()
        with _memory(chosen.memory, folder / f"{number}.db") as address:
            verdict = simulate(season, papers, address)
        zones = len({one.zone for one in season.wanted})
        print(
            f"{season.start:%Y-%m-%d} {len(season.wanted):8}{zones:7}{verdict.slots:8,}{verdict.posts:8,}"
            f"{verdict.starts:8}{timing.perf_counter() - began:9.0f}  {verdict}",
            flush=True,
        )
        for what in (verdict.doubles, verdict.repeats, verdict.gaps, verdict.lost):
            for line in what[:10]:
                print(f"    {line}", flush=True)
        yield season, verdict


def seasons(months: int, seed: int, faults: Faults, topics: tuple[Topic, ...]) -> list[Season]:
    """So many subscription-months, over all zones, those first in which clocks change."""
    draws = random.Random(seed)
    zones = sorted(available_timezones())
    draws.shuffle(zones)
    whole: dict[datetime, list[str]] = {start: [] for start in STARTS}
    for number in range(months):
        turn, place = divmod(number, len(zones))
        starts = sorted(STARTS, key=lambda start, zone=zones[place]: (-_changes(zone, start), start))
        whole[starts[turn % len(starts)]].append(zones[place])
    made = []
    for start, of_start in whole.items():
        for at in range(0, len(of_start), AT_ONCE):
            some = of_start[at : at + AT_ONCE]
            wanted = [_wanted(draws, zone, number, topics) for number, zone in enumerate(some)]
            made.append(Season(wanted, topics, start, start + MONTH, faults, seed=draws.randrange(1 << 30)))
    return made


def _wanted(draws: random.Random, zone: str, number: int, topics: tuple[Topic, ...]) -> Subscription:
    days = draws.choice((range(7), range(5), range(5), sorted(draws.sample(range(7), draws.randint(1, 6)))))
    rotates = draws.random() < 0.2
    name = draws.choice(topics).name
    plan = tuple((day, draws.choice(topics).name if rotates else name) for day in days)
    channel = f"c{number - 1}" if number and draws.random() < SHARED else f"c{number}"
    return Subscription(
        "",
        channel,
        plan,
        draws.choice(TIMES),
        zone,
        picks=draws.choice((1, 1, 2, 3)),
        in_thread=draws.random() < 0.2,
        says_none=draws.random() < 0.8,
    )


@cache
def _changes(zone: str, start: datetime) -> int:
    """How often the clocks of *zone* change within the month."""
    info = ZoneInfo(zone)
    offsets = [(start + timedelta(days=day)).astimezone(info).utcoffset() for day in range(MONTH.days + 1)]
    return sum(a != b for a, b in itertools.pairwise(offsets))


def _imported(papers: Path, corpus: Path | None) -> tuple[Topic, ...]:
    library = Library(papers)
    try:
        if corpus:
            library.import_files([corpus])
        else:
            with sample_lists() as lists:
                library.import_files(lists)
        return library.themes()
    finally:
        library.close()


@contextmanager
def _memory(server: str | None, file: Path) -> Iterator[str]:
    if server:
        with empty_schema(server) as address:
            yield address
    else:
        yield f"sqlite:///{file}"


def _fast() -> str | None:
    """A folder in memory, where there is one: nobody needs what is in it after a power cut."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def _report(played: list[tuple[Season, Verdict]], file: Path | None) -> None:
    outcomes: Counter[str] = Counter()
    for _, verdict in played:
        outcomes.update(verdict.outcomes)
    for words, number in outcomes.most_common():
        print(f"{number:8,}  {words}")
    verdicts = [verdict for _, verdict in played]
    totals = {
        "months": sum(len(season.wanted) for season, _ in played),
        "zones": len({one.zone for season, _ in played for one in season.wanted}),
        "slots": sum(verdict.slots for verdict in verdicts),
        "posts": sum(verdict.posts for verdict in verdicts),
        "starts": sum(verdict.starts for verdict in verdicts),
        "doubles": sum(len(verdict.doubles) for verdict in verdicts),
        "repeats": sum(len(verdict.repeats) for verdict in verdicts),
        "gaps": sum(len(verdict.gaps) for verdict in verdicts),
        "lost": sum(len(verdict.lost) for verdict in verdicts),
    }
    if file:
        shown = [{name: value for name, value in asdict(one).items() if name != "ledger"} for one in verdicts]
        file.write_text(json.dumps(totals | {"outcomes": outcomes, "seasons": shown}, indent=1), "utf-8")
    print(
        f"{totals['months']:,} subscription-months in {totals['zones']} zones, {totals['slots']:,} slots, "
        f"{totals['posts']:,} posts, {totals['starts']:,} starts of a process, lost {totals['lost']}: "
        f"doubles {totals['doubles']}, repeats {totals['repeats']}, gaps without a reason {totals['gaps']}"
    )
    sys.exit(any(totals[name] for name in ("doubles", "repeats", "gaps", "lost")))


if __name__ == "__main__":
    main()
