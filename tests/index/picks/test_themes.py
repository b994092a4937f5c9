"""The papers themselves say which topics there are."""

from index.library import Library
from index.picks.themes import FEWEST
from tests.factories import library_of, record


def test_the_sample_has_the_themes_that_its_papers_share(sample):
    names = {topic.name for topic in sample.themes()}

    assert {"model-merging", "multi-task", "multi-view", "multi-objective", "federated"} <= names


def test_every_theme_has_a_shelf(sample):
    assert all(sample.pick(topic).total >= FEWEST for topic in sample.themes())


def test_the_same_library_gives_the_same_themes(sample, home):
    other = Library(home / "papers.db")

    assert other.themes() == sample.themes()
    assert sample.themes(3) == sample.themes()[:3]
    other.close()


def test_themes_have_names_that_can_be_typed_and_labels_for_people(sample):
    for topic in sample.themes():
        assert topic.name == topic.name.lower()
        assert " " not in topic.name
        assert topic.label[0].isupper()


def test_primary_areas_are_topics_where_their_names_say_enough(tmp_path):
    areas = ["Deep learning->Graphs", "Theory->Games", "Theory->Everything else", "Robotics->Everything else"] * 4
    papers = [
        record(f"Paper {at} tells of matter number {at}.", at, title=f"Paper {at}", area=area)
        for at, area in enumerate(areas, 1)
    ]
    library = library_of(tmp_path, papers)

    topics = {topic.label: topic for topic in library.themes()}

    assert {"Graphs", "Games"} <= set(topics)
    assert "Everything else" not in topics
    assert library.pick(topics["Graphs"], most=10).total == 4
    library.close()
