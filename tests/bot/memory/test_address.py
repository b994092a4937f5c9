"""One setting says where the memory is, and a mistake in it tells nobody the password."""

import os
from pathlib import Path

import pytest

from bot.errors import UnusableAddress
from bot.memory.address import read
from bot.memory.memory import Memory


def test_a_file_is_meant_from_the_folder_of_the_start(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert read("sqlite:///state.db").file == tmp_path / "state.db"
    assert read("sqlite:////var/lib/icml/state.db").file == Path("/var/lib/icml/state.db")


@pytest.mark.parametrize("kind", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_is_meant_however_providers_write_it(kind):
    address = read(f" {kind}://icml:secret@db.example.org:5433/group ")

    assert address.url.drivername == "postgresql+psycopg"
    assert address.place == "PostgreSQL on db.example.org:5433, database group"
    assert "secret" not in repr(address)


def test_the_place_is_told_from_a_socket_too():
    assert read("postgresql:///group?host=/run/db").place == "PostgreSQL on /run/db, database group"
    assert read("postgresql://icml@/").place == "PostgreSQL on this machine, database icml"


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "hunter2",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite://hunter2",
        "sqlite:///state.db?mode=hunter2",
        "mysql://icml:hunter2@db/group",
        "postgresql+asyncpg://icml:hunter2@db/group",
        "postgresql://icml:p@hunter2@db/group",
        "postgresql://icml:p@hunter2/x@db/group",
        "postgresql://icml:p@hunter2?x@db/group",
        "postgresql://icml:hunter2@db:port/group",
    ],
)
def test_an_address_of_no_use_is_refused_in_one_breath_without_repeating_it(typed):
    with pytest.raises(UnusableAddress) as refused:
        Memory.open(typed)

    text = str(refused.value)
    assert text.endswith(".")
    assert "\n" not in text
    assert "hunter2" not in text
    assert refused.value.__cause__ is None
    assert refused.value.__suppress_context__ or refused.value.__context__ is None


def test_a_name_with_an_at_sign_is_a_name():
    """Some hosting providers want the server's name in it."""
    address = read("postgresql://icml@server:secret@db.example.org/group")

    assert (address.url.username, address.url.password) == ("icml@server", "secret")
    assert "server" not in os.path.basename(address.place)  # noqa: PTH119 - no path, the place in words
