"""Search finds what a member would call a match."""

import threading

import pytest

from index.errors import EmptyCorpus, EmptyQuery, UnknownCorpus, UnknownPaper
from index.swapping import swap_in
from tests.factories import library_of, record

THREE = [
    "We study pruning of large networks. Pruning removes weights and keeps accuracy on common benchmarks.",
    "Federated learning (FL) trains across clients. We merge their updates asynchronously without sharing data.",
    "Model merging combines fine-tuned models into one. Our method, MetaMerging, learns how to merge them well.",
]


@pytest.fixture
def library(tmp_path):
    return library_of(tmp_path, THREE)


def handles(page):
    return [hit.paper.handle for hit in page.hits]


def test_a_word_is_found_in_all_its_forms(library):
    assert handles(library.search("merges")) == ["p3", "p2"]


def test_a_term_in_every_paper_still_matches(tmp_path):
    """BM25 scores such a term at zero or below; the papers are hits all the same."""
    library = library_of(tmp_path, [f"Merging of many models, in its variant number {number}." for number in "123"])

    assert handles(library.search("merging")) == ["p1", "p2", "p3"]


@pytest.mark.parametrize("typed", ["", "   ", "the of", "?!", "-", '"', "_", "-merging", '""', "<!here>"])
def test_a_query_without_words_is_refused_with_a_hint(library, typed):
    with pytest.raises(EmptyQuery, match="model merging"):
        library.search(typed)


def test_an_empty_corpus_says_how_to_fill_it(tmp_path):
    with pytest.raises(EmptyCorpus, match="icml import"):
        library_of(tmp_path, []).search("merging")


def test_an_unknown_corpus_is_named_with_those_there_are(library):
    with pytest.raises(UnknownCorpus, match="icml2026"):
        library.search("merging", corpora=["icml2099"])


@pytest.mark.parametrize("handle", ["p99", "q1", "p", "px", "p" + "9" * 30])
def test_an_unknown_handle_is_said(library, handle):
    with pytest.raises(UnknownPaper):
        library.paper(handle)


def test_words_that_stand_nowhere_find_nothing_and_the_nearest_stand_apart(library):
    page = library.search("merging blockchains quantum")

    assert page.partial
    assert page.total == 0
    assert handles(page)[0] == "p3"


def test_words_that_never_stand_together_are_no_answer(library):
    assert library.search("pruning clients").partial


def test_a_slip_is_read_as_the_word_and_said(library):
    page = library.search("federatd learning")

    assert handles(page)[0] == "p2"
    assert "“federatd” as “federated”" in page.understood


def test_an_acronym_and_what_it_stands_for_find_each_other(tmp_path):
    library = library_of(tmp_path, [*THREE, "An abstract that only says federated learning over phones and watches."])

    assert set(handles(library.search("FL"))) == {"p2", "p4"}
    assert handles(library.search("FL"))[0] == "p2"


def test_a_phrase_has_its_words_side_by_side(library):
    assert handles(library.search('"model merging"')) == ["p3"]
    assert library.search('"merging model"').partial


@pytest.mark.parametrize(
    "phrase", ['"model merging"', "“model merging”", "„model merging“", "«model merging»", "｢model merging"]
)
def test_quotes_of_all_kinds_are_quotes(library, phrase):
    assert handles(library.search(phrase))[0] == "p3"


@pytest.mark.parametrize("query", ["merge -models", "merge —models", "merge –models", 'merge -"fine-tuned models"'])
def test_a_minus_leaves_papers_out(library, query):
    assert handles(library.search(query)) == ["p2"]


def test_a_star_is_for_words_that_begin_so(library):
    assert handles(library.search("asynch*")) == ["p2"]


def test_one_of_two_words_is_enough_with_or(library):
    assert set(handles(library.search("pruning OR federated"))) == {"p1", "p2"}


def test_a_handle_finds_its_paper(library):
    assert handles(library.search("P2")) == ["p2"]


