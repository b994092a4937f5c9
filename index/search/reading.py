"""How a query's words may be read: as typed, corrected, joined, or as what they abbreviate."""

from dataclasses import dataclass, replace

from index.search.analysis import Word, stem, words
from index.search.lookup import LONG_QUERY, Lookup
from index.search.query import Clause, Query
from index.search.suggestions import Spelling

SHORT_QUERY = 3  # words; up to here words written apart are also tried as one

Group = tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Kin:
    """Terms that together mean the same as some units of a reading: an acronym's long form, or its short one."""

    units: tuple[int, ...]  # the places in the reading of what they stand for
    terms: tuple[str, ...]  # all of them must be in a paper


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a query: groups of which a paper should have each, with their kin."""

    groups: tuple[Group, ...]
    kin: tuple[Kin, ...] = ()
    joined: frozenset[str] = frozenset()  # terms that are other spellings of several parts, full in weight


def corrected(query: Query, look: Lookup, spelling: Spelling) -> Query:
    """*query* with words that stand nowhere read as the nearest ones that do."""
    if len(query.groups) > LONG_QUERY:
        return query
    corrections: list[tuple[str, str]] = []
    groups: list[Group] = []
    spans = {place for start, end in _joined_spans(query.groups, look) for place in range(start, end)}
    for place, group in enumerate(query.groups):
        clauses = []
        for clause in group:
            meant = clause
            if clause.kind == "word" and place not in spans and not look.where(clause).any():
                meant = _nearest(clause, look, spelling)
                if meant is not clause:
                    corrections.append((clause.text, meant.text))
            clauses.append(meant)
        groups.append(tuple(clauses))
    return replace(query, groups=tuple(groups), corrections=tuple(corrections)) if corrections else query


def _nearest(clause: Clause, look: Lookup, spelling: Spelling) -> Clause:
    """A clause of the nearest known words, where each unknown part of *clause* has one."""
    parts = []
    for part in (part for word in clause.words for part in word.surface.split("-")):
        if look.knows(stem(part)):
            parts.append(part)
        elif nearest := spelling.nearest(look.db, look.generation, part):
            parts.append(nearest)
        else:
            return clause
    text = "-".join(parts)
    return Clause("word", text, tuple(words(text)))


def readings(query: Query, look: Lookup) -> list[Reading]:
    """The query as typed, and where the library knows neighbouring words as one, joined. The typed one comes first."""
    kin = _kin(query.groups, look)
    typed = _reading(tuple(_whole(group, look) for group in query.groups), kin)
    found = [typed]
    for start, end in _joined_spans(query.groups, look):
        one = _one_word(query.groups[start:end])
        found.append(_reading((*typed.groups[:start], (one,), *typed.groups[end:]), ()))
    return found


def _reading(groups: tuple[Group, ...], kin: tuple[Kin, ...]) -> Reading:
    joined = frozenset(clause.plain[0] for group in groups for clause in group if clause.kind == "joined")
    return Reading(groups, kin, joined)


def _whole(group: Group, look: Lookup) -> Group:
    """*group* with its hyphenated words written as one, where the library knows that form; the parts weigh half."""
    clauses = []
    for clause in group:
        if clause.kind == "word" and len(clause.words) == 1 and "-" in clause.words[0].surface:
            one = _one_word(((clause,),), parts=clause.plain)
            clauses.append(one if look.knows(*one.plain) else clause)
        else:
            clauses.append(clause)
    return tuple(clauses)


def _joined_spans(groups: tuple[Group, ...], look: Lookup) -> list[tuple[int, int]]:
    """Runs of two or three words of a short query that the library also knows written as one."""
    if not 2 <= len(groups) <= SHORT_QUERY:
        return []
    single = [len(group) == 1 and group[0].kind == "word" and len(group[0].words) == 1 for group in groups]
    return [
        (start, end)
        for start in range(len(groups))
        for end in range(start + 2, len(groups) + 1)
        if all(single[start:end]) and look.knows(*_one_word(groups[start:end]).plain)
    ]


def _one_word(groups: tuple[Group, ...], parts: tuple[str, ...] = ()) -> Clause:
    text = "".join(word.surface.replace("-", "") for group in groups for word in group[0].words)
    return Clause("joined", text, (Word(0, len(text), text, (stem(text),), parts),))


def _kin(groups: tuple[Group, ...], look: Lookup) -> tuple[Kin, ...]:
    """Long forms of the query's acronyms, and acronyms of its runs of words."""
    found = []
    for place, group in enumerate(groups):
        for clause in group:
            if clause.kind == "word" and len(clause.words) == 1:
                short = clause.words[0].surface.replace("-", "")
                found += [Kin((place,), long) for long in look.meanings(short) if look.knows(*long)]
    terms = [group[0].plain if len(group) == 1 and group[0].kind in ("word", "phrase") else () for group in groups]
    for start in range(len(groups)):
        for end in range(start + 1, min(len(groups), start + 6) + 1):
            long = tuple(term for part in terms[start:end] for term in part)
            if len(long) > 1 and all(terms[start:end]):
                places = tuple(range(start, end))
                found += [Kin(places, (stem(short),)) for short in look.shorts(long) if look.knows(stem(short))]
    return tuple(found)
