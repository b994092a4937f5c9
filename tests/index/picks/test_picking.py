"""A topic picks the papers that are about it, once each, and says why."""

import pytest

from index.errors import UnknownCorpus
from index.library import Library
from index.model import Taste, Topic

FEDERATED = Topic("fl", "Federated learning", words=("federated learning", "FL", "aggregation", "client drift"))


def handles(picked):
    return [pick.paper.handle for pick in picked.picks]


def test_what_is_about_the_topic_is_picked_and_what_names_it_in_passing_is_not(library):
    picked = library.pick(FEDERATED)

    assert sorted(handles(picked)) == ["p1", "p2", "p3"]
    assert (picked.total, picked.seen) == (3, 0)


def test_what_is_nearest_and_left_out_is_told_with_the_reason(library):
    told = {out.paper.handle: out.reason for out in library.pick(FEDERATED).left_out}

    assert "“federated learning”" in told["p6"]
    assert "“aggregation”" in told["p7"]


def test_a_pick_says_which_words_of_the_topic_it_has_as_it_has_them(library):
    reasons = {pick.paper.handle: pick.reasons[0] for pick in library.pick(FEDERATED).picks}

    assert reasons["p1"].kind == "words"
    assert reasons["p1"].words == ("Federated learning",)
    assert "FL" in reasons["p3"].words


def test_a_topic_without_papers_picks_nothing(library):
    picked = library.pick(Topic("speech", "Speech", words=("speech recognition", "ASR")))

    assert (picked.picks, picked.total) == ((), 0)


@pytest.mark.parametrize("words", [(), ("",), ("the of",), ("?!", "FL")])
def test_words_that_say_nothing_alone_pick_nothing(library, words):
    assert handles(library.pick(Topic("odd", "Odd", words=words))) in ([], ["p2", "p3"], ["p2", "p3", "p1"])


def test_nothing_that_was_had_comes_again_and_the_shelf_ends(library):
    had, days = [], []
    while picked := library.pick(FEDERATED, most=2, had=had):
        days.append((handles(picked), picked.seen))
        had += [pick.paper.key for pick in picked.picks]
        if not picked.picks:
            break

    assert [len(day) for day, _ in days] == [2, 1, 0]
    assert sorted(handle for day, _ in days for handle in day) == ["p1", "p2", "p3"]
    assert [seen for _, seen in days] == [0, 2, 3]


def test_examples_alone_make_a_topic_and_are_not_picked_themselves(library):
    picked = library.pick(Topic("like", "Like that", like=(library.paper("p4").key,)))

    assert handles(picked) == ["p5"]
    assert [(reason.kind, reason.handle) for reason in picked.picks[0].reasons] == [("example", "p4")]


def test_words_that_are_not_wanted_keep_a_paper_out(library):
    topic = Topic("fl", "Federated learning", words=("federated learning", "FL"), without=("secure aggregation",))

    picked = library.pick(topic)

    assert "p3" not in handles(picked)
    assert ("p3", "it has “secure aggregation”") in [(out.paper.handle, out.reason) for out in picked.left_out]


def test_what_was_liked_moves_up_and_is_the_reason(library):
    topic = Topic("all", "All", words=("federated learning", "FL", "model merging"))
    liked = library.paper("p4").key

    picked = library.pick(topic, had=[liked], taste=Taste(more=(liked,)))

    assert handles(picked)[0] == "p5"
    assert ("liked", "p4") in [(reason.kind, reason.handle) for reason in picked.picks[0].reasons]


def test_what_was_not_liked_sinks_with_its_kin_but_the_shelf_stays_whole(library):
    topic = Topic("all", "All", words=("federated learning", "FL", "model merging"))

    picked = library.pick(topic, taste=Taste(less=(library.paper("p4").key,)))

    assert set(handles(picked)[-2:]) == {"p4", "p5"}
    assert picked.total == 5


def test_an_unknown_corpus_is_refused(library):
    with pytest.raises(UnknownCorpus):
        library.pick(Topic("x", "X", words=("merging",), corpora=("icml1999",)))


def test_a_library_without_papers_gives_nothing(tmp_path):
    empty = Library(tmp_path / "empty.db")

    assert empty.pick(FEDERATED).total == 0
    assert empty.themes() == ()
    assert empty.newest() == 0
    assert empty.new_matches("merging", 0) == ()
    empty.close()


def test_new_matches_are_those_that_came_later_and_have_all_of_the_query(library):
    assert {hit.paper.handle for hit in library.new_matches("federated learning", 1)} == {"p2", "p3", "p6"}
    assert library.new_matches("federated learning", library.newest()) == ()
    assert library.new_matches("model aggregation", 0) == ()


def test_a_watch_is_told_of_short_forms_and_of_nothing_that_was_only_meant_otherwise(library):
    told = {hit.paper.handle for hit in library.new_matches("FL", 0)}

    assert {"p2", "p3"} <= told
    assert library.new_matches("federatde", 0) == ()
    assert {hit.paper.handle for hit in library.new_matches("model -loss", 0)} == {"p2", "p4"}


def test_a_hit_of_a_watch_shows_where_the_words_stand(library):
    hit = library.new_matches("federated learning", 5)[0]

    assert "".join(run for run, _ in hit.snippet.runs) == "… It matters in vision, speech and federated learning."
    assert [run for run, marked in hit.snippet.runs if marked] == ["federated", "learning"]


def test_a_pick_shows_the_topic_where_it_stands_in_the_abstract(library):
    pick = next(pick for pick in library.pick(FEDERATED).picks if pick.paper.handle == "p1")

    assert pick.snippet.runs[0] == ("Federated learning", True)
    assert "".join(run for run, _ in pick.snippet.runs).endswith("train together. …")
