"""The numbers of the ranking, chosen on judged collections by five-fold cross-validation over queries.

    python -m tests.benchmarks.tune --collection FOLDER... [--json FILE]

Starts from ``index.search.weights.CHOSEN`` and climbs: one number at a time takes the value of its row that is
best on the folds in training, the mean over collections of nDCG@10, until nothing gets better. The held-out
folds' figures are what a group may expect; the numbers printed last are those of a climb over all queries.
"""

import argparse
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

from index.library import Library
from index.search.finding import Finder
from index.search.postings import PostingsCache
from index.search.query import parse
from index.search.suggestions import Spelling
from index.search.weights import CHOSEN, Weights
from tests.benchmarks.engines import ours_library, table
from tests.benchmarks.ir import dcg, read

FOLDS = 5
ROWS: dict[str, tuple[float, ...]] = {
    "k1": (1.2, 1.5, 1.8, 2.1),
    "b": (0.6, 0.75, 0.85),
    "extra": (0.3, 0.5, 0.7),
    "coverage": (0.0, 0.15, 0.3, 0.5),
    "exact": (0.0, 0.1, 0.2, 0.3),
    "neighbours": (0.15, 0.3, 0.45, 0.6),
}


@dataclass(frozen=True, slots=True)
class Collection:
    """A judged collection, imported."""

    name: str
    library: Library
    ids: Mapping[int, str]  # paper number -> id in the judgements
    queries: Sequence[Mapping[str, Any]]
    relevant: Mapping[str, Mapping[str, int]]

    def measured(self, weights: Weights) -> dict[str, float]:
        """nDCG@10 of each query."""
        finder = Finder(PostingsCache(), Spelling(), weights)
        found = {}
        with self.library._store.read() as db:
            for query in self.queries:
                wanted = self.relevant.get(query["id"])
                if wanted:
                    numbers = finder.find(db, self.name, parse(query["text"]), None, 10).ranked.numbers[:10]
                    gains = [wanted.get(self.ids[int(number)], 0) for number in numbers]
                    found[query["id"]] = dcg(gains) / dcg(sorted(wanted.values(), reverse=True)[:10])
        return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--collection", type=Path, nargs="+", required=True)
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as place:
        bench = Bench([imported(folder, Path(place)) for folder in chosen.collection])
        held_out: dict[str, list[float]] = {one.name: [] for one in bench.collections}
        for fold in range(FOLDS):
            weights = climb(bench, fold)
            for name, scores in bench.scores(weights).items():
                held_out[name] += [score for at, score in enumerate(scores.values()) if at % FOLDS == fold]
            print(f"fold {fold + 1}: {told(weights)}", flush=True)
        final = climb(bench, None)
        now = {name: mean(scores.values()) for name, scores in bench.scores(CHOSEN).items()}
        best = {name: mean(scores.values()) for name, scores in bench.scores(final).items()}
        table(
            ["collection", "in use", "held-out folds", "all queries"],
            [(name, now[name], mean(held_out[name]), best[name]) for name in held_out],
        )
        print(f"in use: {told(CHOSEN)}\nall queries: {told(final)}")
        if chosen.json:
            figures = {
                "in use": now,
                "held out": {name: mean(scores) for name, scores in held_out.items()},
                "all": best,
            }
            chosen.json.write_text(json.dumps({"figures": figures, "weights": asdict(final)}, indent=1), "utf-8")


def imported(folder: Path, place: Path) -> Collection:
    entries, queries, relevant = read(folder)
    (place / folder.name).mkdir()
    library = ours_library(entries, place / folder.name)
    with library._store.read() as db:
        ids = {
            int(number): dict(json.loads(ids))["openreview"]
            for number, ids in db.execute("SELECT number, ids FROM papers")
        }
    return Collection(folder.name, library, ids, queries, relevant)


class Bench:
    """All collections, with what was measured already."""

    def __init__(self, collections: Sequence[Collection]) -> None:
        self.collections = collections
        self._known: dict[Weights, dict[str, dict[str, float]]] = {}

    def scores(self, weights: Weights) -> dict[str, dict[str, float]]:
        if weights not in self._known:
            self._known[weights] = {one.name: one.measured(weights) for one in self.collections}
        return self._known[weights]

    def figure(self, weights: Weights, without: int | None) -> float:
        """The mean over collections, of the queries that are not in fold *without*."""
        return mean(
            mean(score for at, score in enumerate(scores.values()) if at % FOLDS != without)
            for scores in self.scores(weights).values()
        )


def climb(bench: Bench, without: int | None) -> Weights:
    best = CHOSEN
    while True:
        before = best
        for name, values in ROWS.items():
            best = max((replace(best, **{name: value}) for value in values), key=lambda one: bench.figure(one, without))
        if bench.figure(best, without) <= bench.figure(before, without) + 1e-9:
            return before


def told(weights: Weights) -> str:
    return ", ".join(f"{name} {getattr(weights, name)}" for name in ROWS)


if __name__ == "__main__":
    main()
