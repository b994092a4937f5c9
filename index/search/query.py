"""What a member typed, read as a query.

The language, in the order in which it is tried on the text:

    "a phrase"      these words side by side          -"a phrase"     papers without them
    word*           words that begin so               -word           papers without the word
    a OR b          one of the two is enough          p17             that paper
    has:code is:oral author:lee title:graph year:2024 year:2023..2026 venue:icml in:icml2024 area:theory code:github
                    papers that are so; with a minus, that are not
    anything else   a word

Nothing that can be typed is an error. Slack's own marks (``&amp;``, ``<url|text>``, ``<@U1|ana>``), curly
quotes, long dashes and LaTeX are read as what the member meant by them.
"""

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from lark import Lark

from index.clean import clean_title
from index.search.analysis import HYPHENS, Word, words
from index.search.conditions import Filter, is_known

LONGEST_QUERY = 2_000  # characters that count; a pasted abstract is whole

_GRAMMAR = r"""
start: (PHRASE | NOT_PHRASE | FILTER | PREFIX | OR | NOT_WORD | WORD)*
NOT_PHRASE.7: /-"[^"]*"/
PHRASE.6: /"[^"]*"/
FILTER.5: /-?(has|is|author|title|year|venue|in|area|code):("[^"]*"|[^\s"]+)/i
OR.4: /(OR|\|)(?=\s|$)/
PREFIX.3: /[^\s"*-][^\s"*]+\*(?=\s|$)/
NOT_WORD.2: /-(?=[^\s"-])[^\s"]+/
WORD.1: /[^\s"]+/
%ignore /\s+/
"""

# Without any of these, all that a text has is words.
_MARKS = re.compile(r"""["*|]|\bOR\b|(?:^|\s)(?:-|(?i:has|is|author|title|year|venue|in|area|code):)""")
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»‹›″〝〞＂「」『』", '"') | dict.fromkeys("‘’‚‛′", "'"))
_DASH_BEFORE_WORD = re.compile(rf"(?:(?<=\s)|^)(?:--?|[{HYPHENS}\u2014\u2015])(?=[^\s{HYPHENS}\u2014])")
_HANDLE = re.compile(r"p\d{1,9}", re.IGNORECASE)
_SLACK = re.compile(r"<(?P<mark>[@#!]?)(?P<target>[^<>|]+)(?:\|(?P<label>[^<>]*))?>")
_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)


@dataclass(frozen=True)
class Clause:
    """A word, a phrase or a prefix that a paper may have."""

    kind: str  # "word", "phrase" or "prefix"
    text: str  # as typed, without its marks
    words: tuple[Word, ...]  # with their terms; stop words too

    @cached_property
    def plain(self) -> tuple[str, ...]:
        return tuple(term for word in self.words for term in word.plain)

    @cached_property
    def extra(self) -> tuple[str, ...]:
        return tuple(term for word in self.words for term in word.extra)


@dataclass(frozen=True, slots=True)
class Query:
    """A query, understood."""

    typed: str
    groups: tuple[tuple[Clause, ...], ...] = ()  # of each group one clause is enough
    excluded: tuple[Clause, ...] = ()
    filters: tuple[Filter, ...] = ()
    handle: str = ""  # when the whole query is one
    address: str = ""  # likewise
    understood: str = ""  # the same in words, for people
    corrections: tuple[tuple[str, str], ...] = field(default=())  # (typed, read as)

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return tuple(clause for group in self.groups for clause in group)

    @property
    def empty(self) -> bool:
        """Nothing that a paper could match."""
        return not (self.groups or self.handle or self.address or self.filters)


def parse(typed: str) -> Query:
    """Read *typed*; never fails. Its first 2,000 characters count."""
    text = as_meant(typed[:LONGEST_QUERY])
    if _HANDLE.fullmatch(text):
        return Query(typed, handle=text.lower(), groups=_groups([_clause("word", text)]), understood=text.lower())
    if _ADDRESS.fullmatch(text):
        return Query(typed, address=text, groups=_groups([_clause("word", text)]), understood=text)
    if text.count('"') % 2:  # an unclosed quote is a slip
        last = text.rindex('"')
        text = text[:last] + " " + text[last + 1 :]
    return _read(typed, text)


