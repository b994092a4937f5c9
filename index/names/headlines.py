"""A line that stands where a title is wanted, made of the abstract's own words."""

import re
from collections.abc import Sequence

from index.names.sentences import sentences
from index.names.shapes import spells

LONGEST = 100
_LONG = 10_000  # characters of an abstract that are looked at

_OURS = (
    r"\b(?:[Ww]e|[Tt]his (?:\w+ )?(?:paper|work|study|article|thesis|report)|[Tt]he (?:paper|authors)|"
    r"[Oo]ur (?:paper|work|study))\b"
)
_ADVERBS = r"(?:,? ?(?:\w+ly|then|also|first|further|therefore|thus|here|instead|next|now|hence|thereby)\b,?)*"
_MAKING = (
    r"propos(?:es?|ed)|introduc(?:es?|ed)|present(?:s|ed)?|develop(?:s|ed)?|design(?:s|ed)?|"
    r"devis(?:es?|ed)|releas(?:es?|ed)|"
    r"creat(?:es?|ed)|construct(?:s|ed)?|buil(?:ds?|t)|describ(?:es?|ed)|put forward|offer(?:s|ed)?|suggest(?:s|ed)?|"
    r"advocate for"
)
_GIVING = r"deriv(?:es?|ed)|establish(?:es|ed)?|formulat(?:es?|ed)|provid(?:es?|ed)|give|leverage|adopt|employ|use"
_STUDYING = (
    r"stud(?:y|ies|ied)|investigat(?:es?|ed)|analy[sz](?:es?|ed)|examin(?:es?|ed)|explor(?:es?|ed)|consider(?:s|ed)?|"
    r"address(?:es|ed)?|tackl(?:es?|ed)|characteri[sz](?:es?|ed)|revisit(?:s|ed)?|evaluat(?:es?|ed)|compar(?:es?|ed)|"
    r"focus(?:es|ed)? on|rethink|unif(?:y|ies|ied)|extend(?:s|ed)?|improv(?:es?|ed)|"
    r"generali[sz](?:es?|ed)|initiate|conduct|"
    r"cast|model|learn|train|quantify|identif(?:y|ies|ied)|design"
)
_STATING = (
    r"show(?:s|ed|n)?|prov(?:es?|ed)|demonstrat(?:es?|ed)|find|found|reveal(?:s|ed)?|argu(?:es?|ed)|observ(?:es?|ed)|"
    r"discover(?:ed)?|propos(?:es?|ed)|hypothesi[sz](?:es?|ed)|establish(?:es|ed)?|posit"
)
_MADE = re.compile(rf"{_OURS}{_ADVERBS} (?:{_MAKING}) ")
_GIVEN = re.compile(rf"{_OURS}{_ADVERBS} (?:{_GIVING}) ")
_FRAMED = re.compile(
    rf"{_OURS}{_ADVERBS} (?:re)?(?:formulat|cast|fram|view|model|treat|pos|interpret)\w* (?:it|this|"
    rf"these|them|the (?:problem|task)|this \w+) as "
)
_STUDIED = re.compile(rf"{_OURS}{_ADVERBS} (?:{_STUDYING}) ")
_STATED = re.compile(
    rf"{_OURS}(?: \w+ly| also| first| then| further| theoretically and empirically)* (?:{_STATING}) that "
)
_BY_DOING = re.compile(rf"{_OURS}[^.;]{{3,80}}? by (?=[a-z]+ing\b)")
_PASSIVE = re.compile(
    r"^(?:In this (?:paper|work|study), |To this end, |[^.;]{0,60}, )?([Aa]n? [^.;]{10,160}?) (?:is|"
    r"are) (?:proposed|introduced|presented|developed)\b"
)
_EMPTY_OBJECT = re.compile(
    r"(?:it|this|that|these|those|them|such|two|three|four|several|to|how it|both)\b", re.IGNORECASE
)
_ASIDE = re.compile(
    r"^(?:First|Second|Third|Moreover|Furthermore|Additionally|In addition|Finally|Further|Specifically|Also|Besides)\b"
)

