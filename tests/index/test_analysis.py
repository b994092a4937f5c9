"""Words become terms the same way in papers and in queries."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.search.analysis import words


def terms(text):
    return {term for word in words(text) for term in word.terms}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("merging", "merges"),
        ("multi-view", "multiview"),
        ("multi‑view", "multi-view"),  # U+2011
        ("C²-AFCL", "c2afcl"),
        ("MetaMerging", "meta-merging"),
        ("LoRAs", "LoRA"),
        ("GPUs", "gpu"),
        ("llms", "LLM"),
        ("behavioural", "behavioral"),
        ("personalisation", "personalization"),
        ("modelling", "modeling"),
        ("labelled", "labeled"),
        ("centre", "center"),
        ("dialogues", "dialogs"),
        ("neighbouring", "neighboring"),
        ("analyse", "analyze"),
        ("Bayes’ rule", "bayes"),
        ("naïve", "naive"),
        ("Schrödinger", "schrodinger"),
    ],
)
def test_spellings_of_one_word_share_a_term(one, other):
    assert terms(one) & terms(other)


@pytest.mark.parametrize(
    ("one", "other"), [("noise", "noisy"), ("four", "for"), ("PyTorch", "torch"), ("universe", "universal sets")]
)
def test_unlike_words_share_none_by_our_own_rules(one, other):
    ours = {term for word in words(one) for term in word.extra}
    assert not ours & terms(other)


def test_a_stop_word_gives_no_term_but_keeps_its_place():
    found = words("the model of all")

    assert [word.plain for word in found] == [(), ("model",), (), ()]


@given(st.text())
def test_words_stand_where_they_say(text):
    found = words(text)

    assert all(0 <= word.start < word.end <= len(text) for word in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
