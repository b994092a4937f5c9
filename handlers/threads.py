"""The thread that a question stands in: what was said before it, and which papers stood where."""

import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol
from weakref import WeakValueDictionary

import structlog
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from handlers.messages import is_direct, is_said, mentioned, said
from handlers.model import Posted, ThreadContext
from index.errors import PaperBotError
from index.model import Paper, Turn

log = structlog.get_logger(__name__)

Json = dict[str, Any]

PAGE = 1_000  # messages of a page, as many as Slack gives
MOST_PAGES = 4  # that are read of a thread; the first is enough for nearly all
_FEW = 10  # messages before a question that are too few to know what was spoken of
_OWN_POSTS = 6  # newest posts of the bot from which on a thread is read
_HANDLE = re.compile(r"\((p\d+)\)")
_TURNS = 30  # questions and posts with papers that a question is read against: the newest
_TALK = 8  # what else was said: the newest, and the root


class Threads(Protocol):
    """What the face needs of the bot's memory of threads."""

    def put(self, workspace: str, post: Posted) -> None: ...

    def of_thread(self, workspace: str, channel: str, thread_ts: str) -> ThreadContext: ...

    def answer_to(self, workspace: str, channel: str, question: str) -> Posted | None: ...

    def newest(self, workspace: str, channel: str) -> Posted | None: ...

    def remove(self, workspace: str, channel: str, ts: str) -> None: ...


class Binds(Protocol):
    """What is needed of the library to find again the papers that were remembered."""

    @property
    def id(self) -> str: ...

    def paper_with_key(self, key: str) -> Paper | None: ...


class InTurn:
    """Lets the questions of one thread be answered one after the other, since each may lean on the last answer."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._locks: WeakValueDictionary[tuple[str, str], threading.Lock] = WeakValueDictionary()

    @contextmanager
    def of(self, channel: str, thread_ts: str) -> Iterator[None]:
        """Hold the thread; in this process, for between two the memory sees to what counts."""
        with self._guard:
            lock = self._locks.setdefault((channel, thread_ts), threading.Lock())
        with lock:
            yield


@dataclass(frozen=True, slots=True)
class Thread:
    """What stands before a question."""

    turns: tuple[Turn, ...] = ()  # oldest first
    unread: int = 0  # messages of it that were not read
    closed: bool = False  # Slack let nothing of it be read
    last_ts: str = ""  # of the newest message before the question
    last_by: str = ""  # who wrote it

    @property
    def papers(self) -> frozenset[str]:
        """The handles of the papers that are known to stand in it."""
        return frozenset(handle for turn in self.turns for handle in turn.papers)

    @property
    def notice(self) -> str:
        """What was not read, in words."""
        if self.closed:
            return "I can’t read this thread, so I know of it only what I said in it myself."
        if self.unread:
            words = "1 message" if self.unread == 1 else f"{self.unread:,} messages"
            return f"This thread is long: I did not read {words} in its midst."
        return ""


def read_thread(client: WebClient, event: Json, context: ThreadContext, library: Binds) -> Thread:
    """What was said before the message *event* in its thread, with the papers that *context* knows of.

    What members say to each other names papers, but it is no question that a later one could lean on.
    """
    thread_ts = event.get("thread_ts")
    if not thread_ts:
        return Thread()
    before = [post for post in context.posts if float(_asked_at(post)) < float(event["ts"])]
    since = _asked_at(before[-_OWN_POSTS]) if len(before) >= _OWN_POSTS else ""
    try:
        messages, unread = _newest(client, event["channel"], thread_ts, event["ts"], since)
    except SlackApiError as refused:
        log.info("a thread can't be read", error=refused.response["error"])
        return Thread(tuple(Turn("", True, bound(post, library)) for post in before if post.papers), closed=True)
    turns = {ts: _turn(message, event, context, library) for ts, message in messages.items()}
    for post in before:
        if post.ts not in turns and post.papers:
            turns[post.ts] = Turn("", True, bound(post, library))
    last = max(messages.values(), key=lambda one: float(one["ts"]), default={})
    order = sorted(turns, key=float)
    return Thread(
        _that_count([turns[ts] for ts in order]),
        unread,
        last_ts=str(last.get("ts") or ""),
        last_by=str(last.get("user") or ""),
    )


def _that_count(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The newest questions and papers, and of all the talk around them the root and the end."""
    weighty = [place for place, turn in enumerate(turns) if turn.papers or not turn.by_bot]
    talk = sorted({place for place, turn in enumerate(turns) if turn.text} - set(weighty))
    return tuple(turns[place] for place in sorted({*weighty[-_TURNS:], *talk[:1], *talk[-_TALK:]}))


