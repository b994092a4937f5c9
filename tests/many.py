"""A bot over HTTP for many workspaces: fixtures, and two workspaces in which everything has the same ids."""

import pytest
from sqlalchemy import select

from bot.memory.tables import schema
from bot.settings import HttpAccess, read
from bot.wiring import wired
from tests.switchboard import CLIENT, SIGNING_SECRET, switched, workspace_called
from tests.web import installs, serving

ONE, OTHER = "T0FIRST", "T0SECOND"


@pytest.fixture
def many(home, clock):
    """The parts of a bot for many workspaces."""
    with wired(read(home=home, slack_client_id=CLIENT[0], grace_days=30), clock) as parts:
        yield parts


@pytest.fixture
def places(clock):
    """Two workspaces whose members and channels have the same ids."""
    with workspace_called(ONE, clock) as one, workspace_called(OTHER, clock) as other:
        yield one, other


@pytest.fixture
def board(places):
    with switched(*places) as made:
        yield made


@pytest.fixture
def reached(many, places, board):
    """The bot over HTTP, and its address."""
    access = HttpAccess(SIGNING_SECRET, client=CLIENT)
    with serving(many, access, board.url) as (web, address):
        for one in places:
            one.delivers_to(f"{address}/slack/events")
        yield web, address


@pytest.fixture
def address(reached):
    """Where the bot is; nobody has installed it yet."""
    return reached[1]


@pytest.fixture
def web(reached):
    return reached[0]


@pytest.fixture
def installed(address, board, places):
    """The bot, installed in both."""
    for one in places:
        status, _, page = installs(address, board, one)
        assert (status, "Thank you" in page) == (200, True), page
    return address


def rows_of(parts, workspace=None):
    """Everything in the memory, or what is kept of one workspace, as text."""

    def all_rows(connection):
        found = []
        for table in schema.sorted_tables:
            wanted = select(table)
            if workspace is not None:
                if "workspace" not in table.c:
                    continue
                wanted = wanted.where(table.c.workspace == workspace)
            found += [f"{table.name} {tuple(row)!r}" for row in connection.execute(wanted)]
        return "\n".join(found)

    return parts.memory._database.read(all_rows)
