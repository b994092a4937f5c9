"""RIS, which Zotero, EndNote and Mendeley read."""

from collections.abc import Iterable, Iterator

from index.exporting.entry import UNTITLED, Entry, one_line


def ris(entries: Iterable[Entry]) -> str:
    """All *entries*, in their order; a line is a field, and no text can begin another one."""
    return "\n".join("\n".join(_lines(one)) + "\n" for one in entries)


def _lines(entry: Entry) -> Iterator[str]:
    paper = entry.paper
    fields = [
        ("TY", "CPAPER" if paper.venue else "GEN"),
        ("ID", paper.handle),
        ("TI", entry.title),
        *(("AU", name) for name in paper.authors),
        ("PY", str(paper.year or "")),
        ("T2", entry.venue),
        ("UR", paper.url),
        ("L1", paper.pdf),
        ("KW", paper.area),
        *(("KW", tag) for tag in entry.tags),
        ("AB", paper.abstract),
        ("N1", "" if paper.title else UNTITLED),
        ("N1", entry.note),
    ]
    for tag, value in fields:
        if said := one_line(value):
            yield f"{tag}  - {said}"
    yield "ER  - "
