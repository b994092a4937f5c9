"""What can go wrong, in words that a member can act on.

PaperBotError
├── EmptyQuery      nothing is left to search for after analysis
├── EmptyCorpus     no papers are imported yet
├── UnknownCorpus   no corpus has that name
├── CorpusThere     a corpus has that name already
├── UnknownPaper    no paper has that handle
├── UnreadableList  a file is no list of papers; nothing was changed
├── ImportUnderWay  another import is not done yet
├── LibraryFull     the disk has no room for papers.db; nothing was changed
├── NotFetched      a list could not be brought from its address
├── LibraryBusy     papers.db is read for so long that no other can be put in its place
├── NoLibraryFile   a file is no copy of a library
└── UnreadableLibrary  papers.db is damaged or of a later version
    └── LibraryAway  the same, while the bot is at work, in words for members
"""


class PaperBotError(Exception):
    """Base of the errors that a member may see.

    ``str(error)`` is shown in Slack as it stands: what happened, then what to do.
    """


class EmptyQuery(PaperBotError):
    """Nothing is left to search for after analysis."""

    def __init__(self, typed: str) -> None:
        super().__init__(
            f"“{typed.strip()}” has no words to search for. Try a topic, such as “model merging”."
            if typed.strip()
            else "Tell me what to look for, such as “model merging”."
        )
        self.typed = typed


class EmptyCorpus(PaperBotError):
    """No papers are imported yet."""

    def __init__(self, corpus: str = "") -> None:
        where = f" for {corpus}" if corpus else ""
        super().__init__(f"No papers are imported{where} yet. A keeper can run “icml import FILE”.")
        self.corpus = corpus


class UnknownCorpus(PaperBotError):
    """No corpus has that name."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"There is no corpus “{name}” here. There is {', '.join(known) or 'none yet'}.")
        self.name = name


class CorpusThere(PaperBotError):
    """A corpus has that name already."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is a corpus “{name}” already. Choose another name.")
        self.name = name


class UnknownPaper(PaperBotError):
    """No paper has that handle."""

    def __init__(self, handle: str) -> None:
        super().__init__(f"No paper has the handle {handle}. Handles look like p17 and stand beside each result.")
        self.handle = handle


class UnreadableList(PaperBotError):
    """A list of papers that cannot be read; the library is as it was."""


class ImportUnderWay(PaperBotError):
    """Another import into the same library is not done yet."""

    def __init__(self) -> None:
        super().__init__("Another import into this library is under way. Try again when it is done.")


class LibraryFull(PaperBotError):
    """The disk has no room for papers.db."""

    def __init__(self, fault: str) -> None:
        super().__init__(
            f"There is no room left for the library ({fault}). Nothing was changed: make room and import again."
        )


class NotFetched(PaperBotError):
    """A list that could not be brought from its address; what was fetched so far is kept for the next try."""


class MissingExtra(PaperBotError):
    """An optional part is asked for whose packages are not installed."""

    def __init__(self, extra: str, packages: list[str]) -> None:
        super().__init__(f"The extra “{extra}” is not installed ({', '.join(packages)} missing). The README says how.")
        self.extra = extra


class UnreadableLibrary(PaperBotError):
    """A papers.db that cannot be opened; it is never deleted or changed."""


class LibraryAway(UnreadableLibrary):
    """The library can't be read while the bot is at work; ``why`` is for its keepers."""

    def __init__(self, why: str) -> None:
        super().__init__(
            "I can’t read my library just now, so I can’t look anything up. "
            "A keeper can put it right with “icml library import FILE” or “icml restore FILE --only papers --replace”."
        )
        self.why = why


class LibraryBusy(PaperBotError):
    """Somebody reads the library for so long that no other can be put in its place."""

    def __init__(self) -> None:
        super().__init__("The library is read without a pause. Nothing was changed: try again in a minute.")


class NoLibraryFile(PaperBotError):
    """A file that is no whole copy of a library; nothing was changed."""
