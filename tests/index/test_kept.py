"""What is kept of one state of the library: bounded, shared, and gone when the library has changed."""

from index.search.kept import Kept


def made_of(asked):
    def make(keys):
        asked.append(keys)
        return {key: key * 10 for key in keys if key}

    return make


def test_what_is_kept_is_not_made_again():
    asked, kept = [], Kept(100, lambda _: 1)

    assert kept.of("a state", [3, 1, 3], made_of(asked)) == {3: 30, 1: 10}
    assert list(kept.of("a state", [1, 2, 3], made_of(asked)).items()) == [(1, 10), (2, 20), (3, 30)]
    assert asked == [[3, 1], [2]]


def test_another_state_keeps_nothing_of_the_last():
    asked, kept = [], Kept(100, lambda _: 1)

    kept.of("a state", [1], made_of(asked))
    kept.of("another", [1], made_of(asked))
    assert asked == [[1], [1]]


def test_the_least_used_goes_when_there_is_no_room():
    asked, kept = [], Kept(20, lambda _: 10)

    kept.of("a state", [1, 2], made_of(asked))
    kept.of("a state", [1], made_of(asked))
    kept.of("a state", [3], made_of(asked))
    kept.of("a state", [1, 3, 2], made_of(asked))
    assert asked == [[1, 2], [3], [2]]


def test_without_any_room_all_is_made_and_nothing_kept():
    asked, kept = [], Kept(0, lambda _: 10)

    assert kept.of("a state", [1, 0, 2], made_of(asked)) == {1: 10, 2: 20}
    kept.of("a state", [1], made_of(asked))
    assert asked == [[1, 0, 2], [1]]
