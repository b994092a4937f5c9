"""What a backup says of itself."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from bot.errors import UnusableBackup

FORM = 1  # of the archive; a later one is not read
MEMORY, PAPERS, MANIFEST = "memory.jsonl", "papers.db", "manifest.json"


@dataclass(frozen=True, slots=True)
class Content:
    """One file in a backup."""

    sha256: str
    size: int  # bytes


@dataclass(frozen=True, slots=True)
class Manifest:
    """The first file of a backup."""

    form: int
    made_by: str  # version of the bot
    made_at: str  # ISO, UTC
    memory_version: str  # step of the memory's schema
    rows: Mapping[str, int]  # of each table
    with_secrets: bool  # whether tokens of installations are in it
    library: str = ""  # its id; empty where the backup has no papers
    library_steps: tuple[str, ...] = ()  # of its schema
    papers: int = 0
    files: Mapping[str, Content] = ()  # type: ignore[assignment]  # always given

    def written(self) -> bytes:
        return (json.dumps(asdict(self), indent=1, sort_keys=True) + "\n").encode()


def read(content: bytes, name: str) -> Manifest:
    """The manifest in *content*, of the backup *name*.

    Raises:
        UnusableBackup: it is none, or of a later form.
    """
    try:
        given: Any = json.loads(content)
        form = int(given["form"])
        if form > FORM:
            raise later(name, str(given.get("made_by", "")))
        files = {str(file): Content(str(one["sha256"]), int(one["size"])) for file, one in given["files"].items()}
        return Manifest(
            form=form,
            made_by=str(given["made_by"]),
            made_at=str(given["made_at"]),
            memory_version=str(given["memory_version"]),
            rows={str(table): int(count) for table, count in given["rows"].items()},
            with_secrets=bool(given["with_secrets"]),
            library=str(given["library"]),
            library_steps=tuple(map(str, given["library_steps"])),
            papers=int(given["papers"]),
            files=files,
        )
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        raise damaged(name, f"its manifest: {type(fault).__name__}") from fault


def later(name: str, made_by: str) -> UnusableBackup:
    return UnusableBackup(
        f"{name} was made by a later version of icml-bot ({made_by}). Install that version, and restore it there."
    )


def damaged(name: str, fault: object) -> UnusableBackup:
    return UnusableBackup(f"{name} is no whole backup ({fault}). Nothing was changed: take another one.")
