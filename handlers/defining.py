"""What a member has filled in for a topic, read and checked before anything is kept. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from handlers.filling import LONGEST_WORD, MOST_WITHOUT, words_of
from handlers.views.digest_setup import filled
from handlers.views.topics import CODE, CORPORA, LABEL, LIKE, LONGEST_NAME, WITHOUT, WORDS, Draft

Json = dict[str, Any]

MOST_WORDS = 40  # lines
LONGEST_LINE = 120
MOST_EXAMPLES = 20
_HANDLE = re.compile(r"p\d{1,9}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Defined:
    """A form that was filled in."""

    draft: Draft
    errors: Mapping[str, str] = field(default_factory=dict)  # by field, in words


def read(values: Mapping[str, Mapping[str, Json]], before: Draft) -> Defined:
    """What stands in the form of the topic *before*; what can't be is told."""
    given, errors = filled(values), dict[str, str]()
    label = " ".join(str(given.get(LABEL, "")).split())
    lines = (" ".join(line.split()) for line in str(given.get(WORDS, "")).splitlines())
    words = tuple(dict.fromkeys(line for line in lines if line))
    like = (
        tuple(dict.fromkeys(re.split(r"[,;\s]+", str(given.get(LIKE, "")).strip().lower()))) if given.get(LIKE) else ()
    )
    without = words_of(str(given.get(WITHOUT, "")))
    if not name_of(label):
        errors[LABEL] = "Give it a name of letters or digits."
    if len(words) > MOST_WORDS or any(len(line) > LONGEST_LINE for line in words):
        errors[WORDS] = f"At most {MOST_WORDS} lines, none longer than {LONGEST_LINE} characters."
    if wrong := next((one for one in like if not _HANDLE.fullmatch(one)), ""):
        errors[LIKE] = f"“{wrong[:40]}” is no handle. Write handles such as p17, with spaces between them."
    elif len(like) > MOST_EXAMPLES:
        errors[LIKE] = f"At most {MOST_EXAMPLES} papers."
    if not words and not like:
        errors[WORDS] = "Write some words, or handles of example papers below."
    if len(without) > MOST_WITHOUT or any(len(word) > LONGEST_WORD for word in without):
        errors[WITHOUT] = f"At most {MOST_WITHOUT} words or phrases, none longer than {LONGEST_WORD} characters."
    corpora = tuple(given[CORPORA]) if CORPORA in given else before.corpora
    return Defined(Draft(before.name, label, words, like, without, corpora, bool(given.get(CODE))), errors)


def name_of(label: str) -> str:
    """The short name for a label: "model-merging"; empty where nothing is left."""
    return "-".join(re.findall(r"\w+", label.casefold()))[:LONGEST_NAME].strip("-")
