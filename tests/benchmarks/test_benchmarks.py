"""The benchmarks' own parts: what is asked is what they say, and our core ranks as rank-bm25 does."""

import gzip
import json
from pathlib import Path
from random import Random
from zoneinfo import available_timezones

import pytest

from bot.digests.plans import PLANS
from index.library import Library
from index.model import Topic
from tests.benchmarks import cores, forms
from tests.benchmarks.digests import seasons
from tests.benchmarks.fuzz_queries import fuzzed
from tests.benchmarks.grown import grown, stretches
from tests.benchmarks.mutations import mutated
from tests.benchmarks.speed import filled

SUBJECTS = ("graphs", "proteins", "vision", "speech", "robots", "markets", "weather", "proofs", "games", "maps", "text")
METHODS = ("Diffusion", "Merging", "Pruning", "Distillation", "Attention", "Sampling", "Alignment", "Clustering")


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one list of 88 papers."""
    folder = tmp_path_factory.mktemp("corpora")
    with gzip.open(folder / "list.jsonl.gz", "wt", encoding="utf-8") as out:
        for at, (method, subject) in enumerate((method, subject) for method in METHODS for subject in SUBJECTS):
            title = f"{method[:4]}Net-{at}: {method} for {subject.title()}"
            text = f"We study {method.lower()} of {subject}. " * (1 + at % 4) + f"It needs {at} steps of training."
            row = {"id": f"t-{at}", "title": title, "abstract": text, "authors": ["A. Author"], "year": 2026}
            out.write(json.dumps(row | {"venue": "Test"}) + "\n")
    return folder


@pytest.fixture(scope="module")
def base(corpora: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A benchmark's folder with the library built."""
    base = tmp_path_factory.mktemp("speed")
    filled(base, grown(corpora, 88), whole=True)
    return base


def test_a_slip_never_leaves_the_word_as_it_was() -> None:
    chance = Random(3)
    assert all(forms.slip(word, chance) != word for word in ("aa", "merging", "LoRA", "aabb") for _ in range(500))


def test_the_forms_of_a_title_change_what_they_name() -> None:
    title, chance = 'Gödel\'s Test-Time "Proofs" for the Merging of Models', Random(1)
    changed = {form: write(title, chance) for form, write in forms.TITLES.items()}
    assert changed["as is"] == title
    assert changed["curly quotes"] == "Gödel’s Test-Time “Proofs” for the Merging of Models"
    assert changed["accents dropped"].startswith("Godel")
    assert changed["hyphens changed"] in (title.replace("-", " "), title.replace("-", "\u2011"))
    assert changed["stop words dropped"] == 'Gödel\'s Test-Time "Proofs" Merging Models'
    assert changed["first half"] == 'Gödel\'s Test-Time "Proofs" for'
    assert changed["one typo"] != title


def test_a_name_is_asked_for_in_the_spellings_that_it_has() -> None:
    assert forms.name_in("MetaMerging: Merging without Data") == "MetaMerging"
    assert forms.name_in("Position: Merging Matters") == ""
    spelt = forms.names("MetaMerging", frozenset(), Random(1))
    assert spelt["camelCase as words"] == "meta merging"
    assert spelt["plural"] == "MetaMergings"
    assert "hyphen as space" not in spelt
    assert forms.names("k-Means", frozenset(), Random(1))["hyphen left out"] == "kMeans"


def test_a_typo_that_is_a_word_of_the_corpus_is_not_asked(corpora: Path) -> None:
    chance = Random(1)
    possible = {forms.slip("Anchor", chance).lower() for _ in range(5_000)}
    assert "one typo" not in forms.names("Anchor", possible, Random(2))


def test_a_corpus_grows_beyond_its_records(corpora: Path) -> None:
    records = list(grown(corpora, 200))
    assert len(records) == 200
    assert len({record["id"] for record in records}) == 200
    assert records == list(grown(corpora, 200))


@pytest.mark.parametrize("name", [name for name, engine in cores.ENGINES.items() if not engine.texts])
def test_every_core_finds_papers_as_good_as_rank_bm25_finds(name: str, base: Path, tmp_path: Path) -> None:
    if not cores.installed(name):
        pytest.skip(f"{cores.ENGINES[name].needs} is not installed (extra: bench)")
    stored = list(cores.stored_terms(base / "library"))
    places = {number: place for place, (number, _) in enumerate(stored)}
    papers = [terms for _, terms in stored]
    engine = cores.ENGINES[name]
    folder = base / "library" if engine.is_ours else tmp_path
    build = next((one.build for one in cores.ENGINES.values() if one.files == engine.files and one.build), None)
    if build:
        build(papers, folder)
    core = engine.open(folder)

    from rank_bm25 import BM25Plus

    scored = BM25Plus(papers, delta=0)
    for text in stretches(["Diffusion for Graphs", "Pruning of Robots", "Merging Maps and Markets"], 12):
        terms = list(dict.fromkeys(cores.terms_of(text)))
        if not terms:
            continue
        found = core(terms, 10)
        at = [places[number] if engine.is_ours else number for number in found]
        scores = scored.get_scores(terms)
        wanted = sorted(scores[scores > 0], reverse=True)[:10]
        if name.startswith(("ours", "rank_bm25")):
            assert [scores[place] for place in at][: len(wanted)] == pytest.approx(wanted, abs=1e-9)
        else:  # peers round lengths or idf in their own ways
            assert scores[at[0]] == pytest.approx(wanted[0], rel=0.1)


def test_fuzzed_queries_over_a_small_list_raise_nothing(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library = Library(base / "library" / "papers.db")
    texts = [library.paper(f"p{number}").title for number in range(1, 89)]
    library.close()
    report = fuzzed(base / "library" / "papers.db", texts, 400, 1, 1)
    assert report["raised"] == []
    assert "400 queries" in capsys.readouterr().out


def test_the_same_seed_fuzzes_the_same() -> None:
    texts = ["Diffusion for Graphs and Other Things"]
    assert [mutated(texts, Random(5)) for _ in range(3)] == [mutated(texts, Random(5)) for _ in range(3)]


def test_a_library_written_straight_answers_as_an_imported_one_does(corpora: Path, base: Path, tmp_path: Path) -> None:
    filled(tmp_path, grown(corpora, 88), whole=False)
    imported, straight = (Library(folder / "library" / "papers.db") for folder in (base, tmp_path))
    for query in ("diffusion for proteins", "PrunNet-25", "steps of training"):
        one, other = imported.search(query, limit=20), straight.search(query, limit=20)
        assert one.total == other.total
        assert [hit.paper.headline for hit in one.hits] == [hit.paper.headline for hit in other.hits]
    imported.close()
    straight.close()


def test_a_thousand_months_of_digests_are_in_all_zones_and_the_same_for_the_same_seed() -> None:
    topics = (Topic("a", "A", ("a",)), Topic("b", "B", ("b",)))
    played = seasons(1_000, 1, PLANS["many"], topics)

    assert sum(len(season.wanted) for season in played) == 1_000
    assert {one.zone for season in played for one in season.wanted} == available_timezones()
    assert played == seasons(1_000, 1, PLANS["many"], topics)
    assert played != seasons(1_000, 2, PLANS["many"], topics)
