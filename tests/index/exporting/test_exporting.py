"""What is exported is read back as it was, by others' programs."""

import csv
import io

import pytest
import rispy
from hypothesis import given, settings
from hypothesis import strategies as st

from index.exporting.citing import citation
from index.exporting.entry import Entry, one_line
from index.exporting.formats import FORMATS
from index.exporting.markdown import plain
from index.exporting.table import COLUMNS, neutral
from tests.factories import paper
from tests.index.exporting.reading_back import by_bibtexparser, by_pybtex

UGLY = r"C$^2$-AFCL & 100% {of} the_“best” #1 ~ \emph{x} } { — 中文 é"
NAMES = (
    "Ana García-López",
    "Ludwig van Beethoven",
    "李雷",
    "Smith, Jr.",
    "Research and Co",
    "others",
    "{Odd} Name",
    "O'Neil",
)


def entries():
    return [
        Entry(
            paper(
                title=UGLY, headline=UGLY, authors=NAMES, venue="ICML", year=2026, url="https://x.example/a_b?c=%7B&d#e"
            )
        ),
        Entry(paper(handle="p2", title="", headline="A headline"), note="read\nER  - \nTY  - X", tags=("a", "b")),
        Entry(paper(handle="p3", title="A headline", abstract="} @misc{evil, title={x}}")),
    ]


@pytest.mark.parametrize("parser", [by_bibtexparser, by_pybtex])
def test_bibtex_is_read_back_as_it_was(parser):
    written = entries()

    found = parser(FORMATS["bibtex"].written(written))

    assert [title for _, title, _ in found] == [entry.title for entry in written]
    assert [authors for _, _, authors in found] == [list(entry.paper.authors) for entry in written]
    assert len({key for key, _, _ in found}) == 3
    assert all(key.isascii() for key, _, _ in found)


text = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=60).map(one_line).filter(bool)


@given(text, text)
@settings(max_examples=150, deadline=None)
def test_no_title_breaks_bibtex(title, abstract):
    written = [Entry(paper(title=title, headline=title, abstract=abstract)), Entry(paper(handle="p2", title="After"))]

    for parser in (by_bibtexparser, by_pybtex):
        assert [found for _, found, _ in parser(FORMATS["bibtex"].written(written))] == [title, "After"]


def test_ris_is_read_back_as_it_was():
    found = rispy.loads(FORMATS["ris"].written(entries()))

    assert [one["title"] for one in found] == [entry.title for entry in entries()]
    assert found[0]["authors"] == list(NAMES)
    assert found[1]["keywords"] == ["a", "b"]
    assert len(found) == 3


def test_csv_is_read_back_as_it_was():
    header, first, *rest = csv.reader(io.StringIO(FORMATS["csv"].written(entries())))

    assert tuple(header) == COLUMNS
    assert first[:4] == ["p1", UGLY, "; ".join(NAMES), "ICML"]
    assert len(rest) == 2


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1"])
def test_no_cell_is_a_formula(cell):
    (_, row) = csv.reader(io.StringIO(FORMATS["csv"].written([Entry(paper(title=cell, area=cell, authors=(cell,)))])))

    assert neutral(cell).startswith("'")
    assert not any(value.lstrip().startswith(tuple("=+-@\t\r＝")) for value in row)


def test_markdown_shows_titles_as_letters():
    written = FORMATS["md"].written(
        [Entry(paper(title="*a* <b> [c](d) @x", url="https://x.example/(1)>"), note="n", tags=("t",))]
    )

    assert r"**[\*a\* \<b\> \[c\]\(d\) \@x](<https://x.example/(1)%3E>)**" in written
    assert plain("a\nb") == "a b"
    assert written.count("\n- ") == 0


def test_a_paper_is_cited_in_one_line():
    known = paper(title="Why merge?", authors=("A. A", "B. B"), venue="ICML", year=2026, url="https://x.example/1")

    assert citation(known) == "A. A, B. B. Why merge? ICML 2026. https://x.example/1"
    assert citation(paper()) == "A headline."
