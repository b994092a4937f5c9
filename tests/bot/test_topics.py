"""Topics and the coming digests on the command line."""

import json

import pytest
from click.testing import CliRunner

from bot.cli.main import icml


@pytest.fixture
def run(home):
    def runs(*words):
        return CliRunner().invoke(icml, ["--home", str(home), *words])

    return runs


def test_topics_are_told_with_the_size_of_their_shelves(run):
    done = run("topics")

    assert done.exit_code == 0
    assert "Model merging  5 papers, such as p" in done.output


def test_programs_get_topics_with_their_words(run):
    told = {topic["name"]: topic for topic in json.loads(run("topics", "--json").output)}

    assert told["multi-view"]["words"] == ["multi-view"]
    assert told["multi-view"]["papers"] >= 3


def test_the_coming_digests_are_shown_until_the_shelf_is_done(run):
    output = run("digest", "preview", "model merging", "--picks", "2").output

    assert "Model merging: 5 papers on the shelf" in output
    assert "Day 3: seen 4 of 5" in output
    assert "Day 4: no picks. The shelf is done" in output
    assert "it has model merging" in output.lower()


def test_any_words_make_a_topic(run):
    told = json.loads(
        run("digest", "preview", "tails", "--word", "long-tailed", "--word", "class imbalance", "--json").output
    )

    assert told["topic"]["words"] == ["long-tailed", "class imbalance"]
    assert told["days"][0]["total"] >= 2
    assert told["days"][-1]["picks"] == []
    assert told["days"][0]["picks"][0]["reasons"][0]["kind"] == "words"


def test_a_topic_that_is_like_a_paper(run):
    output = run("digest", "preview", "like that", "--like", "p1", "--days", "1").output

    assert "like p1" in output
    assert "\n  p1 " not in output


def test_a_topic_without_papers_says_so(run):
    assert "No paper is of this topic" in run("digest", "preview", "speech recognition").output


def test_without_papers_there_is_one_clear_sentence(tmp_path):
    done = CliRunner().invoke(icml, ["--home", str(tmp_path), "topics"])

    assert done.exit_code == 1
    assert "No papers are imported" in str(done.exception)
