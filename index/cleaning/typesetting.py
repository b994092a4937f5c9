"""Quotes, dashes, line breaks and missing spaces, as an editor sets them."""

import re

from index.cleaning.held import HELD
from index.cleaning.words import words

_DOUBLE_QUOTED = re.compile(r"``\s?([^`]{1,300}?)\s?(?:''|\"|”|``)|(?<![\w'])''(?=\S)([^'`]{1,200}?)(?<=\S)''(?!')")
_SINGLE_QUOTED = re.compile(r"(?<![\w`])`(?![\s`])([^`'\n]{1,150}?(?:'(?=[a-z])[^`'\n]{0,80}?)*)(?<!\s)['’](?![\w'])")
_LEFT_OVER = re.compile(r"``|(?<=[^\s'])''(?!')|(?<!')''(?=[^\s'])")

_EM_DASH = re.compile(r"(?<!-)---(?!-)")
_EN_DASH = re.compile(
    rf"(?<=[\w)\]%”’\"'.,{HELD}])--(?=[\w(\[“‘\"'~.+{HELD}])|(?<=\s)--(?=[\s,.;)]|[A-Z][a-z]|"
    rf"[A-Z]{{3}})|(?<=\w)--(?=\s)"
)

_BROKEN_WORD = re.compile(r"(\w+)-\n(?=[a-z])(\w+)")
_COMPOUND = words(
    "all co cross data deep domain end few fine full graph hard high human inter intra large long low "
    "many meta mid model multi near non off on one open over physics post pre problem real self semi "
    "short single small soft sparse state sub super task time top two ultra un user well zero "
)
_LINE_BREAK = re.compile(r"[ \t]*\n[ \t]*")
_PARAGRAPH = re.compile(r"[ \t]*\n(?:[ \t]*\n)+[ \t]*")
# Some exports make each line of a PDF a paragraph; a sentence does not end in its middle.
_TORN = re.compile(r"(?<=[a-z,])[ \t]*\n(?:[ \t]*\n)+[ \t]*(?=[a-z])")
_SPACES = re.compile(r"[ \t]{2,}")

_STARTERS = words(
    "The This These Those We Our In To However Moreover Furthermore Experiments Extensive Code And But "
    "While With When As At By For From On Here Then Thus Therefore Finally Additionally Specifically "
    "Existing Recent It Its An Also Although Despite Since Such Results Overall "
)
_STOP_THEN_CAPITAL = re.compile(
    rf"(?<=[a-z]{{3}})([.?!])(?=[A-Z][a-z]*[ ,’'-]|[A-Z][a-z]+$|(?!(?:AI|IO|JS|ML|NET|TV)\b)[A-Z]+[a-z]* [a-z]{{2}})|"
    rf"(?<=[)\]”%{HELD}])(\.)(?=[A-Z][a-z]+[ ,])"
)
_STOP_THEN_STARTER = re.compile(rf"(?<=[A-Za-z0-9)\]”’%])(\.)(?=(?:{'|'.join(_STARTERS)})[ ,])")
_STOP_THEN_SMALL = re.compile(r"(?<=[a-z]{3})\.(?=(?:the|this|these|we|our|which|and|however|while)\s)")
_CODE_OWNER = re.compile(
    r"(?:^|[\s(])(?:torch|numpy|np|nn|tf|jax|sklearn|pandas|java|javax|system|keras|scipy|self)$",
    re.IGNORECASE,
)
_COMMA = re.compile(
    r"(?<=[a-z]{2}[a-z)])([,;])(?=[A-Za-z][a-z]+[ ,.;]|[A-Z]{2,}[a-z]?[ ,.;]|[A-Z][A-Za-z]{2,}[ ,.;]|"
    r"\(|a )|(?<=\d{4}),(?=[a-z]{2,} )"
)
_LATIN = re.compile(r"\b((?:e\.g|i\.e)\.),?(?=[A-Za-z(])")
_COLON = re.compile(r"(?<=[a-z]{3}):(?=[A-Z][a-z]+ )")
_ACRONYM = re.compile(
    r"(?<=[a-z]{3})\((?=(?:[A-Za-z0-9]*[A-Z][A-Za-z0-9+-]*[A-Z][A-Za-z0-9+-]*s?)\)|"
    r"[a-z.]{3,}, ?[a-z]+ |[A-Z]?[a-z]{2,} [a-z]{2,})"
)
_PERCENT = re.compile(r"(?<=[A-Za-z0-9])\((?=\d+(?:\.\d+)?%\))")
_FUNCTION = re.compile(
    r"(?:softmax|sqrt|omega|theta|sigma|sigmoid|poly|polylog|dist|log|exp|var|tr|diag|rank|min|max|"
    r"sgn|sign|cos|sin|tanh|relu|argmax|argmin|vec|span|dim)$",
    re.IGNORECASE,
)
_AFTER_BRACKET = re.compile(r"(\([A-Z][A-Za-z0-9-]*[A-Z][A-Za-z0-9-]*\))(?=[a-z]{2,} )")
_LOOSE = re.compile(
    r"(?<=\S) +(?=[,;](?:\s|$)|[.:?!](?:\s|$)|[)\]](?:[\s.,;:]|$))(?! [.:?!]* [.:?!])|(?<=[(\[]) +(?=\S)"
)

