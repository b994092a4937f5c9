"""What a name of a method looks like, and what only looks like one."""

import re
from functools import lru_cache

from index.cleaning.words import words

# A word with what names carry inside and after: C²-AFCL, BizFinBench.v2, RAT+, MORetro*, UI2Code^N.
NAME = r"\\?[^\W_]\w*(?:[-+*^@./&'’][^\W_]\w*)*(?:\+{1,2}|\*|#)?"

_SIZE = re.compile(r"[\d.,]+(?:[a-zA-Z%]|[GMT]B|[Kk]?Hz|[a-z]+)?|[\d.,]+-\w+|[Kk]=\d+")
_INNER = re.compile(r"[^\W\d_A-Z][A-Z]|[A-Z]{2}|\d[A-Z]")
_CAMEL = re.compile(r"[a-z][A-Z]|[A-Z]{2,}[a-z]{2}|^[a-z]+[A-Z]")
_UPPER = re.compile(r"[A-Z]")
_MARKED = re.compile(r"[\d²³⁰-⁹₀-₉+*^#]")
_SMALL_NAME = re.compile(r"[α-ωΑ-Ω]\S{2,}|[a-z]{1,6}[\d²³][a-z\d]{0,3}")
_GENERIC_MACRO = re.compile(
    r"\\(?:the|our|my)?(?:methods?|models?|names?|sys|systems?|bench|benchmarks?|approach|algo?|"
    r"algorithm|tool|framework|"
    r"ours?|dataset|data|term|we|alg)(?:name|s|mark)?$",
    re.IGNORECASE,
)
_MODIFIER = re.compile(
    r"-(?:based|enhanced|style|styled|like|aware|trained|guided|driven|augmented|type|family|powered|"
    r"free|agnostic|specific|"
    r"informed|oriented|inspired|generated|induced|level|wise|equipped|optimized|compatible|only|"
    r"centric|theoretic|to|and|"
    r"hard|complete|optimal|specified|invariant|equivariant|conditioned|regularized|constrained|tuned|"
    r"distilled|finetuned)$"
)
_GLUED = re.compile(r"^(?:framework|method|model|architecture|approach|algorithm|benchmark|dataset|system)-(?=[A-Z])")
_WORDS = words(
    "a an the this that these those we our i it its in on at for from to by with as and or but here there "
    "then thus however moreover furthermore first second third finally specifically while when where "
    "which what how why both each such new novel bayesian gaussian markov euclidean riemannian lipschitz "
    "pareto monte fourier nash english chinese position code all under unlike given using based existing "
    "recent large multi non self deep no not only can do does is are towards toward beyond rethinking "
    "learning understanding additionally overall instead empirically "
)


@lru_cache(maxsize=50_000)
def bare(name: str) -> str:
    """Strip what belongs to the sentence: a possessive s, “-based”, a macro's backslash."""
    name = re.sub(r"['’]s?$", "", name).rstrip("-./&'’^")
    name = _GLUED.sub("", _MODIFIER.sub("", name))
    return name[1:] if name.startswith("\\") and not _GENERIC_MACRO.match(name) else name


def is_modifier(word: str) -> bool:
    """Tell words such as CLIP-based: they say what something is like, not what it is called."""
    return bool(_MODIFIER.search(word))


@lru_cache(maxsize=50_000)
def is_strong(name: str) -> bool:
    """Tell whether *name* could be nothing but a name or an acronym: SyMerge, DRMC, C²-AFCL."""
    if not 2 <= len(name) <= 40 or _SIZE.fullmatch(name) or name[0] == "\\" or name.count(".") > 1:
        return False
    if name.lower().startswith(("e.g", "i.e", "w.r.t")):
        return False
    if _INNER.search(name):
        return True
    if _UPPER.search(name) and _MARKED.search(name):
        return True
    parts = name.split("-")
    return len(parts) > 1 and any(len(part) == 1 and part.isupper() for part in parts)


@lru_cache(maxsize=50_000)
def is_weak(name: str) -> bool:
    """Tell whether *name* is a name if it stands where names stand: Prism, Foresee-to-Ground, h1."""
    if len(name) < 2 or name.lower() in _WORDS or name[0] == "\\" or _SIZE.fullmatch(name) or name.count(".") > 1:
        return False
    if name[0].isupper() and not name.isupper():
        return len(name) > 2
    return bool(_SMALL_NAME.fullmatch(name))


def is_camel(name: str) -> bool:
    """Tell names in mixed case, which people make up, from plain acronyms: SyMerge, not DRMC."""
    return bool(_CAMEL.search(name))


def is_plural(name: str) -> bool:
    """Tell acronyms of many things, LLMs and GNNs, from names that end in s."""
    return len(name) > 2 and name[-1] == "s" and name[-2].isupper()


def spells(name: str, words: list[str]) -> int:
    """How many of the last *words* the letters of *name* abbreviate; 0 if they do not.

    Letters must come in order, most of them at the beginning of a word.
    """
    letters = [c.lower() for c in name if c.isalpha() and c.isascii()]
    if len(letters) < 2:
        return 0
    parts = [
        (at, part.lower())
        for at, word in enumerate(words[-12:], max(0, len(words) - 12))
        for part in re.split(r"[-–/’']", word)
        if part
    ]
    wanted = [c.lower() for c in name if c.isupper() and c.isascii()] or letters
    best = 0
    for start in range(len(parts) - 1, -1, -1):
        if parts[start][1][0] != letters[0]:
            continue
        initials = "".join(part[0] for _, part in parts[start:])
        hit = _in_order(wanted, initials)
        if hit < 0.5 * len(wanted):
            continue
        whole = _in_order(letters, "".join(part for _, part in parts[start:]))
        if whole == len(letters) or (hit >= 0.66 * len(wanted) and whole >= 0.8 * len(letters)):
            best = len(words) - parts[start][0]
            if hit == len(wanted):
                break
    return best


def _in_order(letters: list[str], text: str) -> int:
    at = found = 0
    for letter in letters:
        where = text.find(letter, at)
        if where >= 0:
            found += 1
            at = where + 1
    return found
