"""What the listeners of searching, saving and sharing work with."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from handlers.claims import Claims
from handlers.digesting import Digests, Topics, Watches
from handlers.places import Places
from handlers.reading import Reading
from index.model import Corpus, Facets, Hit, Page, Paper


class Finds(Protocol):
    """What the face needs of the library to find papers and to keep them."""

    def search(
        self,
        query: str,
        *,
        corpora: Collection[str] | None = None,
        offset: int = 0,
        limit: int = 5,
        newest: bool = False,
    ) -> Page: ...

    def facets(self, query: str, *, corpora: Collection[str] | None = None) -> Facets: ...

    def related(self, handle: str, *, limit: int = 5) -> tuple[Hit, ...]: ...

    def paper(self, handle: str) -> Paper: ...

    def paper_at(self, address: str) -> Paper | None: ...

    def paper_with_key(self, key: str) -> Paper | None: ...

    def handle_at(self, position: int) -> str: ...

    def corpora(self) -> list[Corpus]: ...


@dataclass(frozen=True, slots=True)
class Desk:
    """Shared by all threads."""

    library: Finds
    reading: Reading
    claims: Claims
    command: str  # with its slash
    chance: Callable[[], int]  # some number, 0 or more
    topics: Topics
    digests: Digests
    watches: Watches
    places: Places  # what is switched on where
    keepers: frozenset[str] = frozenset()  # members who look after the bot