def _read(typed: str, text: str) -> Query:
    alternatives: list[list[Clause]] = []
    excluded: list[Clause] = []
    filters: list[Filter] = []
    joins = False  # whether an OR stands before the next clause
    for token in _tokens(text):
        kind, value = token
        if kind == "OR":
            joins = bool(alternatives)
            continue
        if kind == "FILTER":
            one = _filter(value)
            if one is not None:
                filters += [one] if one not in filters else []
                continue
            kind, value = "WORD", value.replace(":", " ")
        clause = _clause_of(kind, value)
        if not (clause.plain or clause.extra):
            continue
        if kind.startswith("NOT"):
            excluded.append(clause)
        elif joins:
            alternatives[-1] += [clause] if clause not in alternatives[-1] else []
        else:
            alternatives.append([clause])
        joins = False
    groups = tuple(tuple(group) for group in alternatives)
    understood = _in_words(groups, excluded, filters)
    return Query(typed, groups, tuple(excluded), tuple(filters), understood=understood)


def _filter(value: str) -> Filter | None:
    """The filter that *value* is; None where its kind does not take such a value."""
    kind, _, wanted = value.removeprefix("-").partition(":")
    wanted = wanted.strip('"').strip()
    known = is_known(kind.lower(), wanted)
    return Filter(kind.lower(), wanted, negated=value.startswith("-")) if known else None


@lru_cache(maxsize=64)
def as_meant(typed: str) -> str:
    """*typed* without what Slack, phones and paper lists do to text."""
    text = _SLACK.sub(_unwrapped, typed)
    text = html.unescape(text)
    if "$" in text or "\\" in text:
        text = clean_title(text)
    text = text.translate(_QUOTES).replace("\u00a0", " ").replace("\u200b", "").replace("…", " ")
    text = _DASH_BEFORE_WORD.sub("-", text)
    return " ".join(text.split())


def _unwrapped(found: re.Match[str]) -> str:
    """What a member saw in the place of Slack's mark; a broadcast is nothing to search for."""
    mark, target, label = found["mark"], found["target"], found["label"]
    if mark == "!":
        return " "
    if mark:
        return label or " "
    return target if label is None or label == target.split("://", 1)[-1] else label


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", lexer="basic")


def _tokens(text: str) -> Iterable[tuple[str, str]]:
    """Kinds and values. The grammar is a flat list, so its tokens are all there is to it."""
    if not _MARKS.search(text):  # as most queries are: the grammar has nothing but words for it
        return [("WORD", word) for word in text.split()]
    return [(token.type, str(token)) for token in _parser().lex(text)]


def _clause_of(kind: str, value: str) -> Clause:
    bare = value.removeprefix("-") if kind.startswith("NOT") else value
    if kind.endswith("PHRASE"):
        return _clause("phrase", bare.strip('"'))
    if kind == "PREFIX":
        return _clause("prefix", bare.rstrip("*"))
    return _clause("word", bare)


def _clause(kind: str, text: str) -> Clause:
    found = tuple(words(text))
    if (
        kind == "phrase"
        and sum(bool(word.plain) for word in found) <= 1
        and len(found) == 1
        and "-" not in found[0].surface
    ):
        kind = "word"
    return Clause(kind, text.strip(), found)


def _groups(clauses: list[Clause]) -> tuple[tuple[Clause, ...], ...]:
    return tuple((clause,) for clause in clauses if clause.plain)


def _in_words(groups: tuple[tuple[Clause, ...], ...], excluded: list[Clause], filters: list[Filter]) -> str:
    parts = [" ".join(" or ".join(_shown(clause) for clause in group) for group in groups)]
    parts += [f"without {_shown(clause)}" for clause in excluded]
    parts += [str(one) for one in filters]
    return ", ".join(part for part in parts if part)


def _shown(clause: Clause) -> str:
    if clause.kind == "phrase":
        return f"“{clause.text}”"
    return f"{clause.text}…" if clause.kind == "prefix" else clause.text
