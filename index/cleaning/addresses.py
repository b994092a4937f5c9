"""Web addresses in prose: where one begins and where it ends."""

import re
from urllib.parse import urlsplit

from index.cleaning.held import HELD, Held
from index.cleaning.words import words

_STOP = r"\s<>\"“”‘’«»`\\|^{}\[\]" + HELD
_ADDRESS = re.compile(rf"https?:/{{1,2}}(?:\\[_%#&~]|\\textunderscore(?:\{{\}})?|[^{_STOP}])+", re.IGNORECASE)
_SPLIT = re.compile(r"\b(https?):\s*/\s*/\s*(?=[a-z0-9])", re.IGNORECASE)  # "https: //github.com"
_NEXT_SENTENCE = re.compile(r"(?<=[\w/])[.,;](?:[A-Z][a-z]+|We|In|To|A|I)$")
_SENTENCE_WORD = words("The This These We Our In To It For All Code Project Experiments However Keywords Data ")
_TRAILING = ".,;:!?'’*_~$…·"
_LATEX_ESCAPE = re.compile(r"\\([_%#&~])|\\textunderscore(?:\{\})?")

_KNOWN_HOST = re.compile(
    r"(?<![\w@/.-])(?:(?:www\.)?(?:github|gitlab)\.com/[\w-]+/|huggingface\.co/|"
    r"anonymous\.4open\.science/|sites\.google\.com/|"
    rf"[\w-]+\.(?:github|gitlab)\.io)(?:\\[_%#&~]|[^{_STOP}])*"
)
_MACRO_LINK = re.compile(
    r"\\(?:url|nolinkurl|path|href)\s*\{([^{}]*)\}(?:\s*\{((?:[^{}]|\{[^{}]*\})*)\})?", re.IGNORECASE
)
_MARKDOWN_LINK = re.compile(
    r"(!?)\[([^\[\]\n]{1,300})\]\(\s*\[?<?([^\s()<>\[\]]+(?:\([^\s()<>]*\)[^\s()<>\[\]]*)*)>?\]?"
    r"(?:\s+[\"'][^\"'\n]*[\"'])?\s*\)"
)
_ANGLED = re.compile(r"<\s*((?:https?:)[^\s<>]+)\s*>", re.IGNORECASE)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_TOP = r"(?:com|org|net|io|ai|edu|dev|science|co|app|me|xyz|cc|page)"
_DOMAIN_END = re.compile(rf"\.{_TOP}(?![\w-])")
_BARE_DOMAIN = re.compile(
    rf"(?<![\w@/.-])(?:www\.)?(?:[a-z0-9][\w-]*\.)+{_TOP}"
    rf"(?:/[^{_STOP}]*)?(?![\w-])",
    re.IGNORECASE,
)


def finished(address: str) -> str:
    """Cut off what belongs to the sentence and not to the address."""
    while True:
        before = address
        address = address.rstrip(_TRAILING)
        while address and address[-1] in ")]" and _unbalanced(address):
            address = address[:-1]
        joined = _NEXT_SENTENCE.search(address)
        if joined and joined[0][1:] in _SENTENCE_WORD:
            address = address[: joined.start()]
        if address == before:
            return address


def _unbalanced(address: str) -> bool:
    opening = {")": "(", "]": "["}[address[-1]]
    return address.count(address[-1]) > address.count(opening)


def is_web(address: str) -> bool:
    """Tell whether *address* is http or https and has a host."""
    try:
        parts = urlsplit(address)
        return parts.scheme.lower() in ("http", "https") and bool(parts.hostname) and "." in (parts.hostname or "")
    except ValueError:
        return False


def located_in(text: str) -> list[tuple[str, int, int]]:
    """Every address in raw *text* with where it begins and ends; also bare ones such as ``github.com/a/b``."""
    found = [(_plain(match[0]), match.start(), match.end()) for match in _ADDRESS.finditer(text)]
    if _DOMAIN_END.search(text):
        taken = [(start, end) for _, start, end in found]
        found += [
            ("https://" + _plain(match[0]), match.start(), match.end())
            for match in _KNOWN_HOST.finditer(text)
            if not any(start <= match.start() < end for start, end in taken)
        ]
    return sorted(found, key=lambda address: address[1])


def found_in(text: str) -> list[str]:
    """All http and https addresses of raw *text*, in order, once each, without trailing punctuation."""
    return list(dict.fromkeys(address for address in map(_plain, _written(text)) if is_web(address)))


def _written(text: str) -> list[str]:
    return _ADDRESS.findall(_SPLIT.sub(r"\1://", text)) if "ttp" in text or "TTP" in text else []


def _plain(typed: str) -> str:
    return finished(_LATEX_ESCAPE.sub(lambda found: found[1] or "_", typed))


def with_links_held(text: str, held: Held) -> str:
    """Turn links of any markup into words and address, and hold the addresses.

    ``[here](https://…)`` → ``here (https://…)``; a link that shows its own address
    gives it once; an address that is not on the web (``javascript:``) is dropped.
    """
    if "\\" in text:
        text = _MACRO_LINK.sub(lambda found: _macro_link(found, held), text)
    if "](" in text:
        text = _MARKDOWN_LINK.sub(lambda found: _link(found[2], found[3], held), text)
    if "<http" in text or "< http" in text:
        text = _ANGLED.sub(lambda found: held.hold(_plain(found[1])), text)
    if "http" in text or "HTTP" in text:
        text = _ADDRESS.sub(lambda found: _bare(found[0], held), _SPLIT.sub(r"\1://", text))
    if "@" in text:
        text = _MAIL.sub(lambda found: held.hold(found[0]), text)
    if _DOMAIN_END.search(text):
        text = _BARE_DOMAIN.sub(lambda found: _bare(found[0], held), text)
    return text


def _macro_link(found: re.Match[str], held: Held) -> str:
    address, words = found[1].strip(), found[2]
    if words is None or not found[0].lower().startswith("\\href"):
        rest = f"{{{words}}}" if words else ""
        return held.hold(_LATEX_ESCAPE.sub(lambda escape: escape[1] or "_", address)) + rest
    return _link(words, address, held)


def _link(words: str, address: str, held: Held) -> str:
    address = _plain(address) if "://" in address else address
    if not is_web(address):
        return words if ":" in address else f"{words} ({held.hold(address)})"
    bare = words.strip().strip("{}")
    if _same(bare, address):
        return held.hold(address)
    return f"{words} ({held.hold(address)})"


def _same(words: str, address: str) -> bool:
    def short(text: str) -> str:
        text = re.sub(r"^(?:https?://)?(?:www\.)?", "", _LATEX_ESCAPE.sub(lambda e: e[1] or "_", text.lower()))
        return re.sub(r"^\\(?:url|texttt|nolinkurl)\s*\{|\}$", "", text).rstrip("/.")

    return short(words) == short(address)


def _bare(typed: str, held: Held) -> str:
    address = _plain(typed)
    if not address:
        return typed
    rest = _LATEX_ESCAPE.sub(lambda found: found[1] or "_", typed)[len(address) :]
    return held.hold(address) + rest
