"""Which papers are worth reading for a question: BM25 over its units, with their weights and what stands for them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from index.answers.matching import KIN, SPELLED, Unit
from index.search.lookup import Lookup
from index.search.ranking import Postings, Ranked, StoredBM25, best

OTHER_SPELLING = 0.5  # of a word's worth where it is another spelling of what stands there
KIN_WORTH = 0.4  # likewise of a word that means about the same
COVERED = 0.5  # share of a score that a paper gets only as far as it has the units


def ranked(
    units: Sequence[Unit], look: Lookup, among: NDArray[np.int64] | None, most: int
) -> tuple[Ranked, NDArray[np.float64]]:
    """The *most* best papers for *units*, by number where equal, and how much each of them has, 0 to 1.

    Unlike a search, a word that nearly every abstract has counts little here, and words that
    mean about the same help: a question is asked in its own words.

    Args:
        among: numbers of the papers that may be found; None for all.
    """
    scores, covered = np.zeros(look.size), np.zeros(look.size)
    worth = sum(unit.weight for unit in units) or 1.0
    for unit in units:
        part, here = _of_unit(unit, look)
        scores += part
        covered += unit.weight / worth * here
    scores *= 1 - COVERED + COVERED * covered
    if among is not None:
        outside = np.ones(look.size, np.bool_)
        outside[among] = False
        scores[outside] = 0.0
    found = best(scores, most)
    return found, covered[found.numbers]


def _of_unit(unit: Unit, look: Lookup) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What *unit* adds to each paper, and how far each paper has it, 0 to 1."""
    scores, here = np.zeros(look.size), np.zeros(look.size)
    share = {unit.term: 1.0} | dict.fromkeys(unit.same, SPELLED)
    if not unit.hard:
        share |= {term: KIN_WORTH for term in unit.kin if term not in share}
    found = look.postings(share)
    bm25 = StoredBM25(look.statistics({term: postings.found_in for term, postings in found.items()}))
    soft = unit.weight if unit.soft else 1.0
    for term, postings in found.items():
        held = KIN if term in unit.kin and term != unit.term else share[term]
        for occurring, worth in ((postings.plain, 1.0), (postings.extra, OTHER_SPELLING)):
            _raise(
                scores, here, occurring, bm25, term, share[term] * worth * soft, held * (1.0 if worth == 1 else SPELLED)
            )
    for long in unit.longs:
        mask = look.all_of(long)
        here = np.where(mask, np.maximum(here, SPELLED), here)
        scores = np.where(
            mask, np.maximum(scores, 0.5 * soft * float(np.log((look.papers + 1) / max(1, int(mask.sum()))))), scores
        )
    return scores, here


def _raise(
    scores: NDArray[np.float64],
    here: NDArray[np.float64],
    occurring: Postings,
    bm25: StoredBM25,
    term: str,
    worth: float,
    held: float,
) -> None:
    if len(occurring):
        at = occurring.numbers
        scores[at] = np.maximum(scores[at], worth * bm25.contributions(term, occurring))
        here[at] = np.maximum(here[at], held)
