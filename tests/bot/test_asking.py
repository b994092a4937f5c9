"""Questions on the command line, alone and at the end of a thread."""

import json

import pytest
from click.testing import CliRunner

from bot.cli.main import icml
from index.library import Library


@pytest.fixture
def run(home):
    def runs(*words, given=None):
        return CliRunner().invoke(icml, ["--home", str(home), "ask", *words], input=given)

    return runs


def test_a_question_is_answered_with_its_papers(run):
    done = run("does SyMerge have code?")

    assert done.exit_code == 0
    assert "https://aim-skku.github.io/SyMerge" in done.output
    assert "(p40)" in done.output


def test_what_the_abstracts_do_not_tell_is_said(run):
    assert "None of the 53 abstracts" in run("what", "is", "the", "capital", "of", "France?").output


def test_programs_get_every_passage_with_its_place(run, home):
    told = json.loads(run("which papers are about model merging?", "--json").output)

    library = Library(home / "papers.db")
    assert told["kind"] == "answer"
    assert len(told["passages"]) == len(told["papers"]) == 5
    for place, passage in enumerate(told["passages"], 1):
        assert library.paper(passage["paper"]).abstract[passage["start"] : passage["end"]] == passage["text"]
        assert passage["marker"] == place
    library.close()


THREAD = [
    "which papers are about model merging?",
    {"text": "6 papers", "by_bot": True, "papers": ["p3", "p20", "p48"]},
]


@pytest.mark.parametrize("words", [("what does the second one do?",), ()])
def test_a_question_is_read_against_its_thread(run, tmp_path, words):
    file = tmp_path / "thread.json"
    file.write_text(json.dumps(THREAD if words else [*THREAD, "what does the second one do?"]), "utf-8")

    assert "(p20)" in run(*words, "--thread", str(file)).output
    assert "(p20)" in run(*words, "--thread", "-", given=file.read_text("utf-8")).output


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("{", "is no JSON"),
        ('{"text": "x"}', "a list of turns"),
        ("[1]", "Turn 1 should be a text"),
        ('["a", {"text": "b", "papers": "p1"}]', "papers of turn 2"),
        ("[]", "Ask a question"),
    ],
)
def test_a_thread_that_is_none_is_refused_in_words(run, given, says):
    done = run("--thread", "-", given=given)

    assert done.exit_code == 2
    assert says in done.output


def test_nothing_asked_is_refused_in_words(run):
    assert "Ask a question" in run().output
