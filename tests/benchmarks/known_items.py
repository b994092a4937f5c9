"""Whether a paper that one half remembers is found: titles in nine forms, names in all spellings, a sentence.

    python -m tests.benchmarks.known_items --corpus FILE [--limit N] [--jobs N] [--peers] [--misses 30] [--json FILE]

FILE is any list that can be imported. It is imported as it is; the queries are made from its titles and
abstracts as they stand in the file. “First” is the share whose paper is the first one shown, also where the page
says that nothing matches well enough; names that several titles begin with are right with any of those papers.
Names and titles are looked for among titles and abstracts, and titles also among the abstracts alone.
"""

import argparse
import json
import multiprocessing
import random
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from index.errors import EmptyQuery
from index.library import Library
from index.model import Paper
from index.search.analysis import fold, words
from index.search.query import as_meant
from index.sentences import sentences
from tests.benchmarks import forms
from tests.benchmarks.engines import PEERS, Entry, Search, ours, table

DEPTH = 10
ABSTRACTS = "title, abstracts alone"
SENTENCE = "a sentence of the abstract"
FORMS = (*(f"title: {form}" for form in forms.TITLES), ABSTRACTS, *(f"name: {form}" for form in forms.NAMES), SENTENCE)
_SHORTEST_SENTENCE = 8  # words
AIMS = {  # of the share that is first, else of MRR@10
    "title: as is": ("first", 0.995),
    "title: lower case": ("first", 0.995),
    "title: curly quotes": ("first", 0.995),
    "title: hyphens changed": ("first", 0.995),
    "title: accents dropped": ("first", 0.995),
    "title: one typo": ("first", 0.97),
    ABSTRACTS: ("mrr@10", 0.945),
    "name: as written": ("mrr@10", 0.965),
    "name: hyphen as space": ("mrr@10", 0.89),
    "name: hyphen left out": ("mrr@10", 0.94),
    "name: camelCase as words": ("mrr@10", 0.96),
    "name: plural": ("mrr@10", 0.915),
    "name: one typo": ("mrr@10", 0.85),
}


