"""Where the memory is, from the one setting that says it."""

from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.errors import UnusableAddress

_DRIVERS = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgres": "postgresql+psycopg",  # as hosting providers write it
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}


@dataclass(frozen=True, slots=True)
class Address:
    """An address that the bot has a driver for."""

    url: URL = field(repr=False)  # with the password, so never shown
    place: str  # the same in words that may be shown and logged: a path, or a host and a database's name
    file: Path | None  # SQLite's file; None for PostgreSQL


def read(typed: str) -> Address:
    """Read the setting.

    Raises:
        UnusableAddress: it is malformed, or neither SQLite nor PostgreSQL. The text repeats nothing of
            what was typed, since any part of a mistyped address may be part of a password.
    """
    try:
        url = make_url(typed.strip())
    except (ArgumentError, ValueError):
        raise UnusableAddress(
            "The memory's address is not well formed. "
            "It looks like sqlite:///state.db or postgresql://name:password@host/database."
        ) from None
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise UnusableAddress("The bot's memory can be in SQLite or PostgreSQL, and its address is of neither.")
    url = url.set(drivername=driver)
    return _postgresql(url, typed) if driver.startswith("postgresql") else _sqlite(url)


def in_file(file: Path) -> Address:
    """The address of a memory in *file*."""
    return Address(URL.create("sqlite", database=str(file)), str(file), file)


def _sqlite(url: URL) -> Address:
    if url.host or url.username or url.query:
        raise UnusableAddress(
            "SQLite's address has three slashes before a path, or four before one that begins at the root: "
            "sqlite:///state.db, sqlite:////var/lib/icml/state.db."
        )
    if not url.database or url.database == ":memory:":
        raise UnusableAddress("The bot's memory needs a file to last in, such as sqlite:///state.db.")
    file = Path(url.database).absolute()  # so that a later change of folder changes nothing
    return Address(url.set(database=str(file)), str(file), file)


def _postgresql(url: URL, typed: str) -> Address:
    name_and_password = (url.username or "").count("@")
    if typed.count("@") > name_and_password + (url.username is not None):
        # The parser ended the password at its first @, and the rest of it would pass for a host.
        raise UnusableAddress(
            "The memory's address has more than one @. In the password write @ as %40, : as %3A and / as %2F."
        )
    host = url.host or _first(url.query.get("host")) or "this machine"
    where = f"{host}:{url.port}" if url.port else host
    database = url.database or url.username or "by default"
    return Address(url, f"PostgreSQL on {where}, database {database}", None)


def _first(value: str | tuple[str, ...] | None) -> str:
    return value if isinstance(value, str) else (value or ("",))[0]
