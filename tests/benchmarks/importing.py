"""What imports cost: seconds, peak memory, file size, of whole conferences and of all lists together.

    python -m tests.benchmarks.importing LIST... [--home FOLDER] [--seeds FOLDER] [--new 50]

Imports every LIST into a fresh library, then again, then --new papers of its own making, and builds the
index anew. With --seeds, the lists (*.txt) of that folder come first, and each seed is shown with the
title that it got.
"""

import argparse
import json
import random
import resource
import tempfile
import time
from pathlib import Path

from index.library import Library
from index.model import ImportReport

_SYLLABLES = ("ka", "ro", "mi", "te", "su", "la", "no", "vi", "de", "pu", "gra", "sto")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("lists", nargs="+", type=Path)
    options.add_argument("--home", type=Path, help="where to keep the library; else it is thrown away")
    options.add_argument("--seeds", type=Path)
    options.add_argument("--new", type=int, default=50, help="papers added at the end")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = chosen.home or Path(folder)
        home.mkdir(parents=True, exist_ok=True)
        measure(home, chosen)


def measure(home: Path, chosen: argparse.Namespace) -> None:
    file = home / "papers.db"
    library = Library(file)
    if chosen.seeds:
        timed(library, sorted(chosen.seeds.glob("*.txt")), "the seeds")
    seeds = library.corpora()[0].papers if chosen.seeds else 0
    timed(library, chosen.lists, "all lists")
    size = sum(part.stat().st_size for part in home.glob("papers.db*")) / 1e6
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{'':24}{size:.0f} MB on disk, {memory:.0f} MiB of memory at most")
    timed(library, chosen.lists, "all lists again")
    added = timed(library, [made(home / "new.jsonl", chosen.new)], f"{chosen.new} new papers")
    start = time.perf_counter()
    papers = library.rebuild()
    rebuilt = time.perf_counter() - start
    print(f"{'built anew':24}{papers} papers, {rebuilt:.1f} s, {rebuilt / added:.0f} times the {chosen.new} papers")
    for number in range(1, seeds + 1):
        paper = library.paper(f"p{number}")
        print(f"{paper.handle:5}{paper.title[:60] or '—':62}{paper.abstract[:50]}")
    library.close()


def timed(library: Library, paths: list[Path], what: str) -> float:
    start = time.perf_counter()
    report = library.import_files(paths)
    lasted = time.perf_counter() - start
    print(f"{what:24}{report}, {lasted:.2f} s")
    if len(report.lists) > 1:
        each(report)
    return lasted


def each(report: ImportReport) -> None:
    for one in report.lists:
        kinds = f"{one.read} read, {one.added} added, {one.merged} merged, {one.unchanged} unchanged"
        print(f"{'':4}{one.source:44}{kinds}, {len(one.refused)} refused, {len(one.left_out)} left out")


def made(path: Path, count: int) -> Path:
    """A list of so many papers, of words that look like words."""
    drawn = random.Random(count)
    with path.open("w") as lines:
        for _ in range(count):
            words = ["".join(drawn.choices(_SYLLABLES, k=3)) for _ in range(170)]
            lines.write(json.dumps({"title": " ".join(words[:8]), "abstract": " ".join(words) + "."}) + "\n")
    return path


if __name__ == "__main__":
    main()
