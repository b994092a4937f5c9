"""Bare words are searched for, questions are answered, and what leans on a thread is read against it."""

import pytest

from handlers.messages import asked, is_for_us, said
from handlers.model import Posted, ThreadContext
from handlers.questions import Means, said_to
from handlers.threads import MOST_PAGES, PAGE, Thread, bound, read_thread
from index.model import Turn
from tests.block_kit import faults

THREAD = Thread((Turn("which papers are about model merging?"), Turn("6 papers", True, ("p3", "p20", "p48", "p40"))))


@pytest.fixture
def means(sample):
    return Means(sample, threads=None, command="/icml", sleep=lambda _: None, places=None)


@pytest.mark.parametrize(
    "words",
    [
        "grokking",
        "model merging",
        "federated -continual",
        "merging has:code",
        "no free lunch",
        "and or trees",
        "transform*",
        "p17",
        "p17?",
        "has:code clustering",
        "merging OR pruning",
        "attention is all that you need",
        "multi-task learning with conflicting gradients",
        "papers -merging",
    ],
)
def test_bare_words_are_searched_for(means, words):
    reply = said_to(words, Thread(), means)

    assert " for " in reply.text or "Nothing found" in reply.text or "No paper has enough" in reply.text
    assert [paper.handle for paper in reply.papers] == [
        hit.paper.handle for hit in means.library.search(words, limit=5).hits
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("what is SyMerge", "[1] SyMerge"),
        ("grokking?", "[1] "),
        ("which papers are about model merging", "6 papers"),
        ("how many papers are about merging?", "of the 53 abstracts"),
        ("papers about model merging", "papers:"),
        ("compare p3 and p20", "[2] SA-Merging"),
        ("what is the capital of France", "None of the 53 abstracts"),
        ("哪些论文是关于模型合并的", "SyMerge"),
        ("does AES have code", "wangff0101"),
    ],
)
def test_a_question_is_answered_with_or_without_its_mark(means, words, says):
    assert says in said_to(words, Thread(), means).text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("the second one", "(p20)"),
        ("no, the federated one", "FeMAM"),
        ("any others?", "(p13)"),
        ("and their code", "[1]"),
        ("SyMerge", "single task-specific layer"),
        ("does it have code?", "[1]"),
    ],
)
def test_what_leans_on_a_thread_is_read_against_it(means, words, says):
    assert says in said_to(words, THREAD, means).text


@pytest.mark.parametrize("words", ["grokking", "graph neural networks"])
def test_bare_words_on_another_matter_are_searched_for_in_a_thread_too(means, words):
    assert f"for {words}" in said_to(words, THREAD, means).text


@pytest.mark.parametrize("words", ["", "help", "what can you do?", "?"])
def test_help_is_given_in_whole(means, words):
    assert "/icml model merging" in said_to(words, Thread(), means).text


@pytest.mark.parametrize("words", ["thanks!", "hi", "great, thanks"])
def test_small_talk_is_short(means, words):
    reply = said_to(words, THREAD, means)

    assert len(reply.blocks) == 1
    assert reply.papers == ()
    assert len(reply.text) < 100


def test_what_was_not_read_is_said_where_the_question_needs_it(means):
    long = Thread(THREAD.turns, unread=240)

    assert "did not read 240 messages" in said_to("what does the second one do?", long, means).text
    assert "did not read" not in said_to("what is FeMAM?", long, means).text


def test_a_question_of_a_button_stands_in_its_answer(means):
    reply = said_to("Where is the code of SyMerge?", Thread(), means, echo=True)

    assert reply.text.startswith("Where is the code of SyMerge?\n")
    assert faults(reply.blocks) == []


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("hey <@U1> does <@U2|ana>'s SVC have code?", "hey does 's SVC have code?"),
        (
            "<@U1> see <https://a.example/x|this> &amp; <https://b.example>",
            "see https://a.example/x & https://b.example",
        ),
        ("<@U1> ask in <#C1|general> <!here> &lt;b&gt;", "ask in #general <b>"),
        ("<@U1>\n\n  what\tis   it?", "what is it?"),
    ],
)
def test_a_message_is_read_as_a_person_sees_it(text, query):
    assert asked(text) == query
    assert "&amp;" not in said(text)


@pytest.mark.parametrize(
    "event",
    [
        {"text": "<@UBOT> x", "bot_id": "B1", "user": "U2"},
        {"text": "<@UBOT> x", "subtype": "bot_message"},
        {"text": "<@UBOT> x", "subtype": "message_changed"},
        {"text": "<@UBOT> x", "subtype": "channel_join", "user": "U1"},
        {"text": "x", "user": "U1"},
        {"text": "<@UOTHER> x", "user": "U1"},
        {"text": "x", "channel_type": "im"},
        {},
    ],
)
def test_what_is_not_a_persons_word_to_the_bot_is_not_for_it(event):
    assert not is_for_us({"channel": "C1", "ts": "1.1"} | event, "UBOT")


class LongThread:
    """A thread as Slack gives it: from its beginning on, a page at a time."""

    def __init__(self, messages):
        self.times = [f"{1000 + number * 10}.000000" for number in range(messages)]
        self.calls = 0

    def conversations_replies(self, *, ts, latest, limit, oldest="0", **_):
        self.calls += 1
        fitting = [one for one in self.times[1:] if float(oldest) <= float(one) <= float(latest)]
        made = [{"ts": one, "text": f"word{one}", "user": "U1"} for one in fitting[:limit]]
        root = {"ts": ts, "text": "SyMerge", "user": "U1", "reply_count": len(self.times) - 1}
        return {"messages": [root, *made], "has_more": len(fitting) > limit}


