"""What a word that stands in no paper was probably meant to be."""

import threading

from rapidfuzz import process
from rapidfuzz.distance import OSA
from sqlite_utils import Database

from index.search.kept import Kept

SHORTEST = 5  # letters; shorter words have too many neighbours to guess
_SWAPPED = 4  # letters; from here on, two letters that changed places are seen
_TWO_SLIPS = 9  # letters from which two slips are forgiven
_REMEMBERED = 10_000  # words; to look one up is to compare it with all there are


class Spelling:
    """The words of one state of the library, to find the nearest one to a word that is none of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._generation: object = None
        self._words: list[str] = []
        self._papers: dict[str, int] = {}
        self._nearest: Kept[str, str] = Kept(_REMEMBERED, lambda _: 1)

    def nearest(self, db: Database, generation: object, word: str) -> str:
        """The word of the library that *word* (folded) is a slip of; "" when there is none.

        One letter wrong, missing, too many, or two swapped (two such slips from nine
        letters on). Fewer slips go first, then the same first letter, then the word in more papers.
        """
        if len(word) < _SWAPPED or not word.isalpha():
            return ""
        return self._nearest.of(generation, [word], lambda _: {word: self._looked_up(db, generation, word)})[word]

    def _looked_up(self, db: Database, generation: object, word: str) -> str:
        known, papers = self._known(db, generation)
        slips = 2 if len(word) >= _TWO_SLIPS else 1
        near = process.extract(word, known, scorer=OSA.distance, score_cutoff=slips, limit=20)
        if len(word) < SHORTEST:
            near = [found for found in near if sorted(found[0]) == sorted(word)]
        best = min(
            near,
            key=lambda found: (found[1], found[0][0] != word[0], -papers[found[0]], found[0]),
            default=None,
        )
        return best[0] if best and best[1] > 0 else ""

    def _known(self, db: Database, generation: object) -> tuple[list[str], dict[str, int]]:
        with self._lock:
            if self._generation != generation:
                rows = db.execute("SELECT word, papers FROM words WHERE length(word) >= ?", [_SWAPPED]).fetchall()
                self._papers = {word: papers for word, papers in rows if word.isalpha()}
                self._words = list(self._papers)
                self._generation = generation
            return self._words, self._papers
