"""Kills imports at random moments and prints what each left behind.

python -m tests.torture.kill_import --old LIST --new LIST [--times 50] [--seed 1]
"""

import argparse
import random
import shutil
import tempfile
import time
from pathlib import Path

from index.library import Library
from tests.torture.killing import killed


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--old", type=Path, required=True, help="the list that is in the library before")
    options.add_argument("--new", type=Path, required=True, help="the list whose import is killed")
    options.add_argument("--times", type=int, default=50)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return trials(Path(folder), chosen)


def trials(folder: Path, chosen: argparse.Namespace) -> int:
    old, lasts = prepared(folder / "prepared", chosen.old, chosen.new)
    moments = random.Random(chosen.seed)
    print(f"{old} papers before; a whole import lasts {lasts:.1f} s")
    print(f"{'kill':>5}{'after s':>9}{'papers':>8}{'sound':>7}  then")
    bad = 0
    for trial in range(1, chosen.times + 1):
        home = folder / f"trial{trial}"
        shutil.copytree(folder / "prepared", home)
        outcome = killed(home, chosen.new, moments.uniform(0, lasts * 1.1))
        bad += not outcome.sound
        print(f"{trial:5}{outcome.after:9.2f}{outcome.papers:8}{outcome.sound!s:>7}  {outcome.again}", flush=True)
        shutil.rmtree(home)
    print(f"{chosen.times} kills, {bad} libraries damaged")
    return 1 if bad else 0


def prepared(home: Path, old: Path, new: Path) -> tuple[int, float]:
    """A library with *old* in *home*; its papers, and the seconds that *new* takes on a copy of it."""
    home.mkdir()
    library = Library(home / "papers.db")
    library.import_files([old])
    library._store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    papers = sum(corpus.papers for corpus in library.corpora())
    library.close()
    trial = home.with_name("timed")
    shutil.copytree(home, trial)
    copy = Library(trial / "papers.db")
    start = time.perf_counter()
    copy.import_files([new])
    lasts = time.perf_counter() - start
    copy.close()
    return papers, lasts


if __name__ == "__main__":
    raise SystemExit(main())
