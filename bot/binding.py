"""What becomes of the papers that memory has when another library is put in the place of the old one."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.memory.memory import Memory
from handlers.model import SavedPaper
from index.model import Paper

NOBODY = ""  # the workspace under which the bot keeps what concerns them all
LIBRARY = "library"  # the setting there: the id of the library that memory's handles are of


class Binds(Protocol):
    """What is needed of a library."""

    @property
    def id(self) -> str: ...

    def paper_with_key(self, key: str) -> Paper | None: ...


@dataclass(frozen=True, slots=True)
class Binding:
    """The papers that memory has, and which of them the library has."""

    another: bool  # whether the library is another one than memory knew
    saved: int = 0  # papers on reading lists, each once
    lost: tuple[SavedPaper, ...] = ()  # of these, those that the library has not
    in_threads: int = 0  # papers in threads that stood in another library
    lost_in_threads: int = 0  # of these, those that the library has not


def known_library(memory: Memory) -> str:
    """The id of the library that memory's handles are of; empty where it has seen none."""
    return str(json.loads(memory.settings.get(NOBODY, LIBRARY, '""')))


def bind(memory: Memory, library: Binds, *, now: datetime) -> Binding:
    """Let memory's papers be those of *library*, by their keys, and say which ones it has not.

    What it has not stays on its list, by its headline, without a handle: that may be another paper's here. Threads
    keep handle, key and library of each paper, and are bound when they are read.
    """
    known, there = known_library(memory), library.id
    if known == there:
        return Binding(another=False)
    every = memory.reading_lists.every()
    papers = {one.key: library.paper_with_key(one.key) for one in every}
    memory.reading_lists.call({key: paper.handle if paper else "" for key, paper in papers.items()})
    in_threads = memory.threads.keys_beside(there)
    gone = sum(library.paper_with_key(key) is None for key in in_threads)
    memory.settings.put(NOBODY, LIBRARY, json.dumps(there), now)
    lost = tuple(one for one in every if papers[one.key] is None)
    return Binding(bool(known), len(every), lost, len(in_threads), gone)


def in_words(binding: Binding) -> str:
    """How many papers of memory are in the library, in a sentence or two; empty where nothing was to be bound."""
    said = []
    if binding.saved:
        said.append(f"{binding.saved - len(binding.lost):,} of {binding.saved:,} papers on reading lists are in it")
    if binding.in_threads:
        found = binding.in_threads - binding.lost_in_threads
        said.append(f"{found:,} of {binding.in_threads:,} papers that stand in threads")
    return f"{', and '.join(said)}." if said else ""
