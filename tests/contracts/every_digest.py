"""Every view there is of digests, topics and watches, for contracts: over papers, and over the longest of all words."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta

from handlers.model import Delivery, Digest, Pause, Subscription, Watch
from handlers.views import digest_setup, topics
from handlers.views.coming import Coming
from handlers.views.digest import digest_parts, watch_parts
from handlers.views.digest_setup import Form, setup_modal
from handlers.views.digest_words import Standing, why_none
from handlers.views.digests import coming, coming_text, digest_status, digest_status_text, ledger, ledger_text
from handlers.views.home import Kept, home
from handlers.views.modals import modal
from handlers.views.origin import Origin
from handlers.views.topics import Draft, Shelved, topic_list, topic_list_text, topic_modal
from handlers.views.watches import watch_list, watch_list_text
from index.model import Hit, LeftOut, Paper, Pick, Picked, Reason, Snippet, Topic
from tests.factories import corpus

DAY = date(2026, 7, 13)
NOON = datetime(2026, 7, 13, 12, tzinfo=UTC)
LONG = "A topic <!channel> of *very* many words & more "


def topic(number: int = 1, **changes) -> Topic:
    given = {"words": (LONG * 3,) * 40, "like": ("k",) * 20, "without": ("w" * 60,) * 20, "has_code": True}
    return Topic(f"topic-{number}", LONG * 2, **given | changes)


def pick(paper: Paper) -> Pick:
    reasons = [Reason("words", tuple(paper.headline.split()[:6]))]
    reasons += [Reason("saved", handle="p17", count=3), Reason("liked", handle="p9"), Reason("oral"), Reason("new")]
    return Pick(paper, 1.0, tuple(reasons), Snippet(((paper.abstract[:300], False), ("merging", True))))


def digest(papers: list[Paper], **changes) -> Digest:
    given = {"total": 61, "seen": 18, "note": "It comes late: I was not running at 09:00.", "asked_by": "U1"}
    return Digest("d" * 40, "s" * 12, topic(), DAY, tuple(pick(paper) for paper in papers), **given | changes)


def subscription(**changes) -> Subscription:
    given = {
        "plan": tuple((day, f"topic-{day}") for day in range(7)),
        "at": time(9),
        "zone": "America/Argentina/ComodRivadavia",
        "picks": 10,
        "corpora": ("c" * 60,) * 9,
        "has_code": True,
        "without": ("w" * 60,) * 20,
        "in_thread": True,
        "says_none": False,
        "keepers_only": True,
        "by": "U1",
        "pauses": (Pause(DAY), Pause(DAY + timedelta(2), DAY + timedelta(9))),
    }
    return Subscription("s" * 12, "C1", **given | changes)


def line(papers: list[Paper], **changes) -> Delivery:
    given = {"state": "posted", "papers": tuple((paper.handle, paper.key) for paper in papers), "posted_at": NOON}
    given |= {"reason": LONG * 20}
    return Delivery("d" * 40, "s" * 12, "C1", DAY, 0, "topic-1", NOON, **given | changes)


def standing(papers: list[Paper], **changes) -> Standing:
    labels = {f"topic-{number}": LONG * 2 for number in range(7)}
    newest = line(papers, state="given_up")
    return Standing(subscription(**changes), labels, DAY, NOON, 18, 61, newest)


def messages(papers: list[Paper]) -> Iterator[tuple[str, str, list]]:
    """Every message: its name, text and blocks."""
    ten = (papers * 10)[:10]
    for name, one in (
        ("a digest", digest(ten)),
        ("a digest in its thread", digest(ten, in_thread=True)),
        ("the end of a shelf", digest(papers, seen=61)),
        ("a shelf that is done", digest([], seen=61)),
        ("a day without a paper", digest([], note=LONG * 20)),
    ):
        for at, (text, blocks) in enumerate(digest_parts(one, "/icml")):
            yield f"{name}, part {at}", text, blocks
    hits = [Hit(paper, 1.0, Snippet(((paper.abstract[:300], False),))) for paper in ten * 2]
    for text, blocks in watch_parts(Watch("w" * 16, "U1", papers[0].headline * 20), hits, "/icml"):
        yield "what a watch found", text, blocks
    several = [standing(papers), *[standing(papers, pauses=()) for _ in range(9)]]
    text = digest_status_text(several, "/icml", said="Done.", warning="I am not in this channel.")
    yield "how digests stand", text, digest_status(several, "C1", "/icml", said="Done.", warning="I am not here.")
    yield "no digest", digest_status_text([], "/icml"), digest_status([], "C1", "/icml")
    yield "what comes", coming_text([digest(ten)] * 5), coming([digest(ten)] * 5, "s" * 12)
    lines, labels, why = [line(ten)] * 10, {"topic-1": LONG * 2}, why_none(line([], state="passed"), several[0])
    yield "the ledger", ledger_text(lines, labels, why), ledger(lines, labels, "s", why=why, offset=10, more=True)
    shelved = [Shelved(topic(number), 1_234, ["C1", "C2", "C3", "C4"]) for number in range(50)]
    yield "all topics", topic_list_text(shelved, "/icml"), topic_list(shelved, "/icml")
    watches = [Watch("w" * 16, "U1", papers[0].abstract) for _ in range(60)]
    yield "all watches", watch_list_text(watches, "/icml"), watch_list(watches, "/icml")


def views(papers: list[Paper]) -> Iterator[tuple[str, object]]:
    """Every modal and Home."""
    picked = Picked(tuple(map(pick, (papers * 10)[:10])), 61, 18, tuple(LeftOut(paper, LONG * 9) for paper in papers))
    many, known = [topic(number) for number in range(120)], [corpus(), corpus(name="x" * 70, label=LONG * 3)]
    where = Origin("C1", "1.2", "https://hooks.example/" + "x" * 120, private=True)
    for by_weekday in (False, True):
        opening = digest_setup.Opening("s" * 12, "C1", by_weekday, where)
        form = Form(subscription(), many, known, opening, picked, LONG)
        yield "setting up a digest", setup_modal(form)
    new = Form(Subscription("", "C1", ((0, ""),), time(9), ""), many[:1], known[:1], digest_setup.Opening("", "C1"))
    yield "a new digest", setup_modal(new)
    draft = Draft("topic-1", "n" * 60, ("w" * 45,) * 40, ("p17",) * 20, ("w" * 20,) * 20, ("icml2026",), has_code=True)
    yield "a topic", topic_modal(draft, known, topics.Opening("topic-1", "s"), picked, LONG)
    yield "a new topic", topic_modal(Draft(), known[:1], topics.Opening())
    several = [standing(papers)] * 20
    yield "digests in a modal", modal("Digest", digest_status(several, "C1", "/icml"))
    watches = [Watch("w" * 16, "U1", papers[0].abstract)] * 60
    yield "what comes, in the Home", home(Kept(), known, "Done.", Coming(several, watches))
