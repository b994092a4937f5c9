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
    year: int | None = None  # of most of its papers
    withdrawn: int = 0  # of the papers
    without_abstract: int = 0  # of the papers


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
    why: tuple[tuple[str, tuple[str, ...]], ...] = ()  # ("title", ("merging",)): where which words matched


@dataclass(frozen=True, slots=True)
class Facets:
    """What some papers are, with counts; of each kind the commonest first."""

    areas: tuple[tuple[str, int], ...]
    venues: tuple[tuple[str, int], ...]
    years: tuple[tuple[str, int], ...]
    with_code: int


@dataclass(frozen=True, slots=True)
class Page:
    """Some hits of a query."""

    hits: tuple[Hit, ...]
    total: int  # all matches, exact
    offset: int = 0  # of the first hit, 0-based
    understood: str = ""  # how the query was read, for people
    partial: bool = False  # nothing matches all of it: these are the nearest papers
    full: int = 0  # of the total, those that have all of the query
    searched: int = 0  # how many papers were looked through
    corpora: tuple[str, ...] = ()  # labels of the corpora that were looked through


@dataclass(frozen=True, slots=True)
class Refused:
    """A row of a list that is no paper."""

    position: int  # its line or number in the list, from 1
    reason: str  # in words


@dataclass(frozen=True, slots=True)
class ListReport:
    """What an import made of one list.

    ``read`` is the sum of added, changed, merged, unchanged, refused and left out.
    """

    source: str
    corpus: str
    read: int
    added: int = 0
    changed: int = 0
    merged: int = 0  # the same paper as another entry of this import, or of another list
    unchanged: int = 0
    refused: tuple[Refused, ...] = ()
    left_out: tuple[Refused, ...] = ()  # can be read but do not belong in: rejected, a lunch break
    without_abstract: int = 0  # of the papers added, changed or merged: found by their titles only
    withdrawn: int = 0  # papers that this list had before and has no more
    note: str = ""  # why nothing of it was read, in words


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did, list by list."""

    lists: tuple[ListReport, ...]
    dry_run: bool = False  # nothing of it was kept

    @property
    def read(self) -> int:
        return sum(one.read for one in self.lists)

    @property
    def added(self) -> int:
        return sum(one.added for one in self.lists)

    @property
    def changed(self) -> int:
        return sum(one.changed for one in self.lists)

    @property
    def merged(self) -> int:
        return sum(one.merged for one in self.lists)

    @property
    def unchanged(self) -> int:
        return sum(one.unchanged for one in self.lists)

    @property
    def refused(self) -> int:
        return sum(len(one.refused) for one in self.lists)

    @property
    def left_out(self) -> int:
        return sum(len(one.left_out) for one in self.lists)

    @property
    def withdrawn(self) -> int:
        return sum(one.withdrawn for one in self.lists)

    @property
    def without_abstract(self) -> int:
        return sum(one.without_abstract for one in self.lists)

    @property
    def exit_code(self) -> int:
        """For a command line: 0 all well, 1 some rows were refused, 2 nothing could be done."""
        taken = self.added + self.changed + self.merged + self.unchanged
        if not taken and not self.left_out:
            return 2
        return 1 if self.refused else 0

    def __str__(self) -> str:
        """One line that adds up."""
        return (
            f"{self.read} entries: {self.added} added, {self.changed} changed, {self.merged} merged, "
            f"{self.unchanged} unchanged, {self.refused} refused, {self.left_out} left out"
        )


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a thread."""

    text: str  # what a person sees
    by_bot: bool = False
    papers: tuple[str, ...] = ()  # handles that stood in it, in order: "the second one" is the second of them


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of an abstract, word for word."""

    paper: Paper
    start: int  # in the paper's abstract
    end: int
    bold: tuple[tuple[int, int], ...] = ()  # stretches within it, in the abstract's counting, that answer by themselves

    @property
    def text(self) -> str:
        return self.paper.abstract[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the abstracts say to a question, or that they don't."""

    kind: str  # "answer", "abstain" or "chat"
    lead: str = ""  # our own words before the passages; claims nothing that code did not check
    passages: tuple[Passage, ...] = ()  # the first answers, the others support; those of one paper may be apart
    more: tuple[Passage, ...] = ()  # what stands behind "more"
    papers: tuple[Paper, ...] = ()  # cited, in the order of their markers: the first is [1]
    reason: str = ""  # why there is no answer, in words; only of an abstention
    nearest: tuple[Paper, ...] = ()  # likewise: the nearest papers
    lacks: tuple[str, ...] = ()  # likewise: how each of the nearest differs from what was asked
    total: int | None = None  # of a list or count: all papers that match
    browse: str = ""  # the query that lists them; of an abstention what a paper would have that answers it
    suggestions: tuple[str, ...] = ()  # questions that may come next
    confidence: float = 0.0  # 0 to 1: how much of the question stands in the passages
    chinese: bool = False  # whether our own words are; those of the abstracts never are

    def marker(self, paper: Paper) -> int:
        """The number that *paper* is cited by, from 1.

        Raises:
            ValueError: it is not cited.
        """
        return [cited.handle for cited in self.papers].index(paper.handle) + 1


@dataclass(frozen=True, slots=True)
class Topic:
    """A name and what defines it: a paper is of the topic when one of its words or examples says so."""

    name: str  # short, as it is typed: "model-merging"
    label: str  # for people: "Model merging"
    words: tuple[str, ...] = ()  # each a query of its own: words, a phrase, a filter
    like: tuple[str, ...] = ()  # keys of example papers
    without: tuple[str, ...] = ()  # words or phrases that no pick may have
    corpora: tuple[str, ...] = ()  # names of corpora; none for the default ones
    has_code: bool = False  # only papers that give a code address


@dataclass(frozen=True, slots=True)
class Taste:
    """What moves later picks, by keys of papers."""

    more: tuple[str, ...] = ()  # "more like this"
    less: tuple[str, ...] = ()  # "not for us"
    saved: tuple[tuple[str, int], ...] = ()  # on the group's list, with how many saved it; never a private one


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why a paper was picked."""

    kind: str  # "words", "example", "liked", "saved", "area", "oral" or "new"
    words: tuple[str, ...] = ()  # what matched, as the paper has it
    handle: str = ""  # of the paper that it is like
    count: int = 0  # how many saved that


@dataclass(frozen=True, slots=True)
class Pick:
    """A paper chosen for a topic, and why."""

    paper: Paper
    score: float  # how well it fits the topic; comparable within one topic only
    reasons: tuple[Reason, ...]  # the strongest first; never empty
    snippet: Snippet


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A paper that shares words with a topic and is no pick."""

    paper: Paper
    reason: str  # in words


@dataclass(frozen=True, slots=True)
class Picked:
    """What a topic gives now."""

    picks: tuple[Pick, ...]  # in the order in which they are shown
    total: int  # papers on the topic's shelf
    seen: int  # of these, had before (or nearly the same as one that was)
    left_out: tuple[LeftOut, ...] = ()  # the nearest that are not on the shelf
