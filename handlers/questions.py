"""What the bot says to a question: an answer from the abstracts, or, to bare words, the papers that have them."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from http.client import HTTPException
from typing import Any, Protocol

import structlog
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.models.blocks import ActionsBlock, Block, RichTextBlock

from handlers import following
from handlers.messages import asked, is_direct, message_event, read_again, thread_of
from handlers.model import Posted
from handlers.places import Places
from handlers.search import Searches
from handlers.threads import Binds, InTurn, Thread, Threads, read_thread, remember
from handlers.views.answers import answer_blocks, answer_text
from handlers.views.buttons import remove_button
from handlers.views.notices import help_blocks, help_text
from handlers.views.results import hint, results, results_text
from handlers.views.text import escape, section
from index.answers import in_chinese
from index.answers.kinds import Kind
from index.answers.questions import Question, read
from index.answers.smalltalk import EMPTY, HELP
from index.errors import PaperBotError
from index.model import Answer, Paper, Turn

log = structlog.get_logger(__name__)

Json = dict[str, Any]

SAME_TALK = 24 * 3600.0  # seconds in which a direct message may lean on the one before
ANSWERED_WITHIN = (0.1, 0.2, 0.4, 0.8, 1.6, 3.0)  # seconds between looks for an answer
LONGEST_ANSWER = 600.0  # seconds after which nothing more comes of an answer that is under way
LONGEST_LEANING = 12  # words; a longer one has a "that" in it for other reasons
STATUS_WITHIN = 2  # seconds that telling a status may take
_OPERATORS = re.compile(r"(?:^|\s)-\w|\w\*(?:\s|$)|\bOR\b")
_SEARCH = re.compile(r"p\d+\W*|(?:.*\s)?[a-z]+:\w[^?？]*")  # a handle alone, or a filter such as has:code
_SURE = re.compile(
    r"[?？]\s*$|^(?:what|which|who|whose|where|why|how|is|are|was|were|do|does|did|can|could|has|have|should|"
    r"would|will|compare|explain|summari[sz]e|define|tell)\b",
    re.IGNORECASE,
)
_LEANING = re.compile(r"(?:no|not|and|but|or|any|same)\b", re.IGNORECASE)


class Asks(Searches, Binds, Protocol):
    """What this feature needs of the library."""

    def ask(self, turns: Sequence[Turn], *, corpora: Collection[str] | None = None) -> Answer: ...

    def paper(self, handle: str) -> Paper: ...


@dataclass(frozen=True, slots=True)
class Means:
    """What questions are answered with."""

    library: Asks
    threads: Threads
    command: str  # the command's name with its slash
    sleep: Callable[[float], None]  # by the bot's clock
    places: Places  # what is switched on where
    in_turn: InTurn = field(default_factory=InTurn)


@dataclass(frozen=True, slots=True)
class Reply:
    """What is said to a question, and the papers that stand in it, in order."""

    text: str
    blocks: list[Block]
    papers: tuple[Paper, ...] = ()


def answer(event: Json, client: WebClient, workspace: str, means: Means) -> None:
    """Answer the message *event* in its thread, and remember which papers stand in the answer."""
    if is_direct(event):
        tell_status(client, event, means.library)
    channel, thread_ts = event["channel"], thread_of(event)
    with means.in_turn.of(channel, thread_ts):
        reply = _on_following(event, workspace, means) or reply_to(event, client, workspace, means)
        post(reply, client, workspace, means, channel=channel, thread_ts=thread_ts, question=event["ts"])


def _on_following(event: Json, workspace: str, means: Means) -> Reply | None:
    """What to say to who wants the thread followed, or not; None where *event* is about something else."""
    on = following.wanted(event.get("text") or "")
    if on is None:
        return None
    text, blocks = following.turned(event, means.places, workspace, on=on)
    return removable(Reply(text, blocks), event.get("user") or "")


def unprompted(event: Json, client: WebClient, workspace: str, means: Means, bot_user: str) -> Reply | None:
    """The answer to a question in a followed thread that mentions nobody; None where it is not for the bot.

    It is when it comes right after an answer, or after a question that was answered, and the abstracts tell. An
    honest no is for who names a paper; whoever else asks what no abstract tells, asks somebody else.
    """
    query = asked(event.get("text") or "")
    context = means.threads.of_thread(workspace, event["channel"], thread_of(event))
    thread = read_thread(client, event, context, means.library)
    if thread.closed or not (thread.last_by == bot_user or thread.last_ts in context.questions):
        return None
    if read([*thread.turns, Turn(query)]).kind is Kind.CHAT:
        return None
    found = means.library.ask([*thread.turns, Turn(query)])
    if found.kind != "answer" and not _names_one_of(query, found.nearest):
        return None
    reply = Reply(answer_text(found), answer_blocks(found), found.papers or found.nearest)
    return removable(reply, event.get("user") or "")


def _names_one_of(query: str, papers: Sequence[Paper]) -> bool:
    """Whether *query* says the name or the handle of one of *papers*."""
    said = {word.strip("?.,;:!").casefold() for word in query.split()}
    return any(paper.handle in said or (paper.name and paper.name.casefold() in said) for paper in papers)


def answer_anew(event: Json, earlier: Posted, client: WebClient, workspace: str, means: Means) -> None:
    """Answer the edited message *event* in place of *earlier*, which was answered to it.

    As it stands in Slack now: of two quick edits the first may be told of last.
    """
    with means.in_turn.of(earlier.channel, earlier.thread_ts):  # who asks on at once leans on what stands here then
        try:
            event = read_again(client, message_event(event)) or event
            reply = _on_following(event, workspace, means) or reply_to(event, client, workspace, means)
        except PaperBotError as refusal:  # said in its place too: the old answer is to another question
            words = RichTextBlock(elements=[section(str(refusal))])
            reply = removable(Reply(escape(str(refusal)), [words]), event.get("user") or "")
        client.chat_update(channel=earlier.channel, ts=earlier.ts, text=reply.text, blocks=reply.blocks)
        remember(means.threads, workspace, earlier, reply.papers, means.library)


def take_away(post: Posted, client: WebClient, workspace: str, means: Means) -> None:
    """Delete *post*, which was answered to a message that is gone."""
    try:
        client.chat_delete(channel=post.channel, ts=post.ts)
    except SlackApiError as refused:
        if refused.response["error"] != "message_not_found":
            raise
    means.threads.remove(workspace, post.channel, post.ts)


def answer_to(
    channel: str,
    question: str,
    workspace: str,
    means: Means,
    *,
    state: Callable[[], str] = str,
) -> Posted | None:
    """What was answered to a message that was for the bot; None if nothing was.

    Who edits at once is told of by Slack while the answer is still under way, so it is waited for.

    Args:
        state: of the claim on the message. While it is open an answer comes, once it is done none does any more.
    """
    waits = iter(ANSWERED_WITHIN)
    left = LONGEST_ANSWER
    while True:
        now = state()  # before the look: what is remembered in between is found by the next
        if post := means.threads.answer_to(workspace, channel, question):
            return post
        wait = next(waits, ANSWERED_WITHIN[-1] if now == "open" else 0.0)
        if not wait or left <= 0 or now == "done":
            return None
        means.sleep(wait)
        left -= wait


def reply_to(event: Json, client: WebClient, workspace: str, means: Means) -> Reply:
    """What to say to the message *event*, read in its thread."""
    query = asked(event.get("text") or "")
    event = _leaning_on_the_last(event, query, workspace, means)
    context = means.threads.of_thread(workspace, event["channel"], thread_of(event))
    thread = read_thread(client, event, context, means.library)
    return removable(said_to(query, thread, means, private=is_direct(event)), event.get("user") or "")


def removable(reply: Reply, member: str) -> Reply:
    """*reply* with a button that takes it away again, for the *member* who asked."""
    if not member or not reply.blocks:
        return reply
    return replace(reply, blocks=[*reply.blocks, ActionsBlock(elements=[remove_button(member)])])


def said_to(query: str, thread: Thread, means: Means, *, private: bool = False, echo: bool = False) -> Reply:
    """What to say to *query* after all that stands in *thread*.

    Bare words are searched for, as after the command, unless they lean on the thread: "the second one", "and on
    IU X-Ray?", the name of a paper that stands there.

    Args:
        echo: whether the question is to stand in the reply, since no message shows it.
    """
    question = read([*thread.turns, Turn(query)])
    sure = _is_surely_one(question, query, thread)
    typed = _SEARCH.fullmatch(query) or _OPERATORS.search(query)
    if not sure and (typed or (question.kind is Kind.FRAGMENT and not thread.papers)):
        return _results(query, means)
    found = means.library.ask([*thread.turns, Turn(query)])
    if found.kind == "chat" and found.lead in (HELP, EMPTY):
        return Reply(help_text(means.command), help_blocks(means.command))
    if not sure and found.kind != "chat" and not _fits(found, question, thread):
        return _results(query, means)
    notice = thread.notice if _points_back(question) else ""
    notice = in_chinese.words(notice) if question.chinese else notice
    shown = query if echo else ""
    return Reply(
        answer_text(found, asked=shown, notice=notice),
        answer_blocks(found, asked=shown, notice=notice, private=private),
        found.papers or found.nearest,
    )


def post(
    reply: Reply, client: WebClient, workspace: str, means: Means, *, channel: str, thread_ts: str, question: str
) -> None:
    """Post *reply* into a thread, and remember it."""
    told = client.chat_postMessage(
        channel=channel,
        thread_ts=thread_ts,
        text=reply.text,
        blocks=reply.blocks,
        unfurl_links=False,
        unfurl_media=False,
    )
    if ts := told.get("ts"):  # none where an answer of Slack's was lost and nobody could look
        posted = Posted(channel, thread_ts, str(ts), question)
        remember(means.threads, workspace, posted, reply.papers, means.library)


def tell_status(client: WebClient, event: Json, library: Searches) -> None:
    """Show at once that the bot is at it. Only the agent view has a place for it, and it is no matter if it fails."""
    papers = sum(corpus.papers for corpus in library.corpora())
    hasty = WebClient(
        token=client.token,
        base_url=client.base_url,
        timeout=STATUS_WITHIN,
        ssl=client.ssl,
        proxy=client.proxy,
        headers=client.headers,
        logger=client._logger,
        retry_handlers=[],
    )
    try:
        hasty.assistant_threads_setStatus(
            channel_id=event["channel"], thread_ts=thread_of(event), status=f"is looking through {papers:,} abstracts…"
        )
    except (SlackApiError, OSError, HTTPException) as refused:
        log.debug("no status could be told", fault=type(refused).__name__)


def _leaning_on_the_last(event: Json, query: str, workspace: str, means: Means) -> Json:
    """*event*, or, where a direct message outside of all threads points back, as if it stood in the last thread."""
    if event.get("thread_ts") or not is_direct(event) or len(query.split()) > LONGEST_LEANING:
        return event
    if not _points_back(read([Turn(""), Turn(query)])):
        return event
    last = means.threads.newest(workspace, event["channel"])
    if last is None or not 0 < float(event["ts"]) - float(last.ts) < SAME_TALK:
        return event
    return {**event, "thread_ts": last.thread_ts}


def _results(query: str, means: Means) -> Reply:
    page = means.library.search(query)
    blocks = results(query, page) + hint(means.command)
    return Reply(results_text(page), blocks, tuple(hit.paper for hit in page.hits))


def _is_surely_one(question: Question, query: str, thread: Thread) -> bool:
    """Whether *query* is a question whatever the abstracts say, and so gets an honest no rather than a search."""
    if _SEARCH.fullmatch(query):
        return False
    leans = bool(thread.turns) and (_points_back(question) or bool(_LEANING.match(query)))
    return leans or bool(_SURE.search(query)) or question.chinese


def _points_back(question: Question) -> bool:
    """Whether it points at what was said before: "the second one", "does it …", "any others?"."""
    points = question.pronoun or question.plural or question.correction or bool(question.ordinals)
    return points or question.kind is Kind.MORE


def _fits(found: Answer, question: Question, thread: Thread) -> bool:
    """Whether what was found is an answer to words that may be one or a search."""
    if found.kind == "abstain":
        return False
    return question.kind is not Kind.FRAGMENT or {paper.handle for paper in found.papers} <= thread.papers
