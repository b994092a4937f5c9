"""Every benchmark whose inputs are there, one after the other; says what was skipped and why.

    python -m tests.benchmarks --shared FOLDER [--only NAME...] [--whole] [--results FOLDER]

Without ``--whole`` the long ones look at a part: 500 papers, 5,000 fuzzed queries, one size.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

CORPUS = "corpora/icml2026.jsonl.gz"


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A module of this package and how it is called."""

    module: str
    needs: tuple[str, ...]  # paths in the shared folder
    options: Callable[[Path, bool], list[str]]  # the shared folder, and whether it is to be whole
    writes: bool = True  # takes --json


BENCHMARKS: dict[str, Benchmark] = {
    "ir": Benchmark(
        "ir", ("ir/cacm", "ir/cranfield"), lambda at, _: ["--collection", f"{at}/ir/cacm", f"{at}/ir/cranfield"]
    ),
    "known_items": Benchmark(
        "known_items",
        (CORPUS,),
        lambda at, whole: ["--corpus", f"{at}/{CORPUS}", *([] if whole else ["--limit", "500"])],
    ),
    "speed": Benchmark(
        "speed",
        ("corpora",),
        lambda at, whole: ["--shared", f"{at}", "--papers", "5862,100000" if whole else "5862"],
    ),
    "fuzz_queries": Benchmark(
        "fuzz_queries",
        (CORPUS,),
        lambda at, whole: ["--corpus", f"{at}/{CORPUS}", "--queries", "100000" if whole else "5000"],
    ),
    "cleaning": Benchmark("cleaning", (CORPUS,), lambda at, _: ["--corpus", f"{at}/{CORPUS}"], writes=False),
    "exporting": Benchmark("exporting", (CORPUS,), lambda at, _: [f"{at}/{CORPUS}"]),
    "views": Benchmark("views", (CORPUS,), lambda at, _: [f"{at}/{CORPUS}"]),
    "season": Benchmark("season", (CORPUS,), lambda at, _: ["--corpus", f"{at}/{CORPUS}"]),
    "digests": Benchmark(
        "digests",
        (CORPUS,),
        lambda at, whole: ["--corpus", f"{at}/{CORPUS}", "--months", "1000" if whole else "20"],
    ),
    "names": Benchmark("names", (CORPUS,), lambda at, _: ["--corpus", f"{at}/{CORPUS}"], writes=False),
}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--shared", type=Path, default=Path("../shared"), help="the folder of corpora and judged sets")
    options.add_argument("--only", nargs="+", choices=BENCHMARKS, default=list(BENCHMARKS))
    options.add_argument("--whole", action="store_true", help="all papers and all queries: hours")
    options.add_argument("--results", type=Path, help="where each writes its JSON, and speed its plot")
    chosen = options.parse_args()
    ended = {name: run(name, chosen.shared, chosen.results, whole=chosen.whole) for name in chosen.only}
    print("\n" + "\n".join(f"{name}: {how}" for name, how in ended.items()))
    sys.exit(1 if any(how.startswith("failed") for how in ended.values()) else 0)


def run(name: str, shared: Path, results: Path | None, *, whole: bool) -> str:
    """Run one and tell how it ended."""
    one = BENCHMARKS[name]
    missing = [path for path in one.needs if not (shared / path).exists()]
    if missing:
        return f"skipped, {shared} has no {', '.join(missing)}"
    command = [sys.executable, "-m", f"tests.benchmarks.{one.module}", *one.options(shared, whole)]
    if results and one.writes:
        results.mkdir(parents=True, exist_ok=True)
        command += ["--json", str(results / f"{name}.json")]
        command += ["--plot", str(results / f"{name}.png")] if name == "speed" else []
    print(f"\n=== {name}", flush=True)
    began = time.perf_counter()
    ended = subprocess.run(command, check=False).returncode
    seconds = f"{time.perf_counter() - began:.0f} s"
    return f"failed with {ended} after {seconds}" if ended else f"done in {seconds}"


if __name__ == "__main__":
    main()
