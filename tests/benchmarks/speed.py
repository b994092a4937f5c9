"""How fast and how large: ours and the peers over the same terms, as ratios, in one run.

    python -m tests.benchmarks.speed --papers 5862,100000 --shared FOLDER [--json FILE] [--plot FILE.png]

The papers are those of FOLDER/corpora as far as they go (122,245), then others made from them. Ours are imported
from a file (read, cleaned, linked, indexed); above ``--imported``, rows are written straight and indexed. Peers are
given the terms that our index holds. Every engine is opened and measured in a process of its own, several times.

Columns: median and 99th percentile of a query in ms; how many times rank_bm25's median that is, over the queries
that both were asked; private memory; files; building (ours: from the papers' rows, analysis included); one more
paper (ours: through the whole import); open to first answer. “Same” is the share of rank_bm25's ten that are found.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from index import rows
from index.clean import clean_title
from index.database import Store, prepare
from index.library import Library
from index.model import Paper
from tests.benchmarks.cores import (
    AUTHORITY,
    ENGINES,
    OURS,
    WHOLE,
    emptied,
    installed,
    size_on_disk,
    stored_terms,
    terms_of,
)
from tests.benchmarks.engines import table
from tests.benchmarks.grown import Record, grown, stretches

TOO_LARGE = {AUTHORITY: 500_000}  # papers from which on an engine needs more than 8 GB
TOGETHER = (OURS, WHOLE, "tantivy")  # engines that many ask at once
_OPENED = 3  # times

Figures = dict[str, dict[str, Any]]  # by engine


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--papers", default="5862", help="sizes, with commas between them")
    options.add_argument("--shared", type=Path, default=Path("../shared"), help="the folder that has corpora/")
    options.add_argument("--queries", type=int, default=200)
    options.add_argument("--seconds", type=float, default=30.0, help="for the queries of one engine, about")
    options.add_argument("--engines", default="", help="with semicolons between them; all when not given")
    options.add_argument(
        "--imported", type=int, default=200_000, help="papers; more than these are not sent through the whole import"
    )
    options.add_argument(
        "--busy",
        action="store_true",
        help="count the processor's time of a query: the machine is busy with other things",
    )
    options.add_argument("--keep", type=Path, help="keep what is built in this folder, and use what it has")
    options.add_argument("--json", type=Path)
    options.add_argument("--plot", type=Path)
    chosen = options.parse_args()
    names = [name for name in ENGINES if not chosen.engines or name in chosen.engines.split(";")]
    for name in [name for name in names if not installed(name)]:
        print(f"{name} is left out: {ENGINES[name].needs} is not installed (extra: bench)")
        names.remove(name)
    found: dict[str, dict[str, Any]] = {}
    for size in (int(size) for size in chosen.papers.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            base = (chosen.keep or Path(folder)) / str(size)
            found[str(size)] = measured(base, size, _fitting(names, size), chosen)
        if chosen.json:
            chosen.json.write_text(json.dumps(found, indent=1), "utf-8")
    if chosen.plot:
        plot(found, chosen.plot)
    print(_last_line(found))


def _fitting(names: list[str], size: int) -> list[str]:
    """Those of *names* that so many papers are not too many for; the others are named."""
    for name in (name for name in names if size >= TOO_LARGE.get(name, size + 1)):
        print(f"\n{name} is left out at {size:,} papers: it needs more than 8 GB there")
    return [name for name in names if size < TOO_LARGE.get(name, size + 1)]


def measured(base: Path, size: int, names: list[str], chosen: argparse.Namespace) -> dict[str, Any]:
    """Everything about one size; prints its tables."""
    base.mkdir(parents=True, exist_ok=True)
    (base / "options.json").write_text(json.dumps({"seconds": chosen.seconds, "busy": chosen.busy}), "utf-8")
    fresh = not (base / "terms.txt").exists()
    if fresh:
        (base / "import.json").write_text(
            json.dumps(filled(base, grown(chosen.shared / "corpora", size), whole=size <= chosen.imported)), "utf-8"
        )
        _write_queries(base, chosen.queries)
        _write_terms(base)
    imported: dict[str, float] = json.loads((base / "import.json").read_text("utf-8"))
    told = ", ".join(f"{name} {value:,.1f}" for name, value in imported.items())
    loads = [os.getloadavg()[0]]
    kept = "" if fresh else " (import and index: as they were when these files were made)"
    print(f"\n{size:,} papers: {told}{kept}", flush=True)
    figures: Figures = {name: {} for name in names}
    for name in names:
        if ENGINES[name].build is not None:
            figures[name] = _in_a_process("build", name, base)
    for name in names:
        figures[name] |= _in_a_process("answer", name, base)
        figures[name]["open_ms"] = median(_in_a_process("open", name, base)["open_ms"] for _ in range(_OPENED))
    for name in names:
        if ENGINES[name].is_ours:
            disk = size_on_disk(base / ENGINES[name].files) / 2**20
            figures[name] |= {"build_s": imported["index_s"], "disk_mib": disk}
    together = {name: _together(name, base) for name in names if name in TOGETHER}
    for name in names:  # last, for it changes what is there
        figures[name] |= _in_a_process("add", name, base)
    loads.append(os.getloadavg()[0])
    _compare(figures)
    _print(figures, together)
    print(
        f"load of the machine: {loads[0]:.1f} at the start, {loads[1]:.1f} at the end"
        + ("; times are the processor's" if chosen.busy else "")
    )
    for one in figures.values():
        del one["ms"], one["found"]
    if not chosen.keep:
        shutil.rmtree(base)
    return {"import": imported, "engines": figures, "together": together, "load": loads, "busy": chosen.busy}


def filled(base: Path, records: Iterable[Record], *, whole: bool) -> dict[str, float]:
    """Make the library of *base*; say how long it took."""
    folder = emptied(base / "library")
    file = base / "papers.jsonl"
    with file.open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    told: dict[str, float] = {}
    library = Library(folder / "papers.db")
    began = time.perf_counter()
    if whole:
        print(library.import_files([file]), flush=True)
        told["import_s"] = time.perf_counter() - began
    else:
        _write_rows(folder / "papers.db", file)
    began = time.perf_counter()
    told["papers"] = library.rebuild()
    told["index_s"] = time.perf_counter() - began
    library.close()
    told["disk_mib"] = size_on_disk(folder) / 2**20
    file.unlink()
    return told


def _write_rows(path: Path, file: Path) -> None:
    """Rows of papers as they come, without cleaning and without asking which are the same."""
    prepare(path)
    store = Store(path)
    number = 0
    with store.write() as db, file.open(encoding="utf-8") as lines:
        db.execute("INSERT INTO corpora VALUES ('grown', 'Grown', 0, 0)")
        for number, record in enumerate(map(json.loads, lines), 1):
            title, authors = record["title"], tuple(record["authors"])
            paper = Paper(f"p{number}", record["id"], title, record["abstract"], title=title, authors=authors)
            rows.put(db, paper)
            db.execute("INSERT INTO memberships VALUES ('grown', ?)", [number])
        db.execute("UPDATE library SET number = ?, version = version + 1", [number])
    store.close()


def _write_queries(base: Path, count: int) -> None:
    store = Store(base / "library" / "papers.db")
    with store.read() as db:
        titles = [clean_title(row[0]) for row in db.execute("SELECT title FROM papers WHERE number <= 100000")]
    store.close()
    asked = [{"text": text, "terms": list(dict.fromkeys(terms_of(text)))} for text in stretches(titles, 2 * count)]
    (base / "queries.json").write_text(json.dumps([one for one in asked if one["terms"]][:count]), "utf-8")


def _write_terms(base: Path) -> None:
    """One line a paper, and beside it the papers' numbers by place."""
    numbers = []
    with (base / "terms.txt").open("w", encoding="utf-8") as out:
        for number, terms in stored_terms(base / "library"):
            numbers.append(number)
            out.write(" ".join(terms) + "\n")
    np.save(base / "numbers.npy", np.array(numbers))


