"""What people, phones and Slack may do to a query, and what no one would. Pure; chance is passed in."""

import unicodedata
from collections.abc import Callable, Sequence
from random import Random
from typing import Literal

from tests.benchmarks.forms import slip

_QUOTES = "\"'“”„‟«»‹›‘’‚‛′″〝〞＂「」『』`"
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\uff0d"
_SPACES = " \t\n\r\u00a0\u2009\u202f\u3000\u200b\u200c\u200d\ufeff\u2028\u2029"
_OPERATORS = (
    "OR", "AND", "NOT", "|", "||", "&&", "-", "--", "+", "*", "**", "?", "~2", "^3", "(", ")", "((", "))", ":",
    "NEAR/3",
)  # fmt: skip
_FILTERS = (
    "author:", "author:li", "title:", 'title:"', "year:", "year:2024", "year:2026..2023", "year:..",
    "year:99999999999", "venue:", "in:icml2026",
    "in:nowhere", "area:", "area:graph", "has:", "has:code", "has:nothing", "-has:code", "is:oral", "is:",
    "is:withdrawn", "code:", "code:github",
    "wrong:filter", "http://", "https://openreview.net/forum?id=", "https://arxiv.org/abs/2401.00001v2",
    "p17", "P0", "p999999999", "p99999999999999",
)  # fmt: skip
_SLACK = (
    "<@U123>", "<@U1|ana>", "<#C1|general>", "<!here>", "<!subteam^S1|@team>", "<https://a.b|", "|x>", "<",
    ">", "&amp;", "&lt;b&gt;", "&#0;",
    "&#x110000;", "&nosuch;", "&&amp;amp;", ":tada:", "*bold*", "_it_", "~no~", "```", "> ",
    "<https://x.y/?a=b&amp;c=d|a paper>",
)  # fmt: skip
_SQL = (
    "'; DROP TABLE papers;--",
    "' OR 1=1",
    "%",
    "_",
    "\\",
    "\\0",
    "NULL",
    "?",
    ":name",
    "/*",
    "*/",
    "x' UNION SELECT 1",
    "\x00",
)
_LATEX = (
    "$",
    "$$",
    "$O(\\log n)$",
    "\\textbf{",
    "}",
    "{",
    "\\",
    "$\\mathcal{L}_{",
    "\\frac{1}{",
    "^{2}",
    "C$^2$-AFCL",
    "\\begin{equation}",
)
_STRANGE = (
    "\ud800", "\udfff", "\u202e", "\u0301\u0302\u0303" * 20, "İ", "ß", "ﬁ", "Ⅷ", "①", "½",
    "\U0001f9d1\u200d\U0001f52c", "深度学习", "глубокое", "การเรียนรู้",
    "تعلم", "\x07", "\x1b[31m", "\x7f", "\x85", "\ufffd", "\ufdfa", "e\u0301", "ℒ", "²", "₂", "a\u0300" * 50,
    "\U0010ffff",
)  # fmt: skip
_LONGEST = 60_000

Mutation = Callable[[str, Random], str]


def _with(pieces: Sequence[str]) -> Mutation:
    """One of *pieces* put somewhere, with or without spaces round it."""

    def put_in(text: str, chance: Random) -> str:
        at = chance.randint(0, len(text))
        space = chance.choice(("", " "))
        return f"{text[:at]}{space}{chance.choice(pieces)}{space}{text[at:]}"

    return put_in


def _quoted(text: str, chance: Random) -> str:
    start, end = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
    return text[:start] + chance.choice(_QUOTES) + text[start:end] + chance.choice(_QUOTES) + text[end:]


def _other_marks(of: str) -> Mutation:
    """Spaces and hyphens replaced by any of *of*, or one put before a word."""

    def changed(text: str, chance: Random) -> str:
        if chance.random() < 0.5:
            return "".join(chance.choice(of) if mark in " -" and chance.random() < 0.3 else mark for mark in text)
        words = text.split(" ")
        at = chance.randrange(len(words))
        words[at] = chance.choice(of) + words[at]
        return " ".join(words)

    return changed


def _slipped(text: str, chance: Random) -> str:
    words = text.split(" ")
    at = chance.randrange(len(words))
    if len(words[at]) > 2:
        words[at] = slip(words[at], chance)
    return " ".join(words)


def _starred(text: str, chance: Random) -> str:
    """A word cut to its beginning, with a star."""
    words = text.split(" ")
    at = chance.randrange(len(words))
    words[at] = words[at][: chance.randint(0, 5)] + "*"
    return " ".join(words)


def _joined(text: str, chance: Random) -> str:
    return text.replace(" ", chance.choice(("", "-", "_", "/", ".", ",", "+", "\\", "::")), chance.randint(1, 40))


def _cased(text: str, chance: Random) -> str:
    return chance.choice((text.upper, text.lower, text.title, text.swapcase))()


def _cut(text: str, chance: Random) -> str:
    return text[chance.randint(0, len(text)) :][: chance.randint(0, 60)]


def _shuffled(text: str, chance: Random) -> str:
    words = text.split()
    chance.shuffle(words)
    return " ".join(words)


def _long(text: str, chance: Random) -> str:
    """Very long, but rarely: it is read only as far as counts."""
    if chance.random() < 0.8:
        return text
    times = chance.choice((5, 30, 300))
    return chance.choice((text * times, f"{text} " * times, f"({text}" * times, f'"{text}" OR ' * times))[:_LONGEST]


def _composed(text: str, chance: Random) -> str:
    form: Literal["NFC", "NFD", "NFKC", "NFKD"] = chance.choice(("NFC", "NFD", "NFKC", "NFKD"))
    return unicodedata.normalize(form, text)


def _any_marks(text: str, chance: Random) -> str:
    """Some characters from anywhere in Unicode."""
    marks = [chr(chance.choice((chance.randint(0, 0x2FFF), chance.randint(0, 0x10FFFF)))) for _ in range(3)]
    return _with(marks)(text, chance)


MUTATIONS: tuple[Mutation, ...] = (
    _quoted,
    _with(_QUOTES),
    _other_marks(_DASHES),
    _other_marks(_SPACES),
    _with(_OPERATORS),
    _with(_FILTERS),
    _with(_SLACK),
    _with(_SQL),
    _with(_LATEX),
    _with(_STRANGE),
    _any_marks,
    _slipped,
    _starred,
    _joined,
    _cased,
    _cut,
    _shuffled,
    _long,
    _composed,
)


def mutated(texts: Sequence[str], chance: Random) -> str:
    """A stretch of one of *texts*, changed in one to four ways."""
    words = chance.choice(texts).split()
    long = chance.choice((1, 2, 3, 4, 6, 10, 25, 400))
    start = chance.randrange(max(1, len(words) - long + 1))
    text = " ".join(words[start : start + long])
    for mutation in chance.choices(MUTATIONS, k=chance.randint(1, 4)):
        text = mutation(text, chance)
    return text
