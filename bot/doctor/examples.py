"""One of each kind of message and view that the bot makes, of its own library's longest papers."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from slack_sdk.models.blocks import Block
from slack_sdk.models.views import View

from handlers.model import Digest, Mark, SavedPaper, Watch, Week
from handlers.views.abstract import abstract_modal
from handlers.views.answers import answer_blocks, answer_text
from handlers.views.digest import digest_parts, watch_parts
from handlers.views.home import Kept, home
from handlers.views.notices import corpora_blocks, corpora_text, greeting, help_blocks, help_text
from handlers.views.origin import Opened, Origin
from handlers.views.place import SEARCH, Place
from handlers.views.reading_list import Shelved, note_modal, reading_list, reading_list_text
from handlers.views.results import results, results_text, similar, similar_text
from handlers.views.shared_cards import share_modal, shared, shared_text
from handlers.views.weeks import week_parts
from index.library import Library
from index.model import Paper, Turn

Json = dict[str, Any]

MOST = 5  # papers in one message
_MARK = Mark(mine=True, group=True)


@dataclass(frozen=True, slots=True)
class Example:
    """A message or a view, as Slack gets it."""

    name: str
    message: Json | None = None
    view: Json | None = None


def examples(library: Library, command: str, now: datetime) -> Iterator[Example]:
    """One of each kind.

    Raises:
        EmptyCorpus: there are no papers to show.
    """
    papers = sorted(library.every(), key=lambda paper: (-len(paper.abstract), paper.number))[:MOST]
    yield from _searching(library, papers)
    yield from _asking(library, papers[0])
    yield from _keeping(papers, now)
    yield from _posting(library, command, now)
    known = library.corpora()
    yield _message("the help", help_text(command), help_blocks(command))
    yield _message("the corpora", corpora_text(known), corpora_blocks(known))
    yield _message("the greeting", *greeting(command, known))
    kept = Kept([_saved(paper, now) for paper in papers], [], [paper.headline for paper in papers])
    yield _view("the Home", home(kept, known))


def _searching(library: Library, papers: list[Paper]) -> Iterator[Example]:
    page = library.search(papers[0].headline)
    marks = {hit.paper.handle: _MARK for hit in page.hits}
    yield _message("results", results_text(page), results(page.understood, page, marks))
    one = library.search(papers[0].handle)
    yield _message("one paper", results_text(one), results(papers[0].handle, one, {papers[0].handle: _MARK}))
    nothing = library.search("xyzzyx qwrtzk")
    yield _message("nothing found", results_text(nothing), results(nothing.understood, nothing, {}))
    related = library.related(papers[0].handle)
    yield _message("similar papers", similar_text(papers[0], related), similar(papers[0], related, marks))


def _asking(library: Library, paper: Paper) -> Iterator[Example]:
    for name, question in (
        ("an answer", f"What does {paper.name or paper.handle} do?"),
        ("a list", "Which papers propose a new method?"),
        ("an honest no", "Which papers cure the common cold?"),
    ):
        found = library.ask([Turn(question)])
        yield _message(name, answer_text(found, asked=question), answer_blocks(found, asked=question))


def _keeping(papers: list[Paper], now: datetime) -> Iterator[Example]:
    entries = [Shelved(_saved(paper, now), paper) for paper in papers]
    marks = {paper.handle: _MARK for paper in papers}
    blocks = reading_list(entries, len(entries), 0, marks, "/icml", of_group=True)
    yield _message("a reading list", reading_list_text(entries, len(entries), "/icml", of_group=True), blocks)
    paper, note = papers[0], "For Monday"
    yield _message("a shared paper", shared_text(paper, note), shared(paper, "U1", note))
    opened = Opened(paper.handle, Place(SEARCH, paper.headline, 0), Origin("C1", "1.2", "", private=True))
    yield _view("the abstract", abstract_modal(paper, opened, _MARK, (), "", ""))
    yield _view("sharing", share_modal(paper, opened))
    yield _view("a note", note_modal(_saved(paper, now), opened, of_group=True))


def _posting(library: Library, command: str, now: datetime) -> Iterator[Example]:
    for topic in library.themes()[:1]:
        picked = library.pick(topic, most=MOST)
        digest = Digest("d1", "s1", topic, now.date(), picked.picks, picked.total, len(picked.picks))
        for number, (text, blocks) in enumerate(digest_parts(digest, command)):
            yield _message(f"a digest, part {number + 1}", text, blocks)
        empty = Digest("d1", "s1", topic, now.date(), (), picked.total, picked.total, note="The shelf is done.")
        yield _message("a digest without a pick", *digest_parts(empty, command)[0])
    found = library.search("merging").hits
    for number, (text, blocks) in enumerate(watch_parts(Watch("w1", "U1", "merging"), found, command)):
        yield _message(f"what a watch found, part {number + 1}", text, blocks)
    yield _message("the keepers’ card", *week_parts(Week(now.date(), 41, 3, 23, 20, 3, 25, 17))[0])


def _saved(paper: Paper, now: datetime) -> SavedPaper:
    return SavedPaper(paper.key, paper.handle, paper.headline, "U1", now, note="For Monday", tags=("merging",))


def _message(name: str, text: str, blocks: list[Block]) -> Example:
    return Example(name, message={"text": text, "blocks": _plain([block.to_dict() for block in blocks])})


def _view(name: str, view: View) -> Example:
    return Example(name, view=_plain(view.to_dict()))


def _plain(made: Any) -> Any:
    return json.loads(json.dumps(made))
