"""What the face needs of the bot's memory of readers: lists, last searches, choices."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Protocol

from slack_bolt import BoltContext

from handlers.claims import workspace_of
from handlers.model import GROUP, Forgotten, Mark, SavedPaper
from index.model import Paper

SHOW_NAME = "show_name"  # a member's choice: "no" hides their name beside what they saved for the group
CORPUS = "corpus"  # a member's choice: the name of the corpus to look in where a search names none


class Reading(Protocol):
    """The reading lists of all workspaces. *owner* is a member, or GROUP."""

    def save(self, workspace: str, owner: str, member: str, paper: Paper) -> bool:
        """True if it was not there."""
        ...

    def remove(self, workspace: str, owner: str, key: str) -> bool:
        """True if it was there."""
        ...

    def annotate(self, workspace: str, owner: str, key: str, *, note: str, tags: tuple[str, ...], done: bool) -> bool:
        """False if it is not there."""
        ...

    def saved(self, workspace: str, owner: str) -> tuple[SavedPaper, ...]: ...

    def marks(self, workspace: str, member: str, keys: Collection[str]) -> dict[str, Mark]: ...

    def searched(self, workspace: str, member: str, query: str) -> None: ...

    def searches(self, workspace: str, member: str) -> tuple[str, ...]: ...

    def choice(self, workspace: str, member: str, name: str, default: str = "") -> str: ...

    def choose(self, workspace: str, member: str, name: str, value: str) -> None: ...

    def forget(self, workspace: str, member: str) -> Forgotten: ...


@dataclass(frozen=True, slots=True)
class Reader:
    """One member with their lists, for as long as one thing is answered."""

    workspace: str
    member: str
    reading: Reading

    @classmethod
    def of(cls, context: BoltContext, reading: Reading) -> "Reader":
        return cls(workspace_of(context), context.user_id or "", reading)

    def marks(self, papers: Iterable[Paper]) -> dict[str, Mark]:
        """By handle, where each of *papers* is saved."""
        by_key = {paper.key: paper.handle for paper in papers}
        found = self.reading.marks(self.workspace, self.member, list(by_key))
        return {by_key[key]: mark for key, mark in found.items()}

    def owner(self, of_group: bool) -> str:
        return GROUP if of_group else self.member
