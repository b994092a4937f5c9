"""What the bot makes of any judged set over the seed lists, in the format of its scorer.

    python -m tests.benchmarks.seeds --gold FOLDER --seeds FOLDER --out FILE

Imports the lists (``*.txt``) of the seeds' folder into a fresh home, runs every case of the gold
folder, and writes one JSON object: search, questions, digest, render, papers.
"""

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

from index.answers.telling import answer_text
from index.clean import clean
from index.errors import EmptyQuery
from index.library import Library
from index.model import Page, Paper, Topic, Turn

MOST = 20  # hits written a query
PICKS = 5  # of a topic


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--gold", type=Path, required=True)
    options.add_argument("--seeds", type=Path, required=True)
    options.add_argument("--out", type=Path, required=True)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as home:
        library = Library(Path(home) / "papers.db")
        report = library.import_files(sorted(chosen.seeds.glob("*.txt")))
        print(report)
        written = outputs(library, chosen.gold, everything(library))
        chosen.out.write_text(json.dumps(written, ensure_ascii=False, indent=1), "utf-8")
        library.close()


def everything(library: Library) -> list[Paper]:
    """All papers, by their handles."""
    return [library.paper(f"p{number}") for number in range(1, sum(c.papers for c in library.corpora()) + 1)]


def outputs(library: Library, gold: Path, papers: list[Paper]) -> dict[str, Any]:
    """The sections for which *gold* has cases."""
    written: dict[str, Any] = {}
    if (gold / "search.jsonl").exists():
        written["search"] = {case["id"]: searched(library, case["query"]) for case in cases(gold / "search.jsonl")}
    if (gold / "questions.jsonl").exists():
        known = handles_of_keys(gold, papers)
        written["questions"] = {case["id"]: asked(library, case, known) for case in cases(gold / "questions.jsonl")}
    if (gold / "digest.jsonl").exists():
        written["digest"] = {case["topic"]: picked(library, case) for case in cases(gold / "digest.jsonl")}
    if (gold / "papers.jsonl").exists():
        spans = [span["raw"] for row in cases(gold / "papers.jsonl") for span in row.get("render") or []]
        written["render"] = {span: clean(span) for span in spans}
        written["papers"] = {
            paper.abstract: {"name": paper.name or None, "code": paper.code or None} for paper in papers
        }
    return written


def cases(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]


def searched(library: Library, query: str) -> dict[str, Any]:
    """One search, told as the scorer wants it."""
    try:
        page = library.search(query, limit=MOST)
    except EmptyQuery:
        return {"status": "usage", "results": []}
    found = abstracts(page)
    if page.partial or not page.hits:
        return {"status": "none", "results": [], "partial": found}
    return {"status": "ok", "results": found}


def asked(library: Library, case: dict[str, Any], known: dict[str, str]) -> dict[str, Any]:
    """One thread answered, told as the scorer wants it."""
    turns = [
        Turn(
            turn["text"],
            by_bot=turn["from"] == "bot",
            papers=tuple(known[key] for key in turn.get("citations", ()) if key in known),
        )
        for turn in case["thread"]
    ]
    answer = library.ask(turns)
    return {
        "kind": answer.kind,
        "answer": answer_text(answer),
        "citations": [paper.abstract for paper in answer.papers],
    }


def picked(library: Library, case: dict[str, Any]) -> list[str]:
    """The abstracts of what a topic picks on its first day."""
    topic = Topic(case["topic"], case["label"], words=tuple(case["keywords"]))
    return [pick.paper.abstract for pick in library.pick(topic, most=PICKS).picks]


def handles_of_keys(gold: Path, papers: list[Paper]) -> dict[str, str]:
    """The gold folder's own keys of papers, by how their abstracts start → handles."""
    if not (gold / "papers.jsonl").exists():
        return {}
    starts = {letters(paper.abstract)[:40]: paper.handle for paper in papers}
    rows = {row["key"]: letters(clean(row["start"]))[:40] for row in cases(gold / "papers.jsonl")}
    return {key: starts[start] for key, start in rows.items() if start in starts}


def letters(text: str) -> str:
    return "".join(mark for mark in text.casefold() if mark.isalnum())


def abstracts(page: Page) -> list[str]:
    return [hit.paper.abstract for hit in page.hits]


if __name__ == "__main__":
    main()
