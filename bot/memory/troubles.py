"""What a database said when it was opened, in words that a keeper can act on."""

import sqlite3

from sqlalchemy.exc import DBAPIError, OperationalError

from bot.errors import MemoryUnavailable, UnreadableMemory
from bot.memory.address import Address
from index.errors import PaperBotError

_MISSING_RIGHT = "42501"  # SQLSTATE
_MADE_ALREADY = "42P07"
_HELD = "55P03"
_DISK_FULL = "53100"

# What PostgreSQL and its client library say, and what it comes to. There is no SQLSTATE before a
# connection stands.
_SAID = (
    ("password", "refuses the name or the password of the memory's address"),
    ("role ", "refuses the name in the memory's address"),
    ("does not exist", "has no database of that name: make one with createdb"),
    ("too many", "has no free connection"),
)


def damaged(address: Address) -> UnreadableMemory:
    return UnreadableMemory(
        f"The bot's memory ({address.place}) is damaged, and was left as it is. "
        "Put a backup back: icml restore FILE --only memory --replace. "
        "Or move the file away to begin with an empty memory."
    )


def gone(address: Address) -> UnreadableMemory:
    return UnreadableMemory(
        f"The bot's memory ({address.place}) is gone, but not the log beside it; nothing was changed. "
        "Bring the file back, or put a backup back: icml restore FILE --only memory --replace."
    )


def while_at_work(error: Exception) -> MemoryUnavailable:
    """What members are told when the memory fails them; the log has the rest."""
    told = error.orig if isinstance(error, DBAPIError) else error
    code = (getattr(told, "sqlite_errorcode", None) or 0) & 0xFF
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR) or getattr(told, "sqlstate", None) == _DISK_FULL:
        return MemoryUnavailable(
            "My disk is full or failing, so I can’t note down that you asked. A keeper has to make room on it."
        )
    if code == sqlite3.SQLITE_READONLY:
        return MemoryUnavailable(
            "My disk can’t be written, so I can’t note down that you asked. A keeper has to look at it."
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return MemoryUnavailable(
            "My memory is damaged, so I can’t work. "
            "A keeper can put a backup back: “icml restore FILE --only memory --replace”."
        )
    return MemoryUnavailable()


def foreign(address: Address) -> UnreadableMemory:
    return UnreadableMemory(
        f"What is at {address.place} is not the memory of this bot, and was left as it is. "
        "Give the memory a place of its own."
    )


def in_words(error: Exception, address: Address) -> PaperBotError:
    """Say what *error* means. It is chained by the caller, for the log."""
    told = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(told, sqlite3.Error):
        return _of_sqlite(told, address)
    if isinstance(told, OSError):
        return _locked_out(address)
    return _of_postgresql(error, told, address)


def _of_sqlite(told: sqlite3.Error, address: Address) -> PaperBotError:
    match getattr(told, "sqlite_errorcode", 0) & 0xFF:  # the rest of the code says more than we need
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return damaged(address)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return _held(address)
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_AUTH:
            return _locked_out(address)
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return MemoryUnavailable(
                f"The disk of the bot's memory ({address.place}) is full or failing. Make room on it."
            )
    return _not_upgraded(address)


def _of_postgresql(error: Exception, told: object, address: Address) -> PaperBotError:
    state = getattr(told, "sqlstate", None)
    if state == _MISSING_RIGHT:
        return MemoryUnavailable(
            f"The bot may not make its tables in {address.place}. "
            "Make the name in the memory's address the owner of the database."
        )
    if state == _MADE_ALREADY:
        return foreign(address)
    if state == _HELD:
        return _held(address)
    if state is None and isinstance(error, OperationalError):
        said = str(told)
        reason = next((ours for theirs, ours in _SAID if theirs in said), "does not answer")
        return MemoryUnavailable(f"The bot's memory can't be reached: {address.place} {reason}.")
    return _not_upgraded(address)


def _locked_out(address: Address) -> MemoryUnavailable:
    return MemoryUnavailable(
        f"The bot's memory ({address.place}) can't be opened for writing. "
        "Check who owns the file and its folder, and what they allow."
    )


def _held(address: Address) -> MemoryUnavailable:
    return MemoryUnavailable(f"The bot's memory ({address.place}) is held by another program. Stop it, or wait for it.")


def _not_upgraded(address: Address) -> MemoryUnavailable:
    return MemoryUnavailable(
        f"The bot's memory ({address.place}) could not be brought up to date, and is as it was. The log says why."
    )
