"""LaTeX in prose as plain Unicode. What cannot be converted stays as it was typed."""

import re
from functools import lru_cache
from typing import Any

from pylatexenc.latex2text import LatexNodes2Text
from pylatexenc.latexwalker import LatexWalker, LatexWalkerError

from index.cleaning.formulas import (
    KNOWN,
    ONE_ARGUMENT,
    TWO_ARGUMENTS,
    reading_table,
    text_table,
)
from index.cleaning.held import HELD, Held
from index.cleaning.macros import SILENT, THIN
from index.cleaning.scripts import settled
from index.cleaning.words import words

_GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}"


def _names(names: frozenset[str]) -> str:
    return "|".join(sorted((re.escape(name) for name in names if name.isalpha()), key=len, reverse=True))


_DOUBLED = re.compile(r"\\\\(?=[%$&#_]|[a-zA-Z]{3,}\{)")  # an exporter escaped the backslash too
_MATHS = re.compile(
    r"\$\$(.{1,600}?)\$\$|\\\[(.{1,600}?)\\\]|\\\((.{1,600}?)\\\)"
    r"|\\begin\{(equation|align|gather|eqnarray|displaymath|multline)(\*?)\}(.{1,2000}?)\\end\{\4\5\}",
    re.DOTALL,
)
_MARKED = re.compile(r"\\[A-Za-z{}|,;!]|[\^_{}]")
_PROSE = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3,}[ ,.]+(?:[A-Za-z]+[ ,.]+)*[A-Za-z]{2,}")
_MONEY = re.compile(r"\s*\d")

_TWO = rf"\\(?:{_names(TWO_ARGUMENTS)})\*?(?:\s?\[[^\[\]]*\])?(?:\s?{_GROUP}){{2}}"
_ONE = rf"\\(?:{_names(ONE_ARGUMENT)})\*?(?:\s?\[[^\[\]]*\]){{0,2}}\s?{_GROUP}"
_SWITCHED = rf"\{{\s*\\(?:{_names(SILENT)})(?![A-Za-z])(?:[^{{}}]|{_GROUP})*\}}"
_LETTER = r"\\[`'\"^~=.]\s?(?:\{\\?[A-Za-z]\}|\\[ij](?![A-Za-z])|[A-Za-z])|\\[cvuHkrbdt]\{\\?[A-Za-z]\}"
_SIMPLE = re.compile(r"\\(?:emph|textbf|textit|textsc|textsf|texttt|textrm|underline|text)\{([^{}\\^_%~]*)\}")
_SPAN = re.compile(f"{_TWO}|{_ONE}|{_SWITCHED}|{_LETTER}")
_IN_MATHS = re.compile(r"\\(?:d?frac|tfrac|sqrt|mathcal|mathbb|mathrm|mathbf|widetilde|tilde|hat|bar|widehat|binom)")
_SYMBOL = re.compile(r"\\([A-Za-z]+)(\{\}|\s?)")
_LETTERS_BY_NAME = words("ss o O l L ae AE oe OE aa AA i j ")  # these take the space after them
_ESCAPED = re.compile(r"\\([%&#_{} ,;:!/|-])")
_WRITTEN = {" ": " ", ",": " ", ";": " ", ":": " ", "!": "", "/": "", "-": "", "|": "‖"}
_LINE_END = re.compile(r"\s*\\\\(?:\[[^\]]*\])?\s+|\s*\\\\$")
_TIE = re.compile(rf"(?<=[\w.,:;)\]}}{HELD}])~(?=[\w(\[\\{HELD}])")
_BARE_SCRIPT = re.compile(rf"(?<=[\w)\]{HELD}])([\^_])\s?({_GROUP})")
# Groups whose macro an export dropped: {function space}, {ParetoPO}; not {0,1}, {answer}, min{n, p}.
_BRACED_WORDS = re.compile(rf"(?<![\w\\}}^_{HELD}])\{{([A-Z][^{{}},=]*|[a-z]\w+ [^{{}},=]{{2,}}|\d[^{{}},=/]*)\}}")
_BRACED_LETTER = re.compile(r"\{([^\W\d_]|[^\x00-\x7f])\}")
_BRACED_SIGN = re.compile(r"(?<=\d)\{([,.])\}(?=\d)")
_UNCLOSED = re.compile(rf"\\(?:{_names(ONE_ARGUMENT)})\s?\{{")
_NAME = re.compile(r"\\([A-Za-z]+)(\s?(?:\{[^{}]*\})*)")
_SCRIPT_OF_MACRO = re.compile(r"([\^_])\s*(\\[A-Za-z]+(?:\s*\{[^{}]*\})*)")
_DELIMITER = re.compile(r"\\(?:left|right)\s*\.|\\(?:left|right|middle|[bB]igg?[lrm]?)(?![A-Za-z])\s*")

_MARKUP = re.compile(r"[\\^_{}~%]")

_READING = reading_table()
_WRITING = text_table()


