"""What the face needs of the bot's memory. Frozen and plain."""

from dataclasses import dataclass, replace
from datetime import date, datetime, time

from index.model import Pick, Topic


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that Slack told us, by its ids alone; no text is kept."""

    kind: str  # "message", "command", "action", "greeting"
    id: str  # unique in its workspace: "C1:1700000000.000100" for a message however it arrived
    channel: str = ""
    ts: str = ""
    thread_ts: str = ""
    member: str = ""


@dataclass(frozen=True, slots=True)
class Posted:
    """One thing that the bot said, by its ids alone: where it stands, what it answers, which papers are in it."""

    channel: str
    thread_ts: str  # of the root of its thread; its own where it is none's reply
    ts: str
    question: str = ""  # the ts of the message that it answers, or the id of the button that asked
    papers: tuple[tuple[str, str], ...] = ()  # (handle, key), in the order in which they stand there
    library: str = ""  # the id of the library whose handles these are


@dataclass(frozen=True, slots=True)
class ThreadContext:
    """What is remembered of a thread: the bot's own posts, oldest first. No text of anybody is."""

    posts: tuple[Posted, ...] = ()

    @property
    def questions(self) -> frozenset[str]:
        """The messages of members that were answered here, by their ts."""
        return frozenset(post.question for post in self.posts if post.question)


@dataclass(frozen=True, slots=True)
class Feedback:
    """A member's yes or no to an answer or a pick."""

    kind: str  # "answer" or "pick"
    about: str  # the id of what it is about: "C1:1700000000.000100" for an answer, by its message
    member: str
    helpful: bool
    reason: str = ""  # what the member wrote to say why, if anything


GROUP = ""  # the owner of the group's reading list


@dataclass(frozen=True, slots=True)
class SavedPaper:
    """A paper on a reading list, as it was when it was saved."""

    key: str  # of the paper, the same in every library
    handle: str
    headline: str
    member: str  # who saved it; empty once they were forgotten
    saved_at: datetime
    note: str = ""
    tags: tuple[str, ...] = ()
    done: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a paper is saved, as one member may know it."""

    mine: bool = False
    group: bool = False
    by: str = ""  # the member who saved it for the group, if their name may be shown


@dataclass(frozen=True, slots=True)
class Forgotten:
    """How many rows of a member went, and how many of the group's list stay without their name."""

    saved: int = 0
    searches: int = 0
    choices: int = 0
    unnamed: int = 0
    opinions: int = 0
    watches: int = 0


@dataclass(frozen=True, slots=True)
class Pause:
    """Days on which a subscription rests."""

    first: date
    last: date | None = None  # the last such day; None: until somebody resumes it

    def __contains__(self, day: date) -> bool:
        return self.first <= day and (self.last is None or day <= self.last)


@dataclass(frozen=True, slots=True)
class Subscription:
    """A topic's digest, or that of a theme plan, wanted in a channel at some time of day."""

    id: str  # opaque; empty until memory has it
    channel: str
    plan: tuple[tuple[int, str], ...]  # (weekday from 0 for Monday, name of the topic), in the order of the week
    at: time  # on the wall, without a zone
    zone: str  # its IANA name
    picks: int = 5  # at most, a day; 1 to 10
    corpora: tuple[str, ...] = ()  # names; none for the topic's own
    has_code: bool = False
    without: tuple[str, ...] = ()  # words or phrases, beside those of the topic
    in_thread: bool = False  # the cards under the headline, not beside it
    says_none: bool = True  # a line on days without a pick
    keepers_only: bool = False  # who may change it: keepers and who began it, or any member of the channel
    by: str = ""  # the member who began it; told when it can't be posted
    began_at: datetime | None = None  # slots before are none of ours
    pauses: tuple[Pause, ...] = ()
    stopped_at: datetime | None = None

    def topic_on(self, day: date) -> str:
        """The name of the topic for *day*; empty on a day without one."""
        return dict(self.plan).get(day.weekday(), "")

    def rests_on(self, day: date) -> bool:
        return any(day in pause for pause in self.pauses)

    def within(self, topic: Topic) -> Topic:
        """*topic* within what the subscription wants of it."""
        return replace(
            topic,
            without=topic.without + self.without,
            corpora=self.corpora or topic.corpora,
            has_code=topic.has_code or self.has_code,
        )


@dataclass(frozen=True, slots=True)
class Delivery:
    """One line of the ledger: the promise to post one digest, and what became of it."""

    id: str  # what the post's metadata carries
    subscription: str
    channel: str
    day: date  # local
    number: int  # 0 for the day's own slot, from 1 for those that somebody asked for beside it
    topic: str  # its name then
    due_at: datetime
    state: str  # "claimed", "posted", "passed" (without a post, see reason) or "given_up" (could not be)
    reason: str = ""  # why there was no post, in words
    papers: tuple[tuple[str, str], ...] = ()  # (handle, key) of the picks, in order
    posted_at: datetime | None = None
    ts: str = ""  # of the message


@dataclass(frozen=True, slots=True)
class Digest:
    """The picks of one subscription for one local day, as they are shown."""

    delivery: str  # the delivery's id
    subscription: str  # its id
    topic: Topic
    day: date
    picks: tuple[Pick, ...]
    total: int  # papers on the shelf
    seen: int  # of these, had by this channel once this digest stands there
    in_thread: bool = False
    note: str = ""  # why there are none, or that it comes late; in words
    asked_by: str = ""  # the member who asked for it beside the schedule


@dataclass(frozen=True, slots=True)
class Watch:
    """A query whose new matches a member wants to hear of."""

    id: str
    member: str
    query: str
    corpora: tuple[str, ...] = ()
    after: int = 0  # the number of the newest paper when it began or last told: later ones are new


@dataclass(frozen=True, slots=True)
class Week:
    """How much the bot was used in a week: numbers alone."""

    first: date  # a Monday
    searches: int = 0
    empty: int = 0  # of the searches: those for which no paper had enough of the query
    questions: int = 0
    answered: int = 0  # of the questions
    declined: int = 0  # likewise: with an honest no
    picks: int = 0  # in digests
    ignored: int = 0  # of the picks: those that nobody saved or judged since

    def __add__(self, other: "Week") -> "Week":
        sums = {name: getattr(self, name) + getattr(other, name) for name in _NUMBERS}
        return Week(self.first, **sums)

    @property
    def asked(self) -> int:
        return self.searches + self.questions


_NUMBERS = ("searches", "empty", "questions", "answered", "declined", "picks", "ignored")
