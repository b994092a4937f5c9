"""Papers on the same matter as one paper: what its own telling words find, and what those papers tell besides.

Pseudo-relevance feedback as in Lavrenko and Croft, Relevance-Based Language Models, 2001, in the form RM3: the
words of the paper find a first few papers; words that these share are added, and all of them search again.
It finds papers that say the same in other words, where the paper's words alone do not reach.
"""

import math
from collections import defaultdict

from index import rows
from index.indexing import terms_of
from index.model import Paper
from index.search.lookup import Lookup
from index.search.ranking import Ranked

OWN_TERMS = 30  # the paper's most telling terms
NEAR_PAPERS = 8  # whose terms are added
ADDED_TERMS = 30
OWN_SHARE = 0.6  # of the weight


def related(look: Lookup, paper: Paper, most: int) -> Ranked:
    """At most *most* papers on the matter of *paper*, without itself and without those taken back; best first."""
    own = _telling(look, [paper], OWN_TERMS)
    without = [paper.number, *look.withdrawn().tolist()]
    first = look.best(own, NEAR_PAPERS, without)
    near = list(rows.papers(look.db, first.numbers.tolist()).values())
    if not near:
        return first
    added = _telling(look, near, ADDED_TERMS)
    mixed = {term: OWN_SHARE * weight for term, weight in own.items()}
    for term, weight in added.items():
        mixed[term] = mixed.get(term, 0.0) + (1 - OWN_SHARE) * weight
    return look.best(mixed, most, without)


def _telling(look: Lookup, papers: list[Paper], most: int) -> dict[str, float]:
    """The terms that tell most of *papers*, by tf·idf of those that other papers have too; weights sum to 1."""
    counts: dict[str, float] = defaultdict(float)
    for paper in papers:
        terms = terms_of(paper)
        for term, count in terms.plain.items():
            counts[term] += (1 + math.log(count)) / max(1, terms.length)
    found = look.postings(counts)
    weighed = {
        term: count * math.log((look.papers + 1) / len(found[term].plain))
        for term, count in counts.items()
        if 1 < len(found[term].plain) < look.papers / 3
    }
    chosen = sorted(weighed.items(), key=lambda one: (-one[1], one[0]))[:most]
    whole = sum(weight for _, weight in chosen) or 1.0
    return {term: weight / whole for term, weight in chosen}