def _asked_at(post: Posted) -> str:
    """The ts of what *post* answers: a question that came before its answer was there stands behind both."""
    return post.question.partition(":")[0] or post.ts


def bound(post: Posted, library: Binds) -> tuple[str, ...]:
    """The handles that the papers of *post* have in *library*; those that it does not have are left out."""
    if post.library == library.id:
        return tuple(handle for handle, _ in post.papers)
    found = (library.paper_with_key(key) for _, key in post.papers)
    return tuple(paper.handle for paper in found if paper is not None)


def remember(threads: Threads, workspace: str, post: Posted, papers: Iterable[Paper], library: Binds) -> None:
    """Remember what stands in *post*. When that fails, the member has their answer all the same."""
    try:
        stood = tuple((paper.handle, paper.key) for paper in papers)
        threads.put(workspace, Posted(post.channel, post.thread_ts, post.ts, post.question, stood, library.id))
    except PaperBotError as fault:
        log.warning("what was posted could not be remembered", fault=str(fault))


def _turn(message: Json, event: Json, context: ThreadContext, library: Binds) -> Turn:
    """One message of the thread in which *event* stands, as the library reads it.

    The memory knows best what a message is. It may not know yet, or not any more: then a message that speaks to the
    same as *event* is a question too, and the handles that stand in a bot's post are its papers.
    """
    text = message.get("text") or ""
    words = " ".join(said(text).split())
    post = next((post for post in context.posts if post.ts == message["ts"]), None)
    if post:
        return Turn(words, True, bound(post, library))
    if message.get("bot_id"):
        return Turn(words, True, tuple(dict.fromkeys(_HANDLE.findall(words))))
    same = is_direct(event) or bool(mentioned(text) & mentioned(event.get("text") or ""))
    return Turn(words, by_bot=not (same or message["ts"] in context.questions))


def _newest(client: WebClient, channel: str, thread: str, until: str, since: str) -> tuple[dict[str, Json], int]:
    """The root and the newest messages of a thread before *until*, and how many between them were not read.

    Slack gives a thread from its beginning on. One page is all that nearly every thread has, or has had since the bot
    spoke in it. Of one that is longer than all pages together the last ones begin where, by the pace of the talk, its
    end does; where people paused since, that is too late, and the one after it begins earlier.
    """
    read: dict[str, Json] = {}
    whole = bool(since)  # what is older stands in the bot's own memory
    last = thread  # up to where it was read from its beginning on
    for pages_left in reversed(range(MOST_PAGES)):
        bounds: Json = {"latest": until, "inclusive": True, "limit": PAGE} | ({"oldest": since} if since else {})
        answer = client.conversations_replies(channel=channel, ts=thread, **bounds)
        found = {str(one["ts"]): one for one in answer["messages"]}
        leaps = float(since or 0) > float(last)
        read |= found
        if until in found or not answer.get("has_more"):
            if leaps and len(found) < _FEW:
                since = _between(float(last), float(since), 0.5)
                continue
            whole = whole or (len(read) > _replies(read, thread))
            break
        last = max(found, key=float)
        left = _replies(read, thread) - len(read)
        fits = left <= len(found) * pages_left
        since = last if fits else _between(float(until), float(last), 0.7 * len(found) / left)
    unread = 0 if whole else max(0, _replies(read, thread) + 1 - len(read))
    return {ts: one for ts, one in read.items() if float(ts) < float(until) and is_said(one)}, unread


def _between(start: float, end: float, share: float) -> str:
    """The moment at *share* of the way from *start* to *end*, as Slack writes it."""
    return f"{start + (end - start) * share:.6f}"


def _replies(read: dict[str, Json], thread: str) -> int:
    return int(read.get(thread, {}).get("reply_count") or 0)
