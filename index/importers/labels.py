"""What a list is called: as its file's name says, else as its records agree."""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain, islice

from index.importers.base import Entry, PaperList, Record
from index.importers.venues import short_venue

_ENDINGS = re.compile(r"\.(?:gz|zip|jsonl?|ndjson|csv|tsv|txt|bib(?:tex)?|ris|xml|atom|md|yaml)$", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_LOOKED_AT = 600  # records; sorted lists begin with one venue
_VENUES = {
    name.casefold(): name
    for name in """
    ICML NeurIPS NIPS ICLR AISTATS UAI COLT CVPR ICCV ECCV WACV ACL NAACL EMNLP EACL COLING TACL IJCAI AAAI CoRL COLM
    RSS ICRA IROS KDD WWW SIGIR MIDL ACML ALT AutoML JMLR TMLR 3DV arXiv PMLR BMVC MLSys INTERSPEECH ICASSP
    """.split()  # noqa: SIM905 - a paragraph reads better than a list
}
_WORD = re.compile(r"3dv|[a-z]+|\d+", re.IGNORECASE)


def labelled(name: str, entries: Iterable[Entry], said: str = "") -> PaperList:
    """A list of *entries* with the label that fits: what it *said* itself, its file's year, what its records share."""
    coming = iter(entries)
    stem = stem_of(name)
    label = said or (_pretty(stem) if _YEAR.search(stem) else "")
    if not label:
        first = list(islice(coming, _LOOKED_AT))
        coming = chain(first, coming)
        label = _agreed([one for one in first if isinstance(one, Record)]) or _pretty(stem)
    return PaperList(name, label or "papers", coming)


def stem_of(name: str) -> str:
    """The file's own name without its endings: "lists/icml2026.jsonl.gz" → "icml2026"."""
    stem = name.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
    while (bare := _ENDINGS.sub("", stem)) != stem and bare:
        stem = bare
    return stem


def venue_year(venue: str, year: int | None) -> str:
    """A label for papers of *venue* and *year*; "" when neither is known. Long names are shortened."""
    short = short_venue(venue)
    if year is None or not short:
        return short
    return short if str(year) in short else f"{short} {year}"


def _agreed(records: list[Record]) -> str:
    """ "ICML 2026" when nine of ten records that name a venue are of that one and year, and half of them name one."""
    counts = Counter((short_venue(one.venue), one.year) for one in records if one.venue and len(one.venue) < 120)
    if not counts or counts.total() * 2 < len(records):
        return ""
    (venue, year), most = counts.most_common(1)[0]
    return venue_year(venue, year) if most >= 0.9 * counts.total() and len(venue) <= 60 else ""


def _pretty(stem: str) -> str:
    """ "icml2026-workshops" → "ICML 2026 workshops", "icml2017-2019" → "ICML 2017-2019"."""
    bare = re.sub(r"(?<=\d{4})[_-](?=\d{4}(?!\d))", "\0", stem)
    words = [_VENUES.get(word.casefold(), word) for word in _WORD.findall(bare.replace("\0", " \0 ")) if word]
    if "\0" in bare:
        spaced = re.sub(r"[_\s.-]+", " ", bare)
        words = [
            _VENUES.get(word.casefold(), word) for word in re.findall(r"\0|3dv|[^\W\d_]+|\d+", spaced, re.IGNORECASE)
        ]
        return " ".join(words).replace(" \0 ", "-")
    if any(word in _VENUES.values() for word in words) and _YEAR.search(stem):
        return " ".join(words)
    return " ".join(re.split(r"[_\s]+", stem)).strip() or stem
