"""Judged collections: nDCG@10, Recall@100 and MRR@10 of ours and of every peer, in one run.

    python -m tests.benchmarks.ir --collection FOLDER... [--json FILE] [--ours-only] [--semantic]

A folder has ``corpus.jsonl.gz`` {id, title, text}, ``queries.jsonl`` {id, text} and ``qrels.tsv`` (query,
document, grade). nDCG has linear gain, as trec_eval computes it; a query's ``exclude`` ids are dropped.
"""

import argparse
import gzip
import json
import math
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np

from index.errors import EmptyQuery
from tests.benchmarks.engines import PEERS, Entry, Search, ours, ours_semantic, table

DEPTH = 100


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--collection", type=Path, nargs="+", required=True)
    options.add_argument("--json", type=Path)
    options.add_argument("--ours-only", action="store_true")
    options.add_argument("--semantic", action="store_true", help="also ours with ranking by meaning (takes minutes)")
    chosen = options.parse_args()
    figures, last = {}, []
    for folder in chosen.collection:
        figures[folder.name] = found = measured(folder, peers=not chosen.ours_only, semantic=chosen.semantic)
        print(f"\n{folder.name}: {len(next(iter(found.values()))['queries'])} queries")
        table(
            ["engine", "nDCG@10", "Recall@100", "MRR@10", "p against ours"],
            [(name, one["ndcg@10"], one["recall@100"], one["mrr@10"], one.get("p", "")) for name, one in found.items()],
        )
        best = max((one["ndcg@10"] for name, one in found.items() if not name.startswith("ours")), default=0.0)
        last.append(f"{folder.name} ours {found['ours']['ndcg@10']:.3f} best peer {best:.3f}")
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=1), "utf-8")
    print("; ".join(last))


def measured(folder: Path, *, peers: bool, semantic: bool) -> dict[str, dict[str, Any]]:
    """The figures of each engine on the collection in *folder*."""
    entries, queries, relevant = read(folder)
    makers = {"ours": ours} | ({"ours, semantic": ours_semantic} if semantic else {}) | (PEERS if peers else {})
    found = {}
    for name, make in makers.items():
        with tempfile.TemporaryDirectory() as place:
            try:
                search = make(entries, Path(place))
            except ImportError:
                print(f"{name} is not installed (extra: bench)")
                continue
            found[name] = figures(search, queries, relevant)
        if name != "ours":
            found[name]["p"] = p_value(found["ours"]["queries"], found[name]["queries"])
    return found


def read(folder: Path) -> tuple[list[Entry], list[dict[str, Any]], dict[str, dict[str, int]]]:
    """Entries, queries, and each query's relevant entries with their grades."""
    with gzip.open(folder / "corpus.jsonl.gz", "rt", encoding="utf-8") as file:
        entries = [Entry(row["id"], row["title"], row["text"]) for row in map(json.loads, file)]
    queries = [json.loads(line) for line in (folder / "queries.jsonl").read_text("utf-8").splitlines() if line]
    relevant: dict[str, dict[str, int]] = {}
    for line in (folder / "qrels.tsv").read_text("utf-8").splitlines():
        query, entry, grade = line.split("\t")
        if int(grade) > 0:
            relevant.setdefault(query, {})[entry] = int(grade)
    return entries, queries, relevant


def figures(
    search: Search, queries: Sequence[Mapping[str, Any]], relevant: Mapping[str, Mapping[str, int]]
) -> dict[str, Any]:
    """Means over the queries with something relevant, and nDCG@10 of each."""
    ndcg, recall, mrr = {}, [], []
    for query in queries:
        wanted = relevant.get(query["id"])
        if not wanted:
            continue
        try:
            got = search(query["text"], DEPTH)
        except EmptyQuery:
            got = []
        got = [one for one in got if one not in query.get("exclude", ())]
        gains = [wanted.get(one, 0) for one in got[:10]]
        ideal = dcg(sorted(wanted.values(), reverse=True)[:10])
        ndcg[query["id"]] = dcg(gains) / ideal
        recall.append(len(set(got[:DEPTH]) & set(wanted)) / len(wanted))
        mrr.append(next((1 / at for at, gain in enumerate(gains, 1) if gain), 0.0))
    return {"ndcg@10": mean(ndcg.values()), "recall@100": mean(recall), "mrr@10": mean(mrr), "queries": ndcg}


def dcg(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(at + 1) for at, gain in enumerate(gains, 1))


def p_value(ours: Mapping[str, float], theirs: Mapping[str, float], rounds: int = 10_000) -> float:
    """Two-sided paired randomisation test (Smucker, Allan and Carterette, 2007)."""
    differences = np.array([ours[query] - theirs[query] for query in ours])
    signs = np.random.default_rng(7).choice([-1.0, 1.0], size=(rounds, len(differences)))
    chance = np.abs((signs * differences).mean(axis=1))
    return float((chance >= abs(differences.mean()) - 1e-12).mean())


if __name__ == "__main__":
    main()
