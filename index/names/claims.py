"""Where an abstract says what its authors made: each claim is a candidate name with its weight."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from index.names.patterns import (
    ARTICLES,
    COMPONENT,
    COULD_NAME,
    CUE,
    CUES,
    ENDING_NAME,
    FOLLOWING,
    HEADS,
    INSIDE,
    ITEM,
    JOINING,
    LATER_INSIDE,
    MADE,
    MADE_HINTS,
    MEASURING,
    NEW,
    NO_METHOD,
    ONE,
    OR_NAME,
    OURS,
    OURS_HINTS,
    PARTS,
    PHRASE,
    PRODUCT,
    PROUD,
    PROUD_HINTS,
    REACH,
    SOLVED,
    STEMS,
    STOP,
    TOKEN,
    VERB,
)
from index.names.shapes import bare, is_camel, is_modifier, is_strong, is_weak, spells

Claim = tuple[str, float]  # a name and how much this place speaks for it


def phrase_claimed(abstract: str) -> str:
    """A name of several words: “we propose Context Forcing, a …”; "" if there is none."""
    for found in PHRASE.finditer(abstract):
        if abstract.count(found[1]) > 1 or re.match(
            r",? (?:a|an|the|which) |—|:", abstract[found.end() : found.end() + 7]
        ):
            return found[1]
    return ""


@dataclass(slots=True)
class _Walk:
    """What was seen since the verb."""

    words: list[str] = field(default_factory=list)  # of the phrase that may be an acronym's long form
    stopped: bool = False  # a preposition ended the object
    comma: int = -1  # how many words there were at the last comma
    found: list[tuple[str, float, int]] = field(default_factory=list)  # name, points, its place in words


def claims(sentence: str) -> list[Claim]:
    """Return the names that *sentence* claims for its authors."""
    found: list[Claim] = []
    ours = OURS.search(sentence) if any(map(sentence.__contains__, OURS_HINTS)) else None
    if ours and any(map(sentence.__contains__, STEMS)):
        for verb in VERB.finditer(sentence):
            told = sentence[verb.end() : verb.end() + REACH]
            if not COULD_NAME.search(told):
                continue
            weight = (1.0 if verb[1] else 0.75) * (0.6 if ours.start() > verb.start() else 1.0)
            made = _object(told)
            change = _standing_of(sentence, verb.start(), found) if made else 0.0
            found += [(name, points * weight + (change if points >= 3 else 0.0)) for name, points in made]
    if any(map(sentence.__contains__, CUES)):
        found += _named(sentence, ours=bool(ours))
    found += _other(sentence, ours=bool(ours))
    return found


def _standing_of(sentence: str, verb: int, found: list[Claim]) -> float:
    """Whether the thing made is the paper's product, or a part or an instrument of it."""
    change = 0.5 if PRODUCT.match(sentence) else 0.0
    if COMPONENT.search(sentence, max(0, verb - 40), verb):
        change -= 1.0
    if MEASURING.search(sentence, 0, verb):
        change -= 2.0
    if any(points >= 4 for _, points in found):
        change -= 0.6
    return change


def _object(rest: str) -> list[Claim]:
    """Walk over what a verb proposes; a preposition ends the object."""
    walk = _Walk()
    tokens = [(t[0], t.start(), t.lastindex == 1) for t in TOKEN.finditer(rest)]
    at = 0
    while at < len(tokens):
        text, start, is_word = tokens[at]
        before = tokens[at - 1][0] if at else ""
        after = tokens[at + 1][0] if at + 1 < len(tokens) else "."
        if text in ".;!?":
            break
        if is_word:
            if len(walk.words) == 0 and text in ("that", "to", "how", "whether"):
                break  # “we show that”, “designed to”
            if (not walk.stopped or before in ",:—–" or before[0].isupper()) and (
                not text.islower() or not text.isalpha()
            ):
                _standing(walk, text, before, after, tokens[at + 2][0] if at + 2 < len(tokens) else "")
            if text in STOP:
                walk.stopped = True
            walk.words.append(text)
        elif text == "(":
            if ITEM.match(rest, start):
                break  # the parts of it follow
            if inside := INSIDE.match(rest, start):
                _in_brackets(walk, inside, rest[inside.end() : inside.end() + 20])
            close = rest.find(")", start)
            while close >= 0 and at + 1 < len(tokens) and tokens[at + 1][1] <= close:
                at += 1
        elif text == ",":
            walk.comma = len(walk.words)
        elif text in ":—" or (text == "–" and rest[start - 1 : start] == " "):
            walk.words, walk.stopped = [], walk.stopped and text != ":"
        at += 1
    return [(name, points) for name, points, _ in walk.found]


