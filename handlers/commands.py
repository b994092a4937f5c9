"""The words after the command that are not searches: one table for dispatch, help and tests.

A reserved word is a command only when it is the whole text or is followed by its own arguments; everything
else is a search (``/icml help me choose``), and ``/icml search …`` always is.
"""

import re
from dataclasses import dataclass

from handlers.schedules import DAY


@dataclass(frozen=True, slots=True)
class CommandWord:
    """A reserved word."""

    word: str
    usage: str  # as it is typed, with its arguments
    says: str  # what it does, for help
    arguments: re.Pattern[str]  # what may follow; always whole


_NONE = re.compile(r"")
_DAYS = rf"(until\s+)?{DAY}(\s*(\.\.|…|–|to)\s*{DAY})?"

WORDS = (
    CommandWord(
        "search", "search WORDS", "searches for the words, also for reserved ones", re.compile(r".+", re.DOTALL)
    ),
    CommandWord(
        "saved",
        "saved",
        "shows your list, and saved group the group's; saved export bibtex (ris, csv, md) sends it as a file",
        re.compile(r"(group)?(\s*\bexport\s+(bibtex|ris|csv|md))?", re.IGNORECASE),
    ),
    CommandWord("recent", "recent", "shows your last searches", _NONE),
    CommandWord(
        "digest",
        "digest",
        "shows or sets up this channel's digest: a few papers on a topic, day by day. Behind it may stand pause, pause "
        "until 2027-01-06, resume, skip, now, preview, log, why, reset or stop",
        re.compile(rf"(pause(\s+{_DAYS})?|resume|skip|now|preview|log|why|reset|stop)?", re.IGNORECASE),
    ),
    CommandWord("topics", "topics", "shows and changes the topics that digests can be about", _NONE),
    CommandWord("watches", "watches", "shows what you wait for: new papers that match", _NONE),
    CommandWord("random", "random", "shows some paper", _NONE),
    CommandWord("corpora", "corpora", "lists what I know", _NONE),
    CommandWord(
        "previews",
        "previews on",
        "puts cards under links to papers in this channel, for all to see; previews off stops that",
        re.compile(r"(on|off)?", re.IGNORECASE),
    ),
    CommandWord("privacy", "privacy", "says what I keep of you, and how long", _NONE),
    CommandWord("help", "help", "shows this", _NONE),
)

# One worked example for each operator of the query language.
EXAMPLES = (
    ("model merging", "papers with these words, the best first"),
    ('"model merging"', "the words side by side"),
    ("federated -continual", "without a word"),
    ("transform*", "words that begin so"),
    ('-"large language model" reasoning', "without words that stand side by side"),
    ("clustering has:code", "only papers that give a code address"),
    ("is:oral diffusion", "only orals"),
    ("author:lee merging", "by somebody of that name"),
    ('title:"graph neural"', "with these words in the title"),
    ("bandits year:2024..2026", "of these years; year:2026 for one"),
    ("pruning venue:icml", "of a venue"),
    ("merging in:icml2026", "in one corpus (corpora lists them)"),
    ('attention area:"computer vision"', "of an area that a list gives its papers"),
    ("merging OR pruning", "one of the two is enough"),
    ("p17", "one paper by the handle that stands beside it"),
)


@dataclass(frozen=True, slots=True)
class Typed:
    """What a member typed after the command, understood."""

    word: str  # a reserved word, or "search"
    arguments: str


def understand(text: str) -> Typed:
    """Tell commands from searches."""
    first, _, rest = text.strip().partition(" ")
    for known in WORDS:
        if first.lower() == known.word and known.arguments.fullmatch(rest.strip()):
            return Typed(known.word, rest.strip())
    return Typed("search", text.strip())
