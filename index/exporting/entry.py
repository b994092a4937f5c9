"""What is exported of a paper."""

from dataclasses import dataclass

from index.model import Paper


@dataclass(frozen=True, slots=True)
class Entry:
    """A paper, with what its reader wrote beside it."""

    paper: Paper
    note: str = ""
    tags: tuple[str, ...] = ()
    done: bool = False

    @property
    def title(self) -> str:
        """In one line; the headline where the list has no title."""
        return one_line(self.paper.title or self.paper.headline)

    @property
    def venue(self) -> str:
        """Where it appeared, with its year once."""
        venue, year = one_line(self.paper.venue), self.paper.year
        return f"{venue} {year}" if venue and year and str(year) not in venue else venue


UNTITLED = "The list gives no title; this is a headline from the abstract."


def one_line(text: str) -> str:
    """*text* without line breaks, which end a field in some formats."""
    return " ".join(text.split())
