"""Makes every view of every paper, and holds it to Slack's schema, limits and budget.

    python -m tests.benchmarks.views LIST... [--json FILE]

Exit code 1: a view is not valid.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

from index.library import Library
from tests.contracts.every_view import faults_of

SHOWN = 20  # faults that are printed


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("lists", nargs="+", type=Path)
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder) / "papers.db")
        library.import_files(chosen.lists)
        papers = library.every()
        library.close()
    begun, made, wrong = time.perf_counter(), 0, []
    for start in range(0, len(papers), 5):
        several, found = faults_of(papers[start : start + 5])
        made, wrong = made + several, wrong + found
    told = {"papers": len(papers), "views": made, "invalid": len(wrong), "seconds": round(time.perf_counter() - begun)}
    print(json.dumps(told, indent=1))
    print("\n".join(wrong[:SHOWN]))
    if chosen.json:
        chosen.json.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
