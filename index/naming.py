"""What a paper is called when people talk about it: the method's own name."""

import re
from collections import defaultdict

from index.cleaning.words import words
from index.names.addresses import code_of
from index.names.claims import claims, phrase_claimed
from index.names.headlines import headline_of
from index.names.sentences import sentences  # index.sentences gives spans, and belongs to search and answers
from index.names.shapes import NAME, bare, is_camel, is_plural, is_strong, is_weak, spells

__all__ = ["code_of", "headline_of", "name_of"]

_LONG = 10_000  # characters; what comes later introduces no method
_THRESHOLD = 3.4
_TOKEN = re.compile(NAME)
_BEFORE = re.compile(r"(?:^|[.!?:—)”] |[.!?;:—] |\bthat |, |\band |\bwhere |\bwhile )$")
_PRAISE = re.compile(
    r"(?:effectiveness|superiority|performance|advantages?|robustness|efficacy|generality|efficiency|"
    r"scalability|benefits?|"
    r"versatility|potential|utility) of (?:our |the )?(?:proposed )?$|(?:[Ww]ith|[Uu]sing|[Vv]ia|on|In) $"
)
_AFTER = re.compile(
    r"(?: \([^()]*\))?(?: (?:also|further|not only|consistently|significantly|substantially|"
    r"effectively|successfully|thus|"
    r"then|first|therefore))? (?:[a-z]+(?:[^s\W]s|[aeiou]ses)|is|has|can|does|will)\b"
)
_PREFIX = re.compile(r"([^:]{1,60}?)(?:\s*:\s+| [-–—] |—)\S")
_SHORT = re.compile(rf"\(({NAME})\)$")
_MADE_UP = re.compile(r"[\d²³⁰-⁹₀-₉+*^]|[a-z][A-Z]")
_MIXED = re.compile(r"[a-z][A-Z]|[A-Z][A-Z][a-z][a-z]")
_SMALL = words("of and for to the in as with on a an or via ")


def name_of(abstract: str, title: str = "") -> str:
    """Return the method's own name as people say it, "SyMerge"; "" where there is none.

    Args:
        abstract: clean text.
        title: clean text; its “Name: …” wins where it looks like a name.
    """
    abstract = abstract[:_LONG]
    return _from_title(title, abstract) or _from_abstract(abstract)


def _from_abstract(abstract: str) -> str:
    parts = sentences(abstract)
    scores: dict[str, float] = defaultdict(float)
    first = -1
    for number, sentence in enumerate(parts):
        seen: dict[str, float] = {}
        for name, points in claims(sentence):
            seen[name] = max(points, seen.get(name, 0.0))
        if seen and first < 0 and max(seen.values()) >= 3.0:
            first = number
        later = 0.8 if 0 <= first < number else 0.0
        for name, points in seen.items():
            scores[name] = max(scores[name], points - later) + min(scores[name], 0.7)
    earlier = " ".join(parts[: max(first, 0)])
    best = _best(scores, abstract, earlier)
    if best:
        return best
    if phrase := phrase_claimed(abstract):
        words = phrase.split()
        acronyms = (bare(found[0]) for found in _TOKEN.finditer(abstract, len(earlier)) if found[0].isupper())
        spelled = (name for name in acronyms if is_strong(name) and spells(name, words) == len(words))
        return next(spelled, phrase)
    if not _MIXED.search(abstract, len(earlier)):
        return ""
    coined = {bare(found[0]) for found in _TOKEN.finditer(abstract, len(earlier)) if not found[0].islower()}
    return _best({name: 0.0 for name in coined if is_camel(name) and is_strong(name)}, abstract, earlier)


def _best(scores: dict[str, float], abstract: str, earlier: str) -> str:
    best, reached = "", _THRESHOLD
    for name, points in scores.items():
        if points < 2.2 and not is_camel(name):
            continue  # an acronym of the field: RL, PDE
        total = points + _weight(name, abstract, earlier) * (1.0 if points >= 3 or not points else 0.6)
        if total > reached:
            best, reached = name, total
    return best


def _weight(name: str, abstract: str, earlier: str) -> float:
    """What else speaks for and against *name*: how often it stands, and where."""
    count = subjects = praises = 0
    at = abstract.find(name)
    while at >= 0:
        end = at + len(name)
        if not (abstract[at - 1 : at].isalnum() or abstract[end : end + 1].isalnum()):
            count += 1
            before = abstract[max(0, at - 45) : at]
            if _BEFORE.search(before) and _AFTER.match(abstract, end):
                subjects += 1
            elif _PRAISE.search(before):
                praises += 1
        at = abstract.find(name, end)
    weight = min(count, 6) * 0.25 + min(subjects, 3) * (1.0 if is_camel(name) else 0.7) + min(praises, 2) * 0.7
    if earlier:
        weight -= min(3.5, 2.0 * _stands(name, earlier))
    if is_plural(name):
        weight -= 2.0
    elif name.isupper() and name + "s" in abstract:
        weight -= 2.0  # there are many of them: LLMs
    if count < 2 and not is_strong(name):
        weight -= 0.75
    if re.search(r"-\d+(?:\.\d+)?[kKMB]$", name):
        weight -= 1.0  # a data set or a size of a model
    return weight


def _stands(name: str, text: str) -> int:
    """How often *name* stands in *text* as a word of its own."""
    count, at = 0, text.find(name)
    while at >= 0:
        end = at + len(name)
        count += not (text[at - 1 : at].isalnum() or text[at - 1 : at] == "-" or text[end : end + 1].isalnum())
        at = text.find(name, end)
    return count


def _from_title(title: str, abstract: str) -> str:
    """The “Name” of “Name: what it is”, if the name is one."""
    found = _PREFIX.match(title)
    if not found:
        return ""
    prefix = found[1].strip("“”\"‘’' ")
    short = _SHORT.search(prefix)
    if short and is_strong(bare(short[1])):
        return bare(short[1])
    words = prefix.split()
    if len(words) == 1:
        if is_strong(prefix) or (_MADE_UP.search(prefix) and len(prefix) > 1):
            return prefix
        return prefix if is_weak(prefix) and _within(prefix, abstract) else ""
    if len(words) > 4 or not all(word[0].isupper() or word in _SMALL for word in words):
        return ""
    if not _within(prefix, abstract):
        return ""
    short_form = _from_abstract(abstract)
    return short_form if spells(short_form, words) == len(words) else prefix


def _within(name: str, abstract: str) -> bool:
    """Tell whether *name* stands in the abstract with its capital, and not at a sentence's start only."""
    return _stands(name, abstract) > len(re.findall(rf"(?:^|[.!?]\s){re.escape(name)}\b", abstract))
