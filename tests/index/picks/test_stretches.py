"""The stretch that is shown is one of the abstract, with the topic's words marked."""

from hypothesis import given
from hypothesis import strategies as st

from index.picks.stretches import LENGTH, best_stretch, places_of

texts = st.lists(
    st.sampled_from(["graph", "graphs", "learning", "of", "a", "long", "Model.", "It", "is", "(x)"]), max_size=90
)


@given(texts.map(" ".join), st.sets(st.sampled_from(["graph", "learn", "model"])))
def test_a_stretch_stands_in_the_text_word_for_word_and_is_short(text, terms):
    snippet = best_stretch(text, places_of(text, terms))
    shown = "".join(run for run, _ in snippet.runs)

    assert shown.removeprefix("… ").removesuffix(" …") in text
    assert len(shown) <= LENGTH + 20
    assert all(run for run, _ in snippet.runs)


def test_of_two_that_begin_together_the_longer_is_marked():
    text = "A graph neural network learns."
    snippet = best_stretch(text, [(2, 7, "graph"), (2, 22, "graph neural network")])

    assert snippet.runs == (("A ", False), ("graph neural network", True), (" learns.", False))


def test_an_empty_text_shows_nothing():
    assert best_stretch("", []).runs == ()
