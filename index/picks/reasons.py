"""Why a paper was picked, in the words that it has itself."""

import re
from collections.abc import Iterable, Sequence

from index.model import Paper, Reason, Snippet
from index.picks.signs import Sign
from index.picks.stretches import Place, best_stretch, stretches
from index.search.analysis import Word, words

_BRACKETS = re.compile(r"[()\[\]{}]")
MOST_WORDS = 4  # matched terms told of a paper


def matched(paper: Paper, signs: Sequence[Sign], parts: Iterable[float]) -> tuple[str, ...]:
    """What *paper* has of *signs*, as it stands there, the strongest first; each once."""
    text = f"{paper.abstract}\n{paper.title or paper.headline}"  # a title's capitals are no spelling of its words
    found = [word for word in words(text) if word.plain]
    strongest = sorted(enumerate(parts), key=lambda one: (signs[one[0]].core, -one[1], one[0]))
    told: list[str] = []
    for at, part in strongest:
        if signs[at].core and told:  # said already, as a part of what was asked for
            break
        here = _as_it_stands(text, found, signs[at]) if part > 0 else ""
        if here and not any(here.lower() in other.lower() or other.lower() in here.lower() for other in told):
            told.append(here)
    return tuple(told[:MOST_WORDS])


def _as_it_stands(text: str, found: Sequence[Word], sign: Sign) -> str:
    """The first stretch of *text* that is *sign* in one of its forms, without line breaks; "" for none."""
    for form in sign.forms:
        for first, last in stretches(found, form):
            stretch = text[found[first].start : found[last].end]
            if "\n" not in stretch:
                return _BRACKETS.sub("", stretch)  # "low-rank adaptation (LoRA) merging"
    return ""


def shown(paper: Paper, signs: Sequence[Sign], parts: Iterable[float]) -> Snippet:
    """The stretch of the abstract of *paper* that has the most of *signs*, as far as these give it something."""
    found = [word for word in words(paper.abstract) if word.plain]
    places: list[Place] = []
    for sign, part in zip(signs, parts, strict=True):
        for form in sign.forms if part > 0 else ():
            places += [(found[first].start, found[last].end, sign.text) for first, last in stretches(found, form)]
    return best_stretch(paper.abstract, places)


def telling(
    paper: Paper,
    terms: tuple[str, ...],
    *,
    example: str = "",
    liked: str = "",
    saved: tuple[str, int] | None = None,
    filtered: bool = False,
    new: bool = False,
) -> tuple[Reason, ...]:
    """The reasons of a pick, the strongest first; never empty.

    Args:
        terms: of the topic, as the paper has them.
        example, liked: handles of the example, and of the "more like this", that it is like.
        saved: handle of a paper of the group's list that it is like, and how many saved that.
        filtered: it passes a filter of the topic.
        new: it came with the last import.
    """
    found: list[Reason] = []
    if terms:
        found.append(Reason("words", terms))
    if example:
        found.append(Reason("example", handle=example))
    if saved:
        found.append(Reason("saved", handle=saved[0], count=saved[1]))
    if liked:
        found.append(Reason("liked", handle=liked))
    if filtered or not found:
        found.append(Reason("area", (paper.area.split("->")[-1],) if paper.area else ()))
    if paper.oral:
        found.append(Reason("oral"))
    if new:
        found.append(Reason("new"))
    return tuple(found)
