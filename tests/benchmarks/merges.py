"""Which entries were judged the same paper, some of them drawn at random to be looked at.

python -m tests.benchmarks.merges PAPERS.DB [--show 20] [--seed 1]
"""

import argparse
import random
import sqlite3
from pathlib import Path

from index.linking import authors_agree, likeness
from index.merging import unpacked


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("library", type=Path)
    options.add_argument("--show", type=int, default=20)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    with sqlite3.connect(f"file:{chosen.library}?mode=ro", uri=True) as db:
        merged = [row[0] for row in db.execute("SELECT paper FROM sources GROUP BY paper HAVING count(*) > 1")]
        print(f"{len(merged)} papers come from more than one entry")
        drawn = random.Random(chosen.seed).sample(merged, min(chosen.show, len(merged)))
        for number in sorted(drawn):
            show(db, number)
    db.close()


def show(db: sqlite3.Connection, number: int) -> None:
    """The entries of one paper, and how alike each is to the first."""
    told = db.execute("SELECT list, told FROM sources WHERE paper = ? ORDER BY list, position", [number]).fetchall()
    papers = [unpacked(row[1]) for row in told if row[1]]
    print(f"p{number}")
    for (name, _), paper in zip(told, papers, strict=False):
        text, people = likeness(papers[0], paper), authors_agree(papers[0].authors, paper.authors)
        print(f"   {text:4.2f} {people!s:5} {name[:28]:28} {paper.venue[:14]:14} {paper.title[:80]}")


if __name__ == "__main__":
    main()
