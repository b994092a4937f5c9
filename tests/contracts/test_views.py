"""Every view of every paper is one that Slack takes, and no text of a paper can do anything in it."""

from tests.contracts.every_view import faults_of


def test_every_view_of_every_paper_of_the_sample_is_valid(sample):
    papers = sample.every()
    made = 0
    for start in range(0, len(papers), 5):
        several, wrong = faults_of(papers[start : start + 5])
        assert wrong == []
        made += several

    assert made > 8 * len(papers)
