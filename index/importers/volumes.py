"""PMLR volumes: the posts of a folder or an archive, one list for each volume."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from index.importers import pmlr_posts
from index.importers.base import Entry, PaperList, Record, Refusal


class Volumes:
    """Gathers posts and the configurations beside them; posts are small, so a volume is held in memory."""

    def __init__(self, name: str) -> None:
        self._name = PurePosixPath(name.rstrip("/")).name
        self._posts: dict[str, list[tuple[str, str]]] = {}
        self._configurations: dict[str, str] = {}

    def add(self, name: str, content: str) -> bool:
        """Take the file *name* in, if it belongs to a volume; say whether it does."""
        if name.endswith((".yml", ".yaml")):
            if volume := pmlr_posts.volume_of(content):
                self._configurations[volume] = content
            return bool(volume)
        if not pmlr_posts.recognises(content):
            return False
        self._posts.setdefault(pmlr_posts.volume_of(content), []).append((name, content))
        return True

    def lists(self) -> Iterator[PaperList]:
        """A list for each volume, in the order of their numbers."""
        for volume, posts in sorted(self._posts.items(), key=lambda one: int(one[0] or 0)):
            facts = pmlr_posts.volume_facts(self._configurations.get(volume, ""))
            entries = [
                _named(pmlr_posts.entry(content, position, facts), name)
                for position, (name, content) in enumerate(posts, 1)
            ]
            label = pmlr_posts.label_of(volume, [one for one in entries if isinstance(one, Record)], facts)
            yield PaperList(f"{self._name}/v{volume}" if len(posts) > 1 else posts[0][0], label, entries)


def _named(entry: Entry, name: str) -> Entry:
    """*entry*, whose refusal tells which file it was."""
    return replace(entry, reason=f"{name}: {entry.reason}") if isinstance(entry, Refusal) else entry
