"""Stretches that later steps must not touch: addresses, formulas, code."""

import re

_FIRST = 0xF0000  # plane 15, for private use: no text of people has it
_LAST = 0xFFFFD

HELD = f"{chr(_FIRST)}-{chr(_LAST)}"  # for use inside a character class
_ANY_HELD = re.compile(f"[{HELD}]")


class Held:
    """Puts one placeholder character for each held stretch, and gives them back."""

    def __init__(self) -> None:
        self._texts: list[str] = []

    def hold(self, text: str) -> str:
        """Return the character that stands for *text*; *text* itself when no more fit."""
        if not text or _FIRST + len(self._texts) > _LAST:
            return text
        self._texts.append(text)
        return chr(_FIRST + len(self._texts) - 1)

    def release(self, text: str) -> str:
        """Put back all that was held; a held stretch may hold others."""
        while self._texts and _ANY_HELD.search(text):
            text = _ANY_HELD.sub(self._text_of, text)
        return text

    def _text_of(self, found: re.Match[str]) -> str:
        at = ord(found[0]) - _FIRST
        return self._texts[at] if at < len(self._texts) else ""


def without_placeholders(text: str) -> str:
    """Drop characters that could be mistaken for placeholders."""
    return _ANY_HELD.sub("", text)
