"""The keepers' weekly card looks as agreed, and a week without anything says so."""

from datetime import date

import pytest

from handlers.model import Week
from handlers.views.weeks import week_parts
from tests.block_kit import faults, shown

MONDAY = date(2026, 7, 6)
FULL = Week(MONDAY, 1_234, 7, 23, 20, 3, 25, 17)


def test_a_week_looks_as_agreed(block_kit):
    ((_, blocks),) = week_parts(FULL)

    assert shown(blocks) == block_kit


@pytest.mark.parametrize(
    ("week", "text"),
    [
        (
            FULL,
            (
                "The week of 6 July to 12 July 2026. 1,234 searches: 7 found nothing that has enough of the words. "
                "23 questions: 20 answered from the abstracts, 3 with an honest no. "
                "25 picks in digests: 17 nobody saved or judged."
            ),
        ),
        (Week(MONDAY, searches=1), "The week of 6 July to 12 July 2026. 1 search: all found something."),
        (Week(MONDAY, picks=5), "The week of 6 July to 12 July 2026. 5 picks in digests: each was saved or judged."),
        (Week(MONDAY), "The week of 6 July to 12 July 2026. Nobody asked me anything."),
    ],
)
def test_the_text_alone_tells_the_same(week, text):
    ((told, blocks),) = week_parts(week)

    assert told == text
    assert faults(shown(blocks)) == []
