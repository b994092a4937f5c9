"""An answer as plain text says what it cites."""

from index.answers.telling import MOST_WORDS, answer_text


def test_each_sentence_has_its_marker_and_each_marker_its_paper(ask):
    lines = answer_text(ask("Which papers are about model merging?")).split("\n")

    assert lines[0] == "2 papers:"
    assert {line.split(":")[0] for line in lines[1:3]} == {"QuietMerge", "LoudMerge"}
    assert [line[-3:] for line in lines[1:3]] == ["[1]", "[2]"]
    assert lines[3].startswith("[1] ")
    assert {line[-4:] for line in lines[3:]} == {"(p1)", "(p2)"}


def test_an_answer_is_short_and_the_rest_stands_behind_more(ask):
    answer = ask("tell me about QuietMerge")

    assert sum(len(passage.text.split()) for passage in answer.passages) <= MOST_WORDS
    assert answer.more


def test_an_abstention_reads_as_one(ask):
    text = answer_text(ask("Does TideFL have code?"))

    assert text.startswith("The abstract of TideFL (p3) gives no code address.")
