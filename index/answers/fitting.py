"""Whether a sentence is of the sort that a kind of question wants: a number, a data set, a definition."""

import re

from index.answers.kinds import Kind
from index.search.analysis import words

_NUMBER = re.compile(
    r"(?<![\w.-])[~≈<>≤≥±+]?\$?\d[\d.,]*\s?(?:%|×|x\b|‰|k\b|M\b|B\b|K\b)?(?:\s?[–-]\s?\d[\d.,]*\s?(?:%|×|x\b)?)?"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|hundreds?|"
    r"thousands?|millions?|billions?|half|"
    r"double|twice|triple|orders? of magnitude|threefold|twofold|one third|a third)\b",
    re.IGNORECASE,
)
_BOUND = re.compile(r"(?:[OΘΩ𝒪Õ]|\bO)\s?[~̃]?\s?\(|√|\blog\b|\\mathcal|[ε∊ϵ]|\b1/|minimax|\^|⁻|[⁰¹²³⁴-⁹]")
_SUBSTANCE = re.compile(r"\b(?:bound|rate|complexity|regret|error|guarantee)s?\b", re.IGNORECASE)
_TIME = re.compile(
    r"\b\d[\d.,]*\s?(?:-|–)?\s?(?:ms|milli\w*|s|secs?|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|"
    r"months?|years?|gpu[- ]?(?:hours?|days?))\b"
    r"|\b(?:one|two|three|a few|few|several)\s(?:seconds?|minutes?|hours?|days?|weeks?|months?)\b",
    re.IGNORECASE,
)
_DATA_CUE = re.compile(
    r"\b(?:benchmarks?|data ?sets?|corpora|corpus|environments?|suites?|evaluat\w+|experiment\w*|tested|"
    r"validat\w+|simulat\w+|across|applications?|data)\b",
    re.IGNORECASE,
)
_DATA = re.compile(  # what data may be called that has no name there
    r"\b(?:benchmarks?|data ?sets?|corpora|corpus|environments?|suites?|applications?|data|tasks?|simulat\w+|"
    r"domains?)\b",
    re.IGNORECASE,
)
_DATA_NAME = re.compile(
    r"(?<![.!?]\s)(?<!^)\b(?:[A-Z][\w²]*[A-Z0-9][\w²+-]*|[A-Z][a-z]+(?:-[A-Z0-9]\w*)+|[A-Z][a-z]{3,})\b"
)
_TRIED = re.compile(
    r"\b(?:evaluat\w+|experiment\w*|tested|validat\w+|empirical\w*|across|results?|demonstrat\w+|benchmarks?)\b",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    r"\b(?:because|due to|since|as a result|caus\w+|stem\w*|arises?|arising|leads? to|leading to|result\w* in|"
    r"hence|therefore|thus|so that|to avoid|to address|to mitigate|to overcome|without|by|since|suffer\w*|"
    r"owing to)\b",
    re.IGNORECASE,
)
_MEANS = re.compile(
    r"\b(?:by|via|through|using|uses|with|leverag\w+|employ\w+|based on|propos\w+|introduc\w+|design\w*|"
    r"develop\w*|incorporat\w+|constructs?|combin\w+)\b",
    re.IGNORECASE,
)
_PROPOSING = re.compile(
    r"\b(?:we|this (?:paper|work|study|article)|here)\b[^.;]{0,60}?\b(?:propos\w+|introduc\w+|present\w*|"
    r"develop\w*|design\w*|describ\w+|stud(?:y|ies)|establish\w*|provide\w*|investigat\w+|formulat\w+|show\w*|"
    r"prove\w*|deriv\w+|analy[sz]\w+|reformulat\w+|characteri[sz]\w+|examin\w+|explor\w+|address\w*|"
    r"identif\w+|revisit\w*|construct\w*|offer\w*|call\w*|build\w*|devis\w+|release\w*|report\w*|argue\w*|"
    r"demonstrat\w+|cast\w*|extend\w*)\b",
    re.IGNORECASE,
)
_STRONG_PROPOSING = re.compile(r"\b(?:propos\w+|introduc\w+|present\w*)\b", re.IGNORECASE)


def numbers_in(text: str) -> list[tuple[int, int]]:
    """The stretches of *text* that are numbers, with their units."""
    return [found.span() for found in _NUMBER.finditer(text)]


_COUNT_OF = re.compile(
    r"\bhow many (?P<what>(?:[\w‑-]+ ){0,4}?[\w‑-]+)(?=\s+(?:is|are|was|were|does|do|did|has|have|can|could|"
    r"will|would|must|in|on|of|per|there|with)\b|\s*[?.!]*$)",
    re.IGNORECASE,
)
_SINGLE = re.compile(r"\b(?:a single|just one|only one)\b", re.IGNORECASE)  # a number where things are counted
_FAR = 5  # words between a number and what it counts


