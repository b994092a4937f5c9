"""A shelf is worked through exactly once, whatever the topic, the pace and the feedback."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index.model import Taste, Topic
from index.picks.kin import kin_of, with_kin
from tests.factories import library_of, record

WORDS = ("federated learning", "model merging", "graph", "multi-task", "reinforcement learning", "label", "GRPO")
WORDS += ("multi-objective", "clustering", '"large language models"', "prior OR posterior", "merg*", "has:code", "FL")
VERSION = """We present Tarn, a solver for sparse systems on many machines. It splits each system along its blocks,
solves the blocks where they lie, and joins what it found in rounds. On twelve public systems it takes half of the
time of the best solver known, and never more memory than one machine has."""

topics = st.builds(
    lambda words, without, code: Topic("t", "T", words=tuple(words), without=tuple(without), has_code=code),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=5),
    st.lists(st.sampled_from(("reward", "image", "multi-view")), max_size=1),
    st.booleans(),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(topic=topics, most=st.integers(1, 10), moods=st.lists(st.sampled_from("mls-"), max_size=12))
def test_day_after_day_the_whole_shelf_comes_once_and_then_nothing(sample, topic, most, moods):
    """Whatever members say of the picks on the way."""
    total = sample.pick(topic, most=1).total
    had: list[str] = []
    shown: list[str] = []
    taste = Taste()
    for day in range(total + 1):
        picked = sample.pick(topic, most=most, had=had, taste=taste)
        keys = [pick.paper.key for pick in picked.picks]
        assert picked.total == total
        assert len(keys) <= most
        assert all(pick.reasons for pick in picked.picks)
        if not keys:
            break
        had += keys
        shown += [pick.paper.handle for pick in picked.picks]
        taste = _changed(taste, moods[day % len(moods)] if moods else "-", keys[0])

    assert not sample.pick(topic, most=most, had=had).picks
    assert len(set(shown)) == len(shown)
    whole = {pick.paper.number for pick in sample.pick(topic, most=1000).picks}
    with sample._store.read() as db:
        kin = kin_of(db)
    assert whole <= with_kin(kin, (int(handle[1:]) for handle in shown))
    assert sample.pick(topic, had=had).seen == total


def _changed(taste: Taste, mood: str, key: str) -> Taste:
    if mood == "m":
        return Taste((*taste.more, key), taste.less, taste.saved)
    if mood == "l":
        return Taste(taste.more, (*taste.less, key), taste.saved)
    if mood == "s":
        return Taste(taste.more, taste.less, (*taste.saved, (key, 3)))
    return taste


def test_without_any_feedback_the_order_is_that_of_the_start(sample):
    topic = Topic("mt", "Multi-task", words=("multi-task", "multi-objective"))
    first = sample.pick(topic, most=10)
    sample.pick(topic, most=10, taste=Taste(more=(first.picks[-1].paper.key,), less=(first.picks[0].paper.key,)))

    assert sample.pick(topic, most=10, taste=Taste()) == first


@pytest.fixture
def twice(tmp_path):
    """p1 and p2 are one paper in two versions, under titles of their own; p3 is another."""
    other = "We study solvers for dense systems, which is a solver of another kind: it needs all of the system at once."
    papers = [
        record(VERSION, 1, title="Tarn: solving sparse systems together", authors=("Ann One",)),
        record(VERSION + " Code is public.", 2, title="A distributed solver", authors=("Bea Two",)),
        record(other, 3, title="Dense solvers"),
    ]
    library = library_of(tmp_path, papers)
    yield library
    library.close()


def test_a_paper_that_is_nearly_one_that_was_had_is_a_repeat(twice):
    assert twice.newest() == 3, "the import kept them apart"
    topic = Topic("solvers", "Solvers", words=("solver",))
    one = twice.pick(topic, most=10)
    handles = {pick.paper.handle for pick in one.picks}

    assert one.total == 3
    assert "p3" in handles
    assert len(handles & {"p1", "p2"}) == 1
    after = twice.pick(topic, had=[pick.paper.key for pick in one.picks])
    assert (after.picks, after.seen) == ((), 3)


def test_a_filter_alone_makes_a_topic(sample):
    picked = sample.pick(Topic("code", "With code", words=("has:code",)), most=10)

    assert picked.picks
    assert all(pick.paper.code for pick in picked.picks)


def test_only_papers_with_code_where_that_is_wanted(sample):
    topic = Topic("mt", "Multi-task", words=("multi-task",), has_code=True)
    picked = sample.pick(topic, most=10)

    assert picked.picks
    assert all(pick.paper.code for pick in picked.picks)
    assert "it gives no code" in {out.reason for out in picked.left_out}


def shelf(library, *words):
    return {pick.paper.handle for pick in library.pick(Topic("t", "T", words=words), most=50).picks}


def test_a_hyphen_more_or_less_gives_the_same_shelf(sample):
    assert shelf(sample, "multiview clustering") == shelf(sample, "multi-view clustering")


def test_a_short_form_means_what_the_papers_say_and_nothing_where_they_do_not(sample):
    assert "p45" in shelf(sample, "FL", "federated learning")
    assert shelf(sample, "XY", "federated learning") == shelf(sample, "federated learning")


def test_the_corpora_of_a_topic_limit_its_shelf(sample):
    corpus = sample.corpora()[0].name
    topic = Topic("mt", "Multi-task", words=("multi-task",))

    assert sample.pick(topic, corpora=[corpus]).total == sample.pick(topic).total


def test_new_papers_are_favoured_and_say_so(sample):
    topic = Topic("mt", "Multi-task", words=("multi-task",))
    before = sample.newest() - 20

    reasons = [reason.kind for pick in sample.pick(topic, most=10, new_after=before).picks for reason in pick.reasons]

    assert "new" in reasons
    assert "new" not in [reason.kind for pick in sample.pick(topic, most=10).picks for reason in pick.reasons]
