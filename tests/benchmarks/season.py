"""A season of digests: ten topics over one list, day after day, and what feedback does to them.

    python -m tests.benchmarks.season --corpus FILE [--days 40] [--picks 5] [--seed N] [--shown FILE] [--json FILE]

FILE is any list that can be imported. Printed of each topic: the size of its shelf, how many papers the season showed,
repeats, how the fit goes down from the first days to the last, the share of near-twins within a day, and milliseconds a
pick. Then ten simulated members, one a topic: each likes the papers of one primary area (which the picks
know nothing of: areas are taken out before), says "more like this" to those, and "not for us" to one other a day.
"precision" is the share of liked papers among the picks of the second to tenth day (or until half of the shelf was
shown), "coverage" the share of all liked papers of the shelf that were shown by then; without and with the feedback.
"""

import argparse
import json
import random
import statistics
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from index.importers.base import Choice, PaperList, Record
from index.importers.opening import lists_in
from index.importing import import_lists
from index.library import Library
from index.model import Pick, Taste, Topic

TOPICS = {
    "Model merging": ("model merging", "task arithmetic", "task vectors", "LoRA merging", "merging"),
    "Federated learning": ("federated learning", "FL", "client drift", "non-IID", "aggregation"),
    "Graph neural networks": ("graph neural network", "GNN", "message passing", "over-smoothing", "graph"),
    "Time series": ("time series forecasting", "time series", "anomaly detection", "forecasting"),
    "Causal inference and discovery": ("causal discovery", "causal inference", "treatment effect", "confounding"),
    "Offline reinforcement learning": ("offline reinforcement learning", "offline RL", "conservative", "dataset"),
    "Diffusion and flow models": ("diffusion model", "flow matching", "score matching", "denoising", "guidance"),
    "Privacy and unlearning": ("differential privacy", "DP-SGD", "machine unlearning", "membership inference"),
    "Molecules and materials": ("molecule generation", "protein", "crystal", "force field", "drug discovery"),
    "Jailbreaks and red teaming": ("jailbreak", "red teaming", "prompt injection", "safety alignment", "attack"),
}
EARLY_DAYS = 10  # in which feedback is measured, and no longer than until half of the shelf was shown
TWINS = 0.5  # a share of words from which two picks of one day are twins


@dataclass(frozen=True, slots=True)
class Season:
    """What one topic brought."""

    topic: str
    shelf: int
    shown: int
    repeats: int
    digests: int  # days with picks
    first_fit: float  # mean of the first five days
    last_fit: float  # of the last five
    twins: float  # share of pairs within a day
    milliseconds: float  # a pick, the median


@dataclass(frozen=True, slots=True)
class Liked:
    """What feedback did for one simulated member."""

    topic: str
    area: str
    liked: int  # papers of the shelf that the member likes
    precision: float
    precision_with: float
    coverage: float
    coverage_with: float


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--corpus", type=Path, required=True)
    options.add_argument("--days", type=int, default=40)
    options.add_argument("--picks", type=int, default=5)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--shown", type=Path, help="where to write all picks, a line each, for reading")
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as home:
        library, areas = without_areas(Path(home), chosen.corpus)
        shown = {label: season(library, topic(label), chosen.days, chosen.picks) for label in TOPICS}
        seasons = [told(label, *shown[label]) for label in TOPICS]
        chance = random.Random(chosen.seed)
        likes = [liked(library, label, areas, chosen.picks, chance) for label in TOPICS]
        library.close()
    report(seasons, likes)
    if chosen.shown:
        chosen.shown.write_text("\n".join(lines(shown)) + "\n", "utf-8")
    if chosen.json:
        written = {"seasons": [asdict(one) for one in seasons], "feedback": [asdict(one) for one in likes]}
        chosen.json.write_text(json.dumps(written, indent=1, ensure_ascii=False), "utf-8")


def topic(label: str) -> Topic:
    return Topic(label.lower().replace(" ", "-"), label, words=TOPICS[label])


def without_areas(home: Path, corpus: Path) -> tuple[Library, dict[str, str]]:
    """A library over *corpus* in which no paper has an area; and the areas, by key."""
    with_areas, bare = Library(home / "areas.db"), Library(home / "papers.db")
    with_areas.import_files([corpus])
    areas = {paper.key: paper.area for paper in with_areas.every()}
    with_areas.close()
    lists = [_bare(one) for one in lists_in(corpus, Choice())]
    import_lists(bare._store, lists)
    return bare, areas


def _bare(one: PaperList) -> PaperList:
    return replace(one, entries=[replace(row, area="") if isinstance(row, Record) else row for row in one.entries])


def season(library: Library, wanted: Topic, days: int, most: int) -> tuple[list[tuple[Pick, ...]], int, list[float]]:
    """The picks of each day, the size of the shelf, and seconds a pick."""
    had: list[str] = []
    found: list[tuple[Pick, ...]] = []
    took: list[float] = []
    total = 0
    for _ in range(days):
        begun = time.perf_counter()
        picked = library.pick(wanted, most=most, had=had)
        took.append(time.perf_counter() - begun)
        total = picked.total
        if not picked.picks:
            break
        found.append(picked.picks)
        had += [pick.paper.key for pick in picked.picks]
    return found, total, took