_TIGHT = re.compile(r"[.?!)][A-Z]|[,;:)][A-Za-z(]|\.(?:th|we|our|wh|and|how)|[eg]\.[a-z(]{2}|\((?<=\w\()")
_LOOSE_PAIRS = (" ,", " .", " ;", " :", " ?", " !", " )", " ]", "( ", "[ ")


def typeset(text: str) -> str:
    """Set quotes, dashes and spaces right, and each paragraph on one line."""
    text = _on_one_line(text)
    if "`" in text or "''" in text:
        text = _quoted(text)
    if "--" in text:
        text = _EN_DASH.sub("–", _EM_DASH.sub("—", text))
    if _TIGHT.search(text):
        text = _spaced(text)
    return _LOOSE.sub("", text) if any(map(text.__contains__, _LOOSE_PAIRS)) else text


def _on_one_line(text: str) -> str:
    if "\n" not in text:
        return (_SPACES.sub(" ", text) if "  " in text or "\t" in text else text).strip()
    if "-\n" in text:
        text = _BROKEN_WORD.sub(lambda found: _mended(found, text), text)
    text = _TORN.sub(" ", text)
    paragraphs = (_LINE_BREAK.sub(" ", part) for part in _PARAGRAPH.split(text))
    return "\n\n".join(kept for part in paragraphs if (kept := _SPACES.sub(" ", part).strip()))


def _mended(found: re.Match[str], text: str) -> str:
    """Join a word that a line end broke, unless it is written with its hyphen elsewhere."""
    joined, hyphened = found[1] + found[2], f"{found[1]}-{found[2]}"
    if hyphened in text or (found[1].lower() in _COMPOUND and joined not in text) or not found[1].isalpha():
        return hyphened
    return joined


def _quoted(text: str) -> str:
    text = _DOUBLE_QUOTED.sub(lambda found: f"“{found[1] or found[2]}”", text)
    text = _SINGLE_QUOTED.sub(r"‘\1’", text)
    return _LEFT_OVER.sub('"', text)


def _spaced(text: str) -> str:
    text = _STOP_THEN_CAPITAL.sub(_after_stop, text)
    text = _STOP_THEN_STARTER.sub(". ", text)
    text = _STOP_THEN_SMALL.sub(". ", text)
    text = _COMMA.sub(_after_comma, text)
    text = _LATIN.sub(_after_latin, text)
    text = _COLON.sub(": ", text)
    text = _ACRONYM.sub(_before_bracket, text)
    text = _PERCENT.sub(" (", text)
    return _AFTER_BRACKET.sub(r"\1 ", text)


def _after_stop(found: re.Match[str]) -> str:
    before = found.string[max(0, found.start() - 12) : found.start()]
    return found[0] if _CODE_OWNER.search(before) else found[0] + " "


def _after_comma(found: re.Match[str]) -> str:
    """No space inside a tuple such as ``(min,max)``."""
    before = found.string.rfind("(", max(0, found.start() - 40), found.start())
    after = found.string.find(")", found.end(), found.end() + 40)
    inside = found.string[before:after] if 0 <= before < after else " "
    return found[0] if " " not in inside and ")" not in inside else found[0] + " "


def _after_latin(found: re.Match[str]) -> str:
    return found[0] + " "


def _before_bracket(found: re.Match[str]) -> str:
    before = found.string[max(0, found.start() - 10) : found.start()]
    return found[0] if _FUNCTION.search(before) else " ("
