"""Questions in Chinese: our own words are Chinese, and what abstracts say stands there word for word, as a quote."""

import re

import pytest

from handlers.views.answers import answer_blocks
from index.answers import in_chinese, smalltalk
from index.answers.telling import answer_text
from index.model import Turn
from tests.block_kit import faults, visible

MERGING = "哪些论文是关于模型合并的？"
THREADS = [
    [MERGING],
    ["有多少篇论文是关于模型合并的？"],
    ["有多少篇论文有代码？"],
    ["哪些论文有代码？"],
    ["SVC 需要训练数据吗？"],
    ["SVC 不需要数据吗？"],
    ["SyMerge 有代码吗？"],
    ["FeMAM 有代码吗？"],
    ["SyMerge 的作者是谁？"],
    ["什么是 SyMerge？"],
    ["法国的首都是哪里？"],
    ["METIS 用了什么GPU？"],
    ["METIS 用了什么 A100 和 H100？"],
    ["比较 SyMerge 和 SVC"],
    ["DITRON 快多少？"],
    ["DITRON 支持 AMD 吗？"],
    ["哪些论文是关于 Zorblax 的？"],
    ["有多少篇论文是关于 Zorblax 的？"],
    ["哪些论文是关于水稻种植的？"],
    ["还有吗？"],
    ["谢谢"],
    ["你好"],
    ["再见"],
    ["好的"],
    ["你能做什么"],
    [MERGING, "第二个是做什么的？"],
    [MERGING, "哪些有代码？"],
    [MERGING, "还有吗？"],
    [MERGING, "最后一个需要训练吗？"],
    [MERGING, "联邦学习有哪些方法？"],
    ["什么是 SyMerge？", "它的代码在哪里？"],
    ["什么是 SyMerge？", "它用了 TPU 吗？"],
    ["MetaMergin 有代码吗？"],
]


def told(sample, texts):
    turns = []
    for text in texts:
        turns.append(Turn(text))
        answer = sample.ask(turns)
        papers = tuple(paper.handle for paper in answer.papers or answer.nearest)
        turns.append(Turn(answer_text(answer), True, papers))
    return answer


def english_of_ours(answer):
    """English words in our own sentences that are neither names, nor addresses, nor what was looked for."""
    ours = "\n".join([answer.lead, answer.reason, *answer.lacks, *answer.suggestions])
    for paper in (*answer.papers, *answer.nearest):
        for known in (paper.headline, paper.name, *paper.authors):
            ours = ours.replace(known, " ") if known else ours
    ours = re.sub(r"“[^”]*”|https?://\S+|\bp\d+\b|\bICML\b|model merging|has:code|\bcode\b|\bZorblax\b", " ", ours)
    return re.findall(r"[A-Za-z]{2,}", ours)


@pytest.mark.parametrize("texts", THREADS, ids=" ".join)
def test_no_word_of_ours_is_english_and_the_quotes_are(sample, texts):
    answer = told(sample, texts)

    assert answer.chinese
    assert english_of_ours(answer) == []
    for passage in answer.passages:
        assert f"“{passage.text}”" in answer_text(answer)
        assert passage.text in passage.paper.abstract
    blocks = [block.to_dict() for block in answer_blocks(answer, private=True)]
    assert faults(blocks) == []
    assert not re.search(r"\b(?:More|All \d|Nearest|Share)\b", visible(blocks))


@pytest.mark.parametrize(
    ("texts", "lead"),
    [
        (["SVC 需要训练数据吗？"], "否："),
        ([MERGING, "最后一个需要训练吗？"], "否："),
        ([MERGING], "6 篇论文："),
        (["哪些论文有代码？"], "9 篇"),
    ],
)
def test_what_is_said_first(sample, texts, lead):
    assert lead in told(sample, texts).lead


def test_the_questions_on_the_buttons_can_be_asked(sample):
    for question in told(sample, ["什么是 SyMerge？"]).suggestions + told(sample, ["FeMAM 有代码吗？"]).suggestions:
        assert told(sample, [question]).kind in ("answer", "abstain")
        assert "SyMerge" in question or "p45" in question
        assert told(sample, [question]).chinese


def test_an_english_question_has_english_words(sample):
    found = sample.ask([Turn(MERGING), Turn("6", True), Turn("which papers are about model merging?")])

    assert not found.chinese
    assert found.lead == "6 papers:"


def test_all_small_talk_has_its_words():
    for said in (smalltalk.HELP, smalltalk.THANKS, smalltalk.HELLO, smalltalk.BYE, smalltalk.NICE, smalltalk.EMPTY):
        assert in_chinese.words(said) != said


def test_what_is_unknown_stays_as_it_is():
    assert in_chinese.words("Something else.") == "Something else."
    assert in_chinese.words("") == ""
