"""Picks for topics: the one place where shelf, choice and reasons come together."""

import threading
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index import rows
from index.model import LeftOut, Paper, Pick, Picked, Reason, Taste, Topic
from index.picks.bags import bags
from index.picks.choice import Chosen, Pull, choose
from index.picks.evidence import Bools
from index.picks.kin import Kin, kin_of, with_kin
from index.picks.likeness import Likeness, likeness
from index.picks.near import near
from index.picks.profile import Background, background
from index.picks.reasons import matched, shown, telling
from index.picks.shelf import Outside, Shelf, shelf
from index.picks.themes import FEWEST, SMALL, themes
from index.recognition import Recognition
from index.search.lookup import Lookup

KEPT = 16  # shelves remembered
BACKGROUND = 2_000  # papers that tell what is common
MOST_TASTE = 40  # papers of each sort that move picks: the latest


@dataclass(slots=True)
class _Kept:
    shelf: Shelf
    alike: Likeness | None = None


class Picker:
    """Picks from one papers.db, from any thread. What it remembers is of one state of the library."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._generation: object = None
        self._shelves: OrderedDict[object, _Kept] = OrderedDict()
        self._kin: Kin | None = None
        self._background: Background | None = None
        self._themes: dict[int, tuple[Topic, ...]] = {}

    def pick(
        self,
        look: Lookup,
        topic: Topic,
        among: NDArray[np.int64] | None,
        *,
        most: int,
        had: Collection[str],
        taste: Taste,
        new_after: int | None,
    ) -> Picked:
        """What *topic* gives now; see :meth:`index.library.Library.pick`."""
        kept = self._shelf(look, topic, among)
        one, kin = kept.shelf, self._kin_of(look)
        gone = with_kin(kin, _numbers(look, had))
        seen = sum(number in gone for number in one.numbers.tolist())
        pull = _pull(look, taste)
        chosen = choose(
            one,
            self._alike(look, kept, pull),
            kin,
            most=most,
            had=gone,
            pull=pull,
            oral=_orals(look, one.numbers),
            new=one.numbers > new_after if new_after is not None else np.zeros(len(one), np.bool_),
        )
        wanted = [int(one.numbers[pick.place]) for pick in chosen] + [out.number for out in one.outside]
        papers = rows.papers(look.db, wanted)
        picks = tuple(_pick(papers[int(one.numbers[pick.place])], one, pick, new_after=new_after) for pick in chosen)
        out = tuple(LeftOut(papers[one.number], _why_not(one)) for one in one.outside if one.number in papers)
        return Picked(picks, len(one), seen, out)

    def themes(self, look: Lookup, among: NDArray[np.int64], most: int) -> tuple[Topic, ...]:
        """The topics that the papers *among* themselves give; made once for each state of the library."""
        with self._lock:
            self._turn_to(look.generation)
            known = self._themes.get(most)
        if known is None:
            known = themes(look, among.tolist(), most)
            if len(among) < SMALL:  # in more papers a theme has more than enough
                known = tuple(one for one in known if len(self._shelf(look, one, among).shelf) >= FEWEST)
            with self._lock:
                if self._generation == look.generation:
                    self._themes[most] = known
        return known

    def _shelf(self, look: Lookup, topic: Topic, among: NDArray[np.int64] | None) -> _Kept:
        key = (topic, None if among is None else among.tobytes())
        with self._lock:
            self._turn_to(look.generation)
            kept = self._shelves.get(key)
            if kept is not None:
                self._shelves.move_to_end(key)
                return kept
        made = _Kept(shelf(topic, look, among, self._behind(look)))
        with self._lock:
            if self._generation == look.generation:
                self._shelves[key] = made
                while len(self._shelves) > KEPT:
                    self._shelves.popitem(last=False)
        return made

    def _behind(self, look: Lookup) -> Background:
        """What is common in all fields: some papers of the whole library, evenly drawn."""
        with self._lock:
            self._turn_to(look.generation)
            known = self._background
        if known is None:
            numbers = [row[0] for row in look.db.execute("SELECT number FROM papers ORDER BY number")]
            step = max(1, len(numbers) // BACKGROUND)
            known = background(bags(near(look, numbers[::step])))
            with self._lock:
                if self._generation == look.generation:
                    self._background = known
        return known

    def _kin_of(self, look: Lookup) -> Kin:
        with self._lock:
            self._turn_to(look.generation)
            known = self._kin
        if known is None:
            known = kin_of(look.db)
            with self._lock:
                if self._generation == look.generation:
                    self._kin = known
        return known

    def _alike(self, look: Lookup, kept: _Kept, pull: Pull) -> Likeness:
        """Of the shelf's papers, and of those of *pull* where they are no part of it."""
        numbers = kept.shelf.numbers.tolist()
        others = pull.numbers - set(numbers)
        if others:
            return likeness(near(look, [*numbers, *sorted(others)]))
        if kept.alike is None:
            kept.alike = likeness(near(look, numbers))
        return kept.alike

    def _turn_to(self, generation: object) -> None:
        if self._generation != generation:
            self._generation = generation
            self._shelves.clear()
            self._kin = None
            self._background = None
            self._themes = {}


def _numbers(look: Lookup, keys: Collection[str]) -> list[int]:
    known = Recognition(look.db)
    return [number for key in keys for number in known.with_key(key)]


def _pull(look: Lookup, taste: Taste) -> Pull:
    def one(key: str) -> list[int]:
        return _numbers(look, [key])[:1]

    return Pull(
        tuple(number for key in taste.more[-MOST_TASTE:] for number in one(key)),
        tuple(number for key in taste.less[-MOST_TASTE:] for number in one(key)),
        tuple((number, count) for key, count in taste.saved[-MOST_TASTE:] for number in one(key)),
    )


def _orals(look: Lookup, numbers: NDArray[np.int64]) -> Bools:
    orals = [row[0] for row in look.db.execute("SELECT number FROM papers WHERE oral")]
    return np.isin(numbers, np.array(orals, np.int64))


def _pick(paper: Paper, one: Shelf, chosen: Chosen, *, new_after: int | None) -> Pick:
    parts = one.parts[:, chosen.place].tolist()
    example = one.like.get(paper.number, 0)
    reasons: Sequence[Reason] = telling(
        paper,
        matched(paper, one.signs, parts),
        example=f"p{example}" if example else "",
        liked=f"p{chosen.liked}" if chosen.liked else "",
        saved=(f"p{chosen.saved[0]}", chosen.saved[1]) if chosen.saved else None,
        filtered=any(not sign.forms for sign in one.signs) and not any(parts),
        new=new_after is not None and paper.number > new_after,
    )
    return Pick(paper, float(one.scores[chosen.place]), tuple(reasons), shown(paper, one.signs, parts))


def _why_not(one: Outside) -> str:
    if one.unwanted:
        return one.unwanted
    named = ", ".join(f"“{word}”" for word in one.signs[:3])
    if not named:
        return "it is near to an example, but not near enough"
    return (
        f"it has {named}, but says too little else of the topic" if one.central else f"it has {named} only in passing"
    )
