"""Corpora of any size: real records as far as they go, then others made from them."""

import gzip
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

Record = dict[str, Any]

FIRST = ("icml2026.jsonl.gz", "icml2026-workshops.jsonl.gz", "icml2024.jsonl.gz", "icml2017-2019.jsonl.gz")
FOREIGN = 0.03  # of the words


def real(folder: Path) -> Iterator[Record]:
    """The records of every list in *folder*, ICML 2026 first."""
    found = sorted(folder.glob("*.jsonl.gz"), key=lambda path: FIRST.index(path.name) if path.name in FIRST else 99)
    for path in found:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def grown(folder: Path, size: int, seed: int = 1) -> Iterator[Record]:
    """*size* records: the real ones, and when they are used up, others made from them.

    A made one is a real one with its sentences shuffled and 3 % of its words replaced by words of another, which
    keeps the document frequencies real.
    """
    kept: list[Record] = []
    for record in real(folder):
        if len(kept) == size:
            return
        kept.append(record)
        yield record
    chance = random.Random(seed)
    for at in range(len(kept), size):
        yield _made(at, kept, chance)


def _made(at: int, kept: Sequence[Record], chance: random.Random) -> Record:
    one, other = chance.choice(kept), chance.choice(kept)
    foreign = other["abstract"].split() or ["paper"]
    parts = one["abstract"].split(". ")
    chance.shuffle(parts)
    words = ". ".join(parts).split()
    for _ in range(round(FOREIGN * len(words))):
        words[chance.randrange(len(words))] = chance.choice(foreign)
    title = one["title"].split()
    chance.shuffle(title)
    made = {"id": f"made-{at}", "title": " ".join(title), "abstract": " ".join(words), "authors": one["authors"]}
    return made | {"year": one["year"], "venue": one["venue"]}


def stretches(titles: Sequence[str], count: int, seed: int = 1) -> list[str]:
    """*count* queries: two to eight neighbouring words of a title each, as people type them."""
    chance = random.Random(seed)
    found: list[str] = []
    while len(found) < count:
        words = chance.choice(titles).split()
        long = chance.randint(2, 8)
        start = chance.randrange(max(1, len(words) - long + 1))
        found.append(" ".join(words[start : start + long]))
    return found
