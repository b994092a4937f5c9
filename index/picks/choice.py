"""Which papers of a shelf come next: the best first, not five near-twins, moved by what the group likes.

Variety is maximal marginal relevance (Carbonell and Goldstein, The Use of MMR, 1998) over the best few that are left,
so that what is picked is never much worse than what is passed over, which comes on one of the next days.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.picks.evidence import Bools, Floats
from index.picks.kin import Kin, with_kin
from index.picks.likeness import Likeness
from index.picks.shelf import Shelf

LOOKED_AT = 4  # times as many papers as are wanted
VARIETY = 0.30  # what a paper loses that is the same as one already chosen
ORAL = 0.03
NEW = 0.04
LIKED = 0.8  # what a paper gains that is like those that were liked
UNLIKED = 0.4  # what one loses that is like those that were not
SAVED = 0.25
FAR = 3.0  # times the usual spread: as like as can be
LEAST_SPREAD = 0.01  # of cosines
NEAR = 0.12  # a cosine from which on a paper is said to be like another


@dataclass(frozen=True, slots=True)
class Pull:
    """Papers by their numbers that draw others of a shelf nearer, or push them away."""

    more: tuple[int, ...] = ()
    less: tuple[int, ...] = ()
    saved: tuple[tuple[int, int], ...] = ()  # with how many saved each

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset((*self.more, *self.less, *(number for number, _ in self.saved)))


@dataclass(frozen=True, slots=True)
class Chosen:
    """A paper of a shelf that comes next."""

    place: int  # on the shelf
    liked: int = 0  # the number of the liked paper that it is like; 0 for none
    saved: tuple[int, int] | None = None  # likewise of the group's list, with how many saved it


def choose(
    one: Shelf,
    alike: Likeness,
    kin: Kin,
    *,
    most: int,
    had: Collection[int],
    pull: Pull,
    oral: Bools,
    new: Bools,
) -> list[Chosen]:
    """At most *most* papers of the shelf that were not had, in the order in which they are shown.

    Args:
        alike: of the shelf's papers and those of *pull*.
        had: numbers, with all that is nearly the same.
        oral, new: (papers of the shelf,).
    """
    worth = one.scores + ORAL * oral + NEW * new
    drawn = _Drawn(one.numbers, alike, pull)
    worth = worth + drawn.worth
    order = np.lexsort((one.numbers, -worth))
    left = [at for at in order.tolist() if int(one.numbers[at]) not in had]
    window = left[: LOOKED_AT * max(0, most)]
    chosen: list[int] = []
    nearest = np.zeros(len(one))
    gone: set[int] = set()
    while window and len(chosen) < most:
        best = max(window, key=lambda at: (worth[at] - VARIETY * nearest[at], -int(one.numbers[at])))
        chosen.append(best)
        number = int(one.numbers[best])
        gone |= with_kin(kin, [number])
        window = [at for at in window if int(one.numbers[at]) not in gone]
        nearest = np.maximum(nearest, _by_place(one.numbers, alike, alike.to(number)))
    return [drawn.told(at) for at in chosen]


class _Drawn:
    """How the papers of a shelf are moved by what the group likes."""

    def __init__(self, numbers: NDArray[np.int64], alike: Likeness, pull: Pull) -> None:
        self._numbers = numbers
        self._alike = alike
        self._pull = pull
        self._more = _to_each(numbers, alike, pull.more)
        self._saved = _to_each(numbers, alike, [number for number, _ in pull.saved])

    @property
    def worth(self) -> Floats:
        """What each paper gains or loses; (papers,).

        After Rocchio, Relevance Feedback in Information Retrieval, 1971: towards the middle of what was liked, away
        from that of what was not.
        """
        saved = [number for number, _ in self._pull.saved]
        return LIKED * self._near(self._pull.more) - UNLIKED * self._near(self._pull.less) + SAVED * self._near(saved)

    def told(self, at: int) -> Chosen:
        more, saved = self._more[:, at], self._saved[:, at]
        liked = self._pull.more[int(more.argmax())] if len(more) and more.max() >= NEAR else 0
        like_saved = self._pull.saved[int(saved.argmax())] if len(saved) and saved.max() >= NEAR else None
        return Chosen(at, liked, like_saved)

    def _near(self, numbers: Sequence[int]) -> Floats:
        """How near each paper is to the middle of those with *numbers*, beside the others of the shelf; -1 to 1."""
        cosines = _by_place(self._numbers, self._alike, self._alike.to_middle(numbers))
        others = cosines[~np.isin(self._numbers, np.array(sorted(self._pull.numbers), np.int64))]
        if not numbers or not len(others):
            return np.zeros(len(self._numbers))
        spread = FAR * max(float(others.std()), LEAST_SPREAD)
        return np.clip((cosines - float(others.mean())) / spread, -1.0, 1.0)


def _to_each(numbers: NDArray[np.int64], alike: Likeness, others: Sequence[int]) -> Floats:
    """How alike each paper is to each of *others*; (others, papers)."""
    return np.array([_by_place(numbers, alike, alike.to(other)) for other in others]).reshape(len(others), len(numbers))


def _by_place(numbers: NDArray[np.int64], alike: Likeness, cosines: Floats) -> Floats:
    """*cosines* in the order of *numbers*; 0 for a paper that has none."""
    at = np.searchsorted(alike.numbers, numbers)
    at = np.minimum(at, max(0, len(alike.numbers) - 1))
    if not len(alike.numbers):
        return np.zeros(len(numbers))
    return np.where(alike.numbers[at] == numbers, cosines[at], 0.0)
