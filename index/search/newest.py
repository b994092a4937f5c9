"""Hits by their year instead of by how well they match."""

import json

import numpy as np
from sqlite_utils import Database

from index.search.ranking import Ranked


def newest_first(db: Database, ranked: Ranked) -> Ranked:
    """*ranked* with the newest year first, and of one year the best first; without a year last."""
    among = json.dumps(ranked.numbers.tolist())
    known = dict(
        db.execute(
            "SELECT number, year FROM papers WHERE number IN (SELECT value FROM json_each(?))", [among]
        ).fetchall()
    )
    years = np.array([known.get(int(number)) or 0 for number in ranked.numbers], np.int64)
    order = np.argsort(-years, kind="stable")
    return Ranked(ranked.numbers[order], ranked.scores[order])
