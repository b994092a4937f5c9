"""Which papers are nearly the same text: another version of one paper, kept apart by the lists that tell of it.

Found by the sketches that an import keeps (``index/linking.py``), for the whole library at once.
"""

from collections import defaultdict
from collections.abc import Iterable

from sqlite_utils import Database

from index import rows
from index.linking import likeness

_MOST_ALIKE = 25  # papers with one shingle: more of them, and it is a phrase that everybody uses
_ENOUGH = 3  # shingles of the sketch in common before texts are compared
_NEARLY_SAME = 0.3  # of all shingles; two papers of one group share up to 0.09
_LONG_TITLE = 12  # letters

Kin = dict[int, frozenset[int]]  # a paper's number -> all papers of nearly its text, itself too


def kin_of(db: Database) -> Kin:
    """The papers that have such kin, with all of them."""
    groups: dict[int, set[int]] = {}
    for one, other in sorted({*_by_text(db), *_by_title(db)}):
        joined = groups.get(one, {one}) | groups.get(other, {other})
        for number in joined:
            groups[number] = joined
    return {number: frozenset(group) for number, group in groups.items()}


def with_kin(kin: Kin, numbers: Iterable[int]) -> set[int]:
    """*numbers* with all that is nearly the same."""
    return {other for number in numbers for other in kin.get(number, (number,))}


def _by_text(db: Database) -> list[tuple[int, int]]:
    shares: dict[tuple[int, int], int] = defaultdict(int)
    marks = db.execute(
        """
        SELECT group_concat(paper) FROM shingles GROUP BY print HAVING count(*) BETWEEN 2 AND ?
        """,
        [_MOST_ALIKE],
    )
    for (together,) in marks:
        papers = sorted(map(int, together.split(",")))
        for at, one in enumerate(papers):
            for other in papers[at + 1 :]:
                shares[one, other] += 1
    close = [pair for pair, count in shares.items() if count >= _ENOUGH]
    papers_of = rows.papers(db, {number for pair in close for number in pair})
    return [pair for pair in close if likeness(papers_of[pair[0]], papers_of[pair[1]]) >= _NEARLY_SAME]


def _by_title(db: Database) -> list[tuple[int, int]]:
    found = db.execute(
        """
        SELECT a.paper, b.paper FROM titles a JOIN titles b ON a.print = b.print AND a.paper < b.paper
        JOIN papers ON number = a.paper WHERE length(title) > ?
        """,
        [_LONG_TITLE],
    )
    return [(int(one), int(other)) for one, other in found]
