"""A local workspace, alone or with a small app that answers."""

import pytest

from bot.clock import MovableClock
from bot.workspace.server import LocalWorkspace
from tests.workspace.bolt import app_for, connected


@pytest.fixture
def clock():
    return MovableClock()


@pytest.fixture
def workspace(clock):
    with LocalWorkspace(clock) as running:
        yield running


@pytest.fixture
def app(workspace):
    """A Bolt app without listeners. A test adds its own, then asks for `bot`."""
    return app_for(workspace)


@pytest.fixture
def connect(workspace, app):
    """Connects the app, once its listeners are there."""
    opened = []

    def now(**options):
        context = connected(workspace, app, **options)
        handler = context.__enter__()
        opened.append(context)
        return handler

    yield now
    for context in opened:
        context.__exit__(None, None, None)


@pytest.fixture
def you(workspace):
    return workspace.member("You")


@pytest.fixture
def another(workspace):
    return workspace.member("Member 2")


@pytest.fixture
def client(app):
    """The Web API as the bot calls it."""
    return app.client
