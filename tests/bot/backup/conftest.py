"""A home with something of everything, whose memory is in SQLite or in PostgreSQL."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.backup.making import make
from bot.backup.restoring import restore
from bot.memory.address import read
from bot.memory.memory import Memory
from index.library import Library
from tests.bot.memory.earlier import fill

NOW = datetime(2026, 11, 30, 22, 15, tzinfo=UTC)
KINDS = ["sqlite", "postgresql"]


@dataclass
class Place:
    """A home, and where its memory is."""

    home: Path
    memory: str

    @property
    def papers(self):
        return self.home / "papers.db"

    def backup(self, **more):
        given = {"now": NOW, "version": "0.1.0", "with_secrets": True} | more
        return make(self.papers, self.memory, self.home / "backups", **given)

    def restore(self, file, **more):
        given = {"now": NOW, "version": "0.1.0"} | more
        return restore(file, self.home, self.memory, **given)

    def fill(self, papers=("Model merging in one step is what this paper is about.",)):
        from tests.factories import library_of

        library_of(self.home, papers).close()
        with Memory.open(self.memory) as memory:
            fill(memory)

    def said(self):
        """What a search says, and all rows of the memory as a backup writes them."""
        from bot.backup.rows import lines_of, tables_of
        from bot.memory.database import engine_at

        library = Library(self.papers)
        found = library.search("merging", nearest=0).total, library.id
        library.close()
        engine = engine_at(read(self.memory))
        with engine.connect() as connection:
            lines = list(lines_of(connection, tables_of(connection)))
        engine.dispose()
        return found, lines


@pytest.fixture
def place_of(tmp_path, request):
    """Makes empty places, each with a home of its own."""

    def made(kind, name):
        home = tmp_path / name
        home.mkdir(mode=0o700)
        if kind == "sqlite":
            return Place(home, f"sqlite:///{home}/state.db")
        from tests.postgresql import empty_schema

        server = request.getfixturevalue("postgresql_server")
        schema = empty_schema(server)
        address = schema.__enter__()
        request.addfinalizer(lambda: schema.__exit__(None, None, None))
        return Place(home, address)

    return made


@pytest.fixture
def here(place_of):
    one = place_of("sqlite", "here")
    one.fill()
    return one


@pytest.fixture
def there(place_of):
    return place_of("sqlite", "there")