_OPENED = re.compile(r"\((\w+)\)(?=-\w)")  # “(WC)-penalty”
_BRACKETED = re.compile(r" ?\((?:[^()]|\([^()]*\))*\)")
_LEADING = re.compile(
    r"^(?:(?:the|an|a|our|this) )?(?:(?:problem|question|task|issue|challenge|use|notion|setting|case) of )?"
    r"(?:(?:the|an|a) )?",
    re.IGNORECASE,
)
_PRAISE = (
    r"(?:novel|new|innovative|simple yet (?:highly )?(?:effective|powerful)|simple but effective|simple and effective|"
    r"simple, yet effective|principled|pioneering),? (?:and )?(?=\w)"
)
_PRAISED = re.compile(rf"^((?:an?|the) )?{_PRAISE}(?:{_PRAISE})?", re.IGNORECASE)
_DANGLING = re.compile(
    r"[\s,;:—–-]+(?:(?:a|an|the|of|and|or|with|to|in|for|by|that|which|on|via|from|as|is|are|at|into|"
    r"between|while|where|its|their|"
    r"our|under|using|through|both|than|over|e\.g\.|i\.e\.|such|can|be|across|without|when|not|based|"
    r"whose|this|these|more|e\.g\.,)"
    r"[\s,;:—–-]*)*$"
)
_CLAUSE = re.compile(
    r", (?=which|where|whose|that|by|with|and|while|enabling|achieving|using|we |a |an |the |"
    r"[a-z]+ing )|; | ?— ?| – |: "
    r"| and (?=(?:we|propose|introduce|show|develop|demonstrate|prove|establish|present|derive|provide|find) )"
)
_NAMING = re.compile(
    r",? (?:which (?:we|is) )?(?:called|termed|named|dubbed|namely|coined|denoted(?: as)?|designated|"
    r"i\.e\.,|referred to as),?\s*[“\"‘']?$"
)
_APPOSITION = re.compile(
    r"(?: ?\([^()]*\)|\)|[”\"’])*\s?(?:,|:|—|–| - )\s?(?:which is |i\.e\.,? |namely )?((?:an?|the|our)\s.*)", re.DOTALL
)
_PREDICATE = re.compile(
    r"(?: ?\([^()]*\)|\)|[”\"’])*,? (?:which |that )?(?:is|are) ((?:an?|the(?! first to| only| best| same| most))\s.*)",
    re.DOTALL,
)
_DOING = re.compile(
    r"(?: ?\([^()]*\)|\)|[”\"’])*,? (?:which|that) ((?:\w+ly )?(?:[a-z]+[^s\W]s|is|can|has|uses|[a-z]+sses)\b.*)",
    re.DOTALL,
)
_REST = re.compile(
    r"[”\"’)]*((?:,? (?:that|which|to|for|with|based|by|using|in|where|via|on|as|through|built|"
    r"tailored|designed|capable|consisting)\b).*)",
    re.DOTALL,
)


def headline_of(abstract: str, title: str = "", name: str = "") -> str:
    """Return the title, else the name and what it is, else what the paper does.

    About 100 characters at most where there is no title, and never empty for an
    abstract with words. Every word comes from the abstract.
    """
    if title.strip():
        return " ".join(title.split())
    parts = sentences(abstract[:_LONG])
    if not parts:
        return abstract.strip()
    found = _with_name(parts, name) if name else ""
    return found or _without_name(parts) or " ".join(abstract.split())[:LONGEST]


def _with_name(parts: Sequence[str], name: str) -> str:
    """“SVC: a training-free and data-free post-processing method that …”"""
    parts = [_OPENED.sub(r"\1", part) for part in parts]
    standing = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w]|-\w)")
    tellings = [(part, found) for part in parts for found in standing.finditer(part)][:8]
    for how in (_APPOSITION, _PREDICATE):
        for part, found in tellings[:4]:
            told = how.match(part, found.end())
            if told and len(told[1].split()) > 3:
                return _entitled(name, told[1])
    for part, found in tellings[:4]:
        if described := _described(part, found, name):
            return _entitled(name, described)
    for part, found in tellings:
        doing = _DOING.match(part, found.end())
        if doing:
            return _cut(f"{name} {_shown(doing[1])}")
    for part, found in tellings[:2]:
        made = [m.end() for m in _MADE.finditer(part) if m.end() <= found.start()]
        if made and len(part) - made[-1] > 25:
            told_now = _bare_object(part[made[-1] :])
            return _cut(_upper(told_now, name)) if standing.search(told_now[:60]) else _entitled(name, told_now)
    for part, found in tellings:
        if found.start() == 0 and re.match(r" [a-z]+s\b", part[found.end() :]):
            return _cut(f"{name} {_shown(part[found.end() :].strip())}")
    rest = _without_name(parts)
    return rest if name in rest else _entitled(name, rest)


