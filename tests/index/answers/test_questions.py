"""What a question asks for is read from its words and its place in the thread."""

import pytest

from index.answers.kinds import Kind
from index.answers.questions import read, taking_kind_of
from index.model import Turn


def kind(text):
    return read([Turn(text)]).kind


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Which papers are about model merging?", Kind.LIST),
        ("any papers on grokking?", Kind.LIST),
        ("Is anything evaluated on COCO?", Kind.LIST),
        ("Which paper deals with grokking?", Kind.FIND),
        ("How many papers are about model merging?", Kind.COUNT),
        ("any others?", Kind.MORE),
        ("Does QuietMerge have code?", Kind.CODE),
        ("code for quietmerge?", Kind.CODE),
        ("Is the code of TideFL available?", Kind.CODE),
        ("Who wrote the TideFL paper?", Kind.AUTHORS),
        ("What is the difference between TideFL and QuietMerge?", Kind.COMPARISON),
        ("What is federated learning?", Kind.DEFINITION),
        ("What is task complexity?", Kind.DEFINITION),
        ("What is the accuracy of TideFL?", Kind.NUMBER),
        ("How much faster is QuietMerge?", Kind.NUMBER),
        ("How many datasets was TideFL tested on?", Kind.NUMBER),
        ("How long did it take to train TideFL?", Kind.DURATION),
        ("Which datasets was LoudMerge evaluated on?", Kind.DATASET),
        ("which data was it tried on?", Kind.DATASET),
        ("Why does TideFL not wait?", Kind.WHY),
        ("How does TideFL converge?", Kind.HOW),
        ("Can LoudMerge merge any models?", Kind.YES_NO),
        ("What does TideFL do?", Kind.ABOUT),
        ("tell me about TideFL", Kind.ABOUT),
        ("What does the kernel measure?", Kind.WHAT),
    ],
)
def test_the_kind_of_a_question_is_told_from_its_words(text, expected):
    assert kind(text) is expected


@pytest.mark.parametrize(
    "text",
    ["hello there", "thank you so much", "👍", "how do I use this?", "great, thanks", "谢谢！", "help", "", "@icml"],
)
def test_small_talk_gets_a_reply_and_no_search(text):
    question = read([Turn(text)])

    assert question.kind is Kind.CHAT
    assert question.chat


@pytest.mark.parametrize(
    "text", ["What is great about TideFL?", "thanks, and does TideFL have code?", "hi, which papers need no data?"]
)
def test_a_polite_question_is_a_question(text):
    assert kind(text) is not Kind.CHAT


@pytest.mark.parametrize(
    "text",
    [
        "@icml does TideFL have code?",
        "hey, does TideFL have code?",
        "please tell me: does TideFL have code?",
        "<@U1> does TideFL have code?",
    ],
)
def test_the_name_of_the_bot_and_politeness_are_no_part_of_the_question(text):
    assert kind(text) is Kind.CODE


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("the second one", (2,)),
        ("tell me more about the third paper", (3,)),
        ("what about #2?", (2,)),
        ("the last one", (-1,)),
        ("compare the first and the third one", (1, 3)),
        ("compare the first two", (1, 2)),
        ("第二个有代码吗？", (2,)),
        ("What happens in the first stage?", ()),
    ],
)
def test_places_in_a_list_are_ordinals(text, places):
    assert read([Turn("x"), Turn(text)]).ordinals == places


def test_a_fragment_takes_the_kind_of_the_question_before():
    before = read([Turn("How much faster is QuietMerge?")])
    fragment = read([Turn("How much faster is QuietMerge?"), Turn("and LoudMerge?")])

    assert fragment.kind is Kind.FRAGMENT
    assert taking_kind_of(fragment, before).kind is Kind.NUMBER


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("QuietMerge 的代码在哪里？", Kind.CODE),
        ("有哪些关于联邦学习的论文？", Kind.LIST),
        ("有多少篇论文研究模型合并？", Kind.COUNT),
        ("QuietMerge 快多少？", Kind.NUMBER),
        ("TideFL 和 QuietMerge 有什么区别？", Kind.COMPARISON),
        ("什么是联邦学习？", Kind.DEFINITION),
    ],
)
def test_chinese_questions_are_of_the_same_kinds(text, expected):
    assert kind(text) is expected