def wants_count(asked: str) -> bool:
    """Whether *asked* wants things counted: "how many tasks", not "how much"."""
    return bool(_COUNT_OF.search(asked))


def counts(asked: str, text: str) -> bool:
    """Whether *text* has the number of what *asked* wants counted: "how many tasks …?", "47 distinct tasks"."""
    found = _COUNT_OF.search(asked)
    wanted = {term for word in words(found["what"])[-1:] for term in word.plain[-1:]} if found else set()
    if not wanted:
        return False
    for start, end in sorted([*numbers_in(text), *(one.span() for one in _SINGLE.finditer(text))]):
        behind = words(text[end : end + 80].partition(". ")[0])[: _FAR + 1]
        if any(wanted & set(word.plain) for word in behind) and not text[start:end].isspace():
            return True
    return False


def fit(kind: Kind, text: str, asked: str = "") -> float:
    """How well *text* is of the sort that *kind* wants, -1 to 1; 2 for just the number that is asked for.

    Args:
        asked: the question's own words, where they matter for the sort.
    """
    if kind is Kind.NUMBER:
        if _SUBSTANCE.search(asked):
            return 1.0 if _BOUND.search(text) else 0.3 if _NUMBER.search(text) else -0.5
        return 2.0 if counts(asked, text) else 1.0 if _counted(text) else -1.0
    if kind is Kind.DURATION:
        return 1.0 if _TIME.search(text) else -1.0
    if kind is Kind.DATASET:
        return _data_fit(text)
    if kind is Kind.WHY:
        return 0.5 if _CAUSE.search(text) else 0.0
    if kind is Kind.HOW:
        return 0.4 if _MEANS.search(text) else 0.0
    if kind is Kind.ABOUT:
        return proposing(text)
    return 0.0


def is_sort(kind: Kind, text: str, asked: str = "") -> bool:
    """Whether *text* could answer *kind* at all; only numbers, times and data sets are so strict."""
    if kind in (Kind.NUMBER, Kind.DURATION):
        return fit(kind, text, asked) > 0 or (
            kind is Kind.NUMBER and bool(_SUBSTANCE.search(asked)) and bool(_SUBSTANCE.search(text))
        )
    return kind is not Kind.DATASET or fit(kind, text) > 0


def proposing(text: str) -> float:
    """How much *text* is the sentence in which a paper says what it does, 0 to 1."""
    if not _PROPOSING.search(text):
        return 0.0
    return 1.0 if _STRONG_PROPOSING.search(text) else 0.7


def defining(text: str, surface: str) -> float:
    """How much *text* says what *surface* (as asked, folded) is, 0 to 1."""
    wanted = r"[\s‐‑–-]+".join(
        re.escape(part[: max(3, len(part) - 2)]) + r"\w*" for part in re.split(r"[\s-]+", surface) if part
    )
    if not wanted:
        return 0.0
    named = rf"{wanted}(?:\s*\([^)]*\))?"
    strong = (
        rf"{named}[*”\"’']*,?\s*(?:is|are|was|aims?|involves?|refers?|seeks?|combines?|provides?|enables?|"
        rf"requires?|helps?|studies|denotes?|means|describes?|posits?|has emerged|have emerged|consists?|"
        rf"estimates?|learns?|measures?|integrates?|addresses)\b"
    )
    called = (
        rf"(?:called|termed|named|known as|dubbed|referred to as|call|phenomenon|notion of|define\w*|metric|"
        rf"phenomena)\s*(?:the |an? )?[*“\"‘']*{named}|{named}[”\"’*]*\s*(?:\(i\.e\.|[:—–,]\s*(?:i\.e\.|a |an |"
        rf"the |where|which|that is)|—where|phenomenon)"
    )
    if re.search(rf"^\W*(?:(?:the|an?|in|while)\s+)?{strong}", text, re.IGNORECASE):
        return 1.0
    if re.search(rf"\w \({wanted}\)", text, re.IGNORECASE):
        return 0.9
    if re.search(strong, text, re.IGNORECASE) or re.search(called, text, re.IGNORECASE):
        return 0.8
    return 0.3 if re.search(wanted, text, re.IGNORECASE) else 0.0


def _counted(text: str) -> bool:
    return any(re.sub(r"[^\w]", "", found.group()) not in ("2D", "3D") for found in _NUMBER.finditer(text))


def _data_fit(text: str) -> float:
    names = len(_DATA_NAME.findall(text))
    if not _DATA_CUE.search(text) or not (names or _DATA.search(text)):
        return -0.6
    score = 0.25 + 0.35 * bool(_TRIED.search(text)) + 0.2 * min(2, names)
    return min(1.0, score)
