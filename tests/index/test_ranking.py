"""Our ranking is rank-bm25's, without its traps."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Plus

from index.indexing import weighted_texts
from index.library import Library
from index.search.analysis import words
from index.search.lookup import Lookup
from index.search.postings import PostingsCache
from index.search.ranking import Impact, best
from index.search.skipping import best_of
from index.search.weights import CHOSEN, Weights


def plain_terms(paper):
    """The tokens that rank-bm25 is given for the same lengths: the title three times."""
    return [
        term
        for text, weight in weighted_texts(paper)
        for word in words(text)
        for term in word.plain
        for _ in range(weight)
    ]


@pytest.mark.parametrize("query", ["merging", "federated learning", "model data learning", "multi-task", "grokking"])
@pytest.mark.parametrize("weights", [Weights(k1=1.5, b=0.75), CHOSEN], ids=["as released", "as chosen"])
def test_scores_equal_rank_bm25_to_nine_digits(sample, query, weights):
    papers = [sample.paper(f"p{number}") for number in range(1, 54)]
    distinct = list(dict.fromkeys(term for word in words(query) for term in word.plain))
    tokens = [plain_terms(paper) for paper in papers]
    theirs = BM25Plus(tokens, k1=weights.k1, b=weights.b, delta=0).get_scores(distinct)

    with sample._store.read() as db:
        look = Lookup(db, "a state", PostingsCache(), weights)
        ours = look.scores(dict.fromkeys(distinct, 1.0))

    assert np.abs(ours[1:] - theirs).max() < 1e-9


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0, 1.0, 2.0, 3.5]), max_size=400), st.integers(1, 60))
def test_the_best_are_the_best_of_all_with_ties_by_number(scores, most):
    scores = np.array(scores)

    ranked = best(scores, most)

    everything = sorted((number for number in range(len(scores)) if scores[number] > 0), key=lambda n: (-scores[n], n))
    assert ranked.numbers.tolist() == everything[:most]


@pytest.mark.parametrize("query", ["merging", "model data learning", "models merging tasks", "zebra models"])
@pytest.mark.parametrize("most", [1, 5, 60])
def test_a_very_large_library_finds_the_same(sample, monkeypatch, query, most):
    distinct = list(dict.fromkeys(term for word in words(query) for term in word.plain))
    with sample._store.read() as db:
        look = Lookup(db, "a state", PostingsCache())
        wanted = best(look.scores(dict.fromkeys(distinct, 1.0)), most)
        for module in ("ranking", "skipping"):
            monkeypatch.setattr(f"index.search.{module}.LARGE", 1)
        large = Lookup(db, "a state", PostingsCache())

        assert large.best(dict.fromkeys(distinct, 1.0), most).numbers.tolist() == wanted.numbers.tolist()
        assert large.scores(dict.fromkeys(distinct, 1.0)).max() == wanted.scores[0]
        assert (
            large.best(dict.fromkeys(distinct, 1.0), most, wanted.numbers).numbers.tolist() != wanted.numbers.tolist()
        )
        monkeypatch.undo()
    wanted_page = sample.search(query)
    monkeypatch.setattr("index.search.ranking.LARGE", 1)
    library = Library(sample._store.path)
    assert library.search(query) == wanted_page
    library.close()


@st.composite
def terms(draw):
    """What up to six terms add to 40 papers, some of them to most of the papers, with ties."""
    found = []
    for _ in range(draw(st.integers(0, 6))):
        numbers = np.array(sorted(draw(st.sets(st.integers(0, 39), min_size=1, max_size=40))), np.intp)
        values = np.array([draw(st.sampled_from([0.1, 0.5, 1.0, 3.0])) for _ in numbers])
        row = np.zeros(40)
        row[numbers] = values
        impact = Impact(None, row, row.max()) if len(numbers) > 20 else Impact(numbers, values, values.max())
        found.append((impact, draw(st.sampled_from([1.0, 0.5, 0.25]))))
    return found


@given(terms(), st.integers(1, 12), st.sets(st.integers(0, 39), max_size=5))
def test_what_is_skipped_is_not_among_the_best(terms, most, without):
    without = np.array(sorted(without), np.int64)
    scores = np.zeros(40)
    for impact, weight in terms:
        impact.add_to(scores, weight)
    scores[without] = 0.0
    wanted = best(scores, most)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("index.search.skipping.LARGE", 0)
        patch.setattr("index.search.skipping._TOUCHED", 1)
        for _ in range(2):  # the second time over what the first left behind
            found = best_of(terms, 40, most, without)

            assert found.numbers.tolist() == wanted.numbers.tolist()
            assert found.scores.tolist() == wanted.scores.tolist()