def told(label: str, days: list[tuple[Pick, ...]], total: int, took: list[float]) -> Season:
    keys = [pick.paper.key for day in days for pick in day]
    pairs = [(one, other) for day in days for at, one in enumerate(day) for other in day[at + 1 :]]
    return Season(
        label,
        total,
        len(keys),
        len(keys) - len(set(keys)),
        len(days),
        _fit(days[:5]),
        _fit(days[-5:]),
        statistics.fmean(_shared(one, other) >= TWINS for one, other in pairs) if pairs else 0.0,
        statistics.median(took) * 1000,
    )


def _fit(days: list[tuple[Pick, ...]]) -> float:
    return statistics.fmean(pick.score for day in days for pick in day) if days else 0.0


def _shared(one: Pick, other: Pick) -> float:
    first, second = (set(pick.paper.abstract.lower().split()) for pick in (one, other))
    return len(first & second) / max(1, len(first | second))


def liked(library: Library, label: str, areas: dict[str, str], most: int, chance: random.Random) -> Liked:
    """A member who likes one of the areas of the topic's shelf, neither its commonest nor a rare one."""
    shelf = [pick.paper.key for pick in library.pick(topic(label), most=10_000).picks]
    counts = Counter(areas.get(key, "") for key in shelf)
    del counts[""]
    common = [area for area, count in counts.most_common() if count >= max(4, len(shelf) // 50)]
    area = chance.choice(common[1:4] or common)
    wanted = {key for key in shelf if areas.get(key) == area}
    plain = _member(library, label, wanted, most, tells=False)
    moved = _member(library, label, wanted, most, tells=True)
    return Liked(label, area, len(wanted), *_pairs(plain, moved, wanted))


def _pairs(plain: list[list[str]], moved: list[list[str]], wanted: set[str]) -> tuple[float, float, float, float]:
    def precision(days: list[list[str]]) -> float:
        later = [key for day in days[1:] for key in day]
        return sum(key in wanted for key in later) / max(1, len(later))

    def coverage(days: list[list[str]]) -> float:
        return len(wanted & {key for day in days for key in day}) / max(1, len(wanted))

    return precision(plain), precision(moved), coverage(plain), coverage(moved)


def _member(library: Library, label: str, wanted: set[str], most: int, *, tells: bool) -> list[list[str]]:
    """The keys of each early day; with *tells*, every liked paper is told of, and one other a day."""
    had: list[str] = []
    more: list[str] = []
    less: list[str] = []
    days = []
    half = library.pick(topic(label), most=1).total // (2 * most)
    for _ in range(min(EARLY_DAYS, half)):
        picked = library.pick(topic(label), most=most, had=had, taste=Taste(more=tuple(more), less=tuple(less)))
        today = [pick.paper.key for pick in picked.picks]
        days.append(today)
        had += today
        if tells:
            more += [key for key in today if key in wanted]
            less += [key for key in today if key not in wanted][:1]
    return days


def report(seasons: list[Season], likes: list[Liked]) -> None:
    print(f"{'topic':32}{'shelf':>6}{'shown':>6}{'again':>6}{'days':>5}{'first':>6}{'last':>6}{'twins':>6}{'ms':>6}")
    for one in seasons:
        print(
            f"{one.topic:32}{one.shelf:6}{one.shown:6}{one.repeats:6}{one.digests:5}{one.first_fit:6.2f}"
            f"{one.last_fit:6.2f}{one.twins:6.2f}{one.milliseconds:6.0f}"
        )
    print(f"\n{'member of':32}{'likes':34}{'of':>4}{'precision':>16}{'coverage':>16}")
    for like in likes:
        print(
            f"{like.topic:32}{like.area.split('->')[-1][:33]:34}{like.liked:4}"
            f"{like.precision:7.2f} → {like.precision_with:.2f}{like.coverage:9.2f} → {like.coverage_with:.2f}"
        )
    means = [
        statistics.fmean(getattr(like, name) for like in likes)
        for name in ("precision", "precision_with", "coverage", "coverage_with")
    ]
    print(f"mean: precision {means[0]:.3f} → {means[1]:.3f}, coverage {means[2]:.3f} → {means[3]:.3f}")
    shown, again = sum(one.shown for one in seasons), sum(one.repeats for one in seasons)
    print(f"{shown} papers shown in {sum(one.digests for one in seasons)} digests, {again} of them again")


def lines(shown: dict[str, Any]) -> list[str]:
    """Every pick in a line: topic, day, handle, fit, headline, reason."""
    return [
        "\t".join(
            [label, str(day), pick.paper.handle, f"{pick.score:.2f}", pick.paper.headline, *pick.reasons[0].words]
        )
        for label, (days, _, _) in shown.items()
        for day, picks in enumerate(days, 1)
        for pick in picks
    ]


if __name__ == "__main__":
    main()
