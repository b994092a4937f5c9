"""“Which methods …” asks for papers, also when what they need is asked for as absent."""

import pytest

from index.model import Turn


@pytest.mark.parametrize(
    ("question", "papers"),
    [
        ("which merging methods need no data?", {"p13", "p20"}),
        ("what clustering methods handle missing views?", {"p17", "p26"}),
    ],
)
def test_which_methods_lists_papers(sample, question, papers):
    answer = sample.ask([Turn(question)])

    assert answer.kind == "answer"
    assert {paper.handle for paper in answer.papers} == papers


def test_the_sentence_shown_tells_of_the_absence(sample):
    answer = sample.ask([Turn("which merging methods need no data?")])

    assert all("data-free" in passage.text for passage in answer.passages)
