"""Settings in files: lines ``NAME=value``, read with where they stand, and written so that other lines stay."""

import difflib
import os
import re
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

from dotenv.parser import parse_stream

from bot.errors import WrongSetting

ENVIRONMENT = "the environment"
_OTHERS = re.compile(r"ICML_(?:SHARED|TEST_\w+|WITNESS_\w+)")  # of the project's tests and benchmarks
_PLAIN = re.compile(r"[A-Za-z0-9_./:@,+=-]*")
_NAME = re.compile(r"\s*(?:export\s+)?'?([A-Za-z_][A-Za-z0-9_]*)'?\s*=")


@dataclass(frozen=True, slots=True)
class Told:
    """One setting, and where it was told."""

    name: str
    value: str = field(repr=False)  # it may be a token
    where: str  # "line 3 of .env", or "the environment"


def told_in(file: Path) -> tuple[Told, ...]:
    """What the lines of *file* tell, in order; nothing where there is no such file.

    Raises:
        WrongSetting: it can't be read, or one of its lines is none; says which, and never what stands in it.
    """
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError) as fault:
        raise WrongSetting(
            f"{file} can’t be read as settings ({type(fault).__name__}). Correct or remove it."
        ) from None
    found = []
    for binding in parse_stream(StringIO(text)):
        # What stands before a line (blank lines, comments) is a part of the binding.
        line = binding.original.line + _blank_lines(binding.original.string)
        if binding.error or (binding.key is not None and binding.value is None):
            raise WrongSetting(f"Line {line} of {file} is no setting. Write it as NAME=value, or begin it with #.")
        if binding.key is not None and binding.value is not None:
            found.append(Told(binding.key.upper(), binding.value, f"line {line} of {file}"))
    return tuple(found)


def _blank_lines(text: str) -> int:
    return text[: len(text) - len(text.lstrip())].count("\n")


def unknown(told: Sequence[Told], known: Collection[str]) -> Iterator[str]:
    """A sentence about each name that looks like a setting, and is none: a slip would be passed over in silence."""
    for one in told:
        ours = one.name.startswith("ICML_") or (one.where != ENVIRONMENT and one.name.startswith("SLACK_"))
        if ours and one.name not in known and not _OTHERS.fullmatch(one.name):
            prefix, _, word = one.name.partition("_")
            words = [name.removeprefix(f"{prefix}_") for name in known if name.startswith(f"{prefix}_")]
            near = [f"{prefix}_{other}" for other in difflib.get_close_matches(word, words, n=1, cutoff=0.7)]
            place = "" if one.where == ENVIRONMENT else f" ({one.where})"
            yield f"{one.name}{place} is no setting. " + (f"Did you mean {near[0]}?" if near else "Take it out.")


def said_twice(told: tuple[Told, ...]) -> Iterator[str]:
    """A sentence about each name that one file sets to two values."""
    first: dict[str, Told] = {}
    for one in told:
        before = first.setdefault(one.name, one)
        if before.value != one.value:
            line = before.where.partition(" of ")[0]
            yield f"{one.name} ({one.where}) has another value in {line} of the same file. Keep one of the two."


def home_elsewhere(told: tuple[Told, ...], home: Path) -> Iterator[str]:
    """A sentence about a home that is named within another one, where nobody looks for it."""
    for one in told:
        if one.name == "ICML_HOME" and one.value and Path(one.value).absolute() != home.absolute():
            yield f"ICML_HOME ({one.where}) names another folder than the one that it is in. Take it out there."


def write(file: Path, values: Mapping[str, str]) -> None:
    """Set *values* in *file*, which is made when it is not there; all its other lines stay as they are.

    The file is for its owner alone (mode 600), and is there whole at every moment: as it was, or as it is to be.

    Raises:
        OSError: it can't be written; it is as it was.
    """
    try:
        lines = file.read_text("utf-8").splitlines()
    except FileNotFoundError:
        lines = ["# Settings of the bot. They hold its tokens: keep this file to yourself."]
    _replace(file, "\n".join(_merged(lines, values)) + "\n")


def _merged(lines: list[str], values: Mapping[str, str]) -> list[str]:
    """*lines* with *values*: each in the place of its first line, else at the end."""
    left, made = dict(values), []
    for line in lines:
        named = _NAME.match(line)
        name = named.group(1).upper() if named else ""
        if name not in values:
            made.append(line)
        elif name in left:
            made.append(f"{name}={_quoted(left.pop(name))}")
    return [*made, *(f"{name}={_quoted(value)}" for name, value in left.items())]


def _quoted(value: str) -> str:
    if _PLAIN.fullmatch(value):
        return value
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _replace(file: Path, text: str) -> None:
    fresh = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        fresh.replace(file)
    except BaseException:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
