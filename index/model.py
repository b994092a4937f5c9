"""The words of this project. Frozen, plain, and free of I/O."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper, as its lists give it, cleaned."""

    handle: str  # what people type and see, "p17"; never changes, never reused
    key: str  # the same in every library: its best external id, else a hash of its folded text
    headline: str  # the title, else the method's name and what it is; never empty
    abstract: str  # clean text, as it is indexed, quoted and shown
    title: str = ""
    name: str = ""  # the method's own name, "C²-AFCL"
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int | None = None
    area: str = ""  # the primary area that a list gives it
    url: str = ""  # where it is read; http or https, checked at import
    pdf: str = ""  # likewise
    code: str = ""  # likewise: its repository or project page
    oral: bool = False
    withdrawn: bool = False
    ids: tuple[tuple[str, str], ...] = ()  # external ids, ("openreview", "abc"), sorted
    corpora: tuple[str, ...] = ()  # names of the corpora that it is in, sorted

    @property
    def number(self) -> int:
        """The number in the handle, which orders papers of equal score."""
        return int(self.handle[1:])


@dataclass(frozen=True, slots=True)
class Corpus:
    """A named list of papers."""

    name: str  # "icml2026"
    label: str  # "ICML 2026"
    version: int  # grows at each import that changes it
    papers: int


@dataclass(frozen=True, slots=True)
class Snippet:
    """A stretch of an abstract, cut where the matched words begin and end."""

    runs: tuple[tuple[str, bool], ...]  # (text, matched?), in order


@dataclass(frozen=True, slots=True)
class Hit:
    """A paper that matched a query."""

    paper: Paper
    score: float  # BM25; comparable within one query only
    snippet: Snippet


@dataclass(frozen=True, slots=True)
class Page:
    """Some hits of a query."""

    hits: tuple[Hit, ...]
    total: int  # all matches, exact
    offset: int = 0  # of the first hit, 0-based
    understood: str = ""  # how the query was read, for people
    partial: bool = False  # nothing matches all of it: these are the nearest papers
    searched: int = 0  # how many papers were looked through
    corpora: tuple[str, ...] = ()  # labels of the corpora that were looked through