def _described(part: str, found: re.Match[str], name: str) -> str:
    """What is said before the name: “a framework called X that …”, “Long Form (X)”."""
    before, after = part[: found.start()], part[found.end() :]
    if before.endswith("("):
        words = before[:-1].split()
        length = spells(name, [word.strip(',;:“”"') for word in words])
        if not length:
            return ""
        rest = _REST.match(after)
        return " ".join(words[-length:]) + (rest[1] if rest else "")
    start = max((m.end() for m in _MADE.finditer(before)), default=-1)
    naming = _NAMING.search(before)
    if start < 0 or not naming:
        apposed = re.search(r"([,:—–]) ?$", before)
        if start < 0 or not apposed:
            return ""
        naming = apposed
    told = before[start : naming.start()]
    rest = _REST.match(after)
    long = re.match(r"\s?\(([^()]{12,})\)", after)
    if long and len(told.split()) < 3:
        return long[1]
    return told + (rest[1] if rest else "") if len(told.split()) > 1 else ""


_TELLING = (
    (_MADE, 5.0), (_FRAMED, 4.8), (_PASSIVE, 4.5), (_STATED, 4.3), (_GIVEN, 4.0), (_STUDIED, 3.5), (_BY_DOING, 3.0),
)  # fmt: skip


def _without_name(parts: Sequence[str]) -> str:
    """The core of the sentence that says what the paper contributes."""
    best, reached = "", 0.0
    for number, part in enumerate(parts):
        aside = 1.5 if _ASIDE.match(part) else 0.0
        for pattern, points in _TELLING:
            found = pattern.search(part)
            if not found:
                continue
            told = found[1] if pattern is _PASSIVE else part[found.end() :]
            early = 2.0 if pattern is _STUDIED and number < 2 else 0.0
            empty = 3.0 if _EMPTY_OBJECT.match(told) or len(told.split()) < 4 else 0.0
            total = points + early - empty - aside - 0.25 * number
            if total > reached:
                best, reached = told, total
    return _cut(_upper(_bare_object(best or _first(parts))))


def _first(parts: Sequence[str]) -> str:
    return next((part for part in parts if len(part.split()) > 3), parts[0])


def _bare_object(told: str) -> str:
    told = _shown(told)
    told = _PRAISED.sub("", told)
    shorter = _LEADING.sub("", told, count=1)
    return _PRAISED.sub("", shorter) or told


def _entitled(name: str, told: str) -> str:
    told = _shown(told)
    praised = _PRAISED.match(told)
    if praised:
        rest = told[praised.end() :]
        article = (praised[1] or "").lower().strip()
        if article in ("a", "an"):
            article = "an" if re.match(r"[aeioAEIO]|[uU](?!ni|se|ti|nary)", rest) else "a"
        told = f"{article} {rest}".strip()
    return _cut(f"{name}: {told}")


def _shown(told: str) -> str:
    """One clause without brackets and without the sentence's end."""
    told = _BRACKETED.sub("", told) if len(told) > 60 else told
    told = re.sub(r"\s+([,.;:])", r"\1", " ".join(told.split()))
    return told.rstrip(" .;:,!?") if not told.endswith("…") else told


def _cut(text: str) -> str:
    """At most about 100 characters, cut after a clause, else after a word with an ellipsis."""
    text = text.strip()
    if len(text) <= LONGEST:
        return text
    ends = [found.start() for found in _CLAUSE.finditer(text, 45, LONGEST)]
    colon = text.find(": ")
    ends = [end for end in ends if end != colon and end - max(colon, 0) > 30]
    if ends and ends[-1] > 50:
        return text[: ends[-1]].rstrip(" ,;:—–")
    short = text[:LONGEST].rsplit(" ", 1)[0]
    return _DANGLING.sub("", short) + "…"


def _upper(text: str, name: str = "") -> str:
    if not text or (name and text.startswith(name)) or text[1:2] in "-²₀₁₂" or re.match(r"[a-z]+[A-Z\d]", text):
        return text
    return text[0].upper() + text[1:]
