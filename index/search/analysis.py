"""Text to terms: the same way for papers and for queries.

A word as typed gives *plain* terms, which count in a paper's length, and *extra* terms, its other
spellings, which don't::

    C²-AFCL      → c2, afcl      + c2afcl
    MetaMerging  → metamerg      + meta, merg
    multi-view   → multi, view   + multiview
    behavioural  → behavior
"""

import re
import struct
import threading
import unicodedata
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import Stemmer

VERSION = 1  # grows when the same text gives other terms: then a library is indexed anew

HYPHENS = "\\-\u2010\u2011\u2012\u2013\u2212"  # for a regular expression's set
_WORD = re.compile(rf"\d+(?:[.,]\d+)+(?![^\W_])|[^\W_]+(?:[{HYPHENS}'’][^\W_]+)*")
_CUT = re.compile(f"({_WORD.pattern})")
_HYPHEN = re.compile(rf"[{HYPHENS}]")
_HUMPS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_NO_LETTER = re.compile(r"[^a-z0-9]+")
_MOST_PARTS = 4  # a chain of more hyphens is a phrase, not a word

STOP_WORDS = frozenset(
    """
    a about above after again against all also although am among an and any anyone anything are as at be because
    been before being below between both but by can cannot could did do does doing done down due during each
    either else etc ever every few for from further get give given had has have having he hence her here hers
    him his how however i if in into is it its itself just let like many may me might more most much must my
    near nor not of off on once one only onto or other our ours out over own per please rather same shall she
    should show since so some something such tell than that the their theirs them then there thereby these they
    thing this those through thus to too toward towards under until up upon us very via was we were what when
    where whereas whether which while who whom whose why will with within without would yet you your yours
    """.split()  # noqa: SIM905 - a paragraph reads better than 150 lines
)

# What a British spelling is in American, on folded words; both sides of a search pass through it.
_SPELLINGS = (
    (re.compile(r"(?<=[a-z]{2}[abd-uw-z])is(e|ed|er|ers|es|ing|ation|ations|ational)$"), r"iz\1"),
    (re.compile(r"(?<=[a-z]{2})lys(e|ed|er|es|ing)$"), r"lyz\1"),
    (re.compile(r"(?<=[a-z]{3})our(s|ed|ing|al|ally|able|ite|hood|hoods|)$"), r"or\1"),
    (re.compile(r"(?<=[a-z]{2})([bt])re(s|d|)$"), r"\1er\2"),
    (re.compile(r"(?<=[a-z]{3})ogue(s|)$"), r"og\1"),
    (re.compile(r"(?<=f)ence(s|)$"), r"ense\1"),
)
_VOWELS = re.compile(r"[aeiouy]+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, with the terms that it gives."""

    start: int  # in the text as given
    end: int
    surface: str  # folded, not stemmed: "meta-merging"
    plain: tuple[str, ...]  # in order; empty for a stop word
    extra: tuple[str, ...]

    @property
    def terms(self) -> tuple[str, ...]:
        return self.plain + self.extra


class _Stemmers(threading.local):
    """PyStemmer objects belong to one thread each."""

    def __init__(self) -> None:
        self.english = Stemmer.Stemmer("english", 0)


_stemmers = _Stemmers()


class Form(NamedTuple):
    """A word as the analysis sees it, wherever it stands."""

    surface: str  # folded, not stemmed: "meta-merging"
    plain: tuple[str, ...]
    extra: tuple[str, ...]
    prints: tuple[int, ...]  # of the terms, first the plain ones
    stream: bytes  # the same of the plain ones, as they are stored
    mark: int  # print of the surface


def words(text: str) -> list[Word]:
    """Every word of *text* in order, stop words too (without terms)."""
    found = []
    for word in _WORD.finditer(text):
        form = form_of(word.group())
        found.append(Word(word.start(), word.end(), form.surface, form.plain, form.extra))
    return found


def places(text: str) -> Iterator[tuple[str, int]]:
    """The same as they stand in *text*, not analysed, each with where it begins."""
    parts = _CUT.split(text)  # what is between words, a word, what is between words …
    return zip(parts[1::2], list(accumulate(map(len, parts)))[::2], strict=False)


class _Forms(dict[str, Form]):
    """Words as typed and their forms, kept within a bound."""

    def __missing__(self, word: str) -> Form:
        if len(self) >= _MOST_FORMS:
            self.clear()
        form = self[word] = _analysed(word)
        return form


_MOST_FORMS = 200_000
_forms = _Forms()
form_of = _forms.__getitem__  # the form of a word as it stands


@lru_cache(maxsize=200_000)
def print_of(text: str) -> int:
    """A number for a term or a surface, the same in every process; 1 to 2³²-1."""
    return zlib.crc32(text.encode("utf-8", "surrogatepass")) or 1


def fold(text: str) -> str:
    """*text* with compatibility forms, case and accents gone: "Frühe C²" → "fruhe c2"."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(mark for mark in plain if not unicodedata.combining(mark))


def squashed(text: str) -> str:
    """Only the letters and digits of *text*, folded: "Once-for-All" → "onceforall"."""
    if text.isascii():
        return _NO_LETTER.sub("", text.lower())
    return "".join(mark for mark in fold(text) if mark.isalnum())


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The term of a folded word without hyphens."""
    for british, american in _SPELLINGS:
        word, changed = british.subn(american, word)
        if changed:
            break
    term = _stemmers.english.stemWord(word)
    if term.endswith("ll") and len(_VOWELS.findall(term)) > 1:  # modelling, modeling
        term = term[:-1]
    return term


def _analysed(word: str) -> Form:
    whole = unicodedata.normalize("NFKC", word)
    whole = re.sub(r"['’]s?$|['’]s(?=-)", "", whole, flags=re.IGNORECASE)
    parts = [_singular(part) for part in _HYPHEN.split(whole.replace("'", "").replace("’", "")) if part]
    surface = "-".join(fold(part) for part in parts)
    folded = [fold(part) for part in parts]
    if len(folded) == 1 and folded[0] in STOP_WORDS and not _is_name(parts[0]):
        return Form(surface, (), (), (), b"", 0)
    plain = [stem(part) for part in folded if len(folded) == 1 or part not in STOP_WORDS]
    extra: list[str] = []
    if 1 < len(folded) <= _MOST_PARTS:
        extra.append(stem("".join(folded)))
    for part in parts:
        humps = _HUMPS.findall(part)
        if len(humps) > 1 and all(len(hump) >= 3 for hump in humps) and "".join(humps) == part:
            extra += [stem(fold(hump)) for hump in humps]
    extra += [term[:-1] for term in plain if len(term) > 3 and term.endswith("s") and not term.endswith("ss")]
    known = set(plain)
    others = tuple(dict.fromkeys(term for term in extra if term not in known))
    prints = tuple(print_of(term) for term in (*plain, *others))
    stream = struct.pack(f"<{len(plain)}I", *prints[: len(plain)])
    return Form(surface, tuple(plain), others, prints, stream, print_of(surface))


def _singular(part: str) -> str:
    """LoRAs → LoRA, GPUs → GPU: an s after a capital or a digit is a plural."""
    if len(part) > 2 and part[-1] == "s" and (part[-2].isupper() or part[-2].isdigit()):
        return part[:-1]
    return part


def _is_name(part: str) -> bool:
    """Whether capitals say that this is no common word: "ALL", "MoST", but not "The" or "I"."""
    return len(part) > 1 and any(map(str.isupper, part[1:]))
