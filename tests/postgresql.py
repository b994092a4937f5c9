"""A PostgreSQL of the tests' own.

``ICML_TEST_POSTGRESQL`` names one to use, as an address; else one is made and started where a server's
programs are installed. Tests that need one are skipped, and say so, where there is neither. Each test gets a
schema of its own, which is empty, and which goes with all that is in it.
"""

import itertools
import os
import pwd
import re
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import create_engine, make_url, text

NONE_HERE = "no PostgreSQL here: install postgresql, or name one by ICML_TEST_POSTGRESQL"

Connection = psycopg.Connection[tuple[Any, ...]]

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The address of a PostgreSQL whose schemas a test may make and drop."""
    given = os.environ.get("ICML_TEST_POSTGRESQL")
    if given:
        yield make_url(given).set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
        return
    programs = _programs()
    if programs is None:
        pytest.skip(NONE_HERE)
    with _cluster(programs) as address:
        yield address


@pytest.fixture
def postgresql(postgresql_server: str) -> Iterator[str]:
    """The address of an empty schema."""
    with empty_schema(postgresql_server) as address:
        yield address


@contextmanager
def empty_schema(server: str) -> Iterator[str]:
    """Make a schema at *server*, say its address, and drop it afterwards."""
    name = f"test_{secrets.token_hex(4)}_{next(_numbers)}"
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.execute(text(f"CREATE SCHEMA {name}"))
        own = make_url(server).update_query_dict({"options": f"-csearch_path={name}"})
        yield own.render_as_string(hide_password=False)
        with engine.connect() as connection:
            connection.execute(text(f"DROP SCHEMA {name} CASCADE"))
    finally:
        engine.dispose()


def connected(address: str) -> Connection:
    """A connection of the test's own, to look behind the bot's back. Close it, or use it in a with."""
    plain = make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(plain, autocommit=True)


def schema_of(address: str) -> str:
    """The name of the schema that a test was given."""
    return str(make_url(address).query["options"]).removeprefix("-csearch_path=")


@contextmanager
def role(address: str) -> Iterator[tuple[str, Connection]]:
    """Make a role that may do all in the schema at *address*: its name, and a connection that rules over it."""
    name = f"role_of_{schema_of(address)}"
    with connected(address) as connection:
        try:
            connection.execute(f"CREATE ROLE {name} LOGIN")
        except psycopg.errors.InsufficientPrivilege:
            pytest.skip("the PostgreSQL of ICML_TEST_POSTGRESQL lets us make no roles")
        connection.execute(f"GRANT ALL ON SCHEMA {schema_of(address)} TO {name}")
        try:
            yield name, connection
        finally:
            connection.execute(f"DROP OWNED BY {name}")
            connection.execute(f"DROP ROLE {name}")


def as_role(address: str, name: str) -> str:
    """The same address for that role."""
    return make_url(address).set(username=name).render_as_string(hide_password=False)


def _programs() -> Path | None:
    """The newest server's programs, where Debian puts them or on the path."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    found = shutil.which("initdb")
    places += [Path(found).resolve().parent] if found else []
    return next((place for place in places if (place / "initdb").exists() and (place / "pg_ctl").exists()), None)


def _version(place: Path) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", place.parent.name))


@contextmanager
def _cluster(programs: Path) -> Iterator[str]:
    """Start a server that answers on a Unix socket only, so that no two ever want the same port."""
    folder = Path(tempfile.mkdtemp(prefix="icml-postgresql-"))  # short, as a socket's path must be
    owner = _owner()
    if owner:
        shutil.chown(folder, owner, pwd.getpwnam(owner).pw_gid)
    try:
        _run(programs / "initdb", "-D", f"{folder}/cluster", *_NEW, owner=owner)
        options = f"{_FAST} -c unix_socket_directories={folder}"
        control = (programs / "pg_ctl", "-D", f"{folder}/cluster", "-s", "-w")
        _run(*control, "-l", f"{folder}/log", "-o", options, "start", owner=owner)
        try:
            yield f"postgresql+psycopg://postgres@/postgres?host={folder}"
        finally:
            _run(*control, "-m", "immediate", "stop", owner=owner)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


_NEW = (
    "--no-sync",
    "--no-instructions",
    "--auth=trust",
    "--username=postgres",
    "--encoding=UTF8",
    "--locale=C",
)
_FAST = (  # and forgetful: nobody needs it after a power cut
    "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c listen_addresses='' -c max_connections=200"
)


def _owner() -> str | None:
    """Who the server is to run as: it refuses to be root's."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _run(*words: object, owner: str | None) -> None:
    """Run a program to its end; what it printed is shown when it fails."""
    group = pwd.getpwnam(owner).pw_gid if owner else None
    with tempfile.TemporaryFile() as printed:  # a pipe would stay open as long as the server that it starts
        done = subprocess.run(
            [str(word) for word in words],
            user=owner,
            group=group,
            extra_groups=[] if owner else None,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            check=False,
        )
        if done.returncode:
            printed.seek(0)
            pytest.fail(f"{words[0]} failed: {printed.read().decode(errors='replace')}")
