"""The schema of papers.db, as the steps that lead to it. Steps are added, never edited."""

from sqlite_utils import Database, Migrations

from index.search.analysis import squashed

migrations = Migrations("papers")


@migrations()
def m001_library(db: Database) -> None:
    """One row about the library itself; ``number`` is the last handle's number and never decreases."""
    db.execute(
        """
        CREATE TABLE library (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            id TEXT NOT NULL,
            version INTEGER NOT NULL,
            number INTEGER NOT NULL,
            analysis INTEGER NOT NULL,
            papers INTEGER NOT NULL,
            tokens INTEGER NOT NULL,
            lengths BLOB NOT NULL
        )
        """
    )
    db.execute("INSERT INTO library VALUES (1, lower(hex(randomblob(16))), 0, 0, 0, 0, 0, x'')")


@migrations()
def m002_papers(db: Database) -> None:
    """Papers, the corpora they are in, the raw records they come from, and the handles they had.

    Of a source, ``local`` is what its list itself calls the entry, ``gone`` says that the list has it no
    more, and ``told`` is what it tells of the paper, cleaned; NULL where it is the paper's only source, for
    then the paper's own row says the same.
    """
    db.execute(
        """
        CREATE TABLE papers (
            number INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL, name TEXT NOT NULL, headline TEXT NOT NULL, abstract TEXT NOT NULL,
            authors TEXT NOT NULL, venue TEXT NOT NULL, year INTEGER, area TEXT NOT NULL,
            url TEXT NOT NULL, pdf TEXT NOT NULL, code TEXT NOT NULL,
            oral INTEGER NOT NULL, withdrawn INTEGER NOT NULL, ids TEXT NOT NULL
        )
        """
    )
    db.execute(
        """
        CREATE TABLE corpora (
            name TEXT PRIMARY KEY, label TEXT NOT NULL, version INTEGER NOT NULL, position INTEGER NOT NULL
        )
        """
    )
    db.execute(
        """
        CREATE TABLE memberships (
            corpus TEXT NOT NULL REFERENCES corpora ON DELETE CASCADE ON UPDATE CASCADE,
            paper INTEGER NOT NULL REFERENCES papers ON DELETE CASCADE,
            PRIMARY KEY (corpus, paper)
        ) WITHOUT ROWID
        """
    )
    db.execute("CREATE INDEX memberships_of_paper ON memberships (paper)")
    db.execute(
        """
        CREATE TABLE sources (
            corpus TEXT NOT NULL REFERENCES corpora ON DELETE CASCADE ON UPDATE CASCADE,
            list TEXT NOT NULL,
            raw_hash BLOB NOT NULL,
            paper INTEGER NOT NULL REFERENCES papers ON DELETE CASCADE,
            position INTEGER NOT NULL, local TEXT NOT NULL, gone INTEGER NOT NULL,
            raw TEXT NOT NULL, told TEXT,
            PRIMARY KEY (corpus, list, raw_hash)
        ) WITHOUT ROWID
        """
    )
    db.execute("CREATE INDEX sources_of_paper ON sources (paper)")
    db.execute("CREATE TABLE aliases (number INTEGER PRIMARY KEY, paper INTEGER NOT NULL REFERENCES papers)")
    db.execute("CREATE INDEX aliases_of_paper ON aliases (paper)")
    _identity(db)


def _identity(db: Database) -> None:
    """What papers are recognised by: their ids and former keys, their titles, and shingles of their abstracts."""
    db.execute(
        """
        CREATE TABLE ids (
            kind TEXT NOT NULL, value TEXT NOT NULL,
            paper INTEGER NOT NULL REFERENCES papers ON DELETE CASCADE,
            PRIMARY KEY (kind, value, paper)
        ) WITHOUT ROWID
        """
    )
    db.execute("CREATE INDEX ids_of_paper ON ids (paper)")
    for table in ("titles", "shingles"):
        db.execute(f"CREATE TABLE {table} (print INTEGER, paper INTEGER, PRIMARY KEY (print, paper)) WITHOUT ROWID")


@migrations()
def m003_postings(db: Database) -> None:
    """A row holds all postings of one term, so a query reads one row a term.

    ``numbers`` are ascending little-endian int32, ``counts`` uint16 beside them; the ``extra_`` pair
    is the same for the term as another spelling of what stands in the paper. ``words`` are the
    folded words as they stand, for prefixes and spelling. ``acronyms`` pairs short forms with the
    terms of their long forms.
    """
    db.execute(
        """
        CREATE TABLE terms (
            term TEXT PRIMARY KEY,
            numbers BLOB NOT NULL, counts BLOB NOT NULL,
            extra_numbers BLOB NOT NULL, extra_counts BLOB NOT NULL
        )
        """
    )
    db.execute("CREATE TABLE words (word TEXT PRIMARY KEY, papers INTEGER NOT NULL) WITHOUT ROWID")
    db.execute(
        """
        CREATE TABLE acronyms (
            short TEXT NOT NULL, long TEXT NOT NULL, papers INTEGER NOT NULL, PRIMARY KEY (short, long)
        ) WITHOUT ROWID
        """
    )
    db.execute("CREATE INDEX acronyms_by_long ON acronyms (long)")
    # The words of each paper in order, for phrases and neighbours: uint32 prints of its plain terms, 0 between
    # texts; and the sorted prints of its words as they stand.
    db.execute(
        """
        CREATE TABLE streams (
            paper INTEGER PRIMARY KEY REFERENCES papers ON DELETE CASCADE, terms BLOB NOT NULL, surfaces BLOB NOT NULL
        )
        """
    )
    # Of the optional extra: 384 float16 a paper. A changed paper's vector goes, and is made anew.
    db.execute(
        "CREATE TABLE vectors (paper INTEGER PRIMARY KEY REFERENCES papers ON DELETE CASCADE, vector BLOB NOT NULL)"
    )
    db.execute(
        """
        CREATE TRIGGER vector_of_changed_paper AFTER UPDATE OF headline, abstract ON papers
        WHEN old.headline != new.headline OR old.abstract != new.abstract
        BEGIN DELETE FROM vectors WHERE paper = new.number; END
        """
    )
    db.execute("CREATE INDEX papers_with_code ON papers (number) WHERE code != ''")
    db.execute("CREATE INDEX papers_oral ON papers (number) WHERE oral")
    db.execute("CREATE INDEX papers_withdrawn ON papers (number) WHERE withdrawn")
    db.execute("CREATE INDEX papers_by_year ON papers (year)")
    db.execute("CREATE INDEX papers_by_venue ON papers (venue)")


@migrations()
def m004_marks(db: Database) -> None:
    """What a page of hits needs without reading texts: marks, and beside the streams title and name, squashed.

    Marks that a library made earlier does not have are made when they are looked for; "rebuild" keeps them.
    """
    db.execute(
        """
        CREATE TABLE marks (
            paper INTEGER PRIMARY KEY REFERENCES papers ON DELETE CASCADE,
            prints BLOB NOT NULL, places BLOB NOT NULL, sentences BLOB NOT NULL
        )
        """
    )
    for column in ("title", "name"):
        db.execute(f"ALTER TABLE streams ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
    heads = db.execute("SELECT title, name, number FROM papers").fetchall()
    db.conn.executemany(
        "UPDATE streams SET title = ?, name = ? WHERE paper = ?",
        [(squashed(title), squashed(name), number) for title, name, number in heads],
    )
