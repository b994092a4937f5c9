"""A memory of each kind. A test that takes ``memory`` or ``address`` runs on SQLite and on PostgreSQL."""

import pytest

from bot.memory.memory import Memory


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    """Where there is no memory yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/state.db"
    return request.getfixturevalue("postgresql")


@pytest.fixture
def memory(address):
    with Memory.open(address) as opened:
        yield opened
