"""What can go wrong, in words that a member can act on.

PaperBotError
├── EmptyQuery      nothing is left to search for after analysis
├── EmptyCorpus     no papers are imported yet
├── UnknownCorpus   no corpus has that name
├── UnknownPaper    no paper has that handle
├── UnreadableList  a file is no list of papers; nothing was changed
└── UnreadableLibrary  papers.db is damaged or of a later version
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


class UnknownPaper(PaperBotError):
    """No paper has that handle."""

    def __init__(self, handle: str) -> None:
        super().__init__(f"No paper has the handle {handle}. Handles look like p17 and stand beside each result.")
        self.handle = handle


class UnreadableList(PaperBotError):
    """A list of papers that cannot be read; the library is as it was."""


class UnreadableLibrary(PaperBotError):
    """A papers.db that cannot be opened; it is never deleted or changed."""
