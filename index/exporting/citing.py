"""A paper in one line, as a list of references has it."""

from index.exporting.entry import Entry
from index.model import Paper


def citation(paper: Paper) -> str:
    """Authors, title, where, address: plain text."""
    entry = Entry(paper)
    authors = list(paper.authors[:6]) + (["et al."] if len(paper.authors) > 6 else [])
    said = [", ".join(authors), entry.title, entry.venue or str(paper.year or ""), paper.url]
    return " ".join(
        part if part.endswith((".", "?", "!")) or part == paper.url else f"{part}." for part in said if part
    )
