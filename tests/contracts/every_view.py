"""Every view there is of a paper, for contracts and benchmarks: what Slack says against it, if anything."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime

from bot.workspace.blocks import view_violations, violations
from handlers.model import Mark, SavedPaper
from handlers.views.abstract import abstract_modal
from handlers.views.home import Kept, asking, home, mentioned
from handlers.views.modals import listing
from handlers.views.origin import Opened, Origin
from handlers.views.place import SEARCH, Place
from handlers.views.previews import preview
from handlers.views.reading_list import Shelved, note_modal, reading_list, reading_list_text, recent
from handlers.views.results import results, results_text, similar, similar_text
from handlers.views.shared_cards import not_shared, share_modal, shared, shared_text
from index.model import Hit, Page, Paper, Snippet
from tests.block_kit import BUDGET, visible
from tests.contracts import every_digest
from tests.factories import corpus

NOW = datetime(2026, 7, 12, 9, tzinfo=UTC)
MARK = Mark(mine=True, group=True, by="U2")


def hit_of(paper: Paper) -> Hit:
    return Hit(paper, 1.0, Snippet(((paper.abstract[:300], False), ("merging", True))))


def messages(papers: list[Paper]) -> Iterator[tuple[str, str, list]]:
    """Every message that shows *papers*, at most five: its name, text and blocks."""
    hits = [hit_of(paper) for paper in papers]
    marks = {paper.handle: MARK for paper in papers}
    query = papers[0].headline
    page = Page(tuple(hits), 99, 5, understood=query, full=3, searched=99, corpora=("ICML 2026",))
    yield "private results", results_text(page), results(query, page, marks, newest=True)
    yield "public results", results_text(page), results(query, page, asked_by="U1")
    for hit in hits:
        one = Page((hit,), 1, understood=query, full=1, searched=99, corpora=("ICML 2026",))
        yield "one paper", results_text(one), results(hit.paper.handle, one, marks)
        yield "a shared paper", shared_text(hit.paper, "For Monday"), shared(hit.paper, "U1", "For Monday")
        yield "a card under a link", results_text(one), preview(hit.paper)
        text, blocks = not_shared(hit.paper, "/icml")
        yield "what was not shared", text, blocks
    yield "similar papers", similar_text(papers[0], hits), similar(papers[0], hits, marks)
    entries = [Shelved(saved(paper), paper) for paper in papers]
    listed = reading_list(entries, 99, 5, marks, "/icml", of_group=True)
    yield "a reading list", reading_list_text(entries, 99, "/icml", of_group=True), listed
    gone = [Shelved(saved(paper), None) for paper in papers]
    yield "a list of papers that are gone", "gone", reading_list(gone, 99, 5, {}, "/icml", of_group=False)
    yield from every_digest.messages(papers)
    yield "the last searches", "recent", recent([query], "/icml", "recent.search")


def views(papers: list[Paper]) -> Iterator[tuple[str, dict]]:
    """Every modal and Home that shows *papers*."""
    hits = [hit_of(paper) for paper in papers]
    where = Origin("C1", "1.2", "https://hooks.example/" + "x" * 120, private=True)
    for paper in papers:
        opened = Opened(paper.handle, Place(SEARCH, paper.headline, 7), where)
        yield "an abstract", as_json(abstract_modal(paper, opened, MARK, hits, "p1", "p2"))
        yield "sharing", as_json(share_modal(paper, opened))
        yield "sharing from the Home", as_json(share_modal(paper, Opened(paper.handle)))
        yield "a note", as_json(note_modal(saved(paper), opened, of_group=True))
        yield "asking", as_json(asking(paper.abstract))
    lists = [saved(paper) for paper in papers]
    kept = Kept(lists, lists, [paper.headline for paper in papers], "icml2026", shows_name=False)
    yield "the Home", as_json(home(kept, [corpus()], "Done."))
    for name, view in every_digest.views(papers):
        yield name, as_json(view)
    yield "what a message names", as_json(listing(mentioned([paper.headline for paper in papers], 3)))


def saved(paper: Paper) -> SavedPaper:
    return SavedPaper(paper.key, paper.handle, paper.headline, "U2", NOW, note="n" * 200, tags=("a", "b"), done=True)


def as_json(view) -> dict:
    return json.loads(json.dumps(view.to_dict()))


def faults_of(papers: list[Paper]) -> tuple[int, list[str]]:
    """How many views were made of *papers*, and what is wrong with them."""
    made, wrong = 0, []
    for name, text, blocks in messages(papers):
        sent = json.loads(json.dumps([block.to_dict() for block in blocks]))
        found = [str(one) for one in violations(sent, "message")]
        found += [f"{len(visible(sent))} characters"] if len(visible(sent)) > BUDGET else []
        found += ["its text could ring or link"] if "<" in text or not text else []
        found += ["text of a paper in mrkdwn"] if '"mrkdwn"' in json.dumps(sent) else []
        wrong += [f"{papers[0].handle}, {name}: {one}" for one in found]
        made += 1
    for name, view in views(papers):
        found = [str(one) for one in view_violations(view)]
        found += ["text of a paper in mrkdwn"] if '"mrkdwn"' in json.dumps(view) else []
        wrong += [f"{papers[0].handle}, {name}: {one}" for one in found]
        made += 1
    return made, wrong