def _standing(walk: _Walk, text: str, before: str, after: str, second: str) -> None:
    """A name in the open: “propose X, a …”, “a novel framework X that …”, “…, X, which …”."""
    name = bare(text)
    strong = is_strong(name)
    if (not strong and not is_weak(name)) or is_modifier(text):
        return
    camel = strong and is_camel(name)
    leading = [word for word in walk.words if word.lower() not in ARTICLES]
    head = after in HEADS or after.removesuffix("s") in HEADS
    ends = head or after in ',(:—–.”"’;-' or after in FOLLOWING
    points = 0.0
    if before and before in ",:—–":
        if ends and (after != "." or before == ":") and second not in ("and", "or") and (strong or after in ",—–("):
            points = (3.5 if strong else 2.5) - (0.7 if walk.stopped else 0.0)
            if walk.found and walk.found[-1][2] == len(walk.words) and strong:
                points = walk.found[-1][1] + 0.5  # “a Large Language Model (LLM), MotionEpic, which …”
    elif not leading:
        article = walk.words[-1].lower() if walk.words else ""
        if ends and strong:
            points = {"": 5.0, "the": 4.5, "our": 4.5}.get(article, 4.2 if camel else 3.2)
        elif ends:
            points = 4.5 if not article else 3.6 if head and "-" in name else 1.5
        elif strong and after.islower():
            points = 1.5 if after in PARTS or article in ("a", "an") else 3.5
    elif strong and walk.words and walk.words[-1].islower() and (ends or after.islower()):
        last = walk.words[-1].removesuffix("s")
        points = (4.2 if last in HEADS else 3.0 if camel else 2.0) if ends else 1.5
    elif strong and ends and not head and camel:
        points = 2.0
    if strong and ends and len(leading) > 1 and before[:1].isupper() and spells(name, walk.words) > 1:
        points = 4.5  # “Fuzzy Alignment with Comorbidity Topology FACT, a …”
    if points:
        walk.found.append((name, points - (0.7 if after in PARTS else 0.0), len(walk.words)))


def _in_brackets(walk: _Walk, inside: re.Match[str], after: str) -> None:
    """An acronym after its long form: “propose Discretely-Refined Clustering (DRMC)”."""
    name, words = bare(inside[1]), walk.words
    strong = is_strong(name)
    if not strong and (inside[2] or not is_weak(name)):
        return
    length = spells(name, words)
    start = len(words) - length
    joined = re.match(r"-[\w-]+", after)
    if joined and not is_modifier(name + joined[0]):
        name += joined[0]  # “a weighted Chebyshev (WC)-penalty algorithm”
    if length == 1 and "-" in words[-1] and is_weak(bare(words[-1])) and words[-1][0].isupper():
        walk.found.append((bare(words[-1]), 5.0, start))  # “Doc-to-LoRA (D2L)”: people say the long form
    elif length:
        walk.found = [claim for claim in walk.found if claim[2] < start]
        walk.found.append((name, _spelled(walk, start, after), len(words)))
    elif not words:
        walk.found.append((name, 4.0 if strong else 0.0, 0))
    elif is_camel(words[-1]) and len(words[-1]) > len(name) + 2:
        return  # “UnMaskFork (UMF)”: likewise
    elif words[-1][:1].isupper() or not walk.stopped:
        walk.found.append((name, 3.5 if strong else 2.5, len(words)))
    else:
        walk.found.append((name, 1.5, len(words)))


def _spelled(walk: _Walk, start: int, after: str) -> float:
    """Points of an acronym whose long form begins at *start* of the words."""
    long, before = walk.words[start:], walk.words[:start]
    titled = all(word[0].isupper() for word in long if word.lower() not in STOP)
    lower = not any(word[0].isupper() for word in long)
    if {word.lower() for word in before} & STOP - JOINING:
        return 4.0 if titled and start == walk.comma else 3.2 if titled else 2.0
    if lower and before and before[0].lower() in ("a", "an") and re.match(r" [a-z]", after):
        return 3.0  # “a deep reinforcement learning (DRL) method”
    return 5.0


def _named(sentence: str, *, ours: bool) -> Iterator[Claim]:
    for cue in CUE.finditer(sentence):
        weight = 1.0 if ours or NEW.search(sentence, 0, cue.start()) else 0.7
        if cue[0].startswith("i.e."):
            weight *= 0.6
        if NO_METHOD.search(sentence[max(0, cue.start() - 60) : cue.start()]):
            weight *= 0.5
        found = ONE.match(sentence, cue.end())
        if not found:
            continue
        name = bare(found[0])
        inside = LATER_INSIDE.match(sentence, found.end())
        if inside:
            words = [found[0], *ONE.findall(sentence[found.end() : sentence.find("(", found.end())])]
            short = bare(inside[1])
            spelled = len(words) < 14 and is_strong(short) and (spells(short, words) or words[-1][:1].isupper())
            if spelled and (len(words) > 1 or not (is_strong(name) or "-" in name)):
                yield short, 5.0 * weight
                continue
        follows = sentence[found.end() : found.end() + 2]
        if is_strong(name):
            yield name, (5.0 if weight == 1.0 or is_camel(name) else 4.0) * weight
        elif is_weak(name) and not re.match(r"\s[A-Z]", follows):
            yield name, 4.5 * weight


def _other(sentence: str, *, ours: bool) -> Iterator[Claim]:
    if any(map(sentence.__contains__, MADE_HINTS)) and (made := MADE.search(sentence)):
        found = ENDING_NAME.search(sentence[max(0, made.start() - 90) : made.start()])
        name = bare(found[2] or found[1]) if found else ""
        if found and found[2] and is_strong(bare(found[1])):
            name = bare(found[1])
        if name and is_strong(name):
            yield name, 5.0
    if any(map(sentence.__contains__, PROUD_HINTS)):
        for proud in PROUD.finditer(sentence):
            known = proud[1] in HEADS or proud[1] in (
                "outcome",
                "result",
                "contribution",
                "construction",
                "innovation",
            )
            for name, points in _object(sentence[proud.end() : proud.end() + 120])[:1]:
                if points >= (2 if is_strong(name) else 4):
                    yield name, points * (0.75 if known else 0.5)
    if ours and (", or " in sentence):
        for found in OR_NAME.finditer(sentence):
            if is_strong(bare(found[1])):
                yield bare(found[1]), 3.5
    if ours:
        for solved in SOLVED.finditer(sentence):
            for name, points in _object(sentence[solved.end() : solved.end() + 120])[:1]:
                if is_strong(name) and points >= 3:
                    yield name, min(points, 4.5 if is_camel(name) else 4.0) - 0.8
