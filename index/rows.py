"""Between rows of papers.db and the words of the model."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlite_utils import Database

from index.model import Corpus, Paper
from index.search.marks import Marks, marks_of

COLUMNS = (
    "number, key, title, name, headline, abstract, authors, venue, year, area, url, pdf, code, oral, withdrawn, ids"
)

_MARKED = f"""
    SELECT {COLUMNS},
        (SELECT json_group_array(corpus) FROM memberships WHERE memberships.paper = papers.number),
        prints, places, sentences
    FROM papers LEFT JOIN marks ON marks.paper = papers.number
"""  # noqa: S608 - our own names


def papers(db: Database, numbers: Iterable[int]) -> dict[int, Paper]:
    """The papers with *numbers*, by number; one that is not there is left out."""
    wanted = list(numbers)
    found: dict[int, Paper] = {}
    for start in range(0, len(wanted), 500):  # below SQLite's limit of variables
        part = wanted[start : start + 500]
        marks = ",".join("?" * len(part))
        corpora: dict[int, list[str]] = {}
        for number, corpus in db.execute(
            f"SELECT paper, corpus FROM memberships WHERE paper IN ({marks}) ORDER BY corpus",  # noqa: S608 - marks only
            part,
        ):
            corpora.setdefault(number, []).append(corpus)
        for row in db.execute(f"SELECT {COLUMNS} FROM papers WHERE number IN ({marks})", part):  # noqa: S608 - marks only
            found[row[0]] = paper(row, corpora.get(row[0], ()))
    return found


def marked(db: Database, numbers: Sequence[int]) -> dict[int, tuple[Paper, Marks]]:
    """The papers with *numbers*, each with where its terms stand; by number, one that is not there is left out."""
    found: dict[int, tuple[Paper, Marks]] = {}
    for start in range(0, len(numbers), 500):
        part = numbers[start : start + 500]
        marks = ",".join("?" * len(part))
        sql = f"{_MARKED} WHERE papers.number IN ({marks})"
        for *row, corpora_, prints, places, sentences in db.conn.execute(sql, part):
            one = paper(row, sorted(json.loads(corpora_)))
            # a library of an earlier version has none until it is built anew
            found[one.number] = one, Marks(prints, places, sentences) if prints else marks_of(one)
    return found


def size_of(one: tuple[Paper, Marks]) -> int:
    """About how many bytes a paper with its marks takes."""
    paper, marks = one
    texts = len(paper.abstract) + len(paper.title) + sum(map(len, paper.authors))
    return 1_600 + texts + len(marks.prints) + len(marks.places) + len(marks.sentences)


def paper(row: Sequence[Any], corpora: Iterable[str] = ()) -> Paper:
    """The paper of a row of :data:`COLUMNS`."""
    (
        number,
        key,
        title,
        name,
        headline,
        abstract,
        authors,
        venue,
        year,
        area,
        url,
        pdf,
        code,
        oral,
        gone,
        ids,
    ) = row
    return Paper(
        handle=f"p{number}",
        key=key,
        headline=headline,
        abstract=abstract,
        title=title,
        name=name,
        authors=tuple(json.loads(authors)),
        venue=venue,
        year=year,
        area=area,
        url=url,
        pdf=pdf,
        code=code,
        oral=bool(oral),
        withdrawn=bool(gone),
        ids=tuple((kind, value) for kind, value in json.loads(ids)),
        corpora=tuple(corpora),
    )


def put(db: Database, one: Paper) -> None:
    """Write the row of *one*, new or changed. Its corpora are memberships, not written here."""
    marks = ",".join("?" * len(COLUMNS.split(",")))
    values = (
        one.number,
        one.key,
        one.title,
        one.name,
        one.headline,
        one.abstract,
        json.dumps(one.authors, ensure_ascii=False),
        one.venue,
        one.year,
        one.area,
        one.url,
        one.pdf,
        one.code,
        one.oral,
        one.withdrawn,
        json.dumps(one.ids, ensure_ascii=False),
    )
    changes = ", ".join(f"{column.strip()} = excluded.{column.strip()}" for column in COLUMNS.split(",")[1:])
    db.execute(
        f"INSERT INTO papers ({COLUMNS}) VALUES ({marks}) ON CONFLICT (number) DO UPDATE SET {changes}",  # noqa: S608 - our own names
        values,
    )


def corpora(db: Database) -> list[Corpus]:
    """All corpora, in the order in which they came."""
    rows = db.execute(
        """
        SELECT name, label, version, (SELECT count(*) FROM memberships WHERE corpus = name)
        FROM corpora ORDER BY position
        """
    )
    return [Corpus(*row) for row in rows]
