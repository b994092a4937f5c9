"""How a corpus of abstracts reads after cleaning: seconds, exceptions, what markup remains, the worst.

    python -m tests.benchmarks.cleaning --corpus FILE

FILE has one JSON object a line with an ``abstract``, gzipped or not.
"""

import argparse
import gzip
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from index.clean import clean

REMAINS = {
    "$": re.compile(r"\$(?!\d)"),  # $5 is money
    r"\command": re.compile(r"\\[A-Za-z]+"),
    "**": re.compile(r"\*\*"),
    "``": re.compile(r"``|''"),
    "^{ or _{": re.compile(r"[\^_]\{"),
    "&entity;": re.compile(r"&#?\w+;"),
    "word.Word": re.compile(r"[a-z]{3}\.[A-Z][a-z]"),
    "space before a comma": re.compile(r"\s[,;](?:\s|$)"),
}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--corpus", type=Path, required=True)
    options.add_argument("--worst", type=int, default=10)
    chosen = options.parse_args()
    print_report([row["abstract"] for row in rows(chosen.corpus)], worst=chosen.worst)


def print_report(abstracts: list[str], *, worst: int = 10) -> None:
    failed: list[str] = []
    shown: list[str] = []
    began = time.process_time()
    for raw in abstracts:
        try:
            shown.append(clean(raw))
        except Exception as error:  # noqa: BLE001  # counting them is what this is for
            failed.append(f"{type(error).__name__}: {raw[:80]}")
            shown.append(raw)
    seconds = time.process_time() - began
    changed = sum(raw != text for raw, text in zip(abstracts, shown, strict=True))
    print(f"{len(abstracts):,} abstracts cleaned in {seconds:.2f} s of processor time")
    print(f"  {changed:,} changed; {len(failed)} exceptions")
    for line in failed[:worst]:
        print(f"  {line}")
    for name, pattern in REMAINS.items():
        print(f"  {name:22} {sum(1 for text in shown if pattern.search(text)):5} abstracts")
    print(f"The {worst} worst:")
    for count, text in sorted(((remains(text), text) for text in shown), reverse=True)[:worst]:
        print(f"  {count} × {context(text)}")


def remains(text: str) -> int:
    return sum(len(pattern.findall(text)) for pattern in REMAINS.values())


def context(text: str) -> str:
    """The first thing that remains, with what stands around it."""
    starts = [found.start() for pattern in REMAINS.values() if (found := pattern.search(text))]
    at = min(starts, default=0)
    return " ".join(text[max(0, at - 60) : at + 60].split())


def rows(corpus: Path) -> Iterator[dict[str, Any]]:
    """The records of a corpus file."""
    content = gzip.decompress(corpus.read_bytes()) if corpus.suffix == ".gz" else corpus.read_bytes()
    for line in content.decode("utf-8").splitlines():
        yield json.loads(line)


if __name__ == "__main__":
    main()