class Item(NamedTuple):
    """One query and the papers that are right for it."""

    form: str
    query: str
    wanted: frozenset[str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found for an item."""

    item: Item
    found: tuple[str, ...]  # handles, best first

    @property
    def gain(self) -> float:
        """The reciprocal rank; 0 beyond the tenth."""
        return next((1 / at for at, one in enumerate(self.found, 1) if one in self.item.wanted), 0.0)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--corpus", type=Path, required=True)
    options.add_argument("--limit", type=int, default=0, help="papers that are looked for, drawn by the seed")
    options.add_argument("--jobs", type=int, default=1, help="processes that search")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--peers", action="store_true", help="run the other engines on titles and names, too")
    options.add_argument("--only", default="", help="forms that begin so")
    options.add_argument("--misses", type=int, default=0, help="misses of each form to print")
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = measured(Path(folder), chosen)
    if chosen.json:
        chosen.json.write_text(json.dumps(report, indent=1, ensure_ascii=False), "utf-8")


def measured(folder: Path, chosen: argparse.Namespace) -> dict[str, Any]:
    """Import, ask, print, and say it all again for JSON."""
    began = time.perf_counter()
    library = Library(folder / "papers.db")
    print(library.import_files([chosen.corpus]))
    print(f"imported in {time.perf_counter() - began:.1f} s")
    papers = everything(library)
    raw = {paper.handle: _raw_of(library, paper) for paper in papers}
    library.close()
    drawn = papers
    if chosen.limit and chosen.limit < len(papers):
        drawn = random.Random(chosen.seed).sample(papers, chosen.limit)
    items = [item for item in made(papers, drawn, raw, chosen.seed) if item.form.startswith(chosen.only)]
    report: dict[str, Any] = {"papers": len(papers), "looked for": len(drawn), "seed": chosen.seed}
    entries = [Entry(paper.handle, paper.title, paper.abstract) for paper in papers]
    report["ours"] = asked("ours", _reopened(folder / "papers.db"), items, papers, chosen)
    if not chosen.only or ABSTRACTS.startswith(chosen.only):
        bare = [Entry(entry.id, "", entry.text) for entry in entries]
        alone = [Item(ABSTRACTS, raw[paper.handle][0], frozenset((paper.handle,))) for paper in drawn]
        (folder / "bare").mkdir()
        report["ours"] |= asked("ours", ours(bare, folder / "bare"), alone, papers, chosen)
        if chosen.peers:
            report |= _peers(bare, folder, alone, papers, chosen, report)
    if chosen.peers:
        report |= _peers(entries, folder, items, papers, chosen, report)
    _print_figures(report, chosen.peers)
    return report


def everything(library: Library) -> list[Paper]:
    """All papers with a title, by their handles."""
    count = sum(corpus.papers for corpus in library.corpora())
    return [paper for number in range(1, count + 1) if (paper := library.paper(f"p{number}")).title]


def _raw_of(library: Library, paper: Paper) -> tuple[str, str]:
    """Title and abstract as the file has them, markup and all; as they are stored where the file is no JSON."""
    raw = library.raw(paper.handle)[0][2]
    try:
        given = json.loads(raw)
    except ValueError:
        return paper.title, paper.abstract
    return given.get("title") or paper.title, given.get("abstract") or paper.abstract


def made(papers: Sequence[Paper], drawn: Sequence[Paper], raw: dict[str, tuple[str, str]], seed: int) -> Iterator[Item]:
    """The queries for the papers *drawn*; chance depends on the seed, the form and the paper alone."""
    known = {word.surface.replace("-", "") for paper in papers for word in words(f"{paper.title} {paper.abstract}")}
    bearing: dict[str, set[str]] = {}
    for paper in papers:
        bearing.setdefault(fold(forms.name_in(paper.title)), set()).add(paper.handle)
    for paper in drawn:
        title, here = raw[paper.handle][0], frozenset((paper.handle,))
        for form, write in forms.TITLES.items():
            yield Item(f"title: {form}", write(title, random.Random(f"{seed} {form} {title}")), here)
        if name := forms.name_in(paper.title):
            chance = random.Random(f"{seed} name {title}")
            for form, typed in forms.names(name, known, chance).items():
                yield Item(f"name: {form}", typed, frozenset(bearing[fold(name)]))
        spans = sentences(paper.abstract)
        long = [paper.abstract[a:b] for a, b in spans if len(paper.abstract[a:b].split()) >= _SHORTEST_SENTENCE]
        if long:
            yield Item(SENTENCE, random.Random(f"{seed} sentence {title}").choice(long), here)


def _reopened(path: Path) -> Search:
    """Search by handles, with a library for each process that asks."""
    opened: dict[str, Library] = {}

    def search(query: str, most: int) -> list[str]:
        own = multiprocessing.current_process().name
        if own not in opened:
            opened.clear()
            opened[own] = Library(path)
        page = opened[own].search(query, limit=most, nearest=most)
        return [hit.paper.handle for hit in page.hits]

    return search


_asking: Search | None = None  # inherited by the processes that are forked


def asked(
    name: str, search: Search, items: Sequence[Item], papers: Sequence[Paper], chosen: argparse.Namespace
) -> dict[str, dict[str, Any]]:
    """The figures of each form; prints the misses that are wanted."""
    global _asking
    _asking = search
    began = time.perf_counter()
    if chosen.jobs > 1:
        with multiprocessing.get_context("fork").Pool(chosen.jobs) as pool:
            outcomes = pool.map(_ask, items, chunksize=64)
    else:
        outcomes = [_ask(item) for item in items]
    seconds = time.perf_counter() - began
    print(f"{name}: {len(items):,} queries in {seconds:.0f} s", flush=True)
    figures: dict[str, dict[str, Any]] = {}
    headlines = {paper.handle: paper.headline for paper in papers}
    there = {item.form for item in items}
    for form in [form for form in FORMS if form in there]:
        of_form = [outcome for outcome in outcomes if outcome.item.form == form]
        missed = [outcome for outcome in of_form if outcome.gain < 1]
        figures[form] = {
            "queries": len(of_form),
            "first": 1 - len(missed) / len(of_form),
            "mrr@10": sum(outcome.gain for outcome in of_form) / len(of_form),
        }
        if name == "ours" and chosen.misses:
            figures[form]["misses"] = [_told(outcome, headlines) for outcome in missed[: chosen.misses]]
            _print_misses(form, figures[form]["misses"], len(missed))
    return figures


def _ask(item: Item) -> Outcome:
    if _asking is None:
        raise RuntimeError("no engine was given")
    try:
        return Outcome(item, tuple(_asking(item.query, DEPTH)))
    except EmptyQuery:
        return Outcome(item, ())


def _told(outcome: Outcome, headlines: dict[str, str]) -> dict[str, str]:
    wanted = min(outcome.item.wanted)
    return {
        "query": outcome.item.query,
        "wanted": f"{wanted} {headlines[wanted]}",
        "first": f"{outcome.found[0]} {headlines[outcome.found[0]]}" if outcome.found else "",
        "rank": str(round(1 / outcome.gain)) if outcome.gain else f"beyond {DEPTH}",
    }


def _print_misses(form: str, misses: Iterable[dict[str, str]], count: int) -> None:
    print(f"\n{form}: {count} misses")
    for miss in misses:
        print(f"  {miss['query'][:110]}")
        print(f"      wanted {miss['wanted'][:90]} (rank {miss['rank']})\n      first  {miss['first'][:90]}")


def _peers(
    entries: Sequence[Entry],
    folder: Path,
    items: Sequence[Item],
    papers: Sequence[Paper],
    chosen: argparse.Namespace,
    report: dict[str, Any],
) -> dict[str, Any]:
    """The other engines on the titles and names; what they are given was read as a query of ours is."""
    read = [item._replace(query=as_meant(item.query)) for item in items if item.form != SENTENCE]
    figures: dict[str, Any] = {}
    for name, make in PEERS.items():
        search = _made_if_installed(name, make, entries, folder)
        if search and read:
            figures[name] = report.get(name, {}) | asked(name, search, read, papers, chosen)
    return figures


def _made_if_installed(
    name: str, make: Callable[[Sequence[Entry], Path], Search], entries: Sequence[Entry], folder: Path
) -> Search | None:
    try:
        return make(entries, folder)
    except ImportError:
        print(f"{name} is not installed (extra: bench)")
        return None


def _print_figures(report: dict[str, Any], peers: bool) -> None:
    mine: dict[str, dict[str, Any]] = report["ours"]
    others = [name for name in PEERS if name in report] if peers else []
    below, rows = [], []
    for form in [form for form in FORMS if form in mine]:
        found = mine[form]
        measure, aim = AIMS.get(form, ("", 0.0))
        if aim and found[measure] < aim:
            below.append(form)
        theirs = [report[name][form]["mrr@10"] for name in others if form in report[name]]
        best = max(theirs) if theirs else ""
        aimed = f"{measure} ≥ {aim:g}" if aim else ""
        rows.append((form, found["queries"], found["first"], found["mrr@10"], best, aimed))
    print()
    table(["form", "queries", "first", "MRR@10", "best peer's MRR@10", "aim"], rows)
    last = f"below its aim: {', '.join(below)}" if below else "every form reaches its aim"
    print(f"\n{len(mine)} forms over {report['papers']:,} papers, {report['looked for']:,} looked for; {last}")


if __name__ == "__main__":
    main()
