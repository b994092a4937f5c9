"""“Yes” or “No” before a sentence: only where the sentence itself says it, in the question's own words and order.

Everything that could turn a sentence round makes it no verdict: a negation, a hedge, a condition, other methods than
the paper's own, another order of the words, a word of the question that is not there. Then it stands without one, for
its reader to judge.
"""

import re
from collections.abc import Sequence

from index.answers.matching import Unit
from index.answers.wording import ASKING
from index.model import Paper
from index.search.analysis import Word, words

YES, NO = "Yes:", "No:"

_AUXILIARY = r"(?:is|are|was|were|does|do|did|can|could|has|have|will|would)"
_SUBJECT = re.compile(  # what a question is about, with names read as "it"
    rf"^(?:{_AUXILIARY}\s+)+(?:it|they|this|that|these|those|(?:the|this|that)\s+(?:[\w-]+\s+)?(?:paper|method|approach|"
    rf"framework|model|algorithm|work|abstract|authors?|one|system))\b",
    re.IGNORECASE,
)
_TURNS_ROUND = re.compile(
    r"\b(?:no|not|never|neither|nor|without|cannot|hardly|rarely|seldom|barely|fail\w*|lack\w*|unlike|instead|rather|"
    r"except|limit\w*|challeng\w*|difficult\w*|however|although|though|despite|but|whether|if|unless|only|may|might|"
    r"could|would|should|unclear|remain\w*|open|suffer\w*|degrad\w*|hinder\w*|prevent\w*|existing|prior|previous\w*|"
    r"conventional|traditional|typical\w*|current|standard|common\w*|most|many|often|usually|recent|others?|less|worse|"
    r"slower|fewer|avoid\w*|reduc\w+ the need|eliminat\w*|free of|question\w*|"
    r"assum\w*|suppose\w*|hypothes\w*|vulnerab\w*|sensitive)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
_ASKED_ROUND = re.compile(
    r"\b(?:no|not|never|without|neither|nor|or|by|if|unless|only|always|all|every|any|each|ever|best|first|better than|"
    r"most|guarantee\w*|enough|too|why|how|what|which|who)\b|n['’]t\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:existing|prior|previous\w*|conventional|traditional|typical\w*|current|standard|most|many|often|usually|"
    r"recent|others?|unlike|baselines?|competing|however|although|if|unless|whether|may|might|could|cannot|fail\w*|"
    r"lack\w*|not|extend\w* to)\b|n['’]t\b",
    re.IGNORECASE,
)
_SAYS_NOT = re.compile(
    r"\b(?:does|do|did|is|are)(?: not|n['’]t) (?:need|requir|rely|us|depend)\w*|\bnot (?:need|requir|rely)\w*",
    re.IGNORECASE,
)
_OURS = re.compile(r"\b(?:we|our|this (?:work|paper|study|article))\b", re.IGNORECASE)
_APPOSED = re.compile(r"^\W{0,3}(?:is\s+)?an?\s+[^.;:]*?\b(?:that|which)\b", re.IGNORECASE)
_TURNS_LATER = re.compile(
    r"^\W*(?:but|though|although|however|only|if|unless|except|when|provided|yet|while|albeit|as long)\b", re.IGNORECASE
)
_IS = re.compile(r"^(?:is|are|was|were)\b", re.IGNORECASE)
_LEAVING = re.compile(
    r"\b(?:of|on|over|in|across|for|from|with|by|via|than|against|under|into|to|through|at|within)\b|[,;:(]"
)
_ENDING = (
    r"and|or|for|in|to|on|by|at|with|while|from|during|as|that|which|when|across|through|via|under|over|without|into|"
    r"against|than|using|is|are|of|within|between|among|jointly|simultaneously|efficiently|effectively|respectively"
)
_IS_SO = (  # from a name to what it is: ", a training-free and " of "SVC, a training-free and data-free method"
    r"^\W{0,3}(?:(?:is|are|works|remains|operates)\s+(?:an?\s+|the\s+|\w+ly\s+)*|an?\s+|the\s+)(?:[\w-]+,?\s+){0,5}?"
)
_NONE_OF = (
    r"(?:without|no|not|never|neither|nor|zero|free (?:of|from)|(?:eliminat|remov|obviat|avoid)\w+ the need (?:for|of))"
    r"(?:\s+(?:need\w*|requir\w*|us(?:e|es|ing)|rel(?:y|ies|ying)|depend\w*|access\w*|knowledge of|any|an?|the|on|to|"
    r"for))*"
)
_OWN = (
    r"(?:our|the proposed|this|the resulting)\s+(?:[\w-]+\s+){0,2}?"
    r"(?:method|approach|framework|model|algorithm|system|work)"
)
_RELATIVE = re.compile(r"\b(?:which|that|whose|where|who|when|than|compared|versus|over)\b|[;:]", re.IGNORECASE)
_NEEDS = frozenset({"need", "requir", "use", "reli", "depend", "employ", "access", "demand"})
_ALIKE = (  # stems, as those above
    {"need", "requir", "reli", "depend"},
    {"use", "employ", "leverag", "util", "appli", "adopt", "incorpor"},
    {"address", "tackl", "handl", "solv", "cope", "deal"},
    {"propos", "introduc", "present"},
    {"give", "provid", "offer"},
    {"show", "demonstr"},
)
_FRAME = frozenset(
    """
    paper papers article articles work works abstract abstracts author authors study studies method methods approach
    approaches technique techniques framework frameworks algorithm algorithms one ones kind kinds type types sort thing
    things way ways idea main key according exactly actually really able possible still currently already about
    using without no not
    """.split()  # noqa: SIM905 - a paragraph reads better than a list
)


def verdict(asked: str, units: Sequence[Unit], paper: Paper, said: str) -> str:
    """YES or NO where the sentence *said* of *paper* says so itself, else "".

    Args:
        asked: the question, with the names of papers read as "it".
        units: what it asks for beside the paper.
    """
    if not units or not _SUBJECT.match(asked.strip()):
        return ""
    verbs = _verbs(asked)
    if _is_of_the_paper(paper, said) and (said_without := _without(asked, units, verbs, paper, said)):
        return said_without
    if _ASKED_ROUND.search(asked) or _compound_is_missing(asked, said):
        return ""
    return YES if _said_in_order(asked, units, verbs, paper, said) else ""


def _without(asked: str, units: Sequence[Unit], verbs: Sequence[str], paper: Paper, said: str) -> str:
    """Of "does it need training data?": no, where it is said to be without; of "does it need no data?": yes."""
    things = [unit for unit in units if unit.term not in verbs]
    needs = bool(_NEEDS & set(verbs) or _NEEDS & {unit.term for unit in units})
    things = [unit for unit in things if unit.term not in _NEEDS]
    if not needs or not things or " or " in asked or not _is_without(asked, things, paper, said):
        return ""
    negated = [unit.negated for unit in things]
    return YES if all(negated) else "" if any(negated) else NO


def _called(paper: Paper, flat: str) -> list[int]:
    """Where in *flat*, in small letters, the paper's method has just been named or proposed."""
    named = rf"\b{re.escape(paper.name.lower())}\b|" if paper.name else ""
    proposed = r"\b(?:we|paper|work|study)\s+(?:propos|introduc|present|develop)\w*"
    return [found.end() for found in re.finditer(rf"{named}\b{_OWN}\b|{proposed}", flat, re.IGNORECASE)]


def _is_without(asked: str, things: Sequence[Unit], paper: Paper, said: str) -> bool:
    """Whether *said* has just these things as absent: "without training data", "data-free"."""
    flat = re.sub(r"[‐‑–]", "-", said.lower())
    roots = [re.escape(unit.surface if len(unit.surface) < 6 else unit.surface[:-2]) for unit in things]
    for own in _called(paper, flat):
        if all(re.search(rf"{_IS_SO}{root}\w*-(?:free|agnostic|independent)\b", flat[own:]) for root in roots):
            return True
    run = r"[\s-]+".join(rf"{root}\w*" for root in roots)
    found = re.search(rf"\b{_NONE_OF}\s+{run}", flat)
    return found is not None and not _goes_on(flat[found.end() :], asked)


def _is_of_the_paper(paper: Paper, said: str) -> bool:
    """Whether what *said* is without something is the paper's own method, and no other."""
    own = _own_subject(paper, said) >= 0 or bool(_OURS.search(said))
    return own and not _OTHERS.search(_SAYS_NOT.sub(" ", said))


def _verbs(asked: str) -> list[str]:
    """What the question says of the paper, among the words that are frames elsewhere: "use", "need"."""
    found = words(asked)
    return [term for word in found for term in word.plain[:1] if word.surface in ASKING and word.surface not in _FRAME]


def _compound_is_missing(asked: str, said: str) -> bool:
    """Whether the question has a word like "training-free" that is not there as such."""
    compounds = re.findall(r"\b\w+(?:[-‐‑]\w+)+", asked.lower())
    flat = re.sub(r"[‐‑–]", "-", said.lower())
    return any(re.sub(r"[‐‑]", "-", one) not in flat for one in compounds)


def _said_in_order(asked: str, units: Sequence[Unit], verbs: Sequence[str], paper: Paper, said: str) -> bool:
    """Whether the paper, then what is asked, stand in *said* in the question's order, in one clause."""
    start = _own_subject(paper, said)
    if start < 0:
        return False
    there = [word for word in words(said) if word.start >= start and word.plain]
    wanted = _wanted(asked, units, verbs)
    found: list[Word] = []
    at = 0
    for term, same in wanted:
        place = next((n for n in range(at, len(there)) if _is_there(term, same, there[n])), -1)
        if place < 0 or _is_other(there[place], asked):
            return False
        if found and found[-1] is not there[place] and _leaves(said[found[-1].end : there[place].start], asked):
            return False
        found.append(there[place])
        at = place
    last = found[-1].end
    clause_end = last + len(re.split(r"[,;:]|\.\s", said[last:])[0])
    if _TURNS_ROUND.search(said[:clause_end]) or _TURNS_LATER.match(said[clause_end:]):
        return False
    if not _IS.match(asked) and _goes_on(said[last:], asked):
        return False
    return not _RELATIVE.search(_APPOSED.sub("", said[start : found[0].start]))


def _leaves(between: str, asked: str) -> bool:
    """Whether the words between two that were asked for lead to something else: "improves the fidelity of samples"."""
    typed = set(asked.lower().split())
    return any(word not in typed for word in _LEAVING.findall(between.lower()))


def _goes_on(behind: str, asked: str) -> bool:
    """Whether what was asked for is the beginning of something else: "learning" of "learning efficiency"."""
    following = re.match(r"\s+(?!(?:" + _ENDING + r")\b)([\w-]+)", behind, re.IGNORECASE)
    return following is not None and following[1].lower() not in re.findall(r"[\w-]+", asked.lower())


def _is_other(word: Word, asked: str) -> bool:
    """Whether *word* is a compound that the question has not: "data-free" is no data, "large-scale" no scaling."""
    return "-" in word.surface and word.surface not in re.sub(r"[‐‑–]", "-", asked.lower())


def _wanted(asked: str, units: Sequence[Unit], verbs: Sequence[str]) -> list[tuple[str, frozenset[str]]]:
    """The terms of verbs and units in the order in which they were asked, each with what is the same."""
    by_term = {unit.term: unit.same for unit in units}
    found: dict[str, frozenset[str]] = {}
    for word in words(asked):
        for term in word.plain:
            if term in by_term:
                found[term] = by_term[term]
            elif term in verbs:
                found[term] = frozenset(next((alike for alike in _ALIKE if term in alike), {term}))
    return list(found.items())


def _is_there(term: str, same: frozenset[str], word: Word) -> bool:
    terms = {*word.plain, *word.extra}
    return term in word.plain or bool(same & terms)


def _own_subject(paper: Paper, said: str) -> int:
    """Where in *said* the paper's own method is named as what does something; -1 where it is not."""
    named = rf"{re.escape(paper.name)}\b|" if paper.name else ""
    found = re.search(rf"\b(?:{named}(?i:{_OWN})\b|(?<=^)(?:It|This)\b(?!\s+(?:study|paper|work|article)))", said)
    return found.end() if found else -1
