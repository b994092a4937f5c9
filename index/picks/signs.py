"""What a topic's words look for in a paper: runs of terms, their other spellings and short forms, filters."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product

from index.model import Topic
from index.search.analysis import Word, print_of, stem, words
from index.search.conditions import Filter
from index.search.lookup import Lookup
from index.search.query import Clause, Query, parse

MOST_WORDS = 60  # of a topic that count
_MOST_TERMS = 12  # of one of them: a longer one is a text, not a term of a field
_MOST_FORMS = 12  # of one word of a topic
_SHORT = 3  # letters of a short form that may as well be a part of a word
_SHORTEST = 3  # letters of a word that means something by itself

Form = tuple[tuple[str, ...], ...]  # places in a run, each with the terms that may stand there


@dataclass(frozen=True, slots=True)
class Alone:
    """A term that is a sign only as one certain word: "CO" is not "co-design", and "few-shot" is more than "shot"."""

    term: str
    word: str  # folded, as it must stand in the paper
    beside: str = ""  # a term that the paper must have, too, for two letters mean many things
    meanings: tuple[tuple[str, ...], ...] = ()  # of a short form, as terms, the commonest first


@dataclass(frozen=True, slots=True)
class Sign:
    """One of a topic's words, as it may stand in a paper.

    A *core* sign is a word that several of the topic's words share ("federated"): it was not asked for alone.
    """

    text: str  # as typed
    forms: tuple[Form, ...]  # one is enough
    terms: frozenset[str]  # of the word as typed
    wide: bool  # several terms side by side: a term of the field, not a common word
    short: bool = False  # typed in capitals, as an acronym
    core: bool = False
    shared: bool = False  # other words of the topic, or its label, have it too
    named: bool = False  # the label is this and nothing else
    known: bool = False  # of a short one: the library says that it stands for the topic's own words
    filters: tuple[Filter, ...] = ()
    excluded: tuple[Clause, ...] = ()
    alone: tuple[Alone, ...] = ()
    prints: tuple[tuple[tuple[int, ...], ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        places = tuple(tuple(tuple(print_of(term) for term in place) for place in form) for form in self.forms)
        object.__setattr__(self, "prints", places)


def signs(topic: Topic, look: Lookup) -> tuple[Sign, ...]:
    """All signs of *topic*, in the order of its words; core ones come last."""
    typed = list(dict.fromkeys(word.strip() for word in topic.words if word.strip()))[:MOST_WORDS]
    parsed = [parse(word) for word in typed]
    own = {term for query in parsed for clause in query.clauses for term in clause.plain}
    own |= {term for word in words(topic.label) for term in word.plain}
    found = [one for query in parsed for one in _signs_of(query, look, own)]
    label = {term for word in words(topic.label) for term in word.plain}
    found = [
        replace(
            one,
            shared=one.terms <= label.union(*(other.terms for other in found if other is not one)),
            named=one.terms == label,
        )
        for one in found
    ]
    return (*found, *_core(topic, parsed, found, look))


def _signs_of(query: Query, look: Lookup, own: set[str]) -> Iterator[Sign]:
    if not query.groups:
        if query.filters:
            yield Sign(query.typed, (), frozenset(), wide=True, filters=query.filters, excluded=query.excluded)
        return
    for clauses in islice(product(*query.groups[:_MOST_TERMS]), _MOST_FORMS):
        one = _sign(query, clauses, look, own)
        if one is not None:
            yield one


def _sign(query: Query, clauses: tuple[Clause, ...], look: Lookup, own: set[str]) -> Sign | None:
    found = [word for clause in clauses for word in clause.words if word.plain][:_MOST_TERMS]
    terms = tuple(term for word in found for term in word.plain)
    if not terms:
        return None
    typed = " ".join(clause.text for clause in clauses)
    short = len(found) == 1 and _is_short(typed)
    forms = [_form(clauses, look)[:_MOST_TERMS]]
    known, meant = False, []
    if len(found) == 1 and clauses[0].kind == "word":
        longs = look.meanings(found[0].surface.replace("-", ""))
        near = [long for long in longs if set(long) <= own or len(set(long) & own) * 2 > len(set(long))]
        known, meant = bool(near) and longs[0] in near, near or longs
        forms += [tuple((term,) for term in long) for long in near]
        if not known and len(found[0].surface) < _SHORTEST:
            return None  # "FL" says nothing where nobody says what it stands for
    forms += _other_spellings(found, look)
    shortened, shorts = _shortened(terms, look)
    forms += shortened
    return Sign(
        typed,
        tuple(dict.fromkeys(forms))[:_MOST_FORMS],
        frozenset(terms),
        wide=len(terms) > 1,
        short=short,
        known=known,
        filters=query.filters,
        excluded=query.excluded,
        alone=(*_alone(found, meant), *shorts),
    )


def _form(clauses: Iterable[Clause], look: Lookup) -> Form:
    places: list[tuple[str, ...]] = []
    for clause in clauses:
        if clause.kind == "prefix":
            places.append(tuple(look.prefixed(clause)) or clause.plain[-1:])
        else:
            places += [(term,) for term in clause.plain]
    return tuple(places)


def _other_spellings(found: list[Word], look: Lookup) -> list[Form]:
    """The same words with a hyphen more or less, and with two as one: "multiview", "multi-view", "dataset"."""
    forms: list[Form] = []
    for at, word in enumerate(found):
        before = tuple((term,) for one in found[:at] for term in one.plain)
        after = tuple((term,) for one in found[at + 1 :] for term in one.plain)
        if len(word.plain) > 1:
            joined = stem(word.surface.replace("-", ""))
            if look.knows(joined):
                forms.append((*before, (joined,), *after))
        elif parts := _parted(word, look):
            forms.append((*before, *((term,) for term in parts), *after))
        elif at + 1 < len(found) and len(found[at + 1].plain) == 1:
            joined = stem(word.surface + found[at + 1].surface)
            if look.knows(joined):
                forms.append((*before, (joined,), *after[1:]))
    return forms


def _parted(word: Word, look: Lookup) -> tuple[str, str] | None:
    """The two terms of a word that papers write with a hyphen: "multiview" → multi, view."""
    hyphened = look.postings(word.plain)[word.plain[0]].extra.numbers
    if not len(hyphened) or "-" in word.surface:
        return None
    for at in range(_SHORTEST - 1, len(word.surface) - 1):
        first, second = stem(word.surface[:at]), stem(word.surface[at:])
        if look.all_of((first, second))[hyphened].all():
            return first, second
    return None


def _alone(found: Sequence[Word], longs: Sequence[tuple[str, ...]] = ()) -> list[Alone]:
    """The terms of words that are more than their terms: short ones, and those that begin with a stop word.

    Args:
        longs: what the one word *found* stands for.
    """
    told = [
        Alone(word.plain[0], word.surface)
        for word in found
        if word.plain and len(word.plain) < len(word.surface.split("-"))
    ]
    if len(found) == 1 and len(found[0].surface) <= _SHORT and found[0].plain:
        told.append(Alone(found[0].plain[0], found[0].surface, meanings=tuple(longs)))
    return told


def _shortened(terms: tuple[str, ...], look: Lookup) -> tuple[list[Form], list[Alone]]:
    """The run with what has a short form of its own in it written so: "personalized FL", "MTL"; and the short ones."""
    forms: list[Form] = []
    used: list[Alone] = []
    for start in range(len(terms)):
        for end in range(start + 2, len(terms) + 1):
            long = terms[start:end]
            for short in look.shorts(long):
                meanings = look.meanings(short)
                if meanings and meanings[0] == long and look.knows(stem(short)):
                    forms.append(tuple((term,) for term in (*terms[:start], stem(short), *terms[end:])))
                    if len(short) <= _SHORT:
                        beside = _rarest(long, look) if len(short) < _SHORT else ""
                        used.append(Alone(stem(short), short, beside, tuple(meanings)))
    return forms, used


def _rarest(terms: tuple[str, ...], look: Lookup) -> str:
    found = look.postings(terms)
    return min(found, key=lambda term: (found[term].found_in, term))


def _core(topic: Topic, parsed: list[Query], found: list[Sign], look: Lookup) -> Iterator[Sign]:
    """The words that two of the topic's words share, or one of them and its label."""
    texts = [[word for clause in query.clauses for word in clause.words] for query in parsed]
    counts = Counter(plain for text in texts for plain in {word.plain for word in text})
    label = {word.plain for word in words(topic.label)}
    if label in [{word.plain for word in text} for text in texts]:  # it says one of the words again
        label = set()
    surfaces = {word.plain: word for text in texts for word in text if word.plain}
    there = {form for one in found for form in one.forms}
    for plain, word in surfaces.items():
        form = tuple((term,) for term in plain)
        if counts[plain] + (plain in label) > 1 and form not in there:
            forms = (form, *_other_spellings([word], look))
            alone = tuple(_alone([word], look.meanings(word.surface)))
            yield Sign(word.surface, forms, frozenset(plain), wide=len(plain) > 1, core=True, alone=alone)


def _is_short(typed: str) -> bool:
    return sum(map(str.isupper, typed)) >= 2
