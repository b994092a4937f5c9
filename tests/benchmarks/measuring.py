"""What a fresh process sees of one engine: how it opens, answers and grows. Started by ``speed.py``.

    python -m tests.benchmarks.measuring TASK ENGINE BASE

TASK is ``open``, ``answer``, ``threads``, ``processes``, ``build`` or ``add``; the figures are printed as JSON.
Seconds of imports are not counted. In ``answer``, every query is asked in rounds, and its fastest round counts, for
the machine may be busy with other things.
"""

import gc
import json
import multiprocessing
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from tests.benchmarks.cores import AUTHORITY, ENGINES, Core, emptied, folder_of, size_on_disk

TEN = 10
ROUNDS = 3
_LEAST = 20  # queries that even a slow engine is asked
_ADDED = 5
_THREADS, _PROCESSES = 8, 4

Queries = list[list[str]]


def main() -> None:
    task, name, base = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    tasks: dict[str, Callable[[str, Path], dict[str, Any]]] = {
        "open": opening,
        "answer": answering,
        "threads": in_threads,
        "processes": in_processes,
        "build": building,
        "add": adding,
    }
    import_module(ENGINES[name].needs)
    gc.freeze()
    print(json.dumps(tasks[task](name, base)))


def queries_of(name: str, base: Path) -> Queries:
    """The queries as *name* takes them: its terms, or the text as typed as the only one."""
    asked = json.loads((base / "queries.json").read_text("utf-8"))
    return [[one["text"]] if ENGINES[name].texts else one["terms"] for one in asked]


def terms_of(base: Path) -> Iterator[list[str]]:
    """The terms of each paper, by place."""
    with (base / "terms.txt").open(encoding="utf-8") as lines:
        for line in lines:
            yield line.split()


def opening(name: str, base: Path) -> dict[str, Any]:
    """Milliseconds from nothing to the first answer; the files are in the system's cache."""
    first = queries_of(name, base)[0]
    began = time.perf_counter()
    ENGINES[name].open(folder_of(name, base))(first, TEN)
    return {"open_ms": 1000 * (time.perf_counter() - began)}


def answering(name: str, base: Path) -> dict[str, Any]:
    """Milliseconds of each query, private memory in MiB, and the places that were found.

    A first round over all is not counted: it fills what caches there are.
    """
    asked = queries_of(name, base)
    options = json.loads((base / "options.json").read_text("utf-8"))
    budget, clock = options["seconds"], time.thread_time if options["busy"] else time.perf_counter
    before = private_mib()
    core = ENGINES[name].open(folder_of(name, base))
    found = {}
    fastest: dict[int, float] = {}
    began = time.perf_counter()
    for round_ in range(ROUNDS + 1):
        for at, terms in enumerate(asked):
            spent = time.perf_counter() - began
            if spent > budget and (round_ > 1 or (round_ == 1 and at >= _LEAST) or (round_ == 0 and at >= _LEAST)):
                break
            start = clock()
            places = core(terms, TEN)
            took = 1000 * (clock() - start)
            if round_ == 0:
                found[at] = places
            else:
                fastest[at] = min(took, fastest.get(at, took))
    return {"ms": fastest, "found": found, "memory_mib": private_mib() - before}


def in_threads(name: str, base: Path) -> dict[str, Any]:
    """Eight threads of one process ask at once."""
    asked, core = queries_of(name, base), ENGINES[name].open(folder_of(name, base))
    for terms in asked:
        core(terms, TEN)
    times: list[list[float]] = [[] for _ in range(_THREADS)]
    threads = [threading.Thread(target=_ask, args=(core, asked[at:] + asked[:at], times[at])) for at in range(_THREADS)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return _throughput([took for of_thread in times for took in of_thread], time.perf_counter() - began)


def in_processes(name: str, base: Path) -> dict[str, Any]:
    """Four processes ask at once, each with the engine opened for itself."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(_PROCESSES, initializer=_open_here, initargs=(name, base)) as pool:
        pool.map(_ask_here, range(_PROCESSES), chunksize=1)  # opened and warm
        began = time.perf_counter()
        times = pool.map(_ask_here, range(_PROCESSES), chunksize=1)
        seconds = time.perf_counter() - began
    return _throughput([took for of_process in times for took in of_process], seconds)


_here: list[tuple[Core, Queries]] = []


def _open_here(name: str, base: Path) -> None:
    _here.append((ENGINES[name].open(folder_of(name, base)), queries_of(name, base)))


def _ask_here(_: int) -> list[float]:
    times: list[float] = []
    _ask(*_here[0], times)
    return times


def _ask(core: Core, asked: Sequence[list[str]], times: list[float]) -> None:
    for terms in asked:
        start = time.perf_counter()
        core(terms, TEN)
        times.append(1000 * (time.perf_counter() - start))


def _throughput(times: list[float], seconds: float) -> dict[str, Any]:
    return {"queries_a_second": len(times) / seconds, "p99_ms": float(np.percentile(times, 99))}


def building(name: str, base: Path) -> dict[str, Any]:
    """Seconds from the terms of all papers to the files on disk, and their size in MiB."""
    build = ENGINES[name].build
    if build is None:
        raise ValueError(f"{name} is built by an import")
    folder = emptied(folder_of(name, base))
    # All but rank_bm25 would only wait for the lines; rank_bm25 keeps its own copy, and need not have two.
    papers = terms_of(base) if name == AUTHORITY else list(terms_of(base))
    began = time.perf_counter()
    build(papers, folder)
    return {"build_s": time.perf_counter() - began, "disk_mib": size_on_disk(folder) / 2**20}


def adding(name: str, base: Path) -> dict[str, Any]:
    """Milliseconds to add one more paper for good, the median of five."""
    add = ENGINES[name].add
    if add is None:
        return {}
    times = []
    first = time.time_ns() // 1_000_000 % 10**9  # others than in the last run over the same files
    for at in range(first, first + _ADDED):
        start = time.perf_counter()
        add(folder_of(name, base), at)
        times.append(1000 * (time.perf_counter() - start))
    return {"add_ms": float(np.median(times))}


def private_mib() -> float:
    """Memory that this process shares with no other, from Linux's own account."""
    lines = Path("/proc/self/smaps_rollup").read_text("ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


if __name__ == "__main__":
    main()
