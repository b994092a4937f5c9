"""What is noted at import of where words stand says the same as the texts do."""

import sqlite3

import pytest

from index.library import Library
from index.search.analysis import words
from index.search.marks import marks_of, matches, spans_of, texts_of
from index.search.snippets import why
from index.sentences import sentences
from tests.factories import library_of, paper, record

UGLY = (
    "We present C²-AFCL and MetaMerging’s multi-view behaviour. See https://github.com/x/multi-view for it. "
    "Ünïcode “naïve” k-means–based α/β_1 tests 1,000.5 times: it isn't LoRAs' fault."
)


def everything(library: Library):
    return [library.paper(f"p{number}") for number in range(1, 54)]


def test_every_word_with_a_term_is_found_by_it(sample):
    for one in [*everything(sample), paper(title=UGLY, abstract=UGLY * 3, authors=("Zoë O'Neil",), area="A->B-C")]:
        noted = marks_of(one)
        read = [words(text) for text in texts_of(one)]
        for term in {term for text in read for word in text for term in word.terms}:
            (found,) = matches([noted], [term])
            assert list(found) == [[(word.start, word.end) for word in text if term in word.terms] for text in read]


def test_sentences_are_noted_as_they_stand(sample):
    for one in everything(sample):
        assert tuple(spans_of(marks_of(one))) == sentences(one.abstract)


def test_of_two_stretches_that_are_as_good_the_first_is_shown():
    terms = {f"term{at}": 0.1 * at for at in range(1, 9)}
    forwards, backwards = " ".join(terms), " ".join(reversed(terms))
    for first, second in ((forwards, backwards), (backwards, forwards)):
        one = paper(title="", abstract=f"We say {first} here. We say {second} there.")

        ((snippet, _),) = why([(one, marks_of(one))], terms)

        assert "here" in "".join(text for text, _ in snippet.runs)


def test_words_that_no_place_can_say_have_no_marks():
    one = paper(abstract="merging " + "y" * 5_000 + " models " + " " * 1_100_000 + "beyond")

    assert list(matches([marks_of(one)], ["merg", "model", "beyond", "y" * 5_000])) == [
        ([], [(0, 7), (5_009, 5_015)], [], [])
    ]


@pytest.fixture
def before(tmp_path):
    """A library as it was before marks, and what it answered."""
    library = library_of(
        tmp_path,
        [
            record(f"We merge models of kind {at}. Merging needs no data.", at, title=f"MetaMerging {at} of Models")
            for at in range(1, 9)
        ],
    )
    answered = [library.search(query) for query in ("metamerging", "merging of models", "meta merging 3 of models")]
    library.close()
    with sqlite3.connect(tmp_path / "papers.db") as db:
        db.execute("DROP TABLE marks")
        db.execute("ALTER TABLE streams DROP COLUMN title")
        db.execute("ALTER TABLE streams DROP COLUMN name")
        db.execute("DELETE FROM _sqlite_migrations WHERE name = 'm004_marks'")
    db.close()
    return answered


def test_a_library_of_before_answers_the_same_at_once_and_when_it_is_built_anew(tmp_path, before):
    queries = ("metamerging", "merging of models", "meta merging 3 of models")
    library = Library(tmp_path / "papers.db")

    assert [library.search(query) for query in queries] == before
    library.rebuild()
    assert [library.search(query) for query in queries] == before
    library.close()