def _in_a_process(task: str, name: str, base: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.benchmarks.measuring", task, name, str(base)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(f"{task} {name}: {ran.stderr[-2000:]}")
    told: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    if task == "answer" and ENGINES[name].is_ours:  # ours are numbers; peers' are places
        place = {int(number): at for at, number in enumerate(np.load(base / "numbers.npy"))}
        told["found"] = {at: [place[number] for number in found] for at, found in told["found"].items()}
    return told


def _together(name: str, base: Path) -> dict[str, dict[str, Any]]:
    return {task: _in_a_process(task, name, base) for task in ("threads", "processes")}


def _compare(figures: Figures) -> None:
    """Put medians, ratios to every peer's, and agreement with rank_bm25 beside the times."""
    for one in figures.values():
        times = list(one["ms"].values())
        one |= {"p50_ms": median(times), "p99_ms": float(np.percentile(times, 99)), "asked": len(times)}
    for one in figures.values():
        one["times"] = {name: _times(one["ms"], other["ms"]) for name, other in figures.items()}
    if AUTHORITY in figures:
        right = figures[AUTHORITY]["found"]
        for one in figures.values():
            shared = [
                len(set(right[at]) & set(one["found"][at])) / len(right[at]) for at in right if at in one["found"]
            ]
            one["same"] = sum(shared) / len(shared)


def _times(mine: dict[str, float], theirs: dict[str, float]) -> float:
    """How many times the median of *mine* that of *theirs* is, over the queries that both were asked."""
    both = mine.keys() & theirs.keys()
    return median(theirs[at] for at in both) / median(mine[at] for at in both)


def _print(figures: Figures, together: dict[str, dict[str, Any]]) -> None:
    head = ["engine", "p50 ms", "p99 ms", "times rank_bm25", "open ms", "MiB", "disk MiB", "build s", "add ms", "same"]
    table(head, [_row(name, one) for name, one in figures.items()])
    for name in (name for name in figures if name.startswith("ours")):
        ratios = ", ".join(
            f"{peer} {ratio:.2f}" for peer, ratio in figures[name]["times"].items() if "ours" not in peer
        )
        print(f"{name} is faster by: {ratios}")
    if together:
        head = ["many at once", "8 threads: queries/s", "p99 ms", "4 processes: queries/s", "p99 ms"]
        tasks = ("threads", "processes")
        columns = ("queries_a_second", "p99_ms")
        table(
            head,
            [(name, *(one[task][column] for task in tasks for column in columns)) for name, one in together.items()],
        )


def _row(name: str, one: dict[str, Any]) -> tuple[object, ...]:
    # An engine that can't be added to is built anew.
    added = one.get("add_ms", 1000 * one["build_s"] if ENGINES[name].build else "")
    times = one["times"].get(AUTHORITY, "")
    sizes = (one["memory_mib"], one.get("disk_mib", ""), one.get("build_s", ""))  # once for the same files
    same = "" if ENGINES[name].texts else one.get("same", "")
    return (name, one["p50_ms"], one["p99_ms"], times, one["open_ms"], *sizes, added, same)


def _last_line(found: dict[str, dict[str, Any]]) -> str:
    parts = []
    for size, one in found.items():
        mine, whole = one["engines"].get(OURS), one["engines"].get(WHOLE)
        if mine and whole and AUTHORITY in mine["times"]:
            core, all_of_it = mine["times"][AUTHORITY], whole["times"][AUTHORITY]
            parts.append(f"{int(size):,} papers: core {core:.0f} and whole search {all_of_it:.0f} times rank_bm25")
        elif mine and whole:
            parts.append(f"{int(size):,} papers: core {mine['p50_ms']:.2f} and whole search {whole['p50_ms']:.1f} ms")
    return "; ".join(parts) or "done"


def plot(found: dict[str, dict[str, Any]], file: Path) -> None:
    """Median by size, both axes logarithmic."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.2), layout="constrained")
    names = dict.fromkeys(name for one in found.values() for name in one["engines"])
    for name in names:
        points = [(int(size), one["engines"][name]["p50_ms"]) for size, one in found.items() if name in one["engines"]]
        style = "-" if name.startswith("ours") else "--"
        axes.plot(*zip(*points, strict=True), style, marker="o", label=name, linewidth=2.2 if name == OURS else 1.3)
    sizes = [int(size) for size in found]
    busy = any(one.get("busy") for one in found.values())
    label = "median of a query, processor's ms" if busy else "median of a query, ms"
    axes.set(xscale="log", yscale="log", ylabel=label, title="Terms in, ten papers out")
    axes.set_xticks(sizes, [f"{size:,} papers" for size in sizes], minor=False)
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    figure.savefig(file, dpi=90)


if __name__ == "__main__":
    main()
