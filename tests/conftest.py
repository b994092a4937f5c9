"""Fixtures that several rooms share."""

import shutil
from pathlib import Path

import pytest

from bot.clock import MovableClock
from bot.manifest import manifest
from bot.serve.run import sample_lists
from bot.serve.socket import Bot
from bot.settings import read
from bot.wiring import wired
from bot.workspace.server import LocalWorkspace
from index.library import Library

pytest_plugins = ["tests.block_kit", "tests.many", "tests.postgresql"]


@pytest.fixture(scope="session")
def sample_home(tmp_path_factory) -> Path:
    """A home with the sample corpus imported; to be copied, not changed."""
    home = tmp_path_factory.mktemp("sample")
    library = Library(home / "papers.db")
    with sample_lists() as lists:
        library.import_files(lists)
    library._store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    library.close()
    return home


@pytest.fixture
def home(sample_home, tmp_path) -> Path:
    """A home of the test's own, with the sample corpus."""
    mine = tmp_path / "home"
    mine.mkdir(mode=0o700)
    shutil.copy(sample_home / "papers.db", mine / "papers.db")
    return mine


@pytest.fixture
def sample(home):
    """The library of the sample corpus."""
    library = Library(home / "papers.db")
    yield library
    library.close()


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture
def wiring(home, clock):
    """The bot's parts over the sample corpus."""
    with wired(read(home=home, slack_bot_token=None, slack_app_token=None), clock) as parts:
        yield parts


@pytest.fixture
def workspace(clock):
    """A local workspace, with nobody in it but its members."""
    with LocalWorkspace(clock, manifest=manifest()) as one:
        yield one


@pytest.fixture
def bot(wiring, workspace):
    """The real app, connected to the workspace."""
    one = Bot(wiring, (workspace.bot_token, workspace.app_token), base_url=workspace.api_url)
    one.start()
    workspace.wait_connected()
    yield one
    one.stop()


@pytest.fixture
def you(workspace, bot):
    return workspace.member("You")


@pytest.fixture
def stranger(workspace, bot):
    return workspace.member("Member 2")