@pytest.mark.parametrize(
    ("messages", "calls"), [(1, 1), (40, 1), (400, 1), (1_000, 1), (1_001, 2), (3_900, 4), (9_000, 2)]
)
def test_of_a_thread_its_root_and_its_newest_messages_are_read(sample, messages, calls):
    slack = LongThread(messages + 1)
    question = {"channel": "C1", "thread_ts": slack.times[0], "ts": slack.times[-1]}

    thread = read_thread(slack, question, ThreadContext(), sample)

    assert slack.calls == calls
    assert thread.turns[0].text == "SyMerge"
    if messages > 1:
        assert thread.turns[-1].text == f"word{slack.times[-2]}"
    assert bool(thread.unread) == (messages > MOST_PAGES * PAGE)
    assert len(thread.turns) < 40


@pytest.mark.parametrize(("messages", "pause"), [(3_000, 3_600), (3_900, 9_000_000), (6_000, 2_000)])
def test_the_newest_messages_are_read_also_when_people_paused_before_the_question(sample, messages, pause):
    slack = LongThread(messages)
    slack.times.append(f"{float(slack.times[-1]) + pause:.6f}")
    question = {"channel": "C1", "thread_ts": slack.times[0], "ts": slack.times[-1]}

    thread = read_thread(slack, question, ThreadContext(), sample)

    assert slack.calls <= MOST_PAGES
    assert thread.turns[-1].text == f"word{slack.times[-2]}"
    assert bool(thread.unread) == (messages > MOST_PAGES * PAGE)


def test_what_is_known_of_a_long_thread_need_not_be_read_again(sample):
    slack = LongThread(5_000)
    own = [
        Posted("C1", slack.times[0], slack.times[at + 1], f"{slack.times[at]}:answers.ask.0", (("p3", "k"),), sample.id)
        for at in range(4_000, 4_960, 10)
    ]
    question = {"channel": "C1", "thread_ts": slack.times[0], "ts": slack.times[-1]}

    thread = read_thread(slack, question, ThreadContext(tuple(own)), sample)

    assert slack.calls == 1
    assert thread.unread == 0
    assert thread.turns[-1].text == f"word{slack.times[-2]}"
    assert thread.papers == {"p3"}


def test_it_is_as_well_when_slack_gives_the_newest_messages_first(sample):
    class FromTheEnd(LongThread):
        def conversations_replies(self, *, ts, limit, **_):
            self.calls += 1
            made = [{"ts": one, "text": f"word{one}", "user": "U1"} for one in self.times[-limit:]]
            root = {"ts": ts, "text": "SyMerge", "user": "U1", "reply_count": len(self.times) - 1}
            return {"messages": [root, *made], "has_more": True}

    slack = FromTheEnd(4_001)
    question = {"channel": "C1", "thread_ts": slack.times[0], "ts": slack.times[-1]}

    thread = read_thread(slack, question, ThreadContext(), sample)

    assert (slack.calls, thread.unread) == (1, 4_000 - PAGE)
    assert (thread.turns[0].text, thread.turns[-1].text) == ("SyMerge", f"word{slack.times[-2]}")


class ShortThread:
    """What others said, and the bot, in a thread that the memory does not know, or not any more."""

    def conversations_replies(self, *, ts, **_):
        said = [
            {"ts": "1.1", "user": "U1", "text": "<@UBOT> which papers are about model merging?"},
            {"ts": "1.2", "bot_id": "B1", "text": "6 papers: " + "words " * 300 + "[1] A (p20)\n[2] B (p3)"},
            {"ts": "1.3", "user": "U2", "text": "<@U1> which ones are about grokking?"},
            {"ts": "1.4", "user": "U2", "subtype": "channel_join", "text": "<@U2> has joined"},
        ]
        return {"messages": said, "has_more": False}


def test_a_thread_that_was_forgotten_still_tells_its_questions_and_papers(sample):
    question = {"channel": "C1", "thread_ts": "1.1", "ts": "1.5", "text": "<@UBOT> the second one"}

    thread = read_thread(ShortThread(), question, ThreadContext(), sample)

    assert [(turn.by_bot, turn.papers) for turn in thread.turns] == [(False, ()), (True, ("p20", "p3")), (True, ())]


def test_a_message_outside_of_threads_has_nothing_before_it(sample):
    assert read_thread(None, {"channel": "C1", "ts": "1.1"}, ThreadContext(), sample) == Thread()


def test_papers_are_found_again_in_another_library_by_their_keys(sample):
    symerge = sample.paper("p40")
    posted = Posted("C1", "1.1", "1.2", papers=(("p1", symerge.key), ("p2", "gone")), library="another")

    assert bound(posted, sample) == ("p40",)
    assert bound(Posted("C1", "1.1", "1.2", papers=(("p7", "k"),), library=sample.id), sample) == ("p7",)


@pytest.mark.parametrize("marks", ['"', "-", "_", "*", "`", "~", "…", "—", "??", "\"'", "", "<>", "+", "|"])
def test_marks_alone_lead_to_help(means, marks):
    assert "has:code" in said_to(asked(marks), Thread(), means).text


@pytest.mark.parametrize("picture", ["👍", "🎉🎉"])
def test_a_picture_is_small_talk(means, picture):
    assert "Ask on" in said_to(picture, Thread(), means).text
