"""How people write what they half remember: the forms of a title and of a method's name. Pure; chance is passed in."""

import re
import unicodedata
from collections.abc import Callable, Collection
from random import Random

from index.search.analysis import STOP_WORDS, fold

_TYPED = re.compile(r"[^\W\d_]{5,}")  # words that a slip is made in
_HYPHEN = re.compile(r"(?<=\w)[-\u2010\u2011](?=\w)")
_GAP = re.compile(r"(?<=[^\W\d_]) (?=[^\W\d_])")
_HUMPS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_NAMED = re.compile(r"([^\s:]{2,}): \S")
_NO_NAMES = frozenset(("Position",))  # a kind of paper
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SHORTEST_SLIPPED = 6  # letters of a name

Form = Callable[[str, Random], str]


def lower_case(title: str, chance: Random) -> str:
    return title.lower()


def curly(title: str, chance: Random) -> str:
    """Straight quotes as phones write them."""
    text = re.sub(r'"([^"]*)"', "“\\1”", title)
    return text.replace("``", "“").replace("''", "”").replace("'", "’").replace('"', "”")


def quoted(title: str, chance: Random) -> str:
    """The whole title in curly quotes, as it is pasted from a reference."""
    return f"“{title}”"


def hyphens(title: str, chance: Random) -> str:
    """Each hyphen as a space or U+2011; where there is none, one space as a hyphen."""
    if _HYPHEN.search(title):
        return _HYPHEN.sub(lambda _: chance.choice((" ", "\u2011")), title)
    gaps = [found.start() for found in _GAP.finditer(title)]
    if not gaps:
        return title
    at = chance.choice(gaps)
    return f"{title[:at]}-{title[at + 1 :]}"


def without_accents(title: str, chance: Random) -> str:
    apart = unicodedata.normalize("NFD", title)
    return unicodedata.normalize("NFC", "".join(mark for mark in apart if not unicodedata.combining(mark)))


def without_stop_words(title: str, chance: Random) -> str:
    kept = [word for word in title.split() if fold(word.strip(".,:;?!()")) not in STOP_WORDS]
    return " ".join(kept) or title


def one_typo(title: str, chance: Random) -> str:
    """A slip in one word of five letters or more."""
    places = [found.span() for found in _TYPED.finditer(title)]
    if not places:
        return title
    start, end = chance.choice(places)
    return title[:start] + slip(title[start:end], chance) + title[end:]


def first_half(title: str, chance: Random) -> str:
    words = title.split()
    return " ".join(words[: (len(words) + 1) // 2])


TITLES: dict[str, Form] = {
    "as is": lambda title, chance: title,
    "lower case": lower_case,
    "curly quotes": curly,
    "in curly quotes": quoted,
    "hyphens changed": hyphens,
    "accents dropped": without_accents,
    "stop words dropped": without_stop_words,
    "one typo": one_typo,
    "first half": first_half,
}


def slip(word: str, chance: Random) -> str:
    """*word* with two letters swapped, one left out, one doubled or one wrong; never the same word."""
    at = chance.randrange(len(word) - 1)
    kind = chance.choice(("swapped", "left out", "doubled", "wrong"))
    if kind == "swapped" and word[at].lower() != word[at + 1].lower():
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind == "doubled":
        return word[: at + 1] + word[at] + word[at + 1 :]
    if kind == "wrong":
        other = chance.choice([letter for letter in _LETTERS if letter != word[at].lower()])
        return word[:at] + other + word[at + 1 :]
    return word[:at] + word[at + 1 :]


def name_in(title: str) -> str:
    """The one-word name of a title of the form “Name: …”; "" where there is none."""
    found = _NAMED.match(title)
    return found[1] if found and found[1] not in _NO_NAMES else ""


def names(name: str, known: Collection[str], chance: Random) -> dict[str, str]:
    """The spellings of *name* that apply to it.

    Args:
        known: the folded words of the corpus, none of which a typo may be.
    """
    forms = {"as written": name, "plural": name if name.endswith("s") else f"{name}s"}
    if _HYPHEN.search(name):
        forms["hyphen as space"] = _HYPHEN.sub(" ", name)
        forms["hyphen left out"] = _HYPHEN.sub("", name)
    humps = _HUMPS.findall(name)
    if len(humps) > 1 and "".join(humps) == name and all(len(hump) >= 3 for hump in humps):
        forms["camelCase as words"] = " ".join(humps).lower()
    if name.isalpha() and len(name) >= _SHORTEST_SLIPPED:
        slips = (slip(name, chance) for _ in range(50))
        unknown = next((typed for typed in slips if fold(typed) not in known), None)
        if unknown:
            forms["one typo"] = unknown
    if forms["plural"] == name:
        del forms["plural"]
    return forms


NAMES = ("as written", "hyphen as space", "hyphen left out", "camelCase as words", "plural", "one typo")
