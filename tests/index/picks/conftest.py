"""A small library on a few matters, of which some papers only speak in passing."""

import pytest

from tests.factories import library_of, record

FEDERATED = [
    ("Drift in federated learning", "Federated learning lets clients train together. We correct their drift."),
    ("Personal models for clients", "We propose personalised federated learning (FL) over few rounds. FL is hard."),
    ("Secure rounds", "We study FL with secure aggregation, in which a server sees nothing of its clients."),
]
MERGING = [
    ("Model merging without data", "We merge models of many tasks. Model merging needs no data here."),
    ("Merging by curvature", "We propose model merging that looks at the loss around each model and its tasks."),
]
PASSING = [
    ("Sums of gradients", "We bound the sum of gradients. It matters in vision, speech and federated learning."),
    ("Aggregation of votes", "We study the aggregation of votes. Aggregation is hard where voters lie."),
]


def titled(papers):
    return [record(abstract, at, title=title) for at, (title, abstract) in enumerate(papers, 1)]


@pytest.fixture
def library(tmp_path):
    """p1 to p3 are on federated learning, p4 and p5 on model merging; p6 and p7 share words only."""
    one = library_of(tmp_path, titled(FEDERATED + MERGING + PASSING))
    yield one
    one.close()
