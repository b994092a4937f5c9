"""What a topic's words look for, as papers write it."""

import time

import pytest

from index.model import Topic
from tests.factories import library_of, record

PAPERS = [
    ("Few-shot learners", "We propose few-shot learning by memory. Few-shot learning needs a few labels only."),
    ("Zero-shot learners", "We propose zero-shot learning of actions. Zero-shot learning needs no labels at all."),
    ("Arithmetic by machines", "We study tasks like arithmetic. It is hard for a machine to add long numbers."),
    ("Task arithmetic", "We propose task arithmetic, which adds and subtracts models, for many kinds of models."),
    ("Proofs", "We study proofs in a formal language (FL). Our FL has few rules, and FL proofs are short."),
    ("Clients", "We study federated learning (FL) of many clients. In FL each client keeps what it knows."),
    ("Servers", "We study federated learning (FL) and its servers. In FL a server sees sums of numbers only."),
    ("Sums", "We bound sums of numbers. It matters in fields such as vision, federated learning, and robotics."),
    ("Co-design", "We propose co-design of chips and models. Co-design saves power on small machines."),
    ("Routes", "We study combinatorial optimization (CO) of routes. In CO each route is one of many."),
]


@pytest.fixture
def library(tmp_path):
    one = library_of(tmp_path, [record(text, at, title=title) for at, (title, text) in enumerate(PAPERS, 1)])
    yield one
    one.close()


@pytest.mark.parametrize(
    ("words", "shelf"),
    [
        (("few-shot learning",), {"p1"}),
        (("zero-shot learning",), {"p2"}),
        (("task arithmetic",), {"p4"}),
        (("federated learning", "FL"), {"p6", "p7"}),
        (("combinatorial optimization",), {"p10"}),
        (("combinatorial optimization", "CO"), {"p10"}),
        (("proofs OR formal",), {"p5"}),
        (('"formal language"',), {"p5"}),
        (("feder*",), {"p6", "p7"}),
        (("title:routes",), {"p10"}),
        (("clients -servers",), {"p6"}),
    ],
)
def test_a_word_is_read_as_papers_mean_it(library, words, shelf):
    picked = library.pick(Topic("t", "Some topic", words=words), most=10)

    assert {pick.paper.handle for pick in picked.picks} == shelf


@pytest.mark.parametrize(
    "word",
    [
        "x" * 5_000,
        " ".join(f"word{n}" for n in range(600)),
        " ".join(f"one{n} OR other{n}" for n in range(100)),
        "federated learning " * 200,
        '"' * 99,
        "-" * 50 + "*" * 50,
        "\u202e\u0000🙂 <!channel> & $\\frac{1}{",
        "p1",
        "year:2026 has:code is:oral in:all",
        "author:nobody -federated -learning",
    ],
)
def test_nothing_that_can_be_typed_breaks_a_topic_or_takes_long(library, word):
    begun = time.perf_counter()
    picked = library.pick(Topic("t", word, words=(word, word + " again"), without=(word,), like=(word,)))

    assert not picked.picks or picked.total
    assert time.perf_counter() - begun < 2


def test_a_topic_of_very_many_words_is_cut(library):
    many = tuple(f"word {n}" for n in range(3_000))

    assert library.pick(Topic("t", "T", words=("task arithmetic", *many))).total == 1


def test_a_topic_that_says_nothing_has_no_shelf(library):
    assert library.pick(Topic("t", "Federated learning")).total == 0
