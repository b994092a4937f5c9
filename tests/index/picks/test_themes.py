"""The papers themselves say which topics there are."""

from index.picks.themes import FEWEST


def test_the_sample_has_the_themes_that_its_papers_share(sample):
    names = {topic.name for topic in sample.themes()}

    assert {"model-merging", "multi-task", "multi-view", "multi-objective", "federated"} <= names


def test_every_theme_has_a_shelf(sample):
    assert all(sample.pick(topic).total >= FEWEST for topic in sample.themes())


def test_the_same_library_gives_the_same_themes(sample, home):
    from index.library import Library

    other = Library(home / "papers.db")

    assert other.themes() == sample.themes()
    assert sample.themes(3) == sample.themes()[:3]
    other.close()


def test_themes_have_names_that_can_be_typed_and_labels_for_people(sample):
    for topic in sample.themes():
        assert topic.name == topic.name.lower()
        assert " " not in topic.name
        assert topic.label[0].isupper()
