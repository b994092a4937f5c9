"""What a paper must be, beside its words: ``author:lee``, ``year:2023..2026``, ``has:code``, ``in:icml2024``."""

import re

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from index import rows
from index.search.analysis import fold, words
from index.search.conditions import Filter, years
from index.search.lookup import Lookup
from index.search.occurrences import Mask


def passing(look: Lookup, one: Filter) -> Mask:
    """The papers that pass *one*."""
    mask = np.zeros(look.size, np.bool_)
    mask[_numbers(look, one)] = True
    if one.negated:
        everything = np.zeros(look.size, np.bool_)
        everything[_selected(look.db, "SELECT number FROM papers")] = True
        return everything & ~mask
    return mask


def _numbers(look: Lookup, one: Filter) -> NDArray[np.int64]:
    value = fold(one.value)
    match one.kind:
        case "has" if value == "abstract":
            return _selected(look.db, "SELECT number FROM papers WHERE abstract != ''")
        case "has":
            column = "code" if value == "code" else "pdf"
            return _selected(look.db, f"SELECT number FROM papers WHERE {column} != ''")  # noqa: S608 - one of two names
        case "is":
            column = "oral" if value == "oral" else "withdrawn"
            return _selected(look.db, f"SELECT number FROM papers WHERE {column}")  # noqa: S608 - one of two names
        case "year":
            span = years(one.value) or (0, 0)
            return _selected(look.db, "SELECT number FROM papers WHERE year BETWEEN ? AND ?", *span)
        case "code":
            like = f"%{one.value.lower()}%"
            return _selected(look.db, "SELECT number FROM papers WHERE code != '' AND lower(code) LIKE ?", like)
        case "venue":
            return _selected_by(look.db, "venue", value)
        case "in":
            return _in_corpora(look.db, value)
    return _with_words(look, one)


def _selected(db: Database, sql: str, *values: object) -> NDArray[np.int64]:
    return np.array([row[0] for row in db.execute(sql, list(values))], np.int64)


def _selected_by(db: Database, column: str, value: str) -> NDArray[np.int64]:
    """The papers whose *column*, of few different values, has *value* in it, folded."""
    known = [row[0] for row in db.execute(f"SELECT DISTINCT {column} FROM papers")]  # noqa: S608 - our own name
    fitting = [one for one in known if value in fold(one)]
    marks = ",".join("?" * len(fitting))
    return _selected(db, f"SELECT number FROM papers WHERE {column} IN ({marks})", *fitting)  # noqa: S608 - marks only


def _in_corpora(db: Database, value: str) -> NDArray[np.int64]:
    """The papers of corpora named or labelled so, else of venues; all for "all"."""
    if value == "all":
        return _selected(db, "SELECT number FROM papers")
    bare = re.sub(r"\W", "", value)
    known = db.execute("SELECT name, label FROM corpora").fetchall()
    fitting = [name for name, label in known if bare in (fold(name), re.sub(r"\W", "", fold(label)))]
    if not fitting:
        return _selected_by(db, "venue", value)
    marks = ",".join("?" * len(fitting))
    return _selected(db, f"SELECT DISTINCT paper FROM memberships WHERE corpus IN ({marks})", *fitting)  # noqa: S608 - marks only


def _with_words(look: Lookup, one: Filter) -> NDArray[np.int64]:
    """The papers with all words of the value in the title, the area, or one author's name."""
    terms = {term for word in words(one.value) for term in word.plain}
    near = np.flatnonzero(look.all_of(terms))
    found = []
    for number, paper in rows.papers(look.db, near.tolist()).items():
        texts = {"author": paper.authors, "title": (paper.title or paper.headline,), "area": (paper.area,)}[one.kind]
        if any(terms <= {term for word in words(text) for term in word.terms} for text in texts):
            found.append(number)
    return np.array(sorted(found), np.int64)
