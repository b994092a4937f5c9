"""What earlier versions left behind: for each step of papers.db's schema an example, as SQL.

``python -m tests.index.earlier`` writes the file of the newest step. Write it once, with the step; the files of
older steps stay as they are. (Until the first release a step may still be changed, and its file with it.)
"""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from index.schema import migrations
from tests.factories import library_of, record

FILES = Path(__file__).with_name("earlier")
STEPS = [step.name for step in migrations._migrations]
PAPERS = [
    record("Model merging in weight space, without any data — 合并.", 1, title="Merging", code="https://x.example/m"),
    record("Federated learning (FL) of diffusion models.", 2, title="Federated", ids=(("arxiv", "2601.00001"),)),
    record("An abstract without a title on bandits.", 3, year=2026),
]


def columns(connection):
    """Each table's columns and indexes, and the triggers, as SQL tells them."""
    made = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql != '' AND name NOT LIKE 'sqlite_%'")
    return {name: " ".join(sql.split()) for name, sql in made if not name.startswith("_sqlite_migrations")}


def put_in(file, step):
    """Make a papers.db as it was at *step*."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((FILES / f"{step}.sql").read_text("utf-8"))
        connection.execute("PRAGMA journal_mode = WAL")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        library = library_of(Path(folder), PAPERS)
        library.close()
        with closing(sqlite3.connect(library.path)) as connection:
            lines = list(connection.iterdump())
    FILES.mkdir(exist_ok=True)
    (FILES / f"{STEPS[-1]}.sql").write_text("\n".join(lines) + "\n", "utf-8")
    print(f"wrote {STEPS[-1]}.sql")


if __name__ == "__main__":
    main()
