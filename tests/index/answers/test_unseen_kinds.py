"""Kinds of question that were read critically over a whole conference, each with small papers of its own."""

import pytest

from index.answers.telling import answer_text
from index.library import Library
from index.model import Turn
from index.sentences import sentences

PAPERS = """# Demo 2031

We propose QuietRank, a method that ranks tokens by their predicted use. Existing methods rely on attention scores, \
which are costly to keep. QuietRank needs no modifications of the model. We establish its rate under the assumption \
that losses are smooth. It performs a single eigenvalue decomposition and is evaluated on the Marlo benchmark.

We introduce LoudCredit, a certified defense against extraction attacks. Prior methods require convexity assumptions. \
LoudCredit uses noisy checkpoints, thereby eliminating the need for convexity assumptions. Experimental results \
demonstrate that our framework outperforms state-of-the-art baselines across diverse metrics.

We present SlowHybrid, which keeps 2% of attention heads in the student and loses 5% of its accuracy. Models in the \
style of GPT gain 9% with it. Two designs matter: (1) Anchors: they hold "semantic rails" in place. (2) Paths: they \
are kept apart. Ablations on 11 benchmarks show the gain.
"""


@pytest.fixture
def ask(tmp_path):
    (tmp_path / "demo.txt").write_text(PAPERS, "utf-8")
    library = Library(tmp_path / "papers.db")
    library.import_files([tmp_path / "demo.txt"])

    def asked(*questions):
        turns = []
        for question in questions:
            turns.append(Turn(question))
            answer = library.ask(turns)
            papers = tuple(paper.handle for paper in answer.papers or answer.nearest)
            turns.append(Turn(answer_text(answer), True, papers))
        return answer

    yield asked
    library.close()


def first(answer):
    return answer.passages[0].text if answer.passages else ""


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What does QuietRank assume?", "under the assumption"),
        ("Does QuietRank need changes of the model?", "no modifications"),
        ("What does LoudCredit defend against?", "certified defense"),
        ("How much accuracy does SlowHybrid lose?", "loses 5%"),
        ("How many eigenvalue decompositions does QuietRank perform?", "a single eigenvalue"),
        ("What percentage of attention heads is enough for the student?", "2% of attention heads"),
        ("On how many benchmarks was SlowHybrid tested?", "11 benchmarks"),
        ("Which benchmark was QuietRank evaluated on?", "Marlo"),
    ],
)
def test_other_forms_of_a_word_and_of_a_number_are_found(ask, question, words):
    assert words in first(ask(question))


@pytest.mark.parametrize(
    ("question", "lead"),
    [("Does LoudCredit need convexity assumptions?", "No:"), ("Does LoudCredit require convexity?", "")],
)
def test_what_others_do_is_no_first_answer(ask, question, lead):
    answer = ask(question)

    assert first(answer).startswith("LoudCredit uses noisy checkpoints")
    assert answer.lead == lead


@pytest.mark.parametrize(
    "question",
    [
        "Does QuietRank use attention scores?",  # others do
        "Which datasets does LoudCredit use?",  # "diverse metrics" are none
        "What does GPT-9 do?",  # nor is "GPT … 9%" that
        "Does SlowHybrid beat GPT-9?",
    ],
)
def test_an_honest_no(ask, question):
    assert ask(question).kind == "abstain"


def test_what_a_paper_lacks_is_named_whole(ask):
    told = ask("What does GPT-9 do?")

    assert not any("has “gpt”, “9”" in lack for lack in told.lacks)
    assert "together" in ask("Which papers are about rice and farming?").reason


@pytest.mark.parametrize("wish", ["Write me a poem about attention", "please compose a song", "book a table for two"])
def test_what_no_paper_does_leads_to_help(ask, wish):
    assert ask(wish).kind == "chat"


def test_a_correction_means_another_paper(ask):
    assert ask("What is QuietRank?", "no, the one with attention heads").papers[0].name == "SlowHybrid"


def test_what_is_compared_by_a_pronoun_stands_side_by_side(ask):
    told = ask("What is QuietRank?", "compare it with LoudCredit")

    assert [paper.name for paper in told.papers] == ["QuietRank", "LoudCredit"]


def test_behind_a_number_of_a_list_sentences_end_as_well():
    text = 'Two designs: (1) Anchors: they hold "rails" in place. Then we rest. 2) Paths are kept apart. We are done.'

    assert [text[start:end] for start, end in sentences(text)][-2:] == ["2) Paths are kept apart.", "We are done."]
    for start, end in sentences(text):
        assert text[start:end] == text[start:end].strip()
