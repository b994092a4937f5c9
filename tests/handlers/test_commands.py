"""Command words and searches do not get into each other's way."""

import pytest

from handlers.commands import WORDS, Typed, understand
from handlers.messages import asked
from handlers.search import ANSWERS


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("help", Typed("help", "")),
        (" HELP ", Typed("help", "")),
        ("help me choose", Typed("search", "help me choose")),
        ("corpora", Typed("corpora", "")),
        ("corpora of text", Typed("search", "corpora of text")),
        ("search help", Typed("search", "help")),
        ("search", Typed("search", "search")),
        ("random forests", Typed("search", "random forests")),
        ("", Typed("search", "")),
    ],
)
def test_a_reserved_word_is_a_command_only_with_its_own_arguments(text, typed):
    assert understand(text) == typed


def test_every_reserved_word_has_an_answer_and_every_answer_a_word():
    assert {word.word for word in WORDS} == set(ANSWERS)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("<@U1> model merging", "model merging"),
        ("hey <@U1>: model merging", "hey model merging"),
        ("<@U1|icml>, merging?", "merging?"),
        ("<@U1>", ""),
        ("merging, <@U1> <@U2>", "merging"),
    ],
)
def test_mentions_are_not_part_of_what_is_asked(text, query):
    assert asked(text).startswith(query.split(",")[0])