def without_latex(text: str, held: Held) -> str:
    """Return *text* with its LaTeX converted; formulas are put into *held*."""
    if not any(mark in text for mark in "\\$~^_{"):
        return text
    if "\\" in text:
        text = _DOUBLED.sub(r"\\", text)
        text = text.replace("\\$", held.hold("$"))
    if "$$" in text or "\\(" in text or "\\[" in text or "\\begin{" in text:
        text = _MATHS.sub(lambda found: _display(found, held), text)
    if "$" in text:
        text = _without_dollars(text, held)
    if "\\" in text:
        text = _without_macros(text, held)
    if "{" in text and ("^" in text or "_" in text):
        text = _BARE_SCRIPT.sub(lambda found: _maths(found[0], held), text)
    if "{" in text:
        for braced in (_BRACED_LETTER, _BRACED_LETTER, _BRACED_SIGN, _BRACED_WORDS):
            text = braced.sub(r"\1", text)
    return _TIE.sub(_tie, text) if "~" in text else text


def _display(found: re.Match[str], held: Held) -> str:
    inner = found[1] or found[2] or found[3] or found[6]
    if found[4]:
        return f" {_maths(inner, held)} "
    if "$" in inner or len(inner) > 500:
        brackets = found[0][1:2], found[0][-1:]
        return found[0] if found[1] else f"{brackets[0]}{inner}{brackets[1]}"
    return _maths(inner, held)


def _without_dollars(text: str, held: Held) -> str:
    """Convert what stands between two dollars, unless the dollars are money."""
    parts: list[str] = []
    at = 0
    while (start := text.find("$", at)) >= 0:
        end = text.find("$", start + 1)
        if end < 0:
            break
        inner = text[start + 1 : end]
        parts.append(text[at:start])
        if _is_maths(inner, text[end + 1 : end + 2]):
            parts.append(_maths(inner, held))
            at = end + 1
        else:
            parts.append(held.hold("$"))
            at = start + 1
    parts.append(text[at:])
    return "".join(parts)


def _is_maths(inner: str, after: str) -> bool:
    if not inner.strip() or len(inner) > 400 or "\n\n" in inner:
        return False
    prose = _PROSE.search(re.sub(rf"\\[a-z]+\s?{_GROUP}", "", inner))
    if _MONEY.match(inner):
        # Pandoc's rule, except that marked-up formulas may be spaced: “$5 and $6” is money.
        return not prose and (bool(_MARKED.search(inner)) or not (inner[-1].isspace() or after.isdigit()))
    if prose and not _MARKED.search(inner):
        return False
    return not (prose and len(prose[0]) > 40)


def _maths(inner: str, held: Held) -> str:
    if words := _SIMPLE.fullmatch(inner.strip()):
        return words[1]  # prose in dollars: the later steps read it too
    return held.hold(convert(inner, maths=True))


def _without_macros(text: str, held: Held) -> str:
    for _ in range(3):  # a macro inside a switched group inside a macro
        text, count = _SPAN.subn(lambda found: _converted(found[0], held), text)
        if not count:
            break
    text = _SYMBOL.sub(_symbol, text)
    text = _ESCAPED.sub(lambda found: _WRITTEN.get(found[1], found[1]), text)
    text = _UNCLOSED.sub("", text)
    return _LINE_END.sub(" ", text) if "\\\\" in text else text


def _converted(span: str, held: Held) -> str:
    if simple := _SIMPLE.fullmatch(span):
        return simple[1]
    return _maths(span, held) if _IN_MATHS.match(span) else convert(span)


def _symbol(found: re.Match[str]) -> str:
    name, after = found[1], found[2]
    if name not in KNOWN or name in ONE_ARGUMENT or name in TWO_ARGUMENTS:
        return found[0].removesuffix("{}") if found[0].endswith("{}") else found[0]
    text = convert("\\" + name)
    if not text or name in _LETTERS_BY_NAME or after == "{}":
        return text
    return text + after


def _tie(found: re.Match[str]) -> str:
    before, after = found.string[found.start() - 1], found.string[found.end()]
    return "~" if before.isdigit() and after.isdigit() else " "


@lru_cache(maxsize=20_000)
def convert(span: str, *, maths: bool = False) -> str:
    """Convert one stretch of LaTeX; return it as typed when it cannot be read."""
    if not _MARKUP.search(span):
        return settled(span) if maths else span
    unknown: list[str] = []
    source = _DELIMITER.sub("", span)
    source = _SCRIPT_OF_MACRO.sub(r"\1{\2}", source)
    source = _NAME.sub(lambda found: _set_aside(found, unknown), source)
    source = re.sub(r"(?<!\\)%", r"\%", source).replace("~", " " if maths else "~").replace("$", "\\$")
    try:
        nodes = _parsed(f"${source}$" if maths else source)
        text = str(_writer().nodelist_to_text(nodes))
    except (LatexWalkerError, ValueError, IndexError, AttributeError, TypeError, RecursionError):
        return span
    text = settled(text) if maths else text.replace(THIN, " " if " " in source else "")
    for number, typed in enumerate(unknown):
        text = text.replace(chr(0xE000 + number), typed)
    return text


def _writer() -> Any:
    """One for each conversion: it keeps a state while it writes, and members type in several threads."""
    return LatexNodes2Text(latex_context=_WRITING, math_mode="text", keep_comments=True)


def _parsed(source: str) -> Any:
    return LatexWalker(source, latex_context=_READING, tolerant_parsing=True).get_latex_nodes()[0]


def _set_aside(found: re.Match[str], unknown: list[str]) -> str:
    """Stand a character in for a macro nobody knows, with its arguments, as typed."""
    if found[1] in KNOWN or len(unknown) > 200:
        return found[0]
    unknown.append(found[0])
    return chr(0xE000 + len(unknown) - 1)