def test_code_is_a_filter_and_its_address_is_a_key(tmp_path):
    library = library_of(
        tmp_path, [*THREE, "Merging again, with code at https://github.com/x/Again. It is open to all."]
    )

    assert handles(library.search("merging has:code")) == ["p4"]
    assert handles(library.search("<https://github.com/x/again>")) == ["p4"]
    assert "p4" not in handles(library.search("merging -has:code"))


@pytest.mark.parametrize(
    "spelling", ["MetaMerging", "metamerging", "meta-merging", "meta merging", "Meta‑Merging", "METAMERGING"]
)
def test_a_name_is_found_however_it_is_written(library, spelling):
    assert handles(library.search(spelling))[0] == "p3"


def test_pages_join_up_without_gaps_or_repeats(sample):
    whole = handles(sample.search("learning", limit=50))
    pages = [handles(sample.search("learning", offset=start, limit=5)) for start in range(0, len(whole), 5)]

    assert [handle for page in pages for handle in page] == whole
    assert sample.search("learning").total == len(whole)


def test_the_snippet_marks_what_matched(library):
    marked = [run for run, matched in library.search("merges").hits[0].snippet.runs if matched]

    assert "merging" in {run.lower() for run in marked}


def test_many_threads_search_at_once_and_all_see_the_same(sample):
    wanted = handles(sample.search("model merging"))
    seen, faults = [], []

    def look():
        try:
            seen.append(handles(sample.search("model merging")))
        except Exception as fault:  # noqa: BLE001 - told below
            faults.append(fault)
        finally:
            sample.close()

    threads = [threading.Thread(target=look) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert not faults
    assert seen == [wanted] * 20


def test_a_swapped_file_is_noticed_by_open_stores(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    library = library_of(tmp_path / "a", THREE)
    other = library_of(tmp_path / "b", ["Something about quantum gravity and nothing else that is known here at all."])
    assert handles(library.search("merging"))
    other._store.db.execute(f"VACUUM INTO '{tmp_path / 'copy.db'}'")

    swap_in(tmp_path / "copy.db", tmp_path / "a" / "papers.db")

    assert handles(library.search("quantum gravity")) == ["p1"]


def test_a_new_import_is_seen_at_once(tmp_path):
    library = library_of(tmp_path, THREE)
    assert library.search("quantum").partial

    library_of(tmp_path, [record("A paper on quantum circuits that came later than the other ones did.", 9)])

    assert handles(library.search("quantum")) == ["p4"]


def test_a_name_that_is_the_whole_query_comes_first(tmp_path):
    """Also when it is a common word elsewhere, or nothing but stop words."""
    library = library_of(
        tmp_path,
        [
            record(
                "The storm of storms: we forecast each storm before a storm comes over storm-ridden land.",
                1,
                title="Storm forecasts",
            ),
            record(
                "We segment and track objects and find them again, over long videos and many scenes.",
                2,
                title="STORM: Segment and Track",
            ),
            record(
                "One pass gives all forecasts at once, at any horizon and for each of the series.",
                3,
                title="Once-for-All: Forecasting",
            ),
            record(
                "Experts are merged over time, with most of the quality kept at little cost overall.",
                4,
                title="MoST: Merging over Time",
            ),
        ],
    )

    assert handles(library.search("storm"))[0] == "p2"
    assert handles(library.search("STORMs"))[0] == "p2"
    assert handles(library.search("Once for All")) == ["p3"]
    assert handles(library.search("MoST"))[0] == "p4"


def test_a_title_that_begins_so_comes_first(tmp_path):
    library = library_of(
        tmp_path,
        [
            record(
                "We study reinforcement learning. Reinforcement learning is hard, and learning is slow.",
                1,
                title="On reinforcement learning from noise",
            ),
            record(
                "An agent learns by imitating what people show to it, without rewards.",
                2,
                title="Reinforcement Learning from People",
            ),
        ],
    )

    assert handles(library.search("Reinforcement learning from p"))[0] == "p2"
