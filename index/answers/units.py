"""From the words of a question to the units that an answer should have."""

import math
import re
from collections.abc import Collection, Sequence

from index.answers.glossary import is_chinese
from index.answers.matching import Unit
from index.answers.wording import ASKING, alike, is_soft
from index.search.analysis import Word, words
from index.search.lookup import Lookup

SOFT_SHARE = 0.3  # of the weight of a word that nearly every abstract could have
UNKNOWN_SHARE = 0.6  # of the weight of a common word that stands nowhere: it may be the question's own way to put it
LEAST_WEIGHT = 0.05
_YEAR = re.compile(r"(?:19|20)\d\d")
SUFFIXES = frozenset(
    ["based", "aware", "free", "driven", "guided", "specific", "level", "wise", "style", "like", "agnostic"]
)
_NEGATION = re.compile(
    r"\b(?:(?:no|without|free of|neither|nor)\b|(?:not|n['’]t|never)\s+(?:need|require|use|rely|depend)\b)"
    r"(?:\s+(?:need|require|use|using|needing|requiring|any|a|an|the|access|to|on|rely|relying|"
    r"depend)\b)*\s+(?P<what>[\w‑-]+(?:\s+(?:and|or)\s+[\w‑-]+)?)",
    re.IGNORECASE,
)


def units_of(text: str, look: Lookup, without: Collection[str] = ()) -> list[Unit]:
    """What *text* asks for, in order, each once.

    Args:
        without: folded surfaces that only name papers.
    """
    found = [word for word in words(text) if word.plain and word.surface not in ASKING and word.surface not in without]
    negated = _negated(text)
    wanted = [(word, at) for word in found for at in range(len(word.plain)) if not _is_suffix(word, at)]
    counts = look.postings(word.plain[at] for word, at in wanted)
    kin = _acronyms(found, look)
    made: dict[str, Unit] = {}
    before: Word | None = None
    for word, at in wanted:
        term = word.plain[at]
        last, before = before, word
        if term in made:
            continue
        parts = word.surface.split("-")
        surface = parts[at] if len(parts) == len(word.plain) else word.surface
        named = _is_name(text, word)
        compound = last is word
        soft = (is_soft(term) and not named and "-" not in word.surface) or is_chinese(surface)
        known = counts[term].found_in
        weight = max(LEAST_WEIGHT, math.log((look.papers + 1) / max(1, known)) / math.log(look.papers + 1))
        made[term] = Unit(
            surface,
            term,
            weight * (SOFT_SHARE if soft else 1.0 if known or named else UNKNOWN_SHARE),
            same=_spellings(word, term) | kin.get(term, frozenset()),
            longs=tuple(frozenset(long) for long in look.meanings(word.surface.replace("-", ""))),
            kin=alike(term),
            hard=named,
            soft=soft,
            negated=surface in negated,
            tied=compound
            or (named and last is not None and _is_name(text, last) and text[last.end : word.start] == " "),
        )
    return list(made.values())


def _spellings(word: Word, term: str) -> frozenset[str]:
    """Other spellings of *word*: joined, or without the s at its end; not the parts of a name in capitals."""
    if "-" in word.surface:
        return frozenset(word.extra[:1])
    if term[0].isdigit():
        bare = term.replace(",", "")
        return frozenset(
            {
                bare,
                bare.rstrip("0").rstrip(".") if "." in bare else f"{bare}.0",
                f"{int(bare):,}" if bare.isdecimal() else bare,
            }
        )
    return frozenset(other for other in word.extra if term.startswith(other) and len(term) - len(other) == 1)


def query_of(units: Sequence[Unit]) -> str:
    """*units* as a query for the search."""
    return " ".join(dict.fromkeys(unit.surface for unit in units))


def runs_of(text: str, without: Collection[str] = ()) -> list[str]:
    """Words of *text* that stand side by side and are looked for, as typed: ["model merging", "data"]."""
    runs: list[list[Word]] = []
    end = -1
    for word in words(text):
        if not word.plain or word.surface in ASKING or word.surface in without:
            continue
        if runs and not text[end : word.start].strip():
            runs[-1].append(word)
        else:
            runs.append([word])
        end = word.end
    return [text[run[0].start : run[-1].end] for run in runs]


def _is_suffix(word: Word, at: int) -> bool:
    parts = word.surface.split("-")
    return len(parts) > 1 and at == len(word.plain) - 1 and parts[-1] in SUFFIXES


def _is_name(text: str, word: Word) -> bool:
    """Whether *word* stands there as a name or a number: "GPU", "CIFAR-10", "Seoul" within a sentence."""
    typed = text[word.start : word.end]
    if any(mark.isdigit() for mark in typed):
        return len(typed) > 1 and not _YEAR.fullmatch(typed)
    bare = re.sub(r"(?<=[A-Z0-9])s$", "", typed)
    if sum(mark.isupper() for mark in bare) >= 2 and (not bare.istitle() or "-" not in bare):
        return True
    starts = word.start == 0 or text[: word.start].rstrip()[-1:] in '.?!:;"“('
    shouted = sum(mark.isupper() for mark in text) > 0.3 * max(1, sum(mark.isalpha() for mark in text))
    return typed[0].isupper() and not starts and not shouted and not _in_title_case(text)


def _are_one_name(text: str, first: Word, second: Word) -> bool:
    return text[first.end : second.start] == " " and _is_name(text, first)


def _in_title_case(text: str) -> bool:
    long = re.findall(r"[A-Za-z][\w-]{3,}", text)[1:]
    return len(long) >= 3 and sum(part[0].isupper() for part in long) > 0.7 * len(long)


def _negated(text: str) -> frozenset[str]:
    found = {word.surface for one in _NEGATION.finditer(text) for word in words(one["what"])}
    return frozenset(part for surface in found for part in surface.split("-"))


def _acronyms(found: Sequence[Word], look: Lookup) -> dict[str, frozenset[str]]:
    """Terms → the acronyms of the runs of words that they are in: "large", "language", "model" → "llm"."""
    terms = [term for word in found for term in word.plain]
    made: dict[str, set[str]] = {}
    for start in range(len(terms)):
        for end in range(start + 2, min(len(terms), start + 6) + 1):
            for short in look.shorts(tuple(terms[start:end])):
                for term in terms[start:end]:
                    made.setdefault(term, set()).add(short)
    return {term: frozenset(names) for term, names in made.items()}
