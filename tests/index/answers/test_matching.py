"""How far a sentence has what is asked for."""

import pytest

from index.answers.matching import KIN, SPELLED, VARIANT, Unit, analysed, match


def sentence(text):
    return analysed(text)[0]


@pytest.mark.parametrize(
    ("unit", "text", "expected"),
    [
        (Unit("merging", "merg", 1.0), "It merges models.", 1.0),
        (Unit("multi", "multi", 1.0, same=frozenset({"multiview"})), "A multiview method.", SPELLED),
        (Unit("cheap", "cheap", 1.0, kin=frozenset({"cost"})), "At low cost.", KIN),
        (Unit("embed", "emb", 1.0), "The embedding of words.", VARIANT),
        (Unit("transformers", "transform", 1.0), "We transform the labels.", VARIANT),
        (Unit("transformers", "transform", 1.0), "A transformer learns.", 1.0),
        (Unit("amd", "amd", 1.0, hard=True, kin=frozenset({"nvidia"})), "On NVIDIA only.", 0.0),
        (Unit("llm", "llm", 1.0, longs=(frozenset({"larg", "languag", "model"}),)), "A large language model.", SPELLED),
    ],
)
def test_a_word_matches_as_itself_as_another_spelling_or_as_its_kin(unit, text, expected):
    assert match(unit, sentence(text), text) == expected


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("A data-free method.", True),
        ("It works without any data.", True),
        ("It requires no additional data.", True),
        ("Eliminating the need for data.", True),
        ("It needs much data.", False),
    ],
)
def test_what_is_asked_for_as_absent_must_be_said_to_be_absent(text, absent):
    unit = Unit("data", "data", 1.0, negated=True)

    assert bool(match(unit, sentence(text), text)) is absent
