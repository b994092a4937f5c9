"""HTML's entities and tags as plain text."""

import re
from html import unescape

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LINK = re.compile(
    r"<a\b[^<>]*?\bhref\s*=\s*(?:\"([^\"<>]*)\"|'([^'<>]*)'|([^\s<>\"']+))[^<>]*>(.*?)</a\s*>",
    re.IGNORECASE | re.DOTALL,
)
_SCRIPT = re.compile(r"<(su[bp])(?:\s[^<>]*)?>([^<>]{1,40})</\1\s*>", re.IGNORECASE)
_BLOCK = re.compile(
    r"\s*</?(?:p|div|br|li|ul|ol|h[1-6]|blockquote|section|article|table|tr|jats:p|jats:sec|jats:title)"
    r"(?:\s[^<>]*)?/?>\s*",
    re.IGNORECASE,
)
# Known tags only: <think>, <eos> and <MASK> are words of the field.
_INLINE = re.compile(
    r"</?(?:a|abbr|b|big|cite|code|em|font|i|img|ins|kbd|mark|math|q|scp|small|span|strong|sub|sup|td|th|tt|u|var|"
    r"jats:(?:bold|italic|sub|sup|monospace|ext-link|inline-formula|sc))(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)


def without_entities(text: str) -> str:
    """Decode entities, also those that a source escaped twice (``&amp;lt;``)."""
    for _ in range(2):
        if "&" not in text:
            break
        text = _ENTITY.sub(lambda found: unescape(found[0]), text)
    return text


def without_tags(text: str) -> str:
    """Drop tags and keep what stands between them; paragraphs become blank lines.

    Super- and subscripts and links take the form that the later steps know:
    ``^{2}`` and ``[here](https://…)``.
    """
    if "<" not in text:
        return text
    text = _COMMENT.sub(" ", text)
    text = _LINK.sub(_as_markdown, text)
    text = _SCRIPT.sub(lambda found: ("_" if found[1][-1] in "bB" else "^") + "{" + found[2] + "}", text)
    text = _BLOCK.sub("\n\n", text)
    return _INLINE.sub("", text)


def _as_markdown(found: re.Match[str]) -> str:
    address = found[1] or found[2] or found[3] or ""
    return f"[{found[4]}]({address})" if address else found[4]
