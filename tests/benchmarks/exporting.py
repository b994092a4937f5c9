"""Exports a whole conference, and reads it back by programs that know nothing of each other.

    python -m tests.benchmarks.exporting LIST... [--json FILE]

Exit code 1: a parser reads other titles, authors or another order than the library has, or a key stands twice.
"""

import argparse
import csv
import io
import json
import sys
import tempfile
import time
from pathlib import Path

import rispy

from index.exporting.entry import Entry, one_line
from index.exporting.formats import FORMATS
from index.library import Library
from tests.index.exporting.reading_back import by_bibtexparser, by_pybtex


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("lists", nargs="+", type=Path)
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder) / "papers.db")
        library.import_files(chosen.lists)
        entries = [Entry(paper) for paper in library.every()]
        library.close()
    told = {"papers": len(entries)} | {
        name: read_back(name, entries) for name in ("bibtexparser", "pybtex", "ris", "csv")
    }
    print(json.dumps(told, indent=1))
    if chosen.json:
        chosen.json.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    sys.exit(any(one["different"] or one["papers"] != len(entries) for one in told.values() if isinstance(one, dict)))


def read_back(program: str, entries: list[Entry]) -> dict[str, float]:
    """How many papers *program* reads, how many of them otherwise than they are, and how many keys there are."""
    begun = time.perf_counter()
    wanted = [(entry.title, [one_line(name) for name in entry.paper.authors]) for entry in entries]
    found = READERS[program](entries)
    return {
        "papers": len(found),
        "keys": len({key for key, _, _ in found}),
        "different": sum(
            (title, authors) != before for (_, title, authors), before in zip(found, wanted, strict=False)
        ),
        "seconds": round(time.perf_counter() - begun, 2),
    }


def _ris(entries):
    found = rispy.loads(FORMATS["ris"].written(entries))
    return [(one["id"], one["title"], one.get("authors", [])) for one in found]


def _csv(entries):
    _, *rows = csv.reader(io.StringIO(FORMATS["csv"].written(entries)))
    return [(row[0], row[1].removeprefix("'"), row[2].removeprefix("'").split("; ")) for row in rows]


READERS = {
    "bibtexparser": lambda entries: by_bibtexparser(FORMATS["bibtex"].written(entries)),
    "pybtex": lambda entries: by_pybtex(FORMATS["bibtex"].written(entries)),
    "ris": _ris,
    "csv": _csv,
}

if __name__ == "__main__":
    main()
