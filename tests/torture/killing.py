"""An import that is killed at any moment leaves the old papers or the new ones, and a file that opens."""

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from index.library import Library

_IMPORT = """
import sys
from pathlib import Path
from index.library import Library
library = Library(Path(sys.argv[1]))
print("open", flush=True)
library.import_files([Path(sys.argv[2])])
print("done", flush=True)
"""
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Outcome:
    """What a killed import left behind."""

    after: float  # seconds from its start to its end
    papers: int
    sound: bool  # SQLite's own check, and that the postings count the papers
    again: str  # what the next import said


def killed(home: Path, papers: Path, after: float) -> Outcome:
    """Import *papers* into the library in *home*, kill -9 the process *after* so many seconds, and look."""
    command = [sys.executable, "-c", _IMPORT, str(home / "papers.db"), str(papers)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        start = time.perf_counter()
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            process.kill()
        process.wait()
        lasted = time.perf_counter() - start
    library = Library(home / "papers.db")
    try:
        found, sound = state(library)
        return Outcome(lasted, found, sound, str(library.import_files([papers])))
    finally:
        library.close()


def state(library: Library) -> tuple[int, bool]:
    """How many papers there are, and whether everything in the file agrees with it."""
    with library._store.read() as db:
        papers = db.execute("SELECT count(*) FROM papers").fetchone()[0]
        counted = db.execute("SELECT papers FROM library").fetchone()[0]
        members = db.execute("SELECT count(DISTINCT paper) FROM memberships").fetchone()[0]
        check = db.execute("PRAGMA integrity_check").fetchone()[0]
    return papers, check == "ok" and counted == papers == members
