"""Unicode set right: one form for each letter, no invisible or control characters."""

import re
import unicodedata

import ftfy
from ftfy.badness import is_bad

_LIGATURES = {
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
}  # fmt: skip
_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_BREAKS = "\v\f\x1c\x1d\x1e\u2028\u2029"
_INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\ufff9\ufffa\ufffb"
_ORDERS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # right-to-left and back

_TABLE: dict[int, str | None] = {ord(c): t for c, t in _LIGATURES.items()}
_TABLE |= dict.fromkeys([*range(0x20), 0x7F, *range(0x80, 0xA0)])
_TABLE |= dict.fromkeys(map(ord, _INVISIBLE + _ORDERS))
_TABLE |= {ord(c): " " for c in _SPACES + "\t"} | {ord(c): "\n" for c in _BREAKS + "\n"}
_TABLE |= {ord("\u2010"): "-", ord("\u2011"): "-", ord("\u2043"): "•", ord("\uf0b7"): "•"}

# Old exports label Windows-1252 as Latin-1: its quotes and dashes arrive as control characters.
_TABLE |= {
    code: bytes([code]).decode("cp1252") for code in range(0x80, 0xA0) if code not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
}

# Bold and script letters of mathematics (𝑂, 𝒪, 𝟚) are the plain letters in another dress.
_STYLED = re.compile("[\U0001d400-\U0001d7ff]")
_JOINERS = re.compile("(?<![^\x00-\u024f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\u024f])")
_SPECIAL = re.compile("[" + re.escape("".join(map(chr, _TABLE.keys() - {0x0A}))) + "]")
# Typed on a Chinese keyboard in an English sentence: “HVR-Met，a system”.
_WIDE = re.compile("(?<=[\x20-\x7e])\\s?([，；：！？（）％])\\s?(?=[\x20-\x7e]|$)|(?<=[\x20-\x7e])\\s?。")
_NARROW = {"，": ", ", "；": "; ", "：": ": ", "！": "! ", "？": "? ", "（": " (", "）": ") ", "％": "%"}
_SUSPICIOUS = re.compile("[ÂÃâÅÐÑ][^\x00-\x7f]")


def plain_characters(text: str) -> str:
    """Return *text* in NFC with plain spaces, line breaks as LF and nothing invisible.

    NFC, not NFKC: C² stays C². Typographic quotes and dashes stay as they are.
    """
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _SUSPICIOUS.search(text) and is_bad(text):
        text = ftfy.fix_encoding(text)
    text = _SPECIAL.sub(lambda found: _TABLE[ord(found[0])] or "", text)
    if text.isascii():
        return text
    if "\u200c" in text or "\u200d" in text:
        text = _JOINERS.sub("", text)
    if any(map(text.__contains__, (*_NARROW, "。"))):
        text = _WIDE.sub(lambda found: _NARROW.get(found[1], ". "), text)
    text = _STYLED.sub(_plain_letter, text)
    # Halves of a pair cannot be written to a file or to SQLite.
    text = text.encode("utf-8", "ignore").decode("utf-8")
    return unicodedata.normalize("NFC", text)


def _plain_letter(found: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", found[0])
