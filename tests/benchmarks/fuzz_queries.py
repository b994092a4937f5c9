"""Random mutations of real titles and abstracts, asked: nothing but EmptyQuery may be raised, and none may be slow.

    python -m tests.benchmarks.fuzz_queries --corpus FILE --queries 100000 --seed 1 [--jobs N] [--json FILE]

A query that takes more than 50 times the median is asked three times again, and the fastest counts. Ends with 1
where one raises, or is still that slow. The queries depend on the seed alone, not on the number of processes.
"""

import argparse
import json
import multiprocessing
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from index.errors import EmptyQuery
from index.library import Library
from tests.benchmarks.cleaning import rows
from tests.benchmarks.mutations import mutated

SLOW = 50  # times the median
AGAIN = 3
_PORTION = 500  # queries with one random state


@dataclass(slots=True)
class Portion:
    """What became of some queries."""

    times: list[tuple[float, str]] = field(default_factory=list)  # ms and query
    raised: list[tuple[str, str]] = field(default_factory=list)  # the exception and the query
    kinds: Counter[str] = field(default_factory=Counter)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--corpus", type=Path, required=True, help="one JSON object a line, gzipped or not")
    options.add_argument("--queries", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--jobs", type=int, default=1, help="processes that search")
    options.add_argument("--library", type=Path, help="a papers.db with the corpus in it; else it is imported")
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    texts = [row[field] for row in rows(chosen.corpus) for field in ("title", "abstract") if row[field].split()]
    with tempfile.TemporaryDirectory() as folder:
        path = chosen.library or Path(folder) / "papers.db"
        if not chosen.library:
            library = Library(path)
            print(library.import_files([chosen.corpus]), flush=True)
            library.close()
        report = fuzzed(path, texts, chosen.queries, chosen.seed, chosen.jobs)
    if chosen.json:
        chosen.json.write_text(json.dumps(report, indent=1), "utf-8")
    sys.exit(1 if report["raised"] or report["slow"] else 0)


def fuzzed(path: Path, texts: list[str], queries: int, seed: int, jobs: int) -> dict[str, Any]:
    """Ask *queries* mutations, print what was found, and say it all for JSON."""
    whole = Portion()
    began = time.perf_counter()
    portions = [(f"{seed} {start}", min(_PORTION, queries - start)) for start in range(0, queries, _PORTION)]
    with _mapped(jobs) as mapped:
        for done, portion in enumerate(mapped(partial(_asked, path, texts), portions), 1):
            whole.times += portion.times
            whole.raised += portion.raised
            whole.kinds += portion.kinds
            if done % 20 == 0:
                print(f"{done * _PORTION:,} queries, {len(whole.raised)} raised", flush=True)
    middle = median(took for took, _ in whole.times)
    checked = [_again(path, took, query) if took > SLOW * middle else (took, query) for took, query in whole.times]
    checked.sort(reverse=True)
    slow = [(took, query) for took, query in checked if took > SLOW * middle]
    print("The ten slowest:")
    for took, query in checked[:10]:
        print(f"  {took:8.1f} ms  {len(query):6} characters  {query[:100]!a}")
    for what, query in whole.raised[:30]:
        print(f"  RAISED {what}: {query[:300]!a}")
    print(", ".join(f"{kind} {count:,}" for kind, count in whole.kinds.most_common()))
    print(
        f"{queries:,} queries in {time.perf_counter() - began:.0f} s: {len(whole.raised)} raised, "
        f"median {middle:.2f} ms, slowest {checked[0][0]:.1f} ms, {len(slow)} above {SLOW} times the median"
    )
    told = {"queries": queries, "seed": seed, "median_ms": middle, "slowest_ms": checked[0][0]}
    return told | {"raised": whole.raised, "slow": slow, "kinds": dict(whole.kinds)}


@contextmanager
def _mapped(jobs: int) -> Iterator[Any]:
    if jobs <= 1:
        yield map
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield pool.imap


def _asked(path: Path, texts: list[str], portion: tuple[str, int]) -> Portion:
    """Ask the queries of one random state."""
    state, count = portion
    chance, library, found = random.Random(state), Library(path), Portion()
    for _ in range(count):
        query = mutated(texts, chance)
        start = time.perf_counter()
        try:
            page = library.search(query)
            kind = "near only" if page.partial else "found"
        except EmptyQuery:
            kind = "empty"
        except Exception as fault:  # noqa: BLE001 - finding them is what this is for
            kind = "raised"
            found.raised.append((f"{type(fault).__name__}: {fault}", query))
        found.kinds[kind] += 1
        found.times.append((1000 * (time.perf_counter() - start), query))
    library.close()
    return found


def _again(path: Path, took: float, query: str) -> tuple[float, str]:
    """The fastest of three more tries, by now without first-time costs."""
    library, times = Library(path), [took]
    for _ in range(AGAIN):
        start = time.perf_counter()
        try:
            library.search(query)
        except EmptyQuery:
            pass
        except Exception:  # noqa: BLE001 - counted already
            pass
        times.append(1000 * (time.perf_counter() - start))
    library.close()
    return min(times), query


if __name__ == "__main__":
    main()
