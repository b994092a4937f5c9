"""Markdown's emphasis, code and headings as plain text."""

import re

from index.cleaning.held import Held

_CODE = re.compile(r"(?<![`\\])`([^`'\n]{1,80})`(?![`'])")
_STRONG = re.compile(r"(\*{2,3})(?![\s*])((?:[^*]|\*(?!\*))+?)(?<!\s)\1(?!\*)")
_MIXED = re.compile(r"(\*{2,3})(?![\s*])((?:[^*\n]|\*(?!\*)){1,300}?)(?<!\s)(\*{2,3})")
_ITALIC = re.compile(r"(?<![\w*])\*(?![\s*])([^*\n]{1,200}?)(?<!\s)\*(?!\*)")
_UNDERLINED = re.compile(r"(?<![\w_])(_{1,3})(?![\s_])([^_\n]{1,200}?)(?<![\s_])\1(?![\w_])")
_STRUCK = re.compile(r"~~(?![\s~])([^~\n]{1,200}?)(?<!\s)~~")
_HEADING = re.compile(r"(?m)^ {0,3}#{1,6}[ \t]+(?=\S)(.*?)(?:[ \t]+#+)?[ \t]*$")
_QUOTED = re.compile(r"(?m)^ {0,3}>[ \t]?(?=\S)")
_BULLET = re.compile(r"(?m)^[ \t]{0,8}[-*+•][ \t]+(?=\S)")
_RULE = re.compile(r"(?m)^[ \t]*(?:-{3,}|\*{3,}|_{3,}|={3,})[ \t]*$")
_STRAY_STRONG = re.compile(
    r"(?<![\w*\s])\*{2,3}(?=[\w(“\"])|(?<=\s)\*{2,3}(?=[^\W\d])|(?<=[\w)”\".,:])\*{2,3}(?=[\s.,;:)]|$)"
)


def without_markdown(text: str, held: Held) -> str:
    """Drop the marks and keep the words. ``a * b * c``, ``snake_case`` and ``p*`` stay."""
    if "\n" in text or text[:1] in "#>-*+•":
        text = _RULE.sub("", text)
        text = _QUOTED.sub("", _HEADING.sub(r"\1", text))
        text = _BULLET.sub("• ", text) if "\n" in text else text
    if "`" in text:
        text = _CODE.sub(lambda found: held.hold(found[1].strip() or found[0]), text)
    if "**" in text:
        text = _STRONG.sub(r"\2", _STRONG.sub(r"\2", text))
        text = _MIXED.sub(_nested, text)
    if "*" in text:
        text = _ITALIC.sub(r"\1", text)
        text = _STRAY_STRONG.sub("", text)
    if "_" in text:
        text = _UNDERLINED.sub(r"\2", text)
    return _STRUCK.sub(r"\1", text) if "~~" in text else text


def _nested(found: re.Match[str]) -> str:
    """``**variance***`` closes an outer emphasis too: leave its star for the next step."""
    surplus = len(found[3]) - len(found[1])
    return "*" * -surplus + found[2] + "*" * surplus
