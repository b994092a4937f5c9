"""What a member alone sees of searches, similar papers and lists: made anew from what a button carries."""

from slack_sdk.models.blocks import Block

from handlers.desk import Desk
from handlers.reading import CORPUS, Reader
from handlers.views.narrowing import filters_of
from handlers.views.place import GROUPS, MINE, SEARCH, SIMILAR, OldButton, Place
from handlers.views.reading_list import LIST_SIZE, Shelved, reading_list, reading_list_text
from handlers.views.results import PAGE_SIZE, results, results_text, similar, similar_text
from index.model import Page, Paper

MOST_SIMILAR = 5

Message = tuple[str, list[Block]]  # the whole as plain text, and the blocks


def found(desk: Desk, reader: Reader, query: str, offset: int = 0, *, newest: bool = False) -> Message:
    """A page of what *query* finds."""
    page = search(desk, reader, query, offset, newest=newest)
    marks = reader.marks(hit.paper for hit in page.hits)
    return results_text(page), results(query, page, marks, newest=newest)


def search(
    desk: Desk, reader: Reader, query: str, offset: int = 0, limit: int = PAGE_SIZE, *, newest: bool = False
) -> Page:
    """Look in the corpus that the reader chose, where they chose one and *query* names none."""
    return desk.library.search(query, corpora=corpora(desk, reader, query), offset=offset, limit=limit, newest=newest)


def corpora(desk: Desk, reader: Reader, query: str) -> list[str] | None:
    """The corpora to look in; None for all. A chosen one that has gone is none."""
    chosen = reader.reading.choice(reader.workspace, reader.member, CORPUS)
    if not chosen or any(one.lower().lstrip("-").startswith("in:") for one in filters_of(query)):
        return None
    return [chosen] if chosen in {corpus.name for corpus in desk.library.corpora()} else None


def similar_to(desk: Desk, reader: Reader, handle: str) -> Message:
    """The papers on the matter of one."""
    paper = desk.library.paper(handle)
    hits = desk.library.related(handle, limit=MOST_SIMILAR)
    return similar_text(paper, hits), similar(paper, hits, reader.marks(hit.paper for hit in hits))


def on_list(desk: Desk, reader: Reader, offset: int = 0, *, of_group: bool) -> Message:
    """Some entries of a list; the last ones where *offset* is beyond them."""
    saved = reader.reading.saved(reader.workspace, reader.owner(of_group))
    offset = max(0, min(offset, len(saved) - 1)) // LIST_SIZE * LIST_SIZE
    entries = [Shelved(one, bound(desk, one.key)) for one in saved[offset : offset + LIST_SIZE]]
    marks = reader.marks(one.paper for one in entries if one.paper)
    text = reading_list_text(entries, len(saved), desk.command, of_group=of_group)
    return text, reading_list(entries, len(saved), offset, marks, desk.command, of_group=of_group)


def bound(desk: Desk, key: str) -> Paper | None:
    """The paper that was saved, in the library as it is now."""
    return desk.library.paper_with_key(key)


def again(desk: Desk, reader: Reader, place: Place) -> Message:
    """The list in which a card stands, as it is now.

    Raises:
        OldButton: it is of a kind that is not known.
    """
    match place.kind:
        case "search":
            start = place.offset - place.offset % PAGE_SIZE
            return found(desk, reader, place.text, start, newest=place.newest)
        case "similar":
            return similar_to(desk, reader, place.text)
        case "mine" | "group":
            return on_list(desk, reader, place.offset, of_group=place.kind == GROUPS)
    raise OldButton


def beside(desk: Desk, reader: Reader, place: Place) -> tuple[str, str]:
    """The handles of the papers before and after *place*; empty where there is none."""
    if not place.is_private:
        return "", ""
    first = max(0, place.offset - 1)
    handles = _handles(desk, reader, place, first, 3)
    before = handles[0] if place.offset and handles else ""
    at = place.offset - first + 1
    return before, handles[at] if at < len(handles) else ""


def _handles(desk: Desk, reader: Reader, place: Place, first: int, most: int) -> list[str]:
    if place.kind == SEARCH:
        page = search(desk, reader, place.text, first, most, newest=place.newest)
        hits = page.hits[first:] if page.partial else page.hits
    elif place.kind == SIMILAR:
        hits = desk.library.related(place.text, limit=MOST_SIMILAR)[first:]
    elif place.kind in (MINE, GROUPS):
        saved = reader.reading.saved(reader.workspace, reader.owner(place.kind == GROUPS))
        return [one.handle for one in saved[first : first + most]]
    else:
        raise OldButton
    return [hit.paper.handle for hit in hits[:most]]


def found_by_all(desk: Desk, query: str, offset: int, asked_by: str) -> Message:
    """A page of what *query* finds, for an answer that others see too."""
    page = desk.library.search(query, offset=offset)
    return results_text(page), results(query, page, asked_by=asked_by)
